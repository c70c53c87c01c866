// SPDX-License-Identifier: MIT
#include "solve/placing/placing_steps.h"

namespace merels::solve {

std::size_t PlacingSteps::slide_bytes(const PlacingRows& rows, int row_men) {
    return PlacingArray::largest_level_bytes(rows, row_men);
}

bool PlacingSteps::allocate_slides(int row_men) {
    return allocate_bytes(copy_, slide_bytes(work_.rows, row_men), work_.sparse);
}

void PlacingSteps::step(PlacingArray& array, const RoleLayer& before) {
    if (!before.row_moves) {
        for (int men = before.row_most; men >= 0; --men) cube_level(array, men, before);
    } else if (before.row_hand > 0) {
        for (int men = 0; men <= before.row_most; ++men) place_level(array, array, men, before);
    } else {
        row_slides(array, before);
    }
}

// ---- the row side moves ----

void PlacingSteps::make_images(const PlacingArray& array, int men, int most) {
    if (men < kMinMen) return;  // no mill
    work_.for_each_row(men, [&](ClassIndex index, Buffers&) {
        const Mask set = work_.classes.representative(men, index);
        if (work_.board.in_mills(set) == 0) return;
        image_row(work_.images(men)[index], array.row(men, index), set, most);
    });
}

void PlacingSteps::image_row(std::uint8_t* image, const std::uint8_t* row, Mask men, int most) const {
    work_.rows.capture(image, row, row_axes(work_.board, men), work_.variant.all_in_mills, most);
}

void PlacingSteps::place_level(const PlacingArray& from, PlacingArray& to, int men, const RoleLayer& before) {
    if (!before.row_is_short(men)) make_images(from, men + 1, before.cube_most);
    const LevelRows above = from.rows(men + 1);
    const LevelRows images = work_.images(men + 1);
    work_.for_each_row(men, [&](ClassIndex index, Buffers& buffers) {
        place_row(to.row(men, index), men, index, before, above, images, buffers);
    });
}

void PlacingSteps::place_row(std::uint8_t* row, int men, ClassIndex index, const RoleLayer& before,
                             const LevelRows& above, const LevelRows& images, Buffers& buffers) const {
    if (!before.row_is_short(men)) {
        const Mask set = work_.classes.representative(men, index);
        const RowAxes axes = row_axes(work_.board, set);
        work_.rows.fill(row, axes.axes, before.cube_most, false);
        const int source_axes = axes.axes - 1;
        const auto rows_at = [&](int axis) -> const LevelRows& {
            return work_.board.mills_at(set, axes.point_of[axis]) > 0 ? images : above;
        };
        for (int axis = 0; axis < axes.axes; ++axis) {
            const Point q = axes.point_of[axis];
            const PlacingWorkspace::Source source =
                work_.source_of(axes, set | mask_of(q), axis, kNoPoint, before.cube_most);
            const std::uint8_t* source_row = rows_at(axis)[source.index];
            if (work_.variant.takes > 1 && work_.board.mills_at(set, q) > 1) {
                const Mask after = work_.classes.representative(men + 1, source.index);
                work_.rows.capture(buffers.twice.as<std::uint8_t>(), source_row, row_axes(work_.board, after),
                                   work_.variant.all_in_mills, before.cube_most);
                source_row = buffers.twice.as<std::uint8_t>();
            }
            PrefetchHint next;
            if (axis + 1 < axes.axes && source_axes <= PlacingWorkspace::kMostAxesToPrefetch) {
                const ClassRef ref = work_.classes.find(set | mask_of(axes.point_of[axis + 1]));
                next = {rows_at(axis + 1)[ref.index], source_axes, -1, before.cube_most};
            }
            work_.rows.best(row, source_row, source.map, next, buffers.scratch.as<std::uint8_t>());
        }
        work_.rows.deepen(row, axes.axes, before.cube_most);
    }
    work_.write_row_terminals(men, row, before);
}

void PlacingSteps::row_slides(PlacingArray& array, const RoleLayer& before) {
    for (int men = 0; men <= before.row_most; ++men) {
        if (!before.row_is_short(men)) {
            make_images(array, men, before.cube_most);
            work_.for_each_row(men, [&](ClassIndex index, Buffers& buffers) {
                slide_row(work_.row_of(copy_.as<std::uint8_t>(), men, index), men, index, before, array.rows(men),
                          work_.images(men), buffers);
            });
        }
        work_.for_each_row(men, [&](ClassIndex index, Buffers&) {
            std::uint8_t* const row = array.row(men, index);
            if (!before.row_is_short(men)) {
                work_.rows.copy(row, work_.row_of(copy_.as<std::uint8_t>(), men, index), kPoints - men,
                                before.cube_most);
            }
            work_.write_row_terminals(men, row, before);
        });
    }
}

void PlacingSteps::slide_row(std::uint8_t* out, int men, ClassIndex index, const RoleLayer& before,
                             const LevelRows& level, const LevelRows& images, Buffers& buffers) const {
    const Mask set = work_.classes.representative(men, index);
    const RowAxes axes = row_axes(work_.board, set);
    work_.rows.fill(out, axes.axes, before.cube_most, false);
    const bool flies = men == kMinMen;
    for (Mask origins = set; origins != 0; origins &= origins - 1) {
        const Point origin = lowest(origins);
        const Mask rest = set & ~mask_of(origin);
        for (Mask targets = flies ? axes.free : work_.board.neighbours[origin] & axes.free; targets != 0;
             targets &= targets - 1) {
            const Point to = lowest(targets);
            const PlacingWorkspace::Source source =
                work_.source_of(axes, rest | mask_of(to), axes.axis_of[to], origin, before.cube_most);
            const bool mill = work_.board.mills_at(rest, to) > 0;
            const std::uint8_t* const from = (mill ? images : level)[source.index];
            work_.rows.best(out, from, source.map, {}, buffers.scratch.as<std::uint8_t>());
        }
    }
    work_.rows.deepen(out, axes.axes, before.cube_most);
}

// ---- the cube side moves ----

void PlacingSteps::cube_level(PlacingArray& array, int men, const RoleLayer& before) {
    const bool twice = work_.variant.takes > 1 && before.cube_hand > 0;
    if (twice && men > 0 && !before.row_is_short(men)) {
        // The rows of the level below after one more taking.
        work_.for_each_row(men - 1, [&](ClassIndex index, Buffers& buffers) {
            once_row(work_.images(men - 1)[index], array.row(men - 1, index), men - 1, index, before.cube_most + 1,
                     men > 1 ? array.rows(men - 2) : LevelRows(), buffers);
        });
    }
    const LevelRows below = men > 0 ? array.rows(men - 1) : LevelRows();
    const LevelRows below_once = men > 0 ? work_.images(men - 1) : LevelRows();
    work_.for_each_row(men, [&](ClassIndex index, Buffers& buffers) {
        cube_row(array.row(men, index), men, index, before, below, below_once, buffers);
    });
}

void PlacingSteps::once_row(std::uint8_t* out, const std::uint8_t* row, int men, ClassIndex index, int most,
                            const LevelRows& below, Buffers& buffers) const {
    const RowAxes axes = row_axes(work_.board, work_.classes.representative(men, index));
    if (work_.taken(axes, below, most, row, out, buffers) == row) work_.rows.copy(out, row, axes.axes, most);
}

void PlacingSteps::cube_row(std::uint8_t* row, int men, ClassIndex index, const RoleLayer& before,
                            const LevelRows& below, const LevelRows& below_once, Buffers& buffers) const {
    if (!before.row_is_short(men)) {
        const RowAxes axes = row_axes(work_.board, work_.classes.representative(men, index));
        std::uint8_t* const scratch = buffers.scratch.as<std::uint8_t>();
        const bool places = before.cube_hand > 0;
        const int most_after = before.cube_most + (places ? 1 : 0);
        const std::uint8_t* const once =
            work_.taken(axes, below, most_after, row, buffers.once.as<std::uint8_t>(), buffers);
        if (places) {
            const std::uint8_t* twice = nullptr;
            if (work_.variant.takes > 1) {
                twice = work_.taken(axes, below_once, most_after, row, buffers.twice.as<std::uint8_t>(), buffers);
            }
            work_.rows.place(row, once, twice, axes, before.cube_most, scratch);
        } else {
            std::uint8_t* const out = buffers.out.as<std::uint8_t>();
            work_.rows.slide(out, row, once, axes, before.cube_most, kMinMen, scratch);
            work_.rows.copy(row, out, axes.axes, before.cube_most);
            const bool full = axes.axes <= before.cube_most;
            if (full && work_.variant.full_board_draw) work_.rows.draw_full_board(row, axes.axes);
        }
    }
    work_.write_row_terminals(men, row, before);
}

// ---- terminals ----

void PlacingSteps::write_terminals(PlacingArray& array, int men, const RoleLayer& layer) {
    work_.for_each_row(
        men, [&](ClassIndex index, Buffers&) { work_.write_row_terminals(men, array.row(men, index), layer); });
}

}  // namespace merels::solve
