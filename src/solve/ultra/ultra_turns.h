// SPDX-License-Identifier: MIT
// What the turns of one side lead to. The waiting side's men are fixed (a row), the mover's men are a set on its free
// points: then every quiet turn stays in the row, and takings lead to a few other rows.
//
//   TurnRow<Code> row(index, moves);
//   row.begin(class_of_the_waiting_men);
//   row.worst(men)     // the smallest code that a turn of the mover can reach, seen by the waiting side
// ultra_placing.h answers the same for all sets of a row at once, where all turns are placings.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "index/subspace.h"
#include "merels/variant.h"
#include "solve/ultra/ultra_array.h"
#include "solve/ultra/ultra_code.h"
#include "solve/ultra/ultra_index.h"

namespace merels::solve {

// The turns of a subspace and where their results stand: arrays seen by the side that waits here and moves there.
template <class Code>
struct TurnSources {
    Subspace subspace;  // seen by the mover
    bool places = false;
    bool slides = false;
    bool flies = false;
    int takes = 1;  // men taken when two mills close at once
    AllInMills all_in_mills = AllInMills::kAnyMayBeTaken;
    // By [turn is a placing][men taken]. Null where the waiting side is then short of men, and for quiet slides that
    // are not asked for.
    std::array<std::array<const CodeArray<Code>*, 3>, 2> after{};
    Code lost = 0;  // the waiting side has lost in 0: it is short of men

    bool is_short_after(int taken) const { return subspace.other + subspace.other_hand - taken < kMinMen; }
};

// Which turns there are; `after` is empty.
template <class Code>
TurnSources<Code> turns_of(const Variant& variant, const Subspace& s) {
    TurnSources<Code> turns;
    turns.subspace = s;
    turns.places = s.own_hand > 0;
    turns.slides = s.own > 0 && (s.own_hand == 0 || variant.phases == Phases::kPlaceOrMove);
    turns.flies = s.own + s.own_hand == kMinMen;
    turns.takes = variant.takes;
    turns.all_in_mills = variant.all_in_mills;
    return turns;
}

// The subspace after a turn, seen by the side to move there.
constexpr Subspace subspace_after(const Subspace& s, bool placing, int taken) {
    return {static_cast<std::uint8_t>(s.other - taken), static_cast<std::uint8_t>(s.own + (placing ? 1 : 0)),
            s.other_hand, static_cast<std::uint8_t>(s.own_hand - (placing ? 1 : 0))};
}

template <class Code>
class TurnRow {
  public:
    TurnRow(const UltraIndex& index, const TurnSources<Code>& turns) : index_(index), turns_(turns) {}

    void begin(ClassIndex row) {
        row_ = row;
        waiting_ = index_.men_of(turns_.subspace.other, row);
        free_ = kBoardMask & ~waiting_;
        takeable_ = takeable(waiting_);
        takings_ready_ = false;
        for (int placing = 0; placing < 2; ++placing) {
            const auto* quiet = turns_.after[placing][0];
            quiet_[placing] = quiet == nullptr ? nullptr : quiet->row(row);
        }
    }

    Mask waiting() const { return waiting_; }
    Mask free() const { return free_; }
    // Whether a mill takes a man: there is one that may be taken.
    bool mills_take() const { return takeable_ != 0; }

    // The code after a quiet slide, the mover's men standing as given.
    Code quiet_slide(Mask men) const { return quiet_[0][index_.rank_on(men, free_, turns_.subspace.own)]; }
    // The row that quiet placings lead to.
    const Code* quiet_placings() const { return quiet_[1]; }
    // A row that takings lead to. No array: the waiting side is short of men.
    struct Taking {
        std::array<const Code*, 2> row;  // by placing
        Symmetry symmetry;
        Mask free;
    };
    // Where so many men are taken.
    const std::vector<Taking>& takings(int taken) {
        if (!takings_ready_) make_takings();
        return takings_[static_cast<std::size_t>(taken) - 1];
    }

    // The smallest code that a turn reaches; kNone where there is no turn. Stops at the first one below `enough`.
    Code worst(Mask men, Code enough = UltraRule<Code>::kCounter) {
        const Mask empty = free_ & ~men;
        const Mask mills = takeable_ == 0 ? 0 : index_.targets(men) & empty;
        Code least = UltraRule<Code>::kNone;
        if (turns_.slides) {
            // Slides that may close a mill by where they lead; the others, which stay in this row and so are cheaper,
            // first and by where they begin.
            if (quiet_[0] != nullptr) {
                for (Mask origins = men; origins != 0; origins &= origins - 1) {
                    const Mask rest = men & ~(origins & (~origins + 1));
                    for (Mask targets = targets_of(origins, empty) & ~mills; targets != 0; targets &= targets - 1) {
                        look(0, rest | (targets & (~targets + 1)), 0, least);
                        if (least < enough) return least;
                    }
                }
            }
            for (Mask targets = mills; targets != 0; targets &= targets - 1) {
                const Point at = lowest(targets);
                for (Mask origins = origins_of(men, at); origins != 0; origins &= origins - 1) {
                    const Mask rest = men & ~(origins & (~origins + 1));
                    const int takes = std::min(index_.board().mills_at(rest, at), turns_.takes);
                    look(0, rest | mask_of(at), takes, least);
                    if (least < enough) return least;
                }
            }
        }
        if (turns_.places) {
            for (Mask targets = empty; targets != 0; targets &= targets - 1) {
                const Mask to = targets & (~targets + 1);
                const int takes =
                    (mills & to) == 0 ? 0 : std::min(index_.board().mills_at(men, lowest(targets)), turns_.takes);
                look(1, men | to, takes, least);
                if (least < enough) return least;
            }
        }
        return least;
    }

