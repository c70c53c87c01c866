// SPDX-License-Identifier: MIT
// The per-bit paths (sparse_push.h). Template on the vector type, of which only pext and pdep are used.
#pragma once

#include <cstring>

#include "solve/depth_store.h"
#include "solve/kernel_vector.h"
#include "solve/sparse_push.h"

namespace merels::solve::kernels {

template <class X>
struct Push {
    using Pending = PushContext::Pending;

    static AxisSet axes(Mask men, Mask free) { return static_cast<AxisSet>(X::extract(men, free)); }
    static Mask points(AxisSet set, Mask free) { return static_cast<Mask>(X::deposit(set, free)); }
    static Mask lowest_bit(Mask set) { return set & (~set + 1); }

    // Sets one bit of a word; false when it was there.
    static bool claim(Word* word, AxisSet set) {
        const Word bit = Word{1} << (set & 63);
        return (*word & bit) == 0 && (__atomic_fetch_or(word, bit, __ATOMIC_RELAXED) & bit) == 0;
    }

    // One new position, with its images under the row's own symmetries.
    template <bool kWin>
    static void add(PushContext& c, RowId row, AxisSet set) {
        const RowTable& t = *c.table;
        Word* bits = kWin ? t.wins_row(row) : t.losses_row(row);
        if (test_bit(bits, set)) return;
        const int white = t.level[row];
        const int black = __builtin_popcount(set);
        const ClassIndex index = row - t.first_row[white];
        const bool record = kWin && c.depths != nullptr && c.depths->holds(white);
        if (t.stabiliser[row] == 0) {
            if (!claim(bits + (set >> 6), set)) return;
            if (record) c.depths->set(white, index, set, c.value);
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
            if (record) c.depths->set(white, index, set, c.value);
            for (std::uint32_t rest = t.stabiliser[row]; rest != 0; rest &= rest - 1) {
                const AxisSet image =
                    axes(t.symmetries->map(static_cast<Symmetry>(__builtin_ctz(rest)), smallest), free);
                __atomic_fetch_or(bits + (image >> 6), Word{1} << (image & 63), __ATOMIC_RELAXED);
                if (record) c.depths->set(white, index, image, c.value);
            }
        }
        ++c.tally.positions[white][black];
        const std::uint64_t example = std::uint64_t{index} << 24 | set;
        if (example < c.tally.example[white][black]) c.tally.example[white][black] = example;
        if (kWin && black == kMinMen) __atomic_store_n(c.three_men + row, std::uint8_t{1}, __ATOMIC_RELAXED);
        if (c.next_is_dense[row] == 0) {
            c.found.reserve_more(1);
            c.found.append_reserved(BitList::entry(row, set));
        }
    }

