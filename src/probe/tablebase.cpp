// SPDX-License-Identifier: MIT
#include "merels/tablebase.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/worker_pool.h"
#include "index/subspace.h"
#include "probe/many_values.h"
#include "probe/prober.h"
#include "probe/table_finder.h"
#include "probe/ultra_reader.h"
#include "rules/rules.h"
#include "tables/open_database.h"

namespace merels {
namespace {

// Ultra-strong values of draws, where there are tables of them.
class UltraValues {
  public:
    UltraValues(const UltraReader& reader, const Variant& variant, const UltraChoice& choice)
        : reader_(reader), computer_(choice.computer) {
        if (!choice.wanted) return;
        if (auto found = reader.find(variant, choice)) tables_ = *found;
    }
    // Of what drawn turns lead to: those that take the same men, by a placing or a move, lead into one row.
    void read(std::span<TurnValue* const> turns, Troubles& troubles) const {
        if (!tables_) return;
        std::vector<const Position*> after;
        std::vector<std::optional<Ultra>> found;
        for (std::size_t first = 0, last = 0; first < turns.size(); first = last) {
            after.clear();
            for (last = first; last < turns.size() && row_of(*turns[last]) == row_of(*turns[first]); ++last) {
                after.push_back(&turns[last]->after);
            }
            found.assign(after.size(), std::nullopt);
            const Status read = reader_.read_row(*tables_, after, computer_, found);
            if (!read && read.error().code != ErrorCode::kMissing) troubles.add(read.error());
            if (!read) continue;
            for (std::size_t i = 0; i < found.size(); ++i) turns[first + i]->ultra = std::move(found[i]);
        }
    }
    static std::pair<Mask, bool> row_of(const TurnValue& turn) {
        return {turn.turn.taken(), turn.turn.from == kNoPoint};
    }
    std::optional<Ultra> of(const Position& position, Troubles& troubles) const {
        if (!tables_) return std::nullopt;
        auto found = reader_.read(*tables_, position, computer_);
        if (found) return *std::move(found);
        if (found.error().code != ErrorCode::kMissing) troubles.add(found.error());
        return std::nullopt;
    }

  private:
    const UltraReader& reader_;
    Side computer_;
    std::shared_ptr<UltraReader::Tables> tables_;
};

// Best first for the side that makes the turns. An ultra-strong value stands for the opponent: the lower the better.
bool turn_before(const TurnValue& a, const TurnValue& b) {
    if (a.value != b.value || a.value.wdl != Wdl::kDraw) return better(a.value, b.value);
    const auto rank = [](const TurnValue& turn) {
        return turn.ultra ? std::pair(turn.ultra->value, turn.ultra->stay) : std::pair(0, 0);
    };
    return rank(a) < rank(b);
}

// The turns of a position with what the tables say of each, in the order of the rules.
class TurnAnalysis {
  public:
    TurnAnalysis(const TableFinder& tables, const Variant& variant, const Position& position)
        : prober_(tables, variant) {
        legal_turns(variant, position, turns_);
        const auto size = static_cast<std::size_t>(turns_.size());
        after_.reserve(size);
        for (const Turn& turn : turns_) after_.push_back(apply(position, turn));
        seen_.resize(size);
        own_ = prober_.look_up(position, own_trouble_);
        prober_.look_up(after_, std::span<const Turn>(turns_.begin(), size), seen_, troubles_);
    }

    PositionValue result(const Position& position, const UltraValues& ultra) {
        PositionValue result;
        result.turns.reserve(after_.size());
        std::vector<TurnValue*> drawn;
        for (std::size_t i = 0; i < after_.size(); ++i) {
            result.turns.push_back({turns_[static_cast<int>(i)], after_[i], before_turn(after_turn(i))});
            TurnValue& turn = result.turns.back();  // stays there: room for all was taken
            const bool to_be_read = turn.value.wdl == Wdl::kDraw && seen_[i].state != Seen::State::kFinal;
            if (to_be_read) drawn.push_back(&turn);
        }
        std::sort(drawn.begin(), drawn.end(), [](const TurnValue* a, const TurnValue* b) {
            return UltraValues::row_of(*a) < UltraValues::row_of(*b);
        });
        ultra.read(drawn, troubles_);
        std::stable_sort(result.turns.begin(), result.turns.end(), turn_before);
        conclude(position, result);
        if (result.value.wdl == Wdl::kDraw) result.ultra = ultra.of(position, troubles_);
        // That the position's own table is missing does not matter where its turns tell all.
        Troubles all;
        if (result.value.wdl == Wdl::kUnknown || own_trouble_.damaged > 0) all.add(own_trouble_);
        all.add(troubles_);
        result.trouble = all.worst;
        result.damaged_reads = all.damaged;
        return result;
    }