    // Calls visit(men after it) for every slide that takes nothing, until it says no. True if it never did.
    template <class Visit>
    bool quiet_slides(Mask men, Visit&& visit) const {
        const Mask empty = free_ & ~men;
        const Mask mills = takeable_ == 0 ? 0 : index_.targets(men) & empty;
        for (Mask origins = men; origins != 0; origins &= origins - 1) {
            const Mask rest = men & ~(origins & (~origins + 1));
            for (Mask targets = targets_of(origins, empty); targets != 0; targets &= targets - 1) {
                const Mask to = targets & (~targets + 1);
                if ((mills & to) != 0 && index_.board().mills_at(rest, lowest(targets)) > 0) continue;
                if (!visit(rest | to)) return false;
            }
        }
        return true;
    }
    // The same backwards: calls visit(men before it).
    template <class Visit>
    void quiet_slides_back(Mask men, Visit&& visit) const {
        const Mask empty = free_ & ~men;
        const Geometry& board = index_.board();
        for (Mask arrived = men; arrived != 0; arrived &= arrived - 1) {
            const Mask rest = men & ~(arrived & (~arrived + 1));
            const Point to = lowest(arrived);
            Mask origins = turns_.flies ? empty : board.neighbours[to] & empty;
            if (origins == 0 || (mills_take() && board.mills_at(rest, to) > 0)) continue;
            for (; origins != 0; origins &= origins - 1) visit(rest | (origins & (~origins + 1)));
        }
    }

    // Men that can slide to a point.
    Mask origins_of(Mask men, Point to) const { return turns_.flies ? men : index_.board().neighbours[to] & men; }
    Mask takeable(Mask men) const {
        const Mask free = men & ~index_.board().in_mills(men);
        if (free != 0) return free;
        return turns_.all_in_mills == AllInMills::kAnyMayBeTaken ? men : 0;
    }

  private:
    Mask targets_of(Mask origins, Mask empty) const {
        return turns_.flies ? empty : index_.board().neighbours[lowest(origins)] & empty;
    }

    void look(int placing, Mask men, int takes, Code& least) {
        const int size = turns_.subspace.own + placing;
        if (takes == 0) {
            if (quiet_[placing] != nullptr) {
                least = std::min(least, quiet_[placing][index_.rank_on(men, free_, size)]);
            }
            return;
        }
        for (const Taking& t : takings(takes)) {
            if (t.row[placing] == nullptr) {
                least = turns_.lost;
                return;
            }
            least = std::min(least, t.row[placing][index_.rank_on(index_.map(t.symmetry, men), t.free, size)]);
        }
    }

    Taking taking(Mask left, int taken) const {
        Taking result{{nullptr, nullptr}, 0, 0};
        if (turns_.is_short_after(taken)) return result;
        const auto place = index_.find(left, turns_.subspace.other - taken);
        result.symmetry = place.symmetry;
        result.free = index_.free_of(turns_.subspace.other - taken, place.row);
        for (int placing = 0; placing < 2; ++placing) {
            const auto* array = turns_.after[placing][taken];
            if (array != nullptr) result.row[placing] = array->row(place.row);
        }
        return result;
    }

    void make_takings() {
        takings_ready_ = true;
        for (auto& list : takings_) list.clear();
        std::vector<Mask> pairs;
        for (Mask men = takeable_; men != 0; men &= men - 1) {
            const Mask left = waiting_ & ~(men & (~men + 1));
            takings_[0].push_back(taking(left, 1));
            if (turns_.takes < 2) continue;
            const Mask second = takeable(left);
            if (second == 0) takings_[1].push_back(takings_[0].back());
            for (Mask more = second; more != 0; more &= more - 1) pairs.push_back(left & ~(more & (~more + 1)));
        }
        std::sort(pairs.begin(), pairs.end());
        pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
        for (const Mask left : pairs) takings_[1].push_back(taking(left, 2));
    }

    const UltraIndex& index_;
    const TurnSources<Code>& turns_;
    ClassIndex row_ = 0;
    Mask waiting_ = 0;
    Mask free_ = 0;
    Mask takeable_ = 0;
    std::array<const Code*, 2> quiet_{};
    bool takings_ready_ = false;
    std::array<std::vector<Taking>, 2> takings_;  // by men taken - 1
};

}  // namespace merels::solve
