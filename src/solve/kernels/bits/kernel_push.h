// SPDX-License-Identifier: MIT
// The per-bit paths (sparse_push.h): setting a bit, and White's moves taken back. Template on the vector type, of which
// only pext and pdep are used.
#pragma once

#include "solve/kernels/bits/kernel_vector.h"
#include "solve/kernels/bits/sparse_push.h"

namespace merels::solve::kernels {

template <class X>
struct Push {
    using Pending = PushContext::Pending;

    static AxisSet axes(Mask men, Mask free) { return static_cast<AxisSet>(X::extract(men, free)); }
    static Mask points(AxisSet set, Mask free) { return static_cast<Mask>(X::deposit(set, free)); }
    static Mask lowest_bit(Mask set) { return set & (~set + 1); }

    // One bit of a word to which other threads may be adding.
    static bool is_set(const Word* word, AxisSet set) {
        return __atomic_load_n(word, __ATOMIC_RELAXED) >> (set & 63) & 1;
    }

    // Sets one bit of a word; false when it was there.
    static bool claim(Word* word, AxisSet set) {
        const Word bit = Word{1} << (set & 63);
        return !is_set(word, set) && (__atomic_fetch_or(word, bit, __ATOMIC_RELAXED) & bit) == 0;
    }

    // Whether another rank needs a new bit of a row of ours.
    template <bool kWin>
    static bool crosses(const PushContext& c, RowId row, AxisSet set) {
        if ((c.rank_rows[row] & (kWin ? kWinsCross : kLossesCross)) == 0) return false;
        return !kWin || c.table->board->in_mills(points(set, kBoardMask & ~c.table->men[row])) != 0;
    }

    // One new position, with its images under the row's own symmetries.
    template <bool kWin>
    static void add(PushContext& c, RowId row, AxisSet set) {
        const RowTable& t = *c.table;
        Word* bits = kWin ? t.wins_row(row) : t.losses_row(row);
        if (is_set(bits + (set >> 6), set)) return;
        const int white = t.level[row];
        const int black = __builtin_popcount(set);
        const ClassIndex index = row - t.first_row[white];
        const auto record = [&](AxisSet image) {
            if (c.rank_rows != nullptr && crosses<kWin>(c, row, image)) {
                c.changed.reserve_more(1);
                c.changed.append_reserved(BitList::entry(row, image));
            }
            if (!kWin || !c.records) return;
            c.won.reserve_more(1);
            c.won.append_reserved(BitList::entry(row, image));
        };
        if (t.stabiliser[row] == 0) {
            if (!claim(bits + (set >> 6), set)) return;
            record(set);
        } else {
            const Mask free = kBoardMask & ~t.men[row];
            const Mask men = points(set, free);
            Mask smallest = men;
            for (std::uint32_t rest = t.stabiliser[row]; rest != 0; rest &= rest - 1) {
                const Mask image = t.symmetries->map(static_cast<Symmetry>(__builtin_ctz(rest)), men);
                if (image < smallest) smallest = image;
            }
            set = axes(smallest, free);
            if (!claim(bits + (set >> 6), set)) return;
            record(set);
            for (std::uint32_t rest = t.stabiliser[row]; rest != 0; rest &= rest - 1) {
                const AxisSet image =
                    axes(t.symmetries->map(static_cast<Symmetry>(__builtin_ctz(rest)), smallest), free);
                __atomic_fetch_or(bits + (image >> 6), Word{1} << (image & 63), __ATOMIC_RELAXED);
                record(image);
            }
        }
        ++c.tally.positions[white][black];
        const std::uint64_t example = std::uint64_t{index} << 24 | set;
        if (example < c.tally.example[white][black]) c.tally.example[white][black] = example;
        if (kWin && black == kMinMen) {  // flying goes by flags, not by lists
            const Mask men = points(set, kBoardMask & ~t.men[row]);
            const std::uint8_t flag = t.board->in_mills(men) == men ? kNewMill : kNewThree;
            __atomic_fetch_or(c.three_men + row, flag, __ATOMIC_RELAXED);
            return;
        }
        if (c.next_news[row] != static_cast<std::uint8_t>(News::kDense)) {
            c.found.reserve_more(1);
            c.found.append_reserved(BitList::entry(row, set));
        }
    }

    static void flush(PushContext& c) {
        for (int i = 0; i < c.pending_count; ++i) {
            const Pending& p = c.pending[i];
            if (!is_set(p.word, p.set)) add<true>(c, p.row, p.set);
        }
        c.pending_count = 0;
    }

    // A way in which White may have come to a row: the man now on `to` stood on `from`.
    struct Unmove {
        Mask from;
        Mask free;  // of the row before the move
        RowId row;
        Symmetry symmetry;
        bool mill;  // the man on `to` stands in a mill: the move took a man
        Word* wins;
    };

    // New losses of Black in a row: all positions from which White can reach one are wins.
    static void push_losses(PushContext& c, std::uint32_t row, const AxisSet* bits, std::size_t count) {
        const RowTable& t = *c.table;
        const Geometry& board = *t.board;
        const Mask men = t.men[row];
        const Mask free = kBoardMask & ~men;
        const int white = t.level[row];
        Unmove unmoves[3 * kPoints];
        int unmove_count = 0;
        bool some_mill = false;
        for (Mask rest = men; rest != 0; rest &= rest - 1) {
            const Point to = lowest(rest);
            const bool mill = board.mills_at(men, to) != 0;
            for (Mask from = white == kMinMen ? free : board.neighbours[to] & free; from != 0; from &= from - 1) {
                const auto place = t.find(white, (men ^ mask_of(to)) | lowest_bit(from));
                if (!c.owns(place.row)) continue;
                unmoves[unmove_count++] = {
                    lowest_bit(from),     kBoardMask & ~t.men[place.row], place.row, place.symmetry, mill,
                    t.wins_row(place.row)};
                some_mill |= mill;
            }
        }
        if (unmove_count == 0) return;
        const bool none_may_be_taken = t.rule == AllInMills::kNoneMayBeTaken;
        const auto emit = [&](const Unmove& u, Mask black) {
            const AxisSet set = axes(t.symmetries->map(u.symmetry, black), u.free);
            Word* word = u.wins + (set >> 6);
            __builtin_prefetch(word, 1);
            c.pending[c.pending_count++] = {word, u.row, set};
            if (c.pending_count == PushContext::kPending) flush(c);
        };
        for (std::size_t i = 0; i < count; ++i) {
            const Mask black = points(bits[i], free);
            // Men that White may have taken: removable where they stood, judged with them on the board.
            Mask taken = 0;
            bool took_none = false;  // a mill that takes nothing, since all black men are protected
            if (some_mill) {
                if (__builtin_popcount(black) < t.most_black(white)) {
                    for (Mask rest = free & ~black; rest != 0; rest &= rest - 1) {
                        const Point x = lowest(rest);
                        const Mask before = black | mask_of(x);
                        if (board.mills_at(before, x) == 0 ||
                            (!none_may_be_taken && board.in_mills(before) == before)) {
                            taken |= mask_of(x);
                        }
                    }
                }
                took_none = none_may_be_taken && board.in_mills(black) == black;
            }
            for (int k = 0; k < unmove_count; ++k) {
                const Unmove& u = unmoves[k];
                if ((black & u.from) != 0) continue;
                if (!u.mill) {
                    emit(u, black);
                    continue;
                }
                for (Mask rest = taken & ~u.from; rest != 0; rest &= rest - 1) emit(u, black | lowest_bit(rest));
                if (took_none) emit(u, black);
            }
        }
        flush(c);
    }
};

}  // namespace merels::solve::kernels