  private:
    // What the i-th turn leads to, for the opponent.
    Value after_turn(std::size_t i) {
        switch (seen_[i].state) {
            case Seen::State::kFinal:
            case Seen::State::kWon:
            case Seen::State::kKnown: return seen_[i].value;
            // A position that is not won has no turn to a lost one.
            case Seen::State::kNotWon:
                return own_.state == Seen::State::kNotWon ? Value::draw() : prober_.drawn_or_lost(after_[i], troubles_);
            default: return Value::unknown();
        }
    }

    // The position's own value: by its table, or by its turns.
    void conclude(const Position& position, PositionValue& result) {
        const Value best = result.turns.empty() ? Value::unknown() : result.turns.front().value;
        const bool all_known = result.counts()[Wdl::kUnknown] == 0;
        if (own_.state == Seen::State::kKnown) {
            // Files of another program have no checksums, so they are held against each other.
            if (all_known ? best != own_.value : better(best, own_.value)) {
                troubles_.add({ErrorCode::kCorrupt,
                               "the files disagree on this position and its turns: " + format_position(position)});
                return;
            }
            result.value = own_.value;
            result.basis = Basis::kDtw;
            return;
        }
        if (own_.state == Seen::State::kWon) {
            result.value = own_.value;
            result.basis = own_.value.dtw != kNoPly ? Basis::kDtw : Basis::kWdl;
            return;
        }
        if (own_.state == Seen::State::kNotWon && best.wdl == Wdl::kWin) {
            troubles_.add({ErrorCode::kCorrupt,
                           "a table calls a position not won that a turn wins at once: " + format_position(position)});
            return;
        }
        if (own_.state == Seen::State::kNotWon && best.wdl == Wdl::kDraw) {
            result.value = best;
            result.basis = own_.with_depth ? Basis::kDtw : Basis::kWdl;
            return;
        }
        if (all_known) {
            result.value = best;
            // Draws stand where a table says "not won" of all that is left: depth or not makes no difference to them.
            result.basis = best.wdl == Wdl::kDraw || best.dtw != kNoPly ? Basis::kDtw : Basis::kWdl;
        } else if (best.wdl == Wdl::kWin) {
            // Won, but a turn that is not known might win faster, unless this one wins at once.
            result.value = {Wdl::kWin, best.dtw == 1 ? Ply{1} : kNoPly};
            result.basis = best.dtw == 1 ? Basis::kDtw : Basis::kWdl;
        }
    }

