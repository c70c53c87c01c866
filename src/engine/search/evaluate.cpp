// SPDX-License-Identifier: MIT
#include "engine/search/evaluate.h"

#include <algorithm>

namespace merels::engine {

const Weights kWeights = {
    //        man ratio slide cross mill open own other move
    .placing{100, 0, 2, 6, 2, 12, 40, 10, 0},
    .moving{70, 450, 4, 3, 2, 10, 45, 12, 0},
    .flying{70, 450, 3, 2, 2, 15, 60, 30, 0},
};

int evaluate(const SearchRules& rules, const Weights& weights, const Node& n) {
    const int own_men = n.own_men(), other_men = n.other_men();
    const PhaseWeights& w = n.own_hand + n.other_hand > 0                ? weights.placing
                            : own_men == kMinMen || other_men == kMinMen ? weights.flying
                                                                         : weights.moving;
    const Mask empty = n.empty();
    const Mask own_closing = closing(n.own, rules.spokes), other_closing = closing(n.other, rules.spokes);
    int score = w.to_move;
    score += w.man * (own_men - other_men) + w.ratio * (own_men - other_men) / (own_men + other_men);
    score += w.slide * (slides(n.own, empty, rules.spokes) - slides(n.other, empty, rules.spokes));
    score += w.crossroad * (bit_count(n.own & rules.crossroads) - bit_count(n.other & rules.crossroads));
    score += w.in_mill * (bit_count(n.own & own_closing) - bit_count(n.other & other_closing));
    score += w.open_line * (bit_count(empty & own_closing) - bit_count(empty & other_closing));
    if (closing_steps(rules, n.own, empty, n.own_hand, own_men) != 0) score += w.own_step;
    score -= w.other_step * bit_count(closing_steps(rules, n.other, empty, n.other_hand, other_men));
    return std::clamp(score, -kMostEstimate, kMostEstimate);
}

}  // namespace merels::engine
