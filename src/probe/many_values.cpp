// SPDX-License-Identifier: MIT
// A batch goes through these steps: the positions' own tables tell the wins; a look at one quiet successor of each
// shows most draws, a look at a few more of them others; all that are left decide between draws and losses; what could
// not be read is asked again one by one, so that there is one place that says what is wrong.
#include "probe/many_values.h"

#include <algorithm>
#include <utility>

#include "index/combination.h"

namespace merels {
namespace {

// Table, row and rank as one number: rows and ranks are below 2^24 (docs/table_format.md, section 10).
constexpr int kBits = 24;
constexpr std::uint32_t kLowBits = (std::uint32_t{1} << kBits) - 1;

}  // namespace

std::uint32_t ManyValues::table_of(const Subspace& subspace) {
    const auto known = std::find_if(tables_of_.begin(), tables_of_.end(),
                                    [&](const OpenTable& open) { return open.subspace == subspace; });
    if (known != tables_of_.end()) return static_cast<std::uint32_t>(known - tables_of_.begin());
    auto table = tables_.find(variant_, subspace);
    tables_of_.push_back({subspace, table ? *std::move(table) : nullptr});
    return static_cast<std::uint32_t>(tables_of_.size() - 1);
}

void ManyValues::read(std::span<const Position> positions, std::span<Value> out, Troubles& troubles) {
    for (std::size_t first = 0; first < positions.size(); first += kBatch) {
        const std::size_t size = std::min(kBatch, positions.size() - first);
        read_batch(positions.subspan(first, size), out.subspan(first, size), troubles);
    }
}

void ManyValues::read_batch(std::span<const Position> positions, std::span<Value> out, Troubles& troubles) {
    tables_of_.clear();
    open_.clear();
    slow_.clear();
    read_own(positions, out);
    constexpr int kAll = TurnList::kCapacity;
    for (const Part& part : {Part{0, 1, false}, Part{1, 4, false}, Part{4, kAll, true}}) {
        ask(positions, part);
        answer(out);
    }
    for (const Open& open : open_) {
        if (open.done) continue;
        out[open.position] = open.with_depth ? Value::loss(open.longest + 1) : Value{Wdl::kLoss, kNoPly};
    }
    for (const std::uint32_t i : slow_) {
        Prober prober(tables_, variant_);
        const Seen own = prober.look_up(positions[i], troubles);
        const bool told = own.state == Seen::State::kWon || own.state == Seen::State::kKnown;
        out[i] = told                                ? own.value
                 : own.state == Seen::State::kNotWon ? prober.drawn_or_lost(positions[i], troubles)
                                                     : Value::unknown();
    }
}

// Positions in a run of the same men of the side to move stand in one row.
void ManyValues::read_own(std::span<const Position> positions, std::span<Value> out) {
    const Classes& classes = Classes::get();
    std::vector<std::uint32_t> asked;
    for (std::size_t first = 0; first < positions.size();) {
        const Mask own = positions[first].own();
        const Subspace subspace = subspace_of(positions[first]);
        const ClassRef ref = classes.find(own);
        const Mask free = kBoardMask & ~classes.representative(count(own), ref.index);
        asked.clear();
        ranks_.clear();
        std::size_t last = first;
        for (; last < positions.size(); ++last) {
            const Position& position = positions[last];
            if (position.own() != own || subspace_of(position) != subspace) break;
            if (const auto ended = final_value(variant_, position)) {
                out[last] = *ended;
                continue;
            }
            asked.push_back(static_cast<std::uint32_t>(last));
            ranks_.push_back(colex_rank_on(free, map_men(ref.to_representative, position.other())));
        }
        first = last;
        if (asked.empty()) continue;
        const Table* table = tables_of_[table_of(subspace)].table.get();
        bytes_.resize(ranks_.size());
        if (table == nullptr || table->tells_all() || !table->gather(ref.index, ranks_, bytes_)) {
            slow_.insert(slow_.end(), asked.begin(), asked.end());
            continue;
        }
        const bool with_depth = table->spec().kind == ValueKind::kDtw;
        for (std::size_t i = 0; i < asked.size(); ++i) {
            if (bytes_[i] == 0) {
                open_.push_back({asked[i]});
            } else {
                out[asked[i]] = {Wdl::kWin, with_depth ? static_cast<Ply>(2 * bytes_[i] - 1) : kNoPly};
            }
        }
    }
}

void ManyValues::give_up(Open& open) {
    if (!open.done) slow_.push_back(open.position);
    open.done = true;
}

void ManyValues::ask(std::span<const Position> positions, const Part& part) {
    questions_.clear();
    for (std::uint32_t i = 0; i < open_.size(); ++i) {
        if (!open_[i].done && !ask_for(positions[open_[i].position], i, part)) give_up(open_[i]);
    }
}

// The questions of one position; false where a table cannot be read. Turns that take the same men lead into one row.
bool ManyValues::ask_for(const Position& position, std::uint32_t open, const Part& part) {
    const Classes& classes = Classes::get();
    TurnList turns;
    legal_turns(variant_, position, turns);
    Mask known_taken = 0;
    bool known = false, known_placing = false;
    std::uint64_t place = 0;
    Mask free = 0;
    Symmetry symmetry = 0;
    int quiet = 0;
    for (const Turn& turn : turns) {
        const Mask taken = turn.taken();
        if (taken != 0) {
            if (!part.taking) continue;
        } else if (const int number = quiet++; number < part.first || number >= part.last) {
            continue;
        }
        const Position after = apply(position, turn);
        const bool placing = turn.from == kNoPoint;
        if (!known || taken != known_taken || placing != known_placing) {
            const std::uint32_t table = table_of(subspace_of(after));
            if (tables_of_[table].table == nullptr) return false;
            const ClassRef ref = classes.find(after.own());
            place = (std::uint64_t{table} << kBits | ref.index) << kBits;
            free = kBoardMask & ~classes.representative(count(after.own()), ref.index);
            symmetry = ref.to_representative;
            known = true;
            known_taken = taken;
            known_placing = placing;
        }
        questions_.push_back({place | colex_rank_on(free, map_men(symmetry, after.other())), open});
    }
    return true;
}

void ManyValues::answer(std::span<Value> out) {
    std::sort(questions_.begin(), questions_.end(),
              [](const Question& a, const Question& b) { return a.place < b.place; });
    for (std::size_t first = 0; first < questions_.size();) {
        std::size_t last = first;
        const std::uint64_t row = questions_[first].place >> kBits;
        while (last < questions_.size() && questions_[last].place >> kBits == row) ++last;
        answer_row(std::span(questions_).subspan(first, last - first), out);
        first = last;
    }
}

void ManyValues::answer_row(std::span<const Question> questions, std::span<Value> out) {
    const std::uint32_t row = static_cast<std::uint32_t>(questions.front().place >> kBits) & kLowBits;
    const OpenTable& from = tables_of_[questions.front().place >> (2 * kBits)];
    ranks_.clear();
    for (const Question& question : questions) ranks_.push_back(static_cast<std::uint32_t>(question.place) & kLowBits);
    bytes_.resize(ranks_.size());
    if (!from.table->gather(row, ranks_, bytes_)) {
        for (const Question& question : questions) give_up(open_[question.open]);
        return;
    }
    const bool with_depth = from.table->spec().kind == ValueKind::kDtw;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        Open& open = open_[questions[i].open];
        if (open.done) continue;
        if (bytes_[i] != 0) {
            open.longest = std::max(open.longest, static_cast<Ply>(2 * bytes_[i] - 1));
            open.with_depth &= with_depth;
            continue;
        }
        // Not won for the opponent: a draw, unless the opponent has lost there, which contradicts the own table.
        const auto ended = final_value(variant_, position_at(from.subspace, {row, ranks_[i]}));
        if (ended && ended->wdl == Wdl::kLoss) {
            give_up(open);
        } else {
            out[open.position] = Value::draw();
            open.done = true;
        }
    }
}

}  // namespace merels