    Prober prober_;
    TurnList turns_;
    std::vector<Position> after_;
    std::vector<Seen> seen_;
    Seen own_;
    Troubles own_trouble_;
    Troubles troubles_;
};

// The value by the position's own table, with what stands behind it; nothing where that does not tell it.
std::optional<PositionValue> value_alone(const TableFinder& tables, const Variant& variant, const Position& position) {
    Prober prober(tables, variant);
    Troubles troubles;
    const Seen own = prober.look_up(position, troubles);
    if (own.state == Seen::State::kUnread) return std::nullopt;
    PositionValue result;
    const bool told = own.state == Seen::State::kWon || own.state == Seen::State::kKnown;
    result.value = told ? own.value : prober.drawn_or_lost(position, troubles);
    if (result.value.wdl == Wdl::kUnknown) return std::nullopt;
    const bool deep = result.value.wdl == Wdl::kDraw ? own.with_depth : result.value.dtw != kNoPly;
    result.basis = deep ? Basis::kDtw : Basis::kWdl;
    return result;
}

}  // namespace

GameEnd game_end(const Variant& variant, const Position& position) {
    if (!final_value(variant, position)) return GameEnd::kNotOver;
    if (men_in_all(position, Side::kWhite) < kMinMen || men_in_all(position, Side::kBlack) < kMinMen) {
        return GameEnd::kFewMen;
    }
    return position.empty() == 0 ? GameEnd::kFullBoard : GameEnd::kBlocked;
}

OutcomeCounts PositionValue::counts() const {
    OutcomeCounts counts;
    for (const TurnValue& turn : turns) ++counts.by_wdl[static_cast<std::size_t>(turn.value.wdl)];
    return counts;
}

bool PositionValue::is_best(const TurnValue& turn) const {
    if (value.wdl == Wdl::kUnknown || turns.empty()) return false;
    const Value best = turns.front().value;  // not the position's own where the best turn's table is missing
    if (best.wdl != value.wdl) return false;
    if (best.dtw != kNoPly && value.dtw != kNoPly && best.dtw != value.dtw) return false;
    return turn.value == best;
}

struct Tablebase::State {
    explicit State(const std::shared_ptr<const Database>& database) : tables(database), ultra(database) {}
    TableFinder tables;
    UltraReader ultra;
};

Result<Tablebase> Tablebase::open(const std::filesystem::path& directory, std::size_t cache_bytes) {
    std::error_code error;
    if (!std::filesystem::is_directory(directory, error)) {
        return Error{ErrorCode::kMissing, "no database at '" + directory.string() + "'"};
    }
    const auto database = open_database(directory, {cache_bytes != 0 ? cache_bytes : BlockCache::kDefaultBytes});
    if (!database) return database.error();
    return Tablebase(*database);
}

Tablebase::Tablebase(const std::shared_ptr<const Database>& database) : state_(new State(database)) {}
Tablebase::Tablebase(Tablebase&&) noexcept = default;
Tablebase& Tablebase::operator=(Tablebase&&) noexcept = default;
Tablebase::~Tablebase() = default;

const std::filesystem::path& Tablebase::directory() const { return state_->tables.database()->folder(); }
const std::shared_ptr<const Database>& Tablebase::database() const { return state_->tables.database(); }

Result<Value> Tablebase::value(const Variant& variant, const Position& position) const {
    if (const auto ended = final_value(variant, position)) return *ended;
    Prober prober(state_->tables, variant);
    Troubles troubles;
    const Seen own = prober.look_up(position, troubles);
    if (own.state == Seen::State::kWon || own.state == Seen::State::kKnown) return own.value;
    if (own.state == Seen::State::kUnread) return *troubles.worst;
    const Value value = prober.drawn_or_lost(position, troubles);
    if (value.wdl == Wdl::kUnknown) return *troubles.worst;
    return value;
}

Tablebase::Unknown Tablebase::values(const Variant& variant, std::span<const Position> positions, std::span<Value> out,
                                     int threads) const {
    constexpr std::size_t kPiece = std::size_t{1} << 18;
    Troubles troubles;
    std::mutex mutex;
    WorkerPool pool(threads);
    pool.parallel_for(positions.size(), kPiece, [&](std::size_t first, std::size_t last, int) {
        Troubles met;
        ManyValues(state_->tables, variant)
            .read(positions.subspan(first, last - first), out.subspan(first, last - first), met);
        const std::lock_guard lock(mutex);
        troubles.add(met);
    });
    const auto unknown =
        std::count_if(out.begin(), out.end(), [](const Value& value) { return value.wdl == Wdl::kUnknown; });
    return {static_cast<std::size_t>(unknown), troubles.worst};
}

Result<Ultra> Tablebase::ultra(const Variant& variant, const Position& position, const UltraChoice& choice) const {
    const auto tables = state_->ultra.find(variant, choice);
    if (!tables) return tables.error();
    return state_->ultra.read(**tables, position, choice.computer);
}

std::vector<std::string> Tablebase::ultra_sets(const Variant& variant) const { return state_->ultra.sets(variant); }

PositionValue Tablebase::analyse(const Variant& variant, const Position& position, bool with_turns,
                                 const UltraChoice& choice) const {
    if (const auto ended = final_value(variant, position)) {
        PositionValue result;
        result.value = *ended;
        result.basis = Basis::kDtw;
        result.end = game_end(variant, position);
        return result;
    }
    const UltraValues ultra(state_->ultra, variant, choice);
    if (!with_turns) {
        if (auto known = value_alone(state_->tables, variant, position)) {
            Troubles troubles;
            if (known->value.wdl == Wdl::kDraw) known->ultra = ultra.of(position, troubles);
            return *std::move(known);
        }
    }
    PositionValue result = TurnAnalysis(state_->tables, variant, position).result(position, ultra);
    if (!with_turns) result.turns.clear();
    return result;
}

void Tablebase::fill_cache(std::uint64_t bytes, const std::atomic<bool>& stop) const {
    state_->tables.fill_cache(bytes, stop);
}

LineWalk::LineWalk(const Tablebase& tables, const Variant& variant, const Position& position, int most_plies,
                   UltraChoice ultra)
    : tables_(&tables),
      variant_(variant),
      at_(position),
      left_(most_plies),
      ultra_(std::move(ultra)),
      start_(tables.analyse(variant, position, true, ultra_)),
      here_(start_) {}

std::optional<LinePly> LineWalk::next() {
    if (here_.end != GameEnd::kNotOver) {
        end_ = LineEnd::kOver;
    } else if (!seen_.insert(at_).second) {
        end_ = LineEnd::kRepetition;
    } else if (left_-- <= 0) {
        end_ = LineEnd::kLimit;
    } else if (here_.turns.empty() || !here_.is_best(here_.turns.front())) {
        // The best turn has to be among the known ones, else following it would be a guess.
        end_ = LineEnd::kUnknown;
    } else {
        LinePly ply{here_.turns.front(), {}};
        for (const TurnValue& turn : here_.turns) {
            const bool equal = !turn_before(ply.best, turn) && !turn_before(turn, ply.best);
            if (equal && turn.turn != ply.best.turn) ply.equally_good.push_back(turn);
        }
        at_ = ply.best.after;
        here_ = tables_->analyse(variant_, at_, true, ultra_);
        return ply;
    }
    return std::nullopt;
}

}  // namespace merels
