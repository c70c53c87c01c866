// SPDX-License-Identifier: MIT
#include "solve/moving/dense_steps.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "index/combination.h"
#include "index/symmetry.h"

namespace merels::solve {
namespace {

// The axis of `point` in a row with the given free points.
int axis_of(Mask free, Point point) { return count(free & (mask_of(point) - 1)); }

// Asks for a row that will be read soon, unless it is too large to stay in the cache beside the one at work.
void prefetch_row(const Word* row, std::uint32_t words) {
    constexpr std::uint32_t kMostWords = 8192;
    constexpr std::uint32_t kWordsOfLine = 8;
    if (words > kMostWords) return;
    for (std::uint32_t i = 0; i < words; i += kWordsOfLine) __builtin_prefetch(row + i, 0, 2);
}

// Clears the sets of three men of a row and returns their number.
std::uint64_t drop_three_men(Word* row, int axes) {
    std::uint64_t dropped = 0;
    const auto drop = [&](std::uint32_t word, int above) {
        dropped += std::popcount(row[word] & kSizeMask[kMinMen - above]);
        row[word] &= ~kSizeMask[kMinMen - above];
    };
    const std::uint32_t words = words_of_row(axes);
    drop(0, 0);
    for (std::uint32_t a = 1; a < words; a <<= 1) {
        drop(a, 1);
        for (std::uint32_t b = 1; b < a; b <<= 1) {
            drop(a | b, 2);
            for (std::uint32_t c = 1; c < b; c <<= 1) drop(a | b | c, 3);
        }
    }
    return dropped;
}

// The news of a row that was computed as a whole: recorded, counted, and handed on as a list or as a flag.
void finish(const DensePly& ply, SweepWorker& worker, RowId row, Word* known, const Word* found, bool win,
            int fewest_men) {
    const RowTable& t = *ply.table;
    const int white = t.level[row];
    const int axes = axes_of(white);
    const Word* canonical = t.canonical_row(row);
    const RowDelta news = ply.kernels->take_new(known, found, !win, worker.delta, axes, fewest_men, t.most_black(white),
                                                canonical, worker.counts);
    if (news.bits == 0) return;
    const ClassIndex index = row - t.first_row[white];
    if (win && ply.log != nullptr) ply.log->add_row(worker.number, row, worker.delta, news.bits, ply.value);
    if (ply.exchange != nullptr) ply.exchange->add_row(worker.number, row, worker.delta, news.bits, win);
    // The smallest example of each size: rows mostly come in ascending order, so this is rarely needed.
    const std::uint32_t words = words_of_row(axes);
    for (std::uint32_t rest = news.layers; rest != 0; rest &= rest - 1) {
        const int black = std::countr_zero(rest);
        std::uint64_t& example = worker.push.tally.example[white][black];
        if (example >> 24 <= index) continue;
        for (std::uint32_t k = 0; k < words; ++k) {
            const int inside = black - std::popcount(k);
            if (inside < 0 || inside > kWordAxes) continue;
            const Word bits = worker.delta[k] & kSizeMask[inside];
            if (bits == 0) continue;
            // The smallest set of a symmetric family is canonical, so no mask is needed here.
            example = std::uint64_t{index} << 24 | (k << 6 | static_cast<std::uint32_t>(std::countr_zero(bits)));
            break;
        }
    }

    std::uint64_t listable = news.bits;
    if (win && (news.layers >> kMinMen & 1) != 0) {
        // Three men fly: those news go by flags, not by lists.
        const Mask free = kBoardMask & ~t.men[row];
        ply.next_three_men[row] |= kNewThree;
        for (int line = 0; line < t.board->line_count; ++line) {
            const Mask mill = t.board->lines[line];
            if ((mill & free) == mill && test_bit(worker.delta, to_axes(mill, free))) {
                ply.next_three_men[row] |= kNewMill;
            }
        }
        listable -= drop_three_men(worker.delta, axes);
    }
    if (listable == 0) return;
    if (listable > ply.limits.own[white]) {
        ply.next_news[row] =
            static_cast<std::uint8_t>(listable > ply.limits.all[white] ? News::kDense : News::kOwnDense);
    }
    if (listable > ply.limits.all[white]) return;
    BitList& list = worker.push.found;
    list.reserve_more(listable);
    for (std::uint32_t k = 0; k < words; ++k) {
        Word bits = worker.delta[k];
        if (canonical != nullptr) bits &= canonical[k];
        for (; bits != 0; bits &= bits - 1) {
            list.append_reserved(BitList::entry(row, k << 6 | static_cast<AxisSet>(std::countr_zero(bits))));
        }
    }
}

// after_capture &= White's wins after each of his men in `removable` is taken.
void and_wins_after_taking(const DensePly& ply, SweepWorker& worker, RowId row, Mask removable, Word* after_capture) {
    const RowTable& t = *ply.table;
    const Mask men = t.men[row];
    const Mask free = kBoardMask & ~men;
    const int white = t.level[row];
    const int axes = axes_of(white);
    for (Mask rest = removable; rest != 0; rest &= rest - 1) {
        const Point taken = lowest(rest);
        const auto place = t.find(white - 1, men ^ mask_of(taken));
        const Mask source_free = kBoardMask & ~t.men[place.row];
        const auto source_axis = [&](Point point) {
            return static_cast<std::int8_t>(axis_of(source_free, t.point_image[place.symmetry][point]));
        };
        // The next row that will be read.
        const Mask next = rest & (rest - 1);
        if (next != 0) {
            prefetch_row(t.wins_row(t.find(white - 1, men ^ mask_of(lowest(next))).row), 2 * words_of_row(axes));
        } else {
            prefetch_row(t.wins_row(row), words_of_row(axes));
        }
        AxisMap map;
        map.axes = axes;
        map.dropped = source_axis(taken);
        int i = 0;
        for (Mask points = free; points != 0; points &= points - 1) map.source_of[i++] = source_axis(lowest(points));
        ply.kernels->permute_and(after_capture, t.wins_row(place.row), map, worker.scratch);
    }
}

}  // namespace

bool SweepWorker::allocate(int axes) {
    const std::size_t words = words_of_row(axes);
    if (!rows.allocate(4 * words * sizeof(Word))) return false;
    accumulator = rows.as<Word>();
    delta = accumulator + words;
    scratch = delta + words;  // twice as long: sources of captures have one axis more
    return true;
}

bool needs_image(const DensePly& ply, RowId row) {
    return ply.news[row] != 0 && ply.table->board->in_mills(ply.table->men[row]) != 0;
}

void make_image(const DensePly& ply, RowId row, Word* image) {
    const RowTable& t = *ply.table;
    ply.kernels->capture_image(image, t.losses_row(row), row_axes(*t.board, t.men[row]), t.rule);
}

void pull_wins(const DensePly& ply, SweepWorker& worker, RowId row) {
    const RowTable& t = *ply.table;
    const Geometry& board = *t.board;
    const Mask men = t.men[row];
    const Mask free = kBoardMask & ~men;
    const int white = t.level[row];
    const int axes = axes_of(white);
    const std::uint32_t words = words_of_row(axes);
    // The moves whose target row has dense news.
    struct Source {
        Point from;
        Point to;
        RowTable::Place place;
        const Word* bits;
    };
    std::array<Source, kMinMen * kPoints> sources;
    int source_count = 0;
    for (Mask from_rest = men; from_rest != 0; from_rest &= from_rest - 1) {
        const Point from = lowest(from_rest);
        for (Mask to_rest = white == kMinMen ? free : board.neighbours[from] & free; to_rest != 0;
             to_rest &= to_rest - 1) {
            const Point to = lowest(to_rest);
            const Mask after = (men ^ mask_of(from)) | mask_of(to);
            const auto place = t.find(white, after);
            if (ply.news[place.row] == 0) continue;
            const bool mill = board.mills_at(after, to) != 0;
            sources[source_count++] = {from, to, place,
                                       mill ? ply.images + t.row_offset(place.row) : t.losses_row(place.row)};
        }
    }
    if (source_count == 0) return;
    std::memset(worker.accumulator, 0, words * sizeof(Word));
    for (int k = 0; k < source_count; ++k) {
        const auto& [from, to, place, bits] = sources[k];
        prefetch_row(k + 1 < source_count ? sources[k + 1].bits : t.wins_row(row), words);
        // Target axis `to` must be empty of Black before the move; after it, `from` takes its place.
        const Mask source_free = kBoardMask & ~t.men[place.row];
        AxisMap map;
        map.axes = axes;
        int i = 0;
        for (Mask rest = free; rest != 0; rest &= rest - 1, ++i) {
            const Point point = lowest(rest);
            if (point == to) map.absent = i;
            const Point image = t.point_image[place.symmetry][point == to ? from : point];
            map.source_of[i] = static_cast<std::int8_t>(axis_of(source_free, image));
            if (point == to) map.dropped = map.source_of[i];
        }
        ply.kernels->permute_or(worker.accumulator, bits, map, worker.scratch);
    }
    finish(ply, worker, row, t.wins_row(row), worker.accumulator, true, kMinMen);
}

void seed_last_captures(const DensePly& ply, SweepWorker& worker, RowId row) {
    const RowTable& t = *ply.table;
    const Geometry& board = *t.board;
    const Mask men = t.men[row];
    const Mask free = kBoardMask & ~men;
    const int axes = axes_of(t.level[row]);
    AxisSet targets = 0;  // where some white man can close a mill
    for (Mask rest = free; rest != 0; rest &= rest - 1) {
        const Point to = lowest(rest);
        for (Mask from = t.level[row] == kMinMen ? men : board.neighbours[to] & men; from != 0; from &= from - 1) {
            if (board.mills_at(men & ~mask_of(lowest(from)), to) != 0) targets |= AxisSet{1} << axis_of(free, to);
        }
    }
    if (targets == 0) return;
    std::memset(worker.accumulator, 0, words_of_row(axes) * sizeof(Word));
    for (AxisSet a = 4; a < AxisSet{1} << axes; a <<= 1) {
        for (AxisSet b = 2; b < a; b <<= 1) {
            for (AxisSet c = 1; c < b; c <<= 1) {
                const AxisSet set = a | b | c;
                if ((targets & ~set) != 0) worker.accumulator[set >> 6] |= Word{1} << (set & 63);
            }
        }
    }
    if (t.rule == AllInMills::kNoneMayBeTaken) {  // three men in one mill are protected
        for (int line = 0; line < board.line_count; ++line) {
            if ((board.lines[line] & men) != 0) continue;
            const AxisSet set = to_axes(board.lines[line], free);
            worker.accumulator[set >> 6] &= ~(Word{1} << (set & 63));
        }
    }
    finish(ply, worker, row, t.wins_row(row), worker.accumulator, true, kMinMen);
}

void pull_losses(const DensePly& ply, SweepWorker& worker, RowId row) {
    const RowTable& t = *ply.table;
    const Geometry& board = *t.board;
    const Mask men = t.men[row];
    const int white = t.level[row];
    const int axes = axes_of(white);

    // What Black's mills take: men outside mills; where there are none, anybody or nobody.
    Mask removable = men & ~board.in_mills(men);
    const bool protects_all = removable == 0 && t.rule == AllInMills::kNoneMayBeTaken;
    if (removable == 0 && !protects_all) removable = men;

    bool dirty = ply.news[row] != 0;
    bool flying = ply.three_men[row] != 0;
    if (white > kMinMen && !protects_all) {
        for (Mask rest = removable; rest != 0; rest &= rest - 1) {
            const RowId source = t.find(white - 1, men & ~(rest & (~rest + 1))).row;
            dirty |= ply.news[source] == static_cast<std::uint8_t>(News::kDense);
            flying |= (ply.three_men[source] & kNewMill) != 0;
        }
    }
    if (flying) ply.kernels->push_flying(worker.push, row);
    if (!dirty) return;

    const Word* wins = t.wins_row(row);
    Word* after_capture = worker.accumulator;
    const std::size_t bytes = words_of_row(axes) * sizeof(Word);
    if (protects_all) {
        std::memcpy(after_capture, wins, bytes);
    } else if (white == kMinMen) {
        std::memset(after_capture, 0, bytes);  // Black has won
    } else {
        std::memset(after_capture, 0xFF, bytes);
        and_wins_after_taking(ply, worker, row, removable, after_capture);
    }
    ply.kernels->not_lost(worker.delta, wins, after_capture, row_axes(board, men), worker.scratch);
    std::swap(worker.delta, worker.accumulator);
    finish(ply, worker, row, t.losses_row(row), worker.accumulator, false, kMinMen + 1);
}

}  // namespace merels::solve
