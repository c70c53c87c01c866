// SPDX-License-Identifier: MIT
// Reading a byte row through a permutation of its axes. Template on a unit type; what is planned here, the unit does.
//
// A row is an array of units: the low axes lie inside a unit, the others are bits of its address. What remains besides
// putting the inner axes into order is to exchange k inner axes that the target wants outside (the ejected ones) with k
// address axes that it wants inside (the injected ones): a block of 2^k units is loaded, k rounds move one axis in and
// one out each, in registers, and 2^k units of the target are written. Round r joins the units of the block whose
// numbers differ in bit r: before it that bit is injected axis r, after it ejected axis r.
//
// A target axis without a source (absent) that lies inside is an injected axis of which the source has one half only;
// it takes the last round. A dropped source axis that lies inside is an ejected axis of which one half is kept; it
// takes the first round. So everything happens in one pass over source and target.
//
// Everything is a member of a template on the unit type (one type a file, see byte_moves.h). A unit type X has
//   X::kUnitAxes      axes inside a unit
//   X::kLaneAxes      1: two units are treated together, told apart by any address axis (the lane axis); else 0
//   X::Shuffles, X::make_shuffles(shuffles, map, axes, rounds)     made once for a row, from PermuteAxes
//   X::Mover<kRounds, kAbsent, kDropped, kSplit, kMax>             constructed from X::Shuffles; its move(target,
//                     source, plan, room) treats one block. kSplit: the two halves of a vector do not lie side by side.
//                     Units whose numbers within the block have more than `room` bits may be left out.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "solve/kernels/bytes/byte_kernels.h"

namespace merels::solve::kernels {

inline constexpr int kMostUnitAxes = 6;

// Which axes cross the border of the unit, and which do not.
struct PermuteAxes {
    int injections = 0;
    int ejections = 0;
    int keeps = 0;
    int pairs = 0;
    std::uint8_t injected[kMostUnitAxes];  // target axes
    std::uint8_t ejected[kMostUnitAxes];   // source axes, and the target axes they become
    std::uint8_t ejected_to[kMostUnitAxes];
    std::uint8_t kept[kMostUnitAxes];  // source axes, and the target axes they become
    std::uint8_t kept_to[kMostUnitAxes];
    std::uint8_t source_axis[kPoints];  // outside on both sides, in ascending order of target axes
    std::uint8_t target_axis[kPoints];
};

struct PermutePlan {
    std::uint32_t source_of[1 << kMostUnitAxes];  // by unit of a block: where it is loaded from ...
    std::uint32_t target_of[1 << kMostUnitAxes];  // ... and where it goes after the rounds
    std::uint32_t source_copy[8];                 // further blocks that one iteration treats
    std::uint32_t target_copy[8];
    std::uint32_t source_lane = 0;
    std::uint32_t target_lane = 0;
    int rounds = 0;
    bool absent_inside = false;
    bool dropped_inside = false;
    // What is left of the address axes: iteration i + 1 differs from i by the bits of flip[trailing zeros of i + 1].
    int address_axes = 0;
    std::uint32_t source_flip[kPoints];
    std::uint32_t target_flip[kPoints];
};

template <class X>
struct BytePermute {
    static constexpr int kUnitAxes = X::kUnitAxes;

    static void sort_axes(const AxisMap& map, const PermutePlan& plan, PermuteAxes& axes) {
        if (plan.dropped_inside) {
            axes.ejected[0] = static_cast<std::uint8_t>(map.dropped);
            axes.ejected_to[0] = 0;  // never used: only one half is kept
            axes.ejections = 1;
        }
        for (int i = 0; i < map.axes; ++i) {
            if (i == map.absent) continue;
            const auto target = static_cast<std::uint8_t>(i);
            const auto source = static_cast<std::uint8_t>(map.source_of[i]);
            const bool from_outside = source >= kUnitAxes;
            if (i < kUnitAxes && from_outside) {
                axes.injected[axes.injections++] = target;
            } else if (i < kUnitAxes) {
                axes.kept[axes.keeps] = source;
                axes.kept_to[axes.keeps++] = target;
            } else if (from_outside) {
                axes.source_axis[axes.pairs] = source;
                axes.target_axis[axes.pairs++] = target;
            } else {
                axes.ejected[axes.ejections] = source;
                axes.ejected_to[axes.ejections++] = target;
            }
        }
        if (plan.absent_inside) axes.injected[axes.injections++] = static_cast<std::uint8_t>(map.absent);
    }

    // Where the units of a block come from and go to.
    static void plan_block(const AxisMap& map, const PermuteAxes& axes, PermutePlan& plan) {
        plan.source_of[0] = plan.target_of[0] = 0;
        for (int r = 0; r < plan.rounds; ++r) {
            const bool no_source = plan.absent_inside && r == plan.rounds - 1;
            const std::uint32_t source = no_source ? 0 : std::uint32_t{1} << map.source_of[axes.injected[r]];
            const std::uint32_t target = std::uint32_t{1} << axes.ejected_to[r];
            for (int e = 0; e < 1 << r; ++e) {
                plan.source_of[e | 1 << r] = plan.source_of[e] | source;
                plan.target_of[e | 1 << r] = plan.target_of[e] | target;
            }
        }
    }

