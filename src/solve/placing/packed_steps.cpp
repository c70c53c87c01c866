// SPDX-License-Identifier: MIT
#include "solve/placing/packed_steps.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "index/combination.h"
#include "solve/rows/byte_rows.h"
#include "solve/rows/flights.h"

namespace merels::solve {
namespace {

// The lines of a row without a row man, as sets of axes.
struct FreeLines {
    std::array<AxisSet, Geometry::kMaxLines> lines{};
    int count = 0;

    explicit FreeLines(const RowAxes& axes) {
        for (int a = 0; a < axes.axes; ++a) {
            for (int i = 0; i < axes.line_count[a]; ++i) {
                const RowAxes::Line line = axes.lines[a][i];
                if (a < line.first && a < line.second) {
                    lines[count++] = AxisSet{1} << a | AxisSet{1} << line.first | AxisSet{1} << line.second;
                }
            }
        }
    }
    AxisSet in_mills(AxisSet set) const {
        AxisSet result = 0;
        for (int i = 0; i < count; ++i) result |= (set & lines[i]) == lines[i] ? lines[i] : 0;
        return result;
    }
    // Men of the set that may be taken; none: nothing is taken.
    AxisSet takeable(AxisSet set, AllInMills rule) const {
        const AxisSet free = set & ~in_mills(set);
        return free != 0 || rule == AllInMills::kNoneMayBeTaken ? free : set;
    }
};

std::uint8_t deeper(std::uint8_t s) { return s == kNotWon ? s : static_cast<std::uint8_t>(s + 1); }

}  // namespace

PackedSteps::PackedSteps(const Variant& variant, WorkerPool& pool, PackedArray& array, const SetRanks& ranks)
    : variant_(variant),
      board_(geometry(variant.board)),
      pool_(pool),
      array_(array),
      ranks_(ranks),
      takeable_(static_cast<std::size_t>(pool.threads())),
      results_(static_cast<std::size_t>(pool.threads())) {}

std::size_t PackedSteps::scratch_bytes(int row_men, int cube_men, bool row_slides) {
    if (!row_slides) return 0;
    std::size_t largest = 0;
    for (int men = 0; men <= row_men; ++men) {
        std::size_t level = 0;
        for (int cube = 0; cube <= cube_men; ++cube) {
            level += std::size_t{Classes::get().size(men)} * binomial(kPoints - men, cube);
        }
        largest = std::max(largest, level);
    }
    return largest;
}

void PackedSteps::step(const RoleLayer& before) {
    if (!before.row_moves) {
        cube_moves(before);
    } else if (before.row_hand > 0) {
        row_places(before);
    } else {
        row_slides(before);
    }
    write_terminals(before);
}

template <class Body>
void PackedSteps::for_each_row(int men, Body&& body) {
    // Neighbouring rows read the same rows; enough chunks to share them out.
    const std::size_t chunk = std::size_t{1} << std::min(men, 6);
    pool_.parallel_for(classes_.size(men), chunk, [&](std::size_t first, std::size_t last, int worker) {
        for (std::size_t c = first; c < last; ++c) body(static_cast<ClassIndex>(c), worker);
    });
}

Mask PackedSteps::takeable(Mask men) const {
    const Mask free = men & ~board_.in_mills(men);
    if (free != 0) return free;
    return variant_.all_in_mills == AllInMills::kAnyMayBeTaken ? men : 0;
}

// How the row `axes` reads the row of `after`, the men of the row side after a turn.
PackedSteps::Turn PackedSteps::turn_to(const RowAxes& axes, Mask after, int absent, int mills) const {
    Turn turn;
    turn.men = count(after);
    turn.absent = absent;
    turn.takings = takings_of(mills);
    const ClassRef ref = classes_.find(after);
    turn.index = ref.index;
    const Mask free = kBoardMask & ~classes_.representative(turn.men, ref.index);
    std::array<AxisSet, kPoints> image{};
    for (int a = 0; a < axes.axes; ++a) {
        if (a == absent) continue;
        const Point p = map_point(ref.to_representative, static_cast<Point>(axes.point_of[a]));
        image[a] = AxisSet{1} << count(free & (mask_of(p) - 1));
    }
    turn.map = SetMap(image);
    return turn;
}

// ---- the row side moves ----

// The best taking of so many of the men in `set`, after the turn.
std::uint8_t PackedSteps::best_taking(const RowAxes& axes, const Turn& turn, AxisSet set, AxisSet takeable,
                                      int takings) const {
    const int cube = std::popcount(set);
    if (takings == 0 || takeable == 0) return array_.row(turn.men, cube, turn.index)[ranks_.rank(turn.map(set))];
    std::uint8_t best = kNotWon;
    if (takings == 1) {
        const std::uint8_t* const source = array_.row(turn.men, cube - 1, turn.index);
        for (AxisSet rest = takeable; rest != 0; rest &= rest - 1) {
            best = std::min(best, source[ranks_.rank(turn.map(set ^ (rest & (~rest + 1))))]);
        }
        return best;
    }
    const FreeLines lines(axes);
    for (AxisSet rest = takeable; rest != 0; rest &= rest - 1) {
        const AxisSet left = set ^ (rest & (~rest + 1));
        const std::uint8_t value =
            best_taking(axes, turn, left, lines.takeable(left, variant_.all_in_mills), takings - 1);
        best = std::min(best, value);
    }
    return best;
}

// out(B) = the better of out(B) and what the turn gives, for all sets of `cube` men.
void PackedSteps::pull(const RowAxes& axes, const Turn& turn, int cube, const AxisSet* takeable,
                       std::uint8_t* out) const {
    const std::size_t size = array_.row_size(kPoints - axes.axes, cube);
    const AxisSet* const sets = ranks_.sets(cube);
    bool wins = false;  // of the rows that can be read
    for (int left = std::max(0, cube - turn.takings); left <= cube; ++left) {
        wins |= array_.has_wins(turn.men, left, turn.index);
    }
    if (!wins) return;
    if (turn.takings > 0) {
        for (std::size_t i = 0; i < size; ++i) {
            if ((sets[i] >> turn.absent & 1) != 0) continue;
            out[i] = std::min(out[i], best_taking(axes, turn, sets[i], takeable[i], turn.takings));
        }
        return;
    }
    // A set with a man on the absent axis reads somewhere, and what it reads is made worthless: cheaper than a branch.
    const std::uint8_t* const source = array_.row(turn.men, cube, turn.index);
    for (std::size_t i = 0; i < size; ++i) {
        const std::uint8_t blocked = (sets[i] >> turn.absent & 1) != 0 ? kNotWon : 0;
        const std::uint8_t value = source[ranks_.rank(turn.map(sets[i]))] | blocked;
        out[i] = std::min(out[i], value);
    }
}

void PackedSteps::best_of_turns(const RowAxes& axes, const std::vector<Turn>& turns, const RoleLayer& before,
                                const Rows& out, int worker) {
    const int men = kPoints - axes.axes;
    const bool mills = std::any_of(turns.begin(), turns.end(), [](const Turn& t) { return t.takings > 0; });
    const FreeLines lines(axes);
    for (int cube = fewest_cube(before); cube <= before.cube_most; ++cube) {
        const std::size_t size = array_.row_size(men, cube);
        std::fill_n(out[cube], size, kNotWon);
        std::vector<AxisSet>& takeable = takeable_[static_cast<std::size_t>(worker)];
        if (mills) {
            takeable.resize(size);
            const AxisSet* const sets = ranks_.sets(cube);
            std::transform(sets, sets + size, takeable.begin(),
                           [&](AxisSet set) { return lines.takeable(set, variant_.all_in_mills); });
        }
        for (const Turn& turn : turns) pull(axes, turn, cube, takeable.data(), out[cube]);
        std::transform(out[cube], out[cube] + size, out[cube], deeper);
    }
}

void PackedSteps::row_places(const RoleLayer& before) {
    for (int men = 0; men <= before.row_most; ++men) {
        if (is_short(men, before)) continue;
        for_each_row(men, [&](ClassIndex index, int worker) {
            const Mask set = classes_.representative(men, index);
            const RowAxes axes = row_axes(board_, set);
            std::vector<Turn> turns;
            for (int a = 0; a < axes.axes; ++a) {
                const auto q = static_cast<Point>(axes.point_of[a]);
                turns.push_back(turn_to(axes, set | mask_of(q), a, board_.mills_at(set, q)));
            }
            Rows out{};
            for (int cube = 0; cube <= before.cube_most; ++cube) out[cube] = array_.row(men, cube, index);
            best_of_turns(axes, turns, before, out, worker);
            for (int cube = 0; cube <= before.cube_most; ++cube) array_.note_wins(men, cube, index);
        });
    }
}

void PackedSteps::row_slides(const RoleLayer& before) {
    copy_.resize(scratch_bytes(array_.row_men(), array_.cube_men(), true));
    for (int men = kMinMen; men <= before.row_most; ++men) {
        // The copy holds the blocks of the level one after the other.
        Rows level{};
        std::uint8_t* next = copy_.data();
        for (int cube = 0; cube <= before.cube_most; ++cube) {
            level[cube] = next;
            next += classes_.size(men) * array_.row_size(men, cube);
        }
        for_each_row(men, [&](ClassIndex index, int worker) {
            const Mask set = classes_.representative(men, index);
            const RowAxes axes = row_axes(board_, set);
            std::vector<Turn> turns;
            for (Mask origins = set; origins != 0; origins &= origins - 1) {
                const Mask rest = set & ~mask_of(lowest(origins));
                const Mask reach = men == kMinMen ? axes.free : board_.neighbours[lowest(origins)] & axes.free;
                for (Mask targets = reach; targets != 0; targets &= targets - 1) {
                    const Point to = lowest(targets);
                    turns.push_back(turn_to(axes, rest | mask_of(to), axes.axis_of[to], board_.mills_at(rest, to)));
                }
            }
            Rows out{};
            for (int cube = 0; cube <= before.cube_most; ++cube) {
                out[cube] = level[cube] + index * array_.row_size(men, cube);
            }
            best_of_turns(axes, turns, before, out, worker);
        });
        for_each_row(men, [&](ClassIndex index, int) {
            for (int cube = fewest_cube(before); cube <= before.cube_most; ++cube) {
                const std::size_t size = array_.row_size(men, cube);
                std::memcpy(array_.row(men, cube, index), level[cube] + index * size, size);
                array_.note_wins(men, cube, index);
            }
        });
    }
}

// ---- the cube side moves ----

Mask PackedSteps::points_of(const RowAxes& axes, AxisSet set) {
    Mask men = 0;
    for (; set != 0; set &= set - 1) men |= mask_of(static_cast<Point>(axes.point_of[std::countr_zero(set)]));
    return men;
}

// The value of any position of the layer after the turn.
std::uint8_t PackedSteps::value_at(Mask row_men, Mask cube_men) const {
    const ClassRef ref = classes_.find(row_men);
    const int men = count(row_men);
    const Mask free = kBoardMask & ~classes_.representative(men, ref.index);
    return array_.row(men, count(cube_men), ref.index)[colex_rank_on(free, map_men(ref.to_representative, cube_men))];
}

PackedSteps::CubeRow PackedSteps::cube_row(int men, ClassIndex index) const {
    CubeRow row;
    const Mask set = classes_.representative(men, index);
    row.axes = row_axes(board_, set);
    row.takeable = takeable(set);
    for (int cube = 0; cube <= array_.cube_men(); ++cube) row.values[cube] = array_.row(men, cube, index);
    for (int a = 0; a < row.axes.axes; ++a) {
        row.lines[a].fill(~AxisSet{0});
        for (int i = 0; i < row.axes.line_count[a]; ++i) {
            row.lines[a][i] = AxisSet{1} << row.axes.lines[a][i].first | AxisSet{1} << row.axes.lines[a][i].second;
        }
    }
    return row;
}

// The cube side stands on `set` and takes one or more men of the row.
std::uint8_t PackedSteps::worst_taking(CubeRow& row, AxisSet set, int takings) const {
    const int cube = std::popcount(set);
    if (row.takeable == 0) return row.values[cube][ranks_.rank(set)];
    const Mask men = row.axes.men;
    std::uint8_t worst = 0;
    if (takings > 1) {  // rare: without tables
        const Mask cube_men = points_of(row.axes, set);
        for (Mask first = row.takeable; first != 0; first &= first - 1) {
            const Mask left = men & ~mask_of(lowest(first));
            if (takeable(left) == 0) worst = std::max(worst, value_at(left, cube_men));
            for (Mask second = takeable(left); second != 0; second &= second - 1) {
                worst = std::max(worst, value_at(left & ~mask_of(lowest(second)), cube_men));
            }
        }
        return worst;
    }
    if (row.takings.empty()) {
        for (Mask rest = row.takeable; rest != 0; rest &= rest - 1) {
            row.takings.push_back(turn_to(row.axes, men & ~mask_of(lowest(rest)), -1, 0));
        }
    }
    for (const Turn& taking : row.takings) {
        worst = std::max(worst, array_.row(taking.men, cube, taking.index)[ranks_.rank(taking.map(set))]);
        if (worst == kNotWon) break;
    }
    return worst;
}

// A man of the cube side comes to the axis, beside the men `rest`.
std::uint8_t PackedSteps::worst_arrival(CubeRow& row, AxisSet rest, int axis) const {
    const AxisSet set = rest | AxisSet{1} << axis;
    int mills = 0;
    for (const AxisSet line : row.lines[axis]) mills += (rest & line) == line;
    if (mills > 0) return worst_taking(row, set, takings_of(mills));
    return row.values[std::popcount(set)][ranks_.rank(set)];
}

std::uint8_t PackedSteps::worst_placing(CubeRow& row, AxisSet set) const {
    std::uint8_t worst = 0;
    const AxisSet all = (AxisSet{1} << row.axes.axes) - 1;
    for (AxisSet empty = all & ~set; empty != 0 && worst != kNotWon; empty &= empty - 1) {
        worst = std::max(worst, worst_arrival(row, set, std::countr_zero(empty)));
    }
    return worst;
}

// More than three men.
std::uint8_t PackedSteps::worst_slide(CubeRow& row, AxisSet set) const {
    const AxisSet all = (AxisSet{1} << row.axes.axes) - 1;
    if (variant_.full_board_draw && set == all) return kNotWon;
    std::uint8_t worst = 0;
    for (AxisSet men = set; men != 0 && worst != kNotWon; men &= men - 1) {
        const int from = std::countr_zero(men);
        const AxisSet rest = set ^ AxisSet { 1 } << from;
        AxisSet targets = row.axes.neighbours[from] & ~set;
        for (; targets != 0 && worst != kNotWon; targets &= targets - 1) {
            worst = std::max(worst, worst_arrival(row, rest, std::countr_zero(targets)));
        }
    }
    return worst;
}

void PackedSteps::worst_flights_of(CubeRow& row, std::uint8_t* out) const {
    const auto arrivals = [&](int a, int b) {
        return [this, &row, pair = AxisSet{1} << a | AxisSet{1} << b](int q) { return worst_arrival(row, pair, q); };
    };
    // In colex order, as the sets come.
    worst_flights(row.axes.axes, arrivals, [&](AxisSet, std::uint8_t worst) { *out++ = worst; });
}

void PackedSteps::cube_one_row(int men, ClassIndex index, const RoleLayer& before, int worker) {
    CubeRow row = cube_row(men, index);
    const bool places = before.cube_hand > 0;
    std::vector<std::uint8_t>& results = results_[static_cast<std::size_t>(worker)];
    for (int cube = fewest_cube(before); cube <= before.cube_most; ++cube) {
        const std::size_t size = array_.row_size(men, cube);
        const AxisSet* const sets = ranks_.sets(cube);
        results.resize(size);
        if (places) {
            std::transform(sets, sets + size, results.begin(), [&](AxisSet set) { return worst_placing(row, set); });
        } else if (cube == kMinMen) {
            worst_flights_of(row, results.data());
        } else {
            std::transform(sets, sets + size, results.begin(), [&](AxisSet set) { return worst_slide(row, set); });
        }
        std::copy(results.begin(), results.end(), row.values[cube]);
        array_.note_wins(men, cube, index);
    }
}

void PackedSteps::cube_moves(const RoleLayer& before) {
    for (int men = before.row_most; men >= 0 && !is_short(men, before); --men) {
        for_each_row(men, [&](ClassIndex index, int worker) { cube_one_row(men, index, before, worker); });
    }
}

// ---- terminals ----

void PackedSteps::write_terminals(const RoleLayer& layer) {
    for (int men = 0; men <= layer.row_most; ++men) {
        for (int cube = 0; cube <= layer.cube_most; ++cube) {
            const bool row_short = is_short(men, layer);
            const bool cube_short = cube + layer.cube_hand < kMinMen;
            if (!row_short && !cube_short) continue;
            // Where both are short, the side to move has lost.
            const bool won = cube_short && !(row_short && layer.row_moves);
            for_each_row(men, [&](ClassIndex index, int) {
                std::fill_n(array_.row(men, cube, index), array_.row_size(men, cube), won ? 0 : kNotWon);
                array_.note_wins(men, cube, index);
            });
        }
    }
}

}  // namespace merels::solve
