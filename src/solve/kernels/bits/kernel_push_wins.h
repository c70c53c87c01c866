// SPDX-License-Identifier: MIT
// The per-bit path of new wins: Black's moves taken back, each candidate checked by all its successors; and flying.
#pragma once

#include "solve/kernels/bits/kernel_push.h"

namespace merels::solve::kernels {

template <class X>
struct PushWins {
    static AxisSet axes(Mask men, Mask free) { return Push<X>::axes(men, free); }
    static Mask points(AxisSet set, Mask free) { return Push<X>::points(set, free); }
    static Mask lowest_bit(Mask set) { return Push<X>::lowest_bit(set); }

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

    // Black to move with the men `black`, more than three: sets the loss when every successor is won by White.
    static void try_loss(PushContext& c, View& view, Mask black) {
        const RowTable& t = *c.table;
        const Geometry& board = *t.board;
        const AxisSet set = axes(black, view.free);
        if (Push<X>::is_set(view.losses + (set >> 6), set)) return;
        const Mask empty = view.free & ~black;
        const bool mill_wins = view.white == kMinMen && t.rule == AllInMills::kAnyMayBeTaken;
        Mask mills[4 * kMaxMen];  // sets after a mill; quiet moves are cheaper to refute, so they come first
        int mill_count = 0;
        for (Mask from = black; from != 0; from &= from - 1) {
            const Mask without = black ^ lowest_bit(from);
            for (Mask to = board.neighbours[lowest(from)] & empty; to != 0; to &= to - 1) {
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
        Push<X>::template add<false>(c, view.row, set);
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
                                Push<X>::template add<false>(c, row, set);
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

        void look_up_next(const RowTable& t, const View& after) {
            const auto place = t.find(after.white, (after.men | mask_of(x)) ^ lowest_bit(others));
            others &= others - 1;
            alternatives[alternative_count++] = {t.wins_row(place.row), kBoardMask & ~t.men[place.row], place.symmetry};
        }
    };

    // A position that may be lost now, in the frame of its row.
    struct Candidate {
        View* view;
        Mask black;
    };
    // Asks whether White wins as well when Black takes another man than x; put to one alternative after the other.
    struct Question {
        Uncapture* uncapture;
        Mask black;
        Mask closing;
        int asked = 0;  // alternatives
        const Word* word = nullptr;
        AxisSet set = 0;
    };

    // The new wins of one row at work. The words that they need lie all over memory, so whatever needs one asks for it
    // and queues; when its turn comes, the word is there.
    struct Batch {
        static constexpr int kCandidates = 512;
        static constexpr int kQuestions = 64;
        PushContext& context;
        View& view;
        int candidate_count = 0;
        int question_count = 0;
        Candidate candidates[kCandidates];
        Question questions[kQuestions];

        Batch(PushContext& c, View& v) : context(c), view(v) {}

        void propose(View& before, Mask black) {
            __builtin_prefetch(before.losses + (axes(black, before.free) >> 6));
            candidates[candidate_count++] = {&before, black};
            if (candidate_count == kCandidates) try_candidates();
        }

        void try_candidates() {
            const Geometry& board = *context.table->board;
            int kept = 0;
            for (int i = 0; i < candidate_count; ++i) {
                const Candidate e = candidates[i];
                const AxisSet before = axes(e.black, e.view->free);
                if (Push<X>::is_set(e.view->losses + (before >> 6), before)) continue;
                // Ask for the word of the first move that try_loss will look at.
                const Mask empty = e.view->free & ~e.black;
                for (Mask from = e.black; from != 0; from &= from - 1) {
                    const Mask to = board.neighbours[lowest(from)] & empty;
                    if (to == 0) continue;
                    const AxisSet set = axes((e.black ^ lowest_bit(from)) | lowest_bit(to), e.view->free);
                    __builtin_prefetch(e.view->wins + (set >> 6));
                    break;
                }
                candidates[kept++] = e;
            }
            candidate_count = 0;
            for (int i = 0; i < kept; ++i) try_loss(context, *candidates[i].view, candidates[i].black);
        }

        void ask(Uncapture& u, Mask black, Mask closing) {
            Question question{&u, black, closing};
            if (!ask_next(question)) return propose_all(question);
            questions[question_count++] = question;
            if (question_count == kQuestions) answer();
        }

        // False when there is no further alternative.
        bool ask_next(Question& question) {
            Uncapture& u = *question.uncapture;
            if (question.asked == u.alternative_count) {
                if (u.others == 0) return false;
                u.look_up_next(*context.table, view);
            }
            const auto& a = u.alternatives[question.asked++];
            question.set = axes(context.table->symmetries->map(a.symmetry, question.black), a.free);
            question.word = a.wins + (question.set >> 6);
            __builtin_prefetch(question.word);
            return true;
        }

        void answer() {
            while (question_count != 0) {
                int kept = 0;
                for (int i = 0; i < question_count; ++i) {
                    Question question = questions[i];
                    if ((*question.word >> (question.set & 63) & 1) == 0) continue;
                    if (ask_next(question)) {
                        questions[kept++] = question;
                    } else {
                        propose_all(question);
                    }
                }
                question_count = kept;
            }
        }

        void propose_all(const Question& question) {
            const RowTable& t = *context.table;
            Uncapture& u = *question.uncapture;
            if (!u.looked_up) {
                u.looked_up = true;
                const auto place = t.find(view.white + 1, view.men | mask_of(u.x));
                u.view = View(t, place.row);
                u.symmetry = place.symmetry;
            }
            const Mask empty = view.free & ~question.black & ~mask_of(u.x);
            for (Mask rest = question.closing; rest != 0; rest &= rest - 1) {
                const Point to = lowest(rest);
                for (Mask from = t.board->neighbours[to] & empty; from != 0; from &= from - 1) {
                    propose(u.view, t.symmetries->map(u.symmetry, (question.black ^ mask_of(to)) | lowest_bit(from)));
                }
            }
        }
    };

    // The men that Black may have taken to come to a row; returns their number.
    static int find_uncaptures(const PushContext& c, const View& view, Uncapture* uncaptures) {
        const RowTable& t = *c.table;
        const Geometry& board = *t.board;
        int found = 0;
        for (Mask rest = view.free; rest != 0; rest &= rest - 1) {
            const Point x = lowest(rest);
            const Mask before = view.men | mask_of(x);
            const bool all_in_mills = board.in_mills(before) == before;
            if (board.mills_at(before, x) != 0 && (t.rule == AllInMills::kNoneMayBeTaken || !all_in_mills)) continue;
            if (c.rank_rows != nullptr && !c.owns(t.find(view.white + 1, before).row)) continue;
            Uncapture& u = uncaptures[found++];
            u.x = x;
            u.others = (all_in_mills ? before : before & ~board.in_mills(before)) & ~mask_of(x);
            __builtin_prefetch(t.class_of.as<std::uint32_t>() + (before ^ lowest_bit(u.others)));
        }
        return found;
    }

    // New wins of White in a row, against more than three men. own_row: positions of the same row too (else only those
    // before a capture; then the row itself is recomputed as a whole, or is another rank's).
    static void push_wins(PushContext& c, std::uint32_t row, const AxisSet* bits, std::size_t count, bool own_row) {
        const RowTable& t = *c.table;
        const Geometry& board = *t.board;
        View view(t, row);
        const bool can_uncapture = view.white < t.max_men;
        if (!own_row && !can_uncapture) return;
        const bool mills_take_none = t.rule == AllInMills::kNoneMayBeTaken && board.in_mills(view.men) == view.men;

        Uncapture uncaptures[kPoints];
        int uncapture_count = -1;  // not made yet
        Batch batch(c, view);
        for (std::size_t i = 0; i < count; ++i) {
            const Mask black = points(bits[i], view.free);
            const Mask empty = view.free & ~black;
            Mask closing = 0;  // men in a mill: they may have closed it last
            for (Mask rest = black; rest != 0; rest &= rest - 1) {
                const Point to = lowest(rest);
                const bool mill = board.mills_at(black, to) != 0;
                if (mill) closing |= mask_of(to);
                if (!own_row || (mill && !mills_take_none)) continue;
                for (Mask from = board.neighbours[to] & empty; from != 0; from &= from - 1) {
                    batch.propose(view, (black ^ mask_of(to)) | lowest_bit(from));
                }
            }
            if (closing == 0 || !can_uncapture || __builtin_popcount(black) > t.most_black(view.white + 1)) continue;
            if (uncapture_count < 0) uncapture_count = find_uncaptures(c, view, uncaptures);
            for (int k = 0; k < uncapture_count; ++k) {
                if ((black & mask_of(uncaptures[k].x)) == 0) batch.ask(uncaptures[k], black, closing);
            }
        }
        batch.answer();
        batch.try_candidates();
    }
};

}  // namespace merels::solve::kernels
