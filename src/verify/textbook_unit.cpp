// SPDX-License-Identifier: MIT
// Every equivalence class of positions is dealt with once, at its smallest address; the other addresses of symmetric
// rows are filled in at the end.
#include "verify/textbook_unit.h"

#include <algorithm>
#include <bit>

#include "minimax/canonical_ranks.h"

namespace merels::verify {

TextbookUnitSolver::TextbookUnitSolver(const MovingRules& rules, const ClassTables& classes, int a, int b)
    : rules_(rules), classes_(classes) {
    spaces_.push_back(make_space(a, b));
    if (a != b) spaces_.push_back(make_space(b, a));
    primary_count_ = spaces_.size();
    for (std::size_t i = 0; i < primary_count_; ++i) {
        spaces_[i].first = numbers_;
        numbers_ += spaces_[i].size;
        spaces_[i].before = primary_count_ - 1 - i;
    }
    state_ = BigArray<State>(numbers_);
}

void TextbookUnitSolver::add_secondary(const SolvedTable& table) {
    const Subspace& s = table.subspace;
    Space space = make_space(s.own, s.other);
    space.solved = &table;
    space.first = numbers_;
    numbers_ += space.size;
    // The predecessors had `other` to move, and one man more against them.
    space.before = spaces_[0].subspace.own == s.other && spaces_[0].subspace.other == s.own + 1 ? 0 : 1;
    spaces_.push_back(std::move(space));
}

TextbookUnitSolver::Space TextbookUnitSolver::make_space(int own, int other) const {
    Space space;
    space.subspace = {static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other), 0, 0};
    space.classes = &classes_[own];
    for (ClassIndex i = 0; i < space.classes->size(); ++i) {
        const Mask men = space.classes->representative(i);
        space.rows.push_back({men, rules_.takeable_back(men), static_cast<std::uint8_t>(count(rules_.takeable(men))),
                              space.classes->stabiliser_of(i)});
    }
    for_each_subset(kPoints - own, other, [&](std::uint32_t axes) { space.subsets.push_back(axes); });
    space.row_size = static_cast<std::uint32_t>(space.subsets.size());
    space.size = space.row_size * static_cast<std::uint32_t>(space.rows.size());
    return space;
}

int TextbookUnitSolver::symmetries_of(const Row& row, Mask other) const {
    int symmetries = 1;
    for (std::uint32_t stay = row.stabiliser; stay != 0; stay &= stay - 1) {
        symmetries += sets_.map(static_cast<Symmetry>(std::countr_zero(stay)), other) == other;
    }
    return symmetries;
}

// Where (representative of the row, other) stands, or the smallest of its equivalents.
TextbookUnitSolver::Place TextbookUnitSolver::place_in(const Space& space, ClassIndex index, Mask other) const {
    const Row& row = space.rows[index];
    Mask smallest = other;
    int symmetries = 1;
    for (std::uint32_t stay = row.stabiliser; stay != 0; stay &= stay - 1) {
        const Mask image = sets_.map(static_cast<Symmetry>(std::countr_zero(stay)), other);
        smallest = std::min(smallest, image);
        symmetries += image == other;
    }
    const std::uint32_t rank = sets_.rank(sets_.compress(smallest, kBoardMask & ~row.own));
    return {space.first + index * space.row_size + rank, symmetries};
}

// Calls visit(row, index in the space, men of the other side) for every class of equivalent positions.
template <class Visit>
void TextbookUnitSolver::for_each_position(const Space& space, Visit&& visit) const {
    std::uint32_t index = 0;
    for (const Row& row : space.rows) {
        const Mask free = kBoardMask & ~row.own;
        const CanonicalRanks canonical(row.own, row.stabiliser);
        for (const std::uint32_t axes : space.subsets) {
            if (canonical.contains(axes)) visit(row, index, sets_.expand(axes, free));
            ++index;
        }
    }
}

// Calls visit(number, weight) for every predecessor within the unit, once for each move back.
template <class Visit>
void TextbookUnitSolver::for_each_before(const Space& space, const Row& row, Mask other, Visit&& visit) const {
    const Space& before = spaces_[space.before];
    const int scale = row.stabiliser == 0 ? kWeight : kWeight / symmetries_of(row, other);
    if (space.solved == nullptr) {
        for_each_quiet_move_back(rules_, row.own, other, row.takings > 0, [&](Mask men) {
            const ClassRef ref = before.classes->find(men);
            const Place place = place_in(before, ref.index, sets_.map(ref.to_representative, row.own));
            visit(place.number, scale * place.symmetries);
        });
        return;
    }
    for_each_taking_move_back(rules_, row.own, other, row.back, [&](Mask men, Mask points) {
        const ClassRef ref = before.classes->find(men);
        const Mask rest = sets_.map(ref.to_representative, row.own);
        for (Mask taken = sets_.map(ref.to_representative, points); taken != 0; taken &= taken - 1) {
            const Place place = place_in(before, ref.index, rest | (taken & (~taken + 1)));
            visit(place.number, scale * place.symmetries);
        }
    });
}

void TextbookUnitSolver::solve(Counting counting) {
    preset_wins();
    if (counting == Counting::kMovesBack) {
        count_moves_back();
    } else {
        count_own_moves();
    }
    fill_secondary_queue();
    process_queues();
}

