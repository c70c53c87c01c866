// SPDX-License-Identifier: MIT
#include "solve/rows/row_table.h"

#include "index/combination.h"
#include "index/symmetry.h"

namespace merels::solve {
namespace {

// Sets `bits` where the set is the smallest of its images under `symmetries`. For each symmetry all sets of a word are
// compared with their images at once, from the highest axis down: `equal` holds the sets that agree so far.
void make_canonical_row(const RowTable& table, RowId row, Word* bits) {
    constexpr Word kBits[kWordAxes] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                                       0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};
    const RowAxes axes = row_axes(*table.board, table.men[row]);
    const std::uint32_t words = words_of_row(axes.axes);
    for (std::uint32_t k = 0; k < words; ++k) bits[k] = ~Word{0};
    for (std::uint32_t rest = table.stabiliser[row]; rest != 0; rest &= rest - 1) {
        const auto symmetry = static_cast<Symmetry>(std::countr_zero(rest));
        // The image has axis i where the set has axis from[i].
        std::array<int, kPoints> from{};
        for (int i = 0; i < axes.axes; ++i) from[axes.axis_of[map_point(symmetry, axes.point_of[i])]] = i;
        for (std::uint32_t k = 0; k < words; ++k) {
            const auto member = [k, &kBits](int axis) {
                return axis < kWordAxes ? kBits[axis] : (k >> (axis - kWordAxes) & 1 ? ~Word{0} : Word{0});
            };
            Word equal = ~Word{0};
            Word image_smaller = 0;
            for (int i = axes.axes - 1; i >= 0 && equal != 0; --i) {
                const Word set = member(i);
                const Word image = member(from[i]);
                image_smaller |= equal & set & ~image;
                equal &= ~(set ^ image);
            }
            bits[k] &= ~image_smaller;
        }
    }
}

// Enters all images of a row's men. Several symmetries lead from an image of symmetric men to the representative; the
// lowest one stays, so symmetries go down.
void enter_class(RowTable& table, RowId row) {
    std::uint32_t* class_of = table.class_of.as<std::uint32_t>();
    const std::uint32_t index = row - table.first_row[table.level[row]];
    for (int s = kSymmetries - 1; s >= 0; --s) {
        const auto to_representative = static_cast<Symmetry>(s);
        class_of[map_men(inverse(to_representative), table.men[row])] = index << 4 | to_representative;
    }
}

}  // namespace

std::uint64_t row_bits_bytes(int max_men) {
    const Classes& classes = Classes::get();
    std::uint64_t bytes = 0;
    for (int w = kMinMen; w <= max_men; ++w) bytes += std::uint64_t{classes.size(w)} * words_of_row(axes_of(w)) * 8;
    return bytes * 2 + bytes / 8;  // canonical bits: less than an eighth of one set
}

bool build_row_table(const SweepExtent& extent, WorkerPool& pool, RowTable& table, Spill* spill) {
    table.board = &geometry(extent.board);
    table.rule = extent.all_in_mills;
    table.max_men = extent.max_men;
    table.max_total = extent.max_total;
    table.classes = &Classes::get();
    table.symmetries = std::make_unique<SymmetryTables>();
    for (int s = 0; s < kSymmetries; ++s) {
        for (Point p = 0; p < kPoints; ++p) table.point_image[s][p] = map_point(static_cast<Symmetry>(s), p);
        for (Mask half = 0; half < 4096; ++half) {
            table.symmetries->low[s][half] = map_men(static_cast<Symmetry>(s), half);
            table.symmetries->high[s][half] = map_men(static_cast<Symmetry>(s), half << 12);
        }
    }

    table.rows = 0;
    table.men.clear();
    table.level.clear();
    for (int w = kMinMen; w <= table.max_men; ++w) {
        table.first_row[w] = table.rows;
        for (const Mask men : table.classes->representatives(w)) {
            table.men.push_back(men);
            table.level.push_back(static_cast<std::uint8_t>(w));
        }
        table.rows += table.classes->size(w);
        table.first_row[w + 1] = table.rows;
        const std::size_t bytes = table.words(w) * sizeof(Word);
        if (!table.wins[w].allocate(bytes, spill) || !table.losses[w].allocate(bytes, spill)) return false;
    }

    if (!table.class_of.allocate(kClassTableBytes)) return false;
    table.stabiliser.assign(table.rows, 0);
    pool.parallel_for(table.rows, 256, [&](std::size_t first, std::size_t last, int) {
        for (std::size_t row = first; row < last; ++row) {
            table.stabiliser[row] = stabiliser(table.men[row]);
            enter_class(table, static_cast<RowId>(row));
        }
    });
    table.canonical_offset.assign(table.rows, 0);
    std::vector<RowId> symmetric;
    std::uint64_t words = 0;
    for (RowId row = 0; row < table.rows; ++row) {
        if (table.stabiliser[row] == 0) continue;
        symmetric.push_back(row);
        table.canonical_offset[row] = words + 1;
        words += words_of_row(axes_of(table.level[row]));
    }
    if (!table.canonical_bits.allocate(words * sizeof(Word), spill)) return false;
    pool.parallel_for(symmetric.size(), 4, [&](std::size_t first, std::size_t last, int) {
        for (std::size_t i = first; i < last; ++i) {
            make_canonical_row(table, symmetric[i],
                               table.canonical_bits.as<Word>() + (table.canonical_offset[symmetric[i]] - 1));
        }
    });
    return true;
}

}  // namespace merels::solve
