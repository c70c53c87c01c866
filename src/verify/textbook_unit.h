// SPDX-License-Identifier: MIT
// One work unit of the textbook solver. See textbook_solver.h for the whole.
#pragma once

#include <cstdint>
#include <vector>

#include "minimax/big_array.h"
#include "verify/moves_back.h"
#include "verify/textbook_solver.h"

namespace merels::verify {

class TextbookUnitSolver {
  public:
    // The unit (a, b). The class tables must cover 3..max(a, b) men and outlive this.
    TextbookUnitSolver(const MovingRules& rules, const ClassTables& classes, int a, int b);

    // Secondary subspaces: solved positions that a capture leads to, (b - 1, a) and (a - 1, b) where they have three
    // men at least. They must outlive the solver.
    void add_secondary(const SolvedTable& table);

    void solve(Counting counting);

    // The values, one table for a == b, else two.
    std::vector<SolvedTable> tables() const;

  private:
    // A state is a count or a value, as in the paper. Counts are in sixteenths of a move: a position that is symmetric
    // in itself has fewer predecessors up to symmetry than its moves back suggest, and the weight of a move,
    // 16 * |symmetries of the position before| / |symmetries of the position after|, makes both sides agree exactly.
    using State = std::uint16_t;
    static constexpr State kValueBit = 0x8000;
    static constexpr int kWeight = 16;
    static bool is_value(State state) { return (state & kValueBit) != 0; }
    static int plies_of(State state) { return state & ~kValueBit; }
    static State value_of(int plies) { return static_cast<State>(kValueBit | plies); }

    // What all positions of a row have in common.
    struct Row {
        Mask own = 0;
        Mask back = 0;             // where the opponent may just have taken a man from
        std::uint8_t takings = 0;  // men that may be taken from `own`
        std::uint16_t stabiliser = 0;
    };
    // The positions of one subspace have the numbers first .. first + rows * row_size - 1. Primary spaces come first.
    struct Space {
        Subspace subspace;
        const ClassTable* classes = nullptr;  // of the men of the side to move
        std::vector<Row> rows;
        std::vector<std::uint32_t> subsets;  // axes by rank
        std::uint32_t first = 0;
        std::uint32_t size = 0;
        std::uint32_t row_size = 0;
        std::size_t before = 0;               // the primary space of the predecessors
        const SolvedTable* solved = nullptr;  // secondary spaces only
    };
    struct Place {
        std::uint32_t number;
        int symmetries;  // that keep the position
    };

    Space make_space(int own, int other) const;
    Place place_in(const Space& space, ClassIndex row, Mask other) const;
    int symmetries_of(const Row& row, Mask other) const;
    int decided_plies(const Space& space, std::uint32_t index) const;
    template <class Visit>
    void for_each_position(const Space& space, Visit&& visit) const;
    template <class Visit>
    void for_each_before(const Space& space, const Row& row, Mask other, Visit&& visit) const;

    void preset_wins();
    void count_moves_back();
    void count_own_moves();
    void fill_secondary_queue();
    void process_queues();
    void process(std::uint32_t number, int plies);

    MovingRules rules_;
    const ClassTables& classes_;
    const PointSets& sets_ = PointSets::get();
    std::size_t primary_count_ = 0;
    std::vector<Space> spaces_;  // primary, then secondary
    std::uint32_t numbers_ = 0;
    BigArray<State> state_;                       // primary spaces only
    std::vector<std::uint32_t> secondary_queue_;  // sorted by plies
    std::vector<std::size_t> secondary_end_;      // by plies: where they end
    std::vector<std::uint32_t> primary_queue_;    // ascending plies by construction
};

}  // namespace merels::verify