    static void flush(PushContext& c) {
        for (int i = 0; i < c.pending_count; ++i) {
            const Pending& p = c.pending[i];
            if ((*p.word >> (p.set & 63) & 1) == 0) add<true>(c, p.row, p.set);
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
                unmoves[unmove_count++] = {
                    lowest_bit(from),     kBoardMask & ~t.men[place.row], place.row, place.symmetry, mill,
                    t.wins_row(place.row)};
                some_mill |= mill;
            }
        }
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
                if (__builtin_popcount(black) < t.max_men) {
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

    // One row as seen by Black: what he may take there.
    struct View {
        RowId row = 0;
        Mask men = 0;
        Mask free = 0;
        int white = 0;
        bool taking_known = false;
        bool protects_all = false;  // a black mill takes nothing
        Mask removable = 0;
        const Word* wins = nullptr;
        Word* losses = nullptr;

        View() = default;
        View(const RowTable& t, RowId id)
            : row(id),
              men(t.men[id]),
              free(kBoardMask & ~t.men[id]),
              white(t.level[id]),
              wins(t.wins_row(id)),
              losses(t.losses_row(id)) {}

        void find_taking(const RowTable& t) {
            if (taking_known) return;
            taking_known = true;
            removable = men & ~t.board->in_mills(men);
            if (removable != 0) return;
            if (t.rule == AllInMills::kNoneMayBeTaken) {
                protects_all = true;
            } else {
                removable = men;
            }
        }
    };

    // After a black mill with the men `black`: does White win whichever man is taken?
    static bool white_wins_after_taking(const RowTable& t, View& view, Mask black) {
        view.find_taking(t);
        if (view.protects_all) return test_bit(view.wins, axes(black, view.free));
        if (view.white == kMinMen) return false;  // Black takes the third man and has won
        for (Mask rest = view.removable; rest != 0; rest &= rest - 1) {
            const auto place = t.find(view.white - 1, view.men ^ lowest_bit(rest));
            const AxisSet set = axes(t.symmetries->map(place.symmetry, black), kBoardMask & ~t.men[place.row]);
            if (!test_bit(t.wins_row(place.row), set)) return false;
        }
        return true;
    }

    // Black to move with the men `black`: sets the loss when every successor is won by White.
    static void try_loss(PushContext& c, View& view, Mask black) {
        const RowTable& t = *c.table;
        const Geometry& board = *t.board;
        const AxisSet set = axes(black, view.free);
        if (test_bit(view.losses, set)) return;
        const Mask empty = view.free & ~black;
        const bool flies = __builtin_popcount(black) == kMinMen;
        const bool mill_wins = view.white == kMinMen && t.rule == AllInMills::kAnyMayBeTaken;
        Mask mills[kMinMen * kPoints];  // sets after a mill; quiet moves are cheaper to refute, so they come first
        int mill_count = 0;
        for (Mask from = black; from != 0; from &= from - 1) {
            const Mask without = black ^ lowest_bit(from);
            for (Mask to = flies ? empty : board.neighbours[lowest(from)] & empty; to != 0; to &= to - 1) {
                const Mask after = without | lowest_bit(to);
                if (board.mills_at(without, lowest(to)) != 0) {
                    if (mill_wins) return;
                    mills[mill_count++] = after;
                } else if (!test_bit(view.wins, axes(after, view.free))) {
                    return;
                }
            }
        }
        for (int i = 0; i < mill_count; ++i) {
            if (!white_wins_after_taking(t, view, mills[i])) return;
        }
        add<false>(c, view.row, set);
    }

    // All sets of three black men of a row at once, flying. Which man moved does not matter: with Q(x, y) = the axes q
    // such that Black is not lost after arriving at {x, y, q}, a set {x, y, z} is lost when no pair of it has another
    // q.
    static void push_flying(PushContext& c, std::uint32_t row) {
        const RowTable& t = *c.table;
        View view(t, row);
        const int axis_count = axes_of(view.white);
        AxisSet arrivals[kPoints][kPoints] = {};  // [smaller][larger]
        const auto triple_of = [](AxisSet set, int(&axis)[3]) {
            for (int& a : axis) {
                a = __builtin_ctz(set);
                set &= set - 1;
            }
        };
        const auto for_each_triple = [&](auto&& wanted, auto&& body) {
            const std::uint32_t words = words_of_row(axis_count);
            const auto visit = [&](std::uint32_t word, int above) {
                for (Word rest = wanted(word) & kSizeMask[3 - above]; rest != 0; rest &= rest - 1) {
                    body(AxisSet{word << 6 | static_cast<std::uint32_t>(__builtin_ctzll(rest))});
                }
            };
            visit(0, 0);
            for (std::uint32_t a = 1; a < words; a <<= 1) {
                visit(a, 1);
                for (std::uint32_t b = 1; b < a; b <<= 1) {
                    visit(a | b, 2);
                    for (std::uint32_t d = 1; d < b; d <<= 1) visit(a | b | d, 3);
                }
            }
        };
        int x[3];
        for_each_triple([&](std::uint32_t word) { return ~view.wins[word]; },
                        [&](AxisSet set) {
                            triple_of(set, x);
                            arrivals[x[0]][x[1]] |= AxisSet{1} << x[2];
                            arrivals[x[0]][x[2]] |= AxisSet{1} << x[1];
                            arrivals[x[1]][x[2]] |= AxisSet{1} << x[0];
                        });
        for (int line = 0; line < t.board->line_count; ++line) {  // arriving there takes a man
            const Mask mill = t.board->lines[line];
            if ((mill & view.men) != 0) continue;
            const bool lost = white_wins_after_taking(t, view, mill);
            triple_of(axes(mill, view.free), x);
            const int last[3] = {x[2], x[1], x[0]};
            AxisSet* pairs[3] = {&arrivals[x[0]][x[1]], &arrivals[x[0]][x[2]], &arrivals[x[1]][x[2]]};
            for (int i = 0; i < 3; ++i) {
                *pairs[i] &= ~(AxisSet{1} << last[i]);
                if (!lost) *pairs[i] |= AxisSet{1} << last[i];
            }
        }
        for_each_triple([&](std::uint32_t word) { return ~view.losses[word]; },
                        [&](AxisSet set) {
                            triple_of(set, x);
                            if ((arrivals[x[0]][x[1]] & ~(AxisSet{1} << x[2])) == 0 &&
                                (arrivals[x[0]][x[2]] & ~(AxisSet{1} << x[1])) == 0 &&
                                (arrivals[x[1]][x[2]] & ~(AxisSet{1} << x[0])) == 0) {
                                add<false>(c, row, set);
                            }
                        });
    }

    // Black may have taken the man `x` of the row before: that row, and the rows of the other men that he might have
    // taken instead, found one at a time because the first usually settles it.
    struct Uncapture {
        Point x;
        bool looked_up = false;
        Symmetry symmetry = 0;
        View view;
        Mask others = 0;  // removable men besides x that are not looked up yet
        int alternative_count = 0;
        struct Alternative {
            const Word* wins;
            Mask free;
            Symmetry symmetry;
        };
        Alternative alternatives[kMaxMen];
    };

    static bool all_alternatives_won(const RowTable& t, Mask before, int white, Uncapture& u, Mask black) {
        for (int i = 0;; ++i) {
            if (i == u.alternative_count) {
                if (u.others == 0) return true;
                const auto place = t.find(white, before ^ lowest_bit(u.others));
                u.others &= u.others - 1;
                u.alternatives[u.alternative_count++] = {t.wins_row(place.row), kBoardMask & ~t.men[place.row],
                                                         place.symmetry};
            }
            const auto& a = u.alternatives[i];
            if (!test_bit(a.wins, axes(t.symmetries->map(a.symmetry, black), a.free))) return false;
        }
    }

    struct Candidate {
        std::uint32_t uncapture;
        Mask black;  // in the frame of the uncapture's row
    };
    static constexpr int kCandidates = 512;

    static void try_candidates(PushContext& c, Uncapture* uncaptures, Candidate* candidates, int& count) {
        const Geometry& board = *c.table->board;
        int kept = 0;
        for (int i = 0; i < count; ++i) {
            const Candidate& e = candidates[i];
            const View& view = uncaptures[e.uncapture].view;
            if (test_bit(view.losses, axes(e.black, view.free))) continue;
            // Ask for the word of the first move that try_loss will look at.
            const Mask empty = view.free & ~e.black;
            for (Mask from = e.black; from != 0; from &= from - 1) {
                const Mask to = board.neighbours[lowest(from)] & empty;
                if (to == 0) continue;
                const AxisSet set = axes((e.black ^ lowest_bit(from)) | lowest_bit(to), view.free);
                __builtin_prefetch(view.wins + (set >> 6));
                break;
            }
            candidates[kept++] = e;
        }
        for (int i = 0; i < kept; ++i) {
            try_loss(c, uncaptures[candidates[i].uncapture].view, candidates[i].black);
        }
        count = 0;
    }

    // New wins of White in a row. own_row: positions of the same row too (else only those before a capture; then the
    // row itself is recomputed as a whole).
    static void push_wins(PushContext& c, std::uint32_t row, const AxisSet* bits, std::size_t count, bool own_row) {
        constexpr int kManyFlying = 16;  // from here on all sets of three men at once are cheaper
        const RowTable& t = *c.table;
        const Geometry& board = *t.board;
        View view(t, row);
        const bool can_uncapture = view.white < t.max_men;
        if (!own_row && !can_uncapture) return;
        const bool mills_take_none = t.rule == AllInMills::kNoneMayBeTaken && board.in_mills(view.men) == view.men;

        bool flying_done = false;
        if (own_row) {
            int flying = 0;
            for (std::size_t i = 0; i < count; ++i) flying += __builtin_popcount(bits[i]) == kMinMen;
            if (flying > kManyFlying) {
                push_flying(c, row);
                flying_done = true;
            }
        }

        Uncapture uncaptures[kPoints];
        int uncapture_count = -1;  // not made yet
        Candidate candidates[kCandidates];
        int candidate_count = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const Mask black = points(bits[i], view.free);
            const Mask empty = view.free & ~black;
            const bool flies = __builtin_popcount(black) == kMinMen;
            const bool try_own = own_row && !(flies && flying_done);
            Mask closing = 0;  // men in a mill: they may have closed it last
            for (Mask rest = black; rest != 0; rest &= rest - 1) {
                const Point to = lowest(rest);
                const bool mill = board.mills_at(black, to) != 0;
                if (mill) closing |= mask_of(to);
                if (!try_own || (mill && !mills_take_none)) continue;
                for (Mask from = flies ? empty : board.neighbours[to] & empty; from != 0; from &= from - 1) {
                    try_loss(c, view, (black ^ mask_of(to)) | lowest_bit(from));
                }
            }
            if (closing == 0 || !can_uncapture) continue;

            if (uncapture_count < 0) {
                uncapture_count = 0;
                for (Mask rest = view.free; rest != 0; rest &= rest - 1) {
                    const Point x = lowest(rest);
                    const Mask before = view.men | mask_of(x);
                    const bool all_in_mills = board.in_mills(before) == before;
                    if (board.mills_at(before, x) != 0 && (t.rule == AllInMills::kNoneMayBeTaken || !all_in_mills)) {
                        continue;
                    }
                    Uncapture& u = uncaptures[uncapture_count++];
                    u.x = x;
                    u.others = (all_in_mills ? before : before & ~board.in_mills(before)) & ~mask_of(x);
                }
            }
            for (int k = 0; k < uncapture_count; ++k) {
                Uncapture& u = uncaptures[k];
                if ((black & mask_of(u.x)) != 0) continue;
                if (!all_alternatives_won(t, view.men | mask_of(u.x), view.white, u, black)) continue;
                if (!u.looked_up) {
                    u.looked_up = true;
                    const auto place = t.find(view.white + 1, view.men | mask_of(u.x));
                    u.view = View(t, place.row);
                    u.symmetry = place.symmetry;
                }
                for (Mask rest = closing; rest != 0; rest &= rest - 1) {
                    const Point to = lowest(rest);
                    Mask from = (flies ? empty : board.neighbours[to] & empty) & ~mask_of(u.x);
                    for (; from != 0; from &= from - 1) {
                        const Mask before = t.symmetries->map(u.symmetry, (black ^ mask_of(to)) | lowest_bit(from));
                        __builtin_prefetch(u.view.losses + (axes(before, u.view.free) >> 6));
                        candidates[candidate_count++] = {static_cast<std::uint32_t>(k), before};
                        if (candidate_count == kCandidates) try_candidates(c, uncaptures, candidates, candidate_count);
                    }
                }
            }
        }
        try_candidates(c, uncaptures, candidates, candidate_count);
    }
};

}  // namespace merels::solve::kernels
