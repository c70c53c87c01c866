// SPDX-License-Identifier: MIT
#include "solve/placing/placing_workspace.h"

#include <algorithm>

namespace merels::solve {

PlacingWorkspace::PlacingWorkspace(const Variant& game, const PlacingRows& kind, WorkerPool& workers, bool few_men)
    : variant(game), board(geometry(game.board)), rows(kind), pool(workers), classes(Classes::get()), sparse(few_men) {
    for (int s = 0; s < kSymmetries; ++s) {
        for (Point p = 0; p < kPoints; ++p) image_of[s][p] = map_point(static_cast<Symmetry>(s), p);
    }
}

std::size_t PlacingWorkspace::row_bytes(const PlacingRows& rows, int threads) {
    return static_cast<std::size_t>(threads) * (3 + PlacingRows::kScratchRows) * rows.row_bytes(kPoints);
}

std::size_t PlacingWorkspace::bytes(const PlacingRows& rows, int row_men, int threads) {
    return PlacingArray::largest_level_bytes(rows, row_men) + row_bytes(rows, threads);
}

bool PlacingWorkspace::allocate_rows() {
    buffers.resize(static_cast<std::size_t>(pool.threads()));
    for (Buffers& b : buffers) {
        for (BigMemory* memory : {&b.once, &b.twice, &b.out}) {
            if (!allocate_bytes(*memory, rows.row_bytes(kPoints), sparse)) return false;
        }
        if (!allocate_bytes(b.scratch, PlacingRows::kScratchRows * rows.row_bytes(kPoints), sparse)) return false;
    }
    return true;
}

bool PlacingWorkspace::allocate(int row_men) {
    if (!allocate_bytes(image_memory, PlacingArray::largest_level_bytes(rows, row_men), sparse)) return false;
    images = image_memory.as<std::uint8_t>();
    return allocate_rows();
}

PlacingWorkspace::Source PlacingWorkspace::source_of(const RowAxes& axes, Mask set, int absent, Point dropped,
                                                     int most) const {
    Source source;
    source.men = count(set);
    const ClassRef ref = classes.find(set);
    source.index = ref.index;
    const Mask free = kBoardMask & ~classes.representative(source.men, ref.index);
    const auto& image = image_of[ref.to_representative];
    const auto axis_of = [free](Point p) { return count(free & (mask_of(p) - 1)); };
    source.map.axes = axes.axes;
    source.map.absent = absent;
    source.map.most_men = most;
    if (dropped != kNoPoint) source.map.dropped = axis_of(image[dropped]);
    for (int i = 0; i < axes.axes; ++i) {
        source.map.source_of[i] =
            static_cast<std::int8_t>(i == absent ? source.map.dropped : axis_of(image[axes.point_of[i]]));
    }
    return source;
}

Mask PlacingWorkspace::takeable(Mask men) const {
    const Mask free = men & ~board.in_mills(men);
    if (free != 0) return free;
    return variant.all_in_mills == AllInMills::kAnyMayBeTaken ? men : 0;
}

const std::uint8_t* PlacingWorkspace::taken(const RowAxes& axes, const std::uint8_t* below, int most,
                                            const std::uint8_t* none, std::uint8_t* out, Buffers& own) const {
    const Mask candidates = takeable(axes.men);
    if (candidates == 0) return none;
    const int source_axes = axes.axes + 1;
    rows.fill(out, axes.axes, most, true);
    const auto find = [&](Mask rest) {
        return source_of(axes, axes.men & ~mask_of(lowest(rest)), -1, lowest(rest), most);
    };
    Source source = find(candidates);
    for (Mask rest = candidates; rest != 0; rest &= rest - 1) {
        Source after;
        PrefetchHint next{none, axes.axes, -1, most};
        if (const Mask others = rest & (rest - 1); others != 0) {
            after = find(others);
            next = {below + after.index * rows.row_bytes(source_axes), source_axes, after.map.dropped, most};
        }
        if (source_axes > kMostAxesToPrefetch) next.row = nullptr;
        rows.worst(out, below + source.index * rows.row_bytes(source_axes), source.map, next,
                   own.scratch.as<std::uint8_t>());
        source = after;
    }
    return out;
}

void PlacingWorkspace::write_row_terminals(int men, std::uint8_t* row, const RoleLayer& layer) const {
    const int axes = kPoints - men;
    const bool row_short = layer.row_is_short(men);
    if (row_short) rows.fill(row, axes, layer.cube_most, false);
    if (row_short && layer.row_moves) return;
    rows.win_small_sets(row, axes, kMinMen - layer.cube_hand);
}

}  // namespace merels::solve
