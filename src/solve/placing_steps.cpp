// SPDX-License-Identifier: MIT
#include "solve/placing_steps.h"

#include <algorithm>

namespace merels::solve {
namespace {

// Rows up to this size are asked for ahead of their use; larger ones would push each other out of the second cache.
constexpr int kMostAxesToAsk = 18;

}  // namespace

PlacingSteps::PlacingSteps(const Variant& variant, const PlacingRows& rows, WorkerPool& pool, PlacingArray& array,
                           bool sparse)
    : variant_(variant),
      board_(geometry(variant.board)),
      rows_(rows),
      pool_(pool),
      array_(array),
      classes_(Classes::get()),
      sparse_(sparse) {
    for (int s = 0; s < kSymmetries; ++s) {
        for (Point p = 0; p < kPoints; ++p) image_of_[s][p] = map_point(static_cast<Symmetry>(s), p);
    }
}

std::size_t PlacingSteps::scratch_bytes(const PlacingRows& rows, int row_men, bool row_slides, int threads) {
    const std::size_t level = PlacingArray::largest_level_bytes(rows, row_men);
    return level * (row_slides ? 2 : 1) +
           static_cast<std::size_t>(threads) * (3 + PlacingRows::kScratchRows) * rows.row_bytes(kPoints);
}

bool PlacingSteps::allocate(bool row_slides) {
    const std::size_t level = PlacingArray::largest_level_bytes(rows_, array_.row_men());
    if (!allocate_bytes(images_, level, sparse_)) return false;
    if (row_slides && !allocate_bytes(copy_, level, sparse_)) return false;
    buffers_.resize(static_cast<std::size_t>(pool_.threads()));
    for (Buffers& b : buffers_) {
        for (BigMemory* memory : {&b.once, &b.twice, &b.out}) {
            if (!allocate_bytes(*memory, rows_.row_bytes(kPoints), sparse_)) return false;
        }
        if (!allocate_bytes(b.scratch, PlacingRows::kScratchRows * rows_.row_bytes(kPoints), sparse_)) return false;
    }
    return true;
}

void PlacingSteps::step(const RoleLayer& before) {
    if (!before.row_moves) {
        cube_moves(before);
    } else if (before.row_hand > 0) {
        row_places(before);
    } else {
        row_slides(before);
    }
}

template <class Body>
void PlacingSteps::for_each_row(int men, Body&& body) {
    // Chunks of about a megabyte: small enough to share, large enough for neighbouring rows to share sources.
    const std::size_t chunk = std::max<std::size_t>(1, (std::size_t{1} << 19) >> (kPoints - men));
    pool_.parallel_for(classes_.size(men), chunk, [&](std::size_t first, std::size_t last, int worker) {
        for (std::size_t c = first; c < last; ++c) body(static_cast<ClassIndex>(c), buffers_[worker]);
    });
}

Mask PlacingSteps::takeable(Mask men) const {
    const Mask free = men & ~board_.in_mills(men);
    if (free != 0) return free;
    return variant_.all_in_mills == AllInMills::kAnyMayBeTaken ? men : 0;
}

PlacingSteps::Source PlacingSteps::source_of(const RowAxes& axes, Mask set, int absent, Point dropped, int most) const {
    Source source;
    source.men = count(set);
    const ClassRef ref = classes_.find(set);
    source.index = ref.index;
    const Mask free = kBoardMask & ~classes_.representative(source.men, ref.index);
    const auto& image = image_of_[ref.to_representative];
    const auto axis_of = [free](Point p) { return count(free & (mask_of(p) - 1)); };
    source.map.axes = axes.axes;
    source.map.absent = absent;
    source.map.most_men = most;
    for (int i = 0; i < axes.axes; ++i) {
        source.map.source_of[i] = static_cast<std::int8_t>(i == absent ? -1 : axis_of(image[axes.point_of[i]]));
    }
    if (dropped != kNoPoint) source.map.dropped = axis_of(image[dropped]);
    return source;
}

// ---- the row side moves ----

void PlacingSteps::make_images(int men, int most) {
    if (men < kMinMen) return;  // no mill
    for_each_row(men, [&](ClassIndex index, Buffers&) {
        const Mask set = classes_.representative(men, index);
        if (board_.in_mills(set) == 0) return;
        rows_.capture(row_of(images_, men, index), array_.row(men, index), row_axes(board_, set), variant_.all_in_mills,
                      most);
    });
}

void PlacingSteps::row_places(const RoleLayer& before) {
    for (int men = 0; men <= before.row_most; ++men) {
        if (!is_short(men, before)) make_images(men + 1, before.cube_most);
        for_each_row(men, [&](ClassIndex index, Buffers& buffers) { place_one_row(men, index, before, buffers); });
    }
}

void PlacingSteps::place_one_row(int men, ClassIndex index, const RoleLayer& before, Buffers& buffers) {
    std::uint8_t* const row = array_.row(men, index);
    if (!is_short(men, before)) {
        const Mask set = classes_.representative(men, index);
        const RowAxes axes = row_axes(board_, set);
        rows_.fill(row, axes.axes, before.cube_most, false);
        const int source_axes = axes.axes - 1;
        const auto base_of = [&](int axis) {
            const bool mill = board_.mills_at(set, axes.point_of[axis]) > 0;
            return mill ? images_.as<std::uint8_t>() : array_.level(men + 1);
        };
        for (int axis = 0; axis < axes.axes; ++axis) {
            const Point q = axes.point_of[axis];
            const Source source = source_of(axes, set | mask_of(q), axis, kNoPoint, before.cube_most);
            const std::uint8_t* from = base_of(axis) + source.index * rows_.row_bytes(source_axes);
            if (variant_.takes > 1 && board_.mills_at(set, q) > 1) {
                const Mask after = classes_.representative(men + 1, source.index);
                rows_.capture(buffers.twice.as<std::uint8_t>(), from, row_axes(board_, after), variant_.all_in_mills,
                              before.cube_most);
                from = buffers.twice.as<std::uint8_t>();
            }
            ByteHint next;
            if (axis + 1 < axes.axes && source_axes <= kMostAxesToAsk) {
                const ClassRef ref = classes_.find(set | mask_of(axes.point_of[axis + 1]));
                next = {base_of(axis + 1) + ref.index * rows_.row_bytes(source_axes), source_axes, -1,
                        before.cube_most};
            }
            rows_.best(row, from, source.map, next, buffers.scratch.as<std::uint8_t>());
        }
        rows_.deepen(row, axes.axes, before.cube_most);
    }
    write_row_terminals(men, row, before);
}

void PlacingSteps::row_slides(const RoleLayer& before) {
    for (int men = 0; men <= before.row_most; ++men) {
        if (!is_short(men, before)) {
            make_images(men, before.cube_most);
            for_each_row(men, [&](ClassIndex index, Buffers& buffers) {
                slide_one_row(men, index, before, row_of(copy_, men, index), buffers);
            });
        }
        for_each_row(men, [&](ClassIndex index, Buffers&) {
            std::uint8_t* const row = array_.row(men, index);
            if (!is_short(men, before)) {
                rows_.copy(row, row_of(copy_, men, index), kPoints - men, before.cube_most);
            }
            write_row_terminals(men, row, before);
        });
    }
}

void PlacingSteps::slide_one_row(int men, ClassIndex index, const RoleLayer& before, std::uint8_t* out,
                                 Buffers& buffers) {
    const Mask set = classes_.representative(men, index);
    const RowAxes axes = row_axes(board_, set);
    rows_.fill(out, axes.axes, before.cube_most, false);
    const bool flies = men == kMinMen;
    for (Mask origins = set; origins != 0; origins &= origins - 1) {
        const Point origin = lowest(origins);
        const Mask rest = set & ~mask_of(origin);
        for (Mask targets = flies ? axes.free : board_.neighbours[origin] & axes.free; targets != 0;
             targets &= targets - 1) {
            const Point to = lowest(targets);
            const Source source = source_of(axes, rest | mask_of(to), axes.axis_of[to], origin, before.cube_most);
            const bool mill = board_.mills_at(rest, to) > 0;
            const std::uint8_t* const from = mill ? row_of(images_, men, source.index) : array_.row(men, source.index);
            rows_.best(out, from, source.map, {}, buffers.scratch.as<std::uint8_t>());
        }
    }
    rows_.deepen(out, axes.axes, before.cube_most);
}

// ---- the cube side moves ----

// The worst over the men of the row that may be taken: rows of the level below, which starts at `below`; `none` where
// no man may be taken.
const std::uint8_t* PlacingSteps::taken(const RowAxes& axes, const std::uint8_t* below, int most,
                                        const std::uint8_t* none, std::uint8_t* out, Buffers& buffers) const {
    const Mask candidates = takeable(axes.men);
    if (candidates == 0) return none;
    const int source_axes = axes.axes + 1;
    rows_.fill(out, axes.axes, most, true);
    Source source;
    const auto find = [&](Mask rest) {
        return source_of(axes, axes.men & ~mask_of(lowest(rest)), -1, lowest(rest), most);
    };
    source = find(candidates);
    for (Mask rest = candidates; rest != 0; rest &= rest - 1) {
        Source after;
        ByteHint next{none, axes.axes, -1, most};
        if (const Mask others = rest & (rest - 1); others != 0) {
            after = find(others);
            next = {below + after.index * rows_.row_bytes(source_axes), source_axes, after.map.dropped, most};
        }
        if (source_axes > kMostAxesToAsk) next.row = nullptr;
        rows_.worst(out, below + source.index * rows_.row_bytes(source_axes), source.map, next,
                    buffers.scratch.as<std::uint8_t>());
        source = after;
    }
    return out;
}

void PlacingSteps::cube_moves(const RoleLayer& before) {
    const bool twice = variant_.takes > 1 && before.cube_hand > 0;
    for (int men = before.row_most; men >= 0; --men) {
        if (twice && men > 0 && !is_short(men, before)) {
            // The rows of the level below after one more taking.
            for_each_row(men - 1, [&](ClassIndex index, Buffers& buffers) {
                const RowAxes axes = row_axes(board_, classes_.representative(men - 1, index));
                std::uint8_t* const out = row_of(images_, men - 1, index);
                const std::uint8_t* const row = array_.row(men - 1, index);
                const std::uint8_t* const below = men > 1 ? array_.level(men - 2) : nullptr;
                if (taken(axes, below, before.cube_most + 1, row, out, buffers) == row) {
                    rows_.copy(out, row, axes.axes, before.cube_most + 1);
                }
            });
        }
        for_each_row(men, [&](ClassIndex index, Buffers& buffers) { cube_one_row(men, index, before, buffers); });
    }
}

void PlacingSteps::cube_one_row(int men, ClassIndex index, const RoleLayer& before, Buffers& buffers) {
    std::uint8_t* const row = array_.row(men, index);
    if (!is_short(men, before)) {
        const RowAxes axes = row_axes(board_, classes_.representative(men, index));
        std::uint8_t* const scratch = buffers.scratch.as<std::uint8_t>();
        const bool places = before.cube_hand > 0;
        const int most_after = before.cube_most + (places ? 1 : 0);
        const std::uint8_t* const below = men > 0 ? array_.level(men - 1) : nullptr;
        const std::uint8_t* const once = taken(axes, below, most_after, row, buffers.once.as<std::uint8_t>(), buffers);
        if (places) {
            const std::uint8_t* twice = nullptr;
            if (variant_.takes > 1) {
                twice =
                    taken(axes, images_.as<std::uint8_t>(), most_after, row, buffers.twice.as<std::uint8_t>(), buffers);
            }
            rows_.place(row, once, twice, axes, before.cube_most, scratch);
        } else {
            std::uint8_t* const out = buffers.out.as<std::uint8_t>();
            rows_.slide(out, row, once, axes, before.cube_most, scratch);
            rows_.copy(row, out, axes.axes, before.cube_most);
            const bool full = axes.axes <= before.cube_most;
            if (full && variant_.full_board_draw) rows_.draw_full_board(row, axes.axes);
        }
    }
    write_row_terminals(men, row, before);
}

// ---- terminals ----

void PlacingSteps::write_row_terminals(int men, std::uint8_t* row, const RoleLayer& layer) const {
    const int axes = kPoints - men;
    const bool row_short = is_short(men, layer);
    if (row_short) rows_.fill(row, axes, layer.cube_most, false);
    if (row_short && layer.row_moves) return;
    rows_.win_small_sets(row, axes, kMinMen - layer.cube_hand);
}

void PlacingSteps::write_terminals(const RoleLayer& layer) {
    for (int men = 0; men <= layer.row_most; ++men) {
        for_each_row(men, [&](ClassIndex index, Buffers&) { write_row_terminals(men, array_.row(men, index), layer); });
    }
}

}  // namespace merels::solve
