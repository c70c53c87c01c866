// SPDX-License-Identifier: MIT
// Values from tables that hold only the mover's wins. A position that is not won is told apart by its successors:
// all won for the opponent = lost, else drawn.
#include "merels/tablebase.h"

#include <algorithm>
#include <set>

#include "index/subspace.h"
#include "probe/table_finder.h"
#include "rules/rules.h"

namespace merels {
namespace {

// What a table says of a position that is not final: whether the side to move wins, and how fast if known.
struct Stored {
    bool won = false;
    Ply dtw = kNoPly;
    bool with_depth = true;
};

Result<Stored> look_up(const TableFinder& tables, const Variant& variant, const Position& position) {
    const auto table = tables.find(variant, subspace_of(position));
    if (!table) return table.error();
    const Address address = address_of(position);
    const auto byte = (*table)->at(address.row, address.rank);
    if (!byte) return byte.error();
    const bool with_depth = (*table)->spec().kind == ValueKind::kDtw;
    if (*byte == 0) return Stored{false, kNoPly, with_depth};
    return Stored{true, with_depth ? static_cast<Ply>(2 * *byte - 1) : kNoPly, with_depth};
}

// The value of a position that is known not to be won. A missing table leaves it open whether the position is drawn
// or lost, unless another successor settles it.
Result<Value> drawn_or_lost(const TableFinder& tables, const Variant& variant, const TurnList& turns,
                            const Position& position) {
    std::optional<Error> missing;
    Ply longest = 0;
    bool with_depth = true;
    const auto visit = [&](const Turn& turn) -> Result<bool> {  // true: the position is drawn
        const Position after = apply(position, turn);
        if (const auto ended = final_value(variant, after)) {
            if (ended->wdl == Wdl::kDraw) return true;
            return Error{ErrorCode::kCorrupt,
                         "a table calls a position not won that a turn wins at once: " + format_position(position)};
        }
        const auto stored = look_up(tables, variant, after);
        if (!stored) {
            if (stored.error().code != ErrorCode::kMissing) return stored.error();
            missing = stored.error();
            return false;
        }
        if (!stored->won) return true;
        with_depth &= stored->with_depth;
        longest = std::max(longest, stored->dtw);
        return false;
    };
    // Quiet turns first: their results stand in one row, so they are the cheap ones.
    for (const bool quiet : {true, false}) {
        for (const Turn& turn : turns) {
            if ((turn.takes() == 0) != quiet) continue;
            const auto drawn = visit(turn);
            if (!drawn) return drawn.error();
            if (*drawn) return Value::draw();
        }
    }
    if (missing) return *missing;
    return with_depth ? Value::loss(longest + 1) : Value{Wdl::kLoss, kNoPly};
}

}  // namespace

struct Tablebase::State {
    TableFinder tables;
};

Result<Tablebase> Tablebase::open(const std::filesystem::path& directory, std::size_t cache_bytes) {
    std::error_code error;
    if (!std::filesystem::is_directory(directory, error)) {
        return Error{ErrorCode::kMissing, "no database at '" + directory.string() + "'"};
    }
    return Tablebase(std::make_shared<const Database>(
        directory, DatabaseOptions{cache_bytes != 0 ? cache_bytes : BlockCache::kDefaultBytes}));
}

Tablebase::Tablebase(std::shared_ptr<const Database> database) : state_(new State{TableFinder(std::move(database))}) {}
Tablebase::Tablebase(Tablebase&&) noexcept = default;
Tablebase& Tablebase::operator=(Tablebase&&) noexcept = default;
Tablebase::~Tablebase() = default;

const std::filesystem::path& Tablebase::directory() const { return state_->tables.database()->folder(); }
const std::shared_ptr<const Database>& Tablebase::database() const { return state_->tables.database(); }

Result<Value> Tablebase::value(const Variant& variant, const Position& position) const {
    if (const auto ended = final_value(variant, position)) return *ended;
    const auto stored = look_up(state_->tables, variant, position);
    if (!stored) return stored.error();
    if (stored->won) return Value{Wdl::kWin, stored->dtw};
    TurnList turns;
    legal_turns(variant, position, turns);
    return drawn_or_lost(state_->tables, variant, turns, position);
}

Result<PositionValue> Tablebase::analyse(const Variant& variant, const Position& position) const {
    PositionValue result;
    const auto own = value(variant, position);
    if (own) {
        result.value = *own;
    } else if (own.error().code != ErrorCode::kMissing) {
        return own.error();
    }
    TurnList turns;
    legal_turns(variant, position, turns);
    result.turns.reserve(turns.size());
    for (const Turn& turn : turns) {
        const Position after = apply(position, turn);
        const auto reply = value(variant, after);
        if (!reply && reply.error().code != ErrorCode::kMissing) return reply.error();
        result.turns.push_back({turn, after, reply ? before_turn(*reply) : Value::unknown()});
    }
    std::stable_sort(result.turns.begin(), result.turns.end(),
                     [](const TurnValue& a, const TurnValue& b) { return better(a.value, b.value); });
    return result;
}

void Tablebase::fill_cache(std::uint64_t bytes, const std::atomic<bool>& stop) const {
    state_->tables.database()->fill_cache(bytes, stop);
}

Result<std::vector<LinePly>> Tablebase::line(const Variant& variant, const Position& position, int most_plies) const {
    std::vector<LinePly> line;
    std::set<Position> seen;
    Position at = position;
    while (static_cast<int>(line.size()) < most_plies && seen.insert(at).second) {
        auto analysis = analyse(variant, at);
        if (!analysis) return analysis.error();
        if (analysis->turns.empty() || analysis->turns.front().value.wdl == Wdl::kUnknown) break;
        LinePly ply{analysis->turns.front(), {}};
        for (const TurnValue& turn : analysis->turns) {
            if (turn.value == ply.best.value && turn.turn != ply.best.turn) ply.equally_good.push_back(turn);
        }
        at = ply.best.after;
        line.push_back(std::move(ply));
    }
    return line;
}

}  // namespace merels