// Fig. 2, step 1: taking one of three men wins in 1.
void TextbookUnitSolver::preset_wins() {
    for (std::size_t i = 0; i < primary_count_; ++i) {
        const Space& space = spaces_[i];
        if (space.subspace.other != kMinMen) continue;
        for_each_position(space, [&](const Row& row, std::uint32_t index, Mask other) {
            if (rules_.takeable(other) != 0 && can_close_mill(rules_, row.own, other)) {
                state_[space.first + index] = value_of(1);
            }
        });
    }
}

// Fig. 2, step 2.
void TextbookUnitSolver::count_moves_back() {
    for (const Space& space : spaces_) {
        for_each_position(space, [&](const Row& row, std::uint32_t, Mask other) {
            for_each_before(space, row, other, [&](std::uint32_t number, int weight) {
                State& state = state_[number];
                if (!is_value(state)) state = static_cast<State>(state + weight);
            });
        });
    }
}

// The same counts, from the front.
void TextbookUnitSolver::count_own_moves() {
    for (std::size_t i = 0; i < primary_count_; ++i) {
        const Space& space = spaces_[i];
        for_each_position(space, [&](const Row& row, std::uint32_t index, Mask other) {
            State& state = state_[space.first + index];
            if (is_value(state)) return;
            const int moves = count_moves(rules_, row.own, other, count(rules_.takeable(other)));
            state = static_cast<State>(kWeight * moves);
        });
    }
}

// Plies of a position, or -1. Blocked positions of the unit (Fig. 2, step 3) are those that no move was counted for.
int TextbookUnitSolver::decided_plies(const Space& space, std::uint32_t index) const {
    if (space.solved == nullptr) {
        const State state = state_[space.first + index];
        if (state == 0) return 0;
        return is_value(state) ? plies_of(state) : -1;
    }
    if (const int s = space.solved->wins[index]; s != 0) return 2 * s - 1;
    if (const int l = space.solved->losses[index]; l != 0) return 2 * l - 2;
    return -1;
}

// A counting sort by plies: count, then place.
void TextbookUnitSolver::fill_secondary_queue() {
    for (const Space& space : spaces_) {
        for_each_position(space, [&](const Row&, std::uint32_t index, Mask) {
            const int plies = decided_plies(space, index);
            if (plies < 0) return;
            if (secondary_end_.size() <= static_cast<std::size_t>(plies)) secondary_end_.resize(plies + 1);
            ++secondary_end_[plies];
        });
    }
    std::vector<std::size_t> next;
    std::size_t sum = 0;
    for (std::size_t& end : secondary_end_) {
        next.push_back(sum);
        end = sum += end;
    }
    secondary_queue_.resize(sum);
    for (const Space& space : spaces_) {
        for_each_position(space, [&](const Row&, std::uint32_t index, Mask) {
            const int plies = decided_plies(space, index);
            if (plies < 0) return;
            secondary_queue_[next[plies]++] = space.first + index;
            if (space.solved == nullptr) state_[space.first + index] = value_of(plies);
        });
    }
}

// Fig. 1, step 2. The two queues are merged by plies: all positions of one number of plies come before the next.
void TextbookUnitSolver::process_queues() {
    std::size_t from_primary = 0;
    std::size_t from_secondary = 0;
    for (int plies = 0; from_primary < primary_queue_.size() || from_secondary < secondary_queue_.size(); ++plies) {
        if (static_cast<std::size_t>(plies) < secondary_end_.size()) {
            while (from_secondary < secondary_end_[plies]) process(secondary_queue_[from_secondary++], plies);
        }
        while (from_primary < primary_queue_.size() && plies_of(state_[primary_queue_[from_primary]]) == plies) {
            process(primary_queue_[from_primary++], plies);
        }
    }
}

void TextbookUnitSolver::process(std::uint32_t number, int plies) {
    std::size_t s = 0;
    while (s + 1 < spaces_.size() && number >= spaces_[s + 1].first) ++s;
    const Space& space = spaces_[s];
    const std::uint32_t index = number - space.first;
    const Row& row = space.rows[index / space.row_size];
    const Mask other = sets_.expand(space.subsets[index % space.row_size], kBoardMask & ~row.own);
    const bool win = plies % 2 == 1;
    for_each_before(space, row, other, [&](std::uint32_t before, int weight) {
        State& state = state_[before];
        if (is_value(state)) return;
        if (win) {
            state = static_cast<State>(state - weight);
            if (state != 0) return;
        }
        state = value_of(plies + 1);
        primary_queue_.push_back(before);
    });
}

std::vector<SolvedTable> TextbookUnitSolver::tables() const {
    std::vector<SolvedTable> result;
    for (std::size_t i = 0; i < primary_count_; ++i) {
        const Space& space = spaces_[i];
        SolvedTable table;
        table.subspace = space.subspace;
        table.wins.resize(space.size);
        table.losses.resize(space.size);
        std::uint32_t index = 0;
        for (ClassIndex r = 0; r < space.rows.size(); ++r) {
            const Row& row = space.rows[r];
            for (const std::uint32_t axes : space.subsets) {
                const std::uint32_t number = row.stabiliser == 0
                                                 ? space.first + index
                                                 : place_in(space, r, sets_.expand(axes, kBoardMask & ~row.own)).number;
                const State state = state_[number];
                if (is_value(state)) {
                    auto& bytes = plies_of(state) % 2 == 1 ? table.wins : table.losses;
                    bytes[index] = static_cast<std::uint8_t>(plies_of(state) / 2 + 1);
                }
                ++index;
            }
        }
        result.push_back(std::move(table));
    }
    return result;
}

}  // namespace merels::verify
