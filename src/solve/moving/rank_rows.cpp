// SPDX-License-Identifier: MIT
#include "solve/moving/rank_rows.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>

namespace merels::solve {
namespace {

// Calls body(row, mill) for the rows to which White's moves lead, and whether the move closes a mill.
template <class Body>
void for_each_move(const RowTable& table, RowId row, Body&& body) {
    const Mask men = table.men[row];
    const Mask free = kBoardMask & ~men;
    const int white = table.level[row];
    for (Mask from = men; from != 0; from &= from - 1) {
        const Mask rest = men ^ mask_of(lowest(from));
        const Mask reach = white == kMinMen ? free : table.board->neighbours[lowest(from)] & free;
        for (Mask to = reach; to != 0; to &= to - 1) {
            const Mask after = rest | mask_of(lowest(to));
            body(table.find(white, after).row, table.board->mills_at(after, lowest(to)) != 0);
        }
    }
}

// Whether the row lies on a border: a neighbour by White's moves, or with one white man more, is on the other side.
std::uint8_t crossings(const RowTable& table, RowId row, const std::vector<std::uint8_t>& own) {
    std::uint8_t flags = 0;
    for_each_move(table, row, [&](RowId after, bool) {
        if (own[after] != own[row]) flags |= kLossesCross;
    });
    if (table.level[row] == table.max_men) return flags;
    for (Mask free = kBoardMask & ~table.men[row]; free != 0; free &= free - 1) {
        const RowId before = table.find(table.level[row] + 1, table.men[row] | mask_of(lowest(free))).row;
        if (own[before] != own[row]) flags |= kWinsCross;
    }
    return flags;
}

}  // namespace

std::vector<std::uint8_t> find_rank_rows(const RowTable& table, const RowShare& share, WorkerPool& pool) {
    std::vector<std::uint8_t> own(table.rows, 0);
    for (int men = kMinMen; men <= table.max_men; ++men) {
        const RowShare::Run run = share.own(men);
        std::fill_n(own.data() + table.first_row[men] + run.first, run.size(), kOwnRow);
    }
    std::vector<std::uint8_t> flags = own;
    pool.parallel_for(table.rows, 256, [&](std::size_t first, std::size_t last, int) {
        for (std::size_t i = first; i < last; ++i) flags[i] |= crossings(table, static_cast<RowId>(i), own);
    });
    for (RowId row = 0; row < table.rows; ++row) {
        if (own[row] == 0) continue;
        for_each_move(table, row, [&](RowId after, bool mill) {
            if (mill) flags[after] |= kImageWanted;
        });
    }
    return flags;
}

std::uint64_t keep_mills(const RowTable& table, RowId row, const Word* delta, Word* kept) {
    constexpr Word kInside[kWordAxes] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                                         0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};
    const Mask free = kBoardMask & ~table.men[row];
    const std::uint32_t words = words_of_row(axes_of(table.level[row]));
    // A line is a mask within the word, and axes that the word's number must have.
    struct Line {
        Word inside = ~Word{0};
        std::uint32_t number = 0;
    };
    std::array<Line, Geometry::kMaxLines> lines;
    int line_count = 0;
    for (int i = 0; i < table.board->line_count; ++i) {
        const Mask mill = table.board->lines[i];
        if ((mill & free) != mill) continue;
        const AxisSet axes = to_axes(mill, free);
        Line& line = lines[line_count++] = {};
        for (int axis = 0; axis < kWordAxes; ++axis) {
            if ((axes >> axis & 1) != 0) line.inside &= kInside[axis];
        }
        line.number = axes >> kWordAxes;
    }
    // The sets with a mill, word by word: those of the word without its highest axis, and the lines that end there.
    const auto begin_with = [&](std::uint32_t top) {
        for (int i = 0; i < line_count; ++i) {
            if (std::bit_floor(lines[i].number) != top) continue;
            const std::uint32_t needed = lines[i].number ^ top;
            for (std::uint32_t k = 0; k < std::max(top, 1u); ++k) {
                kept[top | k] |= lines[i].inside & (Word{0} - Word{(k & needed) == needed});
            }
        }
    };
    kept[0] = 0;
    begin_with(0);
    for (std::uint32_t top = 1; top < words; top <<= 1) {
        std::copy_n(kept, top, kept + top);
        begin_with(top);
    }
    std::uint64_t bits = 0;
    for (std::uint32_t k = 0; k < words; ++k) {
        kept[k] &= delta[k];
        bits += static_cast<std::uint64_t>(std::popcount(kept[k]));
    }
    return bits;
}

void complete_rows(const std::array<BigMemory, kMaxMen + 1>& set, const RowTable& table, const RowShare& share,
                   Transport& ranks) {
    for (int men = kMinMen; men <= table.max_men; ++men) {
        const std::size_t row_bytes = words_of_row(axes_of(men)) * sizeof(Word);
        for (int rank = 0; rank < ranks.size(); ++rank) {
            const RowShare::Run run = share.of(rank, men);
            ranks.broadcast(std::span(set[men].as<std::byte>() + run.first * row_bytes, run.size() * row_bytes), rank);
        }
    }
}

}  // namespace merels::solve
