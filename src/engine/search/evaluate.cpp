// SPDX-License-Identifier: MIT
#include "engine/search/evaluate.h"

#include "engine/search/line_contents.h"

namespace merels::engine {
namespace {

// What is read off one side's men alone.
struct SideTerms {
    Mask steps;  // points on which it could close a mill
    int slides, blocked, safe_mill, double_mill;
};

SideTerms side_terms(const SearchRules& rules, Mask men, Mask opponent, Mask empty, int hand, int men_in_all) {
    const Mask movable = adjacent(empty, rules.spokes);
    const Mask openable = men & closing(men, rules.spokes) & movable;
    const Mask steps = closing_steps(rules, men, empty, hand, men_in_all);
    bool double_mill = false;
    if (steps != 0) {
        for (Mask m = openable; m != 0 && !double_mill; m &= m - 1) {
            const Mask rest = men & ~(m & (~m + 1));
            double_mill = ((*rules.neighbours)[lowest(m)] & empty & closing(rest, rules.spokes)) != 0;
        }
    }
    return {steps, slides(men, empty, rules.spokes), bit_count(men & ~movable),
            (openable & ~adjacent(opponent, rules.spokes)) != 0, double_mill};
}

}  // namespace

Phase phase_of(const Node& n) {
    const int hand = n.own_hand + n.other_hand;
    if (hand > 0) return hand <= 2 ? kLastInHand : hand <= 5 ? kSomeInHand : hand <= 8 ? kManyInHand : kMostInHand;
    if (n.own_board == kMinMen || n.other_board == kMinMen) return kFlying;
    return n.own_board + n.other_board <= 12 ? kFewMen : kManyMen;
}

Terms terms_of(const SearchRules& rules, const Node& n) {
    const int own_men = n.own_men(), other_men = n.other_men();
    const Mask empty = n.empty();
    const SideTerms own = side_terms(rules, n.own, n.other, empty, n.own_hand, own_men);
    const SideTerms other = side_terms(rules, n.other, n.own, empty, n.other_hand, other_men);
    Terms t{};
    const auto set = [&t](Term term, int value) { t[term] = static_cast<std::int16_t>(value); };
    set(kToMove, 1);
    set(kMan, own_men - other_men);
    set(kCrowd, (own_men - other_men) * (own_men + other_men));
    set(kOwnStep, own.steps != 0);
    set(kOwnSteps, bit_count(own.steps));
    set(kOtherStep, -(other.steps != 0));
    set(kOtherSteps, -bit_count(other.steps));
    set(kSlide, own.slides - other.slides);
    set(kBlocked, own.blocked - other.blocked);
    set(kSafeMill, own.safe_mill - other.safe_mill);
    set(kDoubleMill, own.double_mill - other.double_mill);
    count_line_contents(n.own, n.other, rules.spokes, &t[kLines]);
    return t;
}

}  // namespace merels::engine
