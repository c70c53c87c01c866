// SPDX-License-Identifier: MIT
// One-ply minimax of all positions in which one side's men are fixed: the inner loop of walks over whole
// tables (verify, compare).
//
// Fix the men of the side that does not move. Then all moves without capture lead into one row of the table that the
// opponent's reply is looked up in, and captures lead into one row for each set of men that may be taken; so a whole
// row of positions is answered from a few rows of memory.
//
// A value is a code, its goodness for the side that moves there: 0 worst, the largest number best. The kernel takes the
// best over all turns and does not care what the codes stand for. Codes of strong values are bytes, of ultra-strong
// ones (verify/ultra_check.h) 16 bits:
//   after  | goodness g of a position for the side that has just moved there
//   wins   | s - 1 modulo 256: 255 = the opponent does not win, else he wins in 2g + 1 plies (the later the better)
//   losses | 255 - l: 0 = the opponent does not lose, else he loses in 2l plies (the sooner the better), l < 255
//
// The move logic is written from the graph of the board and shares nothing with rules.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "merels/variant.h"
#include "minimax/big_array.h"
#include "minimax/point_sets.h"
#include "rules/geometry.h"

namespace merels {

inline constexpr std::uint8_t kBest = 255;

// Values by [class of the fixed men][rank of the mover's men among the points left free]. Without bytes: taking so many
// men leaves the opponent short of three, which is best.
template <class Code>
struct BasicAfterTurn {
    const Code* bytes = nullptr;
};

template <class Code>
struct BasicMoverSetup {
    int fixed_men = 0;  // on the board
    int mover_men = 0;
    bool may_place = false;
    bool may_move = false;
    bool flies = false;
    // By number of men taken, then whether a man is placed. Needed up to the variant's number of takings.
    std::array<std::array<BasicAfterTurn<Code>, 2>, 3> after{};
};

// Not thread-safe: one for each thread. Memory: 3 bytes for each subset of the free points, 5 with two takings (100 KB
// with nine men fixed, 50 MB with none, of which only the sizes in use are touched), and small tables; twice as much
// with codes of 16 bits.
template <class Code>
class BasicRowKernel {
  public:
    static constexpr int kBestCode = std::numeric_limits<Code>::max();

    // `classes` must cover fixed_men - 2 .. fixed_men and outlive this.
    BasicRowKernel(const Variant& variant, const ClassTables& classes, const BasicMoverSetup<Code>& setup);

    // Makes ready for one row of fixed men.
    void begin(ClassIndex row);

    // The best over all turns with the mover's men on these axes of the row, or -1 when there is no turn. Amortised
    // 20 to 40 ns.
    int best(std::uint32_t men);

  private:
    using Memo = std::conditional_t<sizeof(Code) == 1, std::uint16_t, std::uint32_t>;
    static constexpr int kCodeBits = std::numeric_limits<Code>::digits;

    // Men taken from the fixed ones, and how to look up a set of the mover's men in the row that is left.
    struct Removal {
        std::array<const Code*, 2> row{};  // by whether a man is placed; null: best
        std::vector<std::uint32_t> low;    // image of the lower axes, of the upper axes
        std::vector<std::uint32_t> high;
    };

    void begin_geometry(Mask fixed);
    void begin_removals(Mask fixed);
    void fill_removal(Removal& removal, Mask fixed, Mask taken);
    void begin_quiet(ClassIndex row);
    int arrival(std::uint32_t rest, int to, bool placed);
    int after_taking(std::uint32_t men, int takes, bool placed);
    Mask takeable(Mask men) const;

    const Geometry& geometry_;
    AllInMills all_in_mills_;
    int most_takes_;
    const ClassTables& classes_;
    BasicMoverSetup<Code> setup_;
    const PointSets& sets_ = PointSets::get();

    int axes_ = 0;
    int low_axes_ = 0;  // images of sets are looked up by halves
    std::uint32_t all_axes_ = 0;
    std::array<Point, kPoints> point_{};               // by axis
    std::array<std::uint32_t, kPoints> neighbours_{};  // by axis, as axes
    // By axis: the other two axes of each line through it that has no fixed man on it.
    std::array<std::array<std::uint32_t, Geometry::kLinesOfPoint>, kPoints> pairs_{};

    bool may_take_ = false;                         // false: no fixed man may be taken, mills do nothing
    std::array<std::vector<Removal>, 2> removals_;  // for one taking, for two
    std::array<std::size_t, 2> removal_count_{};    // in use; the rest keeps its memory for the next row
    BigArray<Code> quiet_;                          // by set of axes
    std::array<BigArray<Memo>, 2> taken_memo_;      // stamp of the row, then the code; by set of axes
    Memo stamp_ = 0;
};

using MoverSetup = BasicMoverSetup<std::uint8_t>;
using RowKernel = BasicRowKernel<std::uint8_t>;
using WideRowKernel = BasicRowKernel<std::uint16_t>;

}  // namespace merels