    // Pairs are in ascending order of target axes: the first one is the lane axis (the best case is that the two units
    // lie side by side in the target), the next ones are unrolled, the others are run over.
    static void plan_addresses(const PermuteAxes& axes, PermutePlan& plan) {
        int next = 0;
        if (X::kLaneAxes > 0) {
            plan.source_lane = std::uint32_t{1} << axes.source_axis[next];
            plan.target_lane = std::uint32_t{1} << axes.target_axis[next++];
        }
        const int copies = std::max(0, 3 - plan.rounds);
        plan.source_copy[0] = plan.target_copy[0] = 0;
        for (int c = 0; c < copies; ++c, ++next) {
            for (int e = 0; e < 1 << c; ++e) {
                plan.source_copy[e | 1 << c] = plan.source_copy[e] | std::uint32_t{1} << axes.source_axis[next];
                plan.target_copy[e | 1 << c] = plan.target_copy[e] | std::uint32_t{1} << axes.target_axis[next];
            }
        }
        plan.address_axes = axes.pairs - next;
        std::uint32_t source_flip = 0;
        std::uint32_t target_flip = 0;
        for (int i = 0; next < axes.pairs; ++i, ++next) {
            plan.source_flip[i] = source_flip |= std::uint32_t{1} << axes.source_axis[next];
            plan.target_flip[i] = target_flip |= std::uint32_t{1} << axes.target_axis[next];
        }
    }

    // Prefetches the lines of the next row, a few at each call.
    class Prefetcher {
      public:
        Prefetcher(const PrefetchHint& hint, int iteration_axes) : row_(hint.row), most_(hint.most_men) {
            if (row_ == nullptr) return;
            int line_axes = hint.axes - kLineAxes;
            if (hint.dropped >= kLineAxes) {
                below_ = (std::uint32_t{1} << (hint.dropped - kLineAxes)) - 1;
                --line_axes;
            }
            per_call_ = std::uint32_t{1} << std::max(0, line_axes - iteration_axes);
            end_ = std::uint32_t{1} << line_axes;
        }
        void prefetch() {
            if (next_ == end_) return;
            for (std::uint32_t i = 0; i < per_call_; ++i, ++next_) {
                if (std::popcount(next_) > most_) continue;
                const std::uint32_t line = (next_ & ~below_) + next_;  // a 0 at the dropped axis
                __builtin_prefetch(row_ + (std::size_t{line} << kLineAxes), 0, kSecondCache);
            }
        }

      private:
        static constexpr int kLineAxes = 6;
        static constexpr int kSecondCache = 2;
        const std::uint8_t* row_;
        int most_ = 0;
        std::uint32_t below_ = ~std::uint32_t{0};
        std::uint32_t per_call_ = 0;
        std::uint32_t next_ = 0;
        std::uint32_t end_ = 0;
    };

    template <int kRounds, bool kAbsent, bool kDropped, bool kSplit, bool kMax>
    static void run(std::uint8_t* target, const std::uint8_t* source, const PermutePlan& plan,
                    const typename X::Shuffles& shuffles, int most, const PrefetchHint& hint) {
        constexpr int kCopies = kRounds >= 3 ? 1 : 1 << (3 - kRounds);
        const typename X::template Mover<kRounds, kAbsent, kDropped, kSplit, kMax> mover(shuffles);
        Prefetcher prefetcher(hint, plan.address_axes);
        std::uint32_t from = 0;
        std::uint32_t to = 0;
        const std::uint32_t iterations = std::uint32_t{1} << plan.address_axes;
        for (std::uint32_t i = 0;;) {
            prefetcher.prefetch();
            const int men = std::popcount(i);
            const bool near_limit = men + 3 > most;
            for (int copy = 0; men <= most && copy < kCopies; ++copy) {
                if (kCopies > 1 && near_limit && men + std::popcount(static_cast<unsigned>(copy)) > most) continue;
                mover.move(target + (to ^ plan.target_copy[copy]), source + (from ^ plan.source_copy[copy]), plan,
                           most - men);
            }
            if (++i == iterations) break;
            const int flipped = std::countr_zero(i);
            from ^= plan.source_flip[flipped];
            to ^= plan.target_flip[flipped];
        }
    }

    using Run = void (*)(std::uint8_t*, const std::uint8_t*, const PermutePlan&, const typename X::Shuffles&, int,
                         const PrefetchHint&);

    template <int kRounds, bool kSplit, bool kMax>
    static Run pick_inside(const PermutePlan& plan) {
        if constexpr (kRounds == 0) {
            return run<0, false, false, kSplit, kMax>;
        } else {
            if (plan.absent_inside) {
                return plan.dropped_inside ? run<kRounds, true, true, kSplit, kMax>
                                           : run<kRounds, true, false, kSplit, kMax>;
            }
            return plan.dropped_inside ? run<kRounds, false, true, kSplit, kMax>
                                       : run<kRounds, false, false, kSplit, kMax>;
        }
    }

    template <int kRounds, bool kSplit, bool kMax>
    static Run pick_rounds(const PermutePlan& plan) {
        if constexpr (kRounds < kUnitAxes) {
            if (plan.rounds > kRounds) return pick_rounds<kRounds + 1, kSplit, kMax>(plan);
        }
        return pick_inside<kRounds, kSplit, kMax>(plan);
    }

    template <bool kMax>
    static void permute(std::uint8_t* target, const std::uint8_t* source, const AxisMap& map,
                        const PrefetchHint& next) {
        PermutePlan plan;
        plan.absent_inside = map.absent >= 0 && map.absent < kUnitAxes;
        plan.dropped_inside = map.dropped >= 0 && map.dropped < kUnitAxes;
        PermuteAxes axes;
        sort_axes(map, plan, axes);
        plan.rounds = axes.injections;
        plan_block(map, axes, plan);
        plan_addresses(axes, plan);
        typename X::Shuffles shuffles;
        X::make_shuffles(shuffles, map, axes, plan.rounds);
        Run go = pick_rounds<0, false, kMax>(plan);
        if constexpr (X::kLaneAxes > 0) {
            if (plan.target_lane != 1u << kUnitAxes) go = pick_rounds<0, true, kMax>(plan);
        }
        go(target, source, plan, shuffles, map.most_men, next);
    }
};

}  // namespace merels::solve::kernels
