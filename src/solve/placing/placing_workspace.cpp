// SPDX-License-Identifier: MIT
#include "solve/placing/placing_workspace.h"

#include <algorithm>

#include "solve/rows/spill.h"

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

namespace {

// Whether the images of a level are those of rows with a mill only. Takings of two men keep other rows there too.
bool compact_images(const Variant& variant) { return variant.takes == 1; }

std::size_t image_bytes(const Variant& variant, const PlacingRows& rows, int row_men) {
    if (!compact_images(variant)) return PlacingArray::largest_level_bytes(rows, row_men);
    std::size_t most = 0;
    for (int men = kMinMen; men <= row_men; ++men) {
        const auto sets = Classes::get().representatives(men);
        const auto mills = std::count_if(sets.begin(), sets.end(),
                                         [&](Mask set) { return geometry(variant.board).in_mills(set) != 0; });
        most = std::max(most, static_cast<std::size_t>(mills) * rows.row_bytes(kPoints - men));
    }
    return most;
}

}  // namespace

std::size_t PlacingWorkspace::bytes(const Variant& variant, const PlacingRows& rows, int row_men, int threads) {
    return image_bytes(variant, rows, row_men) + row_bytes(rows, threads);
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
    if (!allocate_bytes(image_memory, image_bytes(variant, rows, row_men), sparse, spill)) return false;
    image_level = image_memory.as<std::uint8_t>();
    for (int men = kMinMen; compact_images(variant) && men <= row_men; ++men) {
        std::uint8_t* next = image_level;
        image_rows[men].assign(classes.size(men), nullptr);
        for (ClassIndex index = 0; index < classes.size(men); ++index) {
            if (board.in_mills(classes.representative(men, index)) == 0) continue;
            image_rows[men][index] = next;
            next += rows.row_bytes(kPoints - men);
        }
    }
    return allocate_rows();
}

PlacingWorkspace::Source PlacingWorkspace::source_of(const RowAxes& axes, Mask set, int absent, Point dropped,
                                                     int most) const {
    constexpr int kMostAxesOfManyRows = 16;  // of larger rows a few fill the memory, so the end of a chunk is too late
    if (spill != nullptr && axes.axes > kMostAxesOfManyRows) spill->keep_to_limit();
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

const std::uint8_t* PlacingWorkspace::taken(const RowAxes& axes, const LevelRows& below, int most,
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
            next = {below[after.index], source_axes, after.map.dropped, most};
        }
        if (source_axes > kMostAxesToPrefetch) next.row = nullptr;
        rows.worst(out, below[source.index], source.map, next, own.scratch.as<std::uint8_t>());
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
