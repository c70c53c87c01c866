// SPDX-License-Identifier: MIT
// A ring's content is a number of eight digits to the base 3, that of two lines across the rings one of six digits,
// where the empty point is 0, an own man 1 and one of the opponent 2. So numbers of own men and of the opponent's add
// up.
#include "engine/search/evaluator.h"

#include <algorithm>

#include "engine/search/line_contents.h"

namespace merels::engine {
namespace {

// For each set of men on one ring: fields of ten bits for the digits of four pairs of lines across the rings (points 0
// and 2, 4 and 6, 1 and 3, 5 and 7), on top of them the ring's own number. The digits of the next ring count three
// times as much, so that sums of the fields stay below 3^6.
constexpr int kFieldBits = 10;
constexpr int kRingShift = 4 * kFieldBits;
constexpr int kFirstOfPair[4] = {0, 4, 1, 5};

constexpr std::array<std::uint64_t, 256> make_digits() {
    std::array<std::uint64_t, 256> digits{};
    for (std::size_t men = 0; men < 256; ++men) {
        std::uint64_t ring = 0;
        for (int point = 7; point >= 0; --point) ring = 3 * ring + (men >> point & 1);
        digits[men] = ring << kRingShift;
        for (int pair = 0; pair < 4; ++pair) {
            const int point = kFirstOfPair[pair];
            digits[men] |= ((men >> point & 1) + 27 * (men >> (point + 2) & 1)) << (pair * kFieldBits);
        }
    }
    return digits;
}
constexpr std::array<std::uint64_t, 256> kDigits = make_digits();

// The digits of ring `ring` of both sides.
std::uint64_t digits_of(const Node& n, int ring) {
    return kDigits[n.own >> (8 * ring) & 0xFF] + 2 * kDigits[n.other >> (8 * ring) & 0xFF];
}

struct Men {
    Mask own = 0, other = 0;
    Mask free(Mask points) const { return points & ~(own | other); }
    int more_slides(Mask points, Mask spokes) const {
        return slides(own, free(points), spokes) - slides(other, free(points), spokes);
    }
};

// The men of a content, its digits being `points` from the lowest on.
template <std::size_t N>
Men men_of(int content, const std::array<int, N>& points) {
    Men men;
    for (const int point : points) {
        (content % 3 == 1 ? men.own : men.other) |= content % 3 != 0 ? Mask{1} << point : 0;
        content /= 3;
    }
    return men;
}

// What lines of one kind bring, 0 to 2 as in evaluate.h, and so many slides.
std::int16_t worth(const Terms& weights, const Men& men, Mask spokes, int kind, int more_slides) {
    std::array<int, 24> lines{};
    count_line_contents(men.own, men.other, spokes, lines.data());
    int sum = more_slides * weights[kSlide];
    for (int i = 8 * kind; i < 8 * kind + 8; ++i) sum += lines[static_cast<std::size_t>(i)] * weights[kLines + i];
    return static_cast<std::int16_t>(sum);
}

// Both sides in one word: the side to move in the low half.
using Both = std::uint64_t;
constexpr Both both(Mask own, Mask other) { return own | static_cast<Both>(other) << 32; }
constexpr Mask own_half(Both b) { return static_cast<Mask>(b); }
constexpr Mask other_half(Both b) { return static_cast<Mask>(b >> 32); }
constexpr int more(Both b) { return bit_count(own_half(b)) - bit_count(other_half(b)); }

// Whether some man of `openable` closes another mill when it leaves its own.
bool opens_into_mill(const SearchRules& rules, Mask men, Mask openable, Mask empty) {
    for (Mask m = openable; m != 0; m &= m - 1) {
        const Mask rest = men & ~(m & (~m + 1));
        if (((*rules.neighbours)[lowest(m)] & empty & closing(rest, rules.spokes)) != 0) return true;
    }
    return false;
}

}  // namespace

Evaluator::Evaluator(const Weights& weights) {
    auto phases = std::make_unique<std::array<Phase, kPhases>>();
    std::transform(weights.begin(), weights.end(), phases->begin(), make_phase);
    phases_ = std::move(phases);
}

Evaluator::Phase Evaluator::make_phase(const Terms& weights) {
    Phase phase{weights, {}, {}, {}};
    for (int content = 0; content < kRingContents; ++content) {
        const auto at = static_cast<std::size_t>(content);
        const Men end = men_of<8>(content, {0, 1, 2, 3, 4, 5, 6, 7});
        const Men middle{end.own << 8, end.other << 8};
        phase.end_ring[at] = worth(weights, end, 0, 0, end.more_slides(0xFF, 0));
        phase.middle_ring[at] = worth(weights, middle, 0, 1, middle.more_slides(0xFF00, 0));
    }
    for (int content = 0; content < kAcrossContents; ++content) {
        const Men men = men_of<6>(content, {0, 8, 16, 2, 10, 18});
        constexpr Mask points = 0x050505;
        const int slides_across = men.more_slides(points, points) - men.more_slides(points, 0);
        phase.across[static_cast<std::size_t>(content)] = worth(weights, men, points, 2, slides_across);
    }
    return phase;
}

int Evaluator::operator()(const SearchRules& rules, const Node& n) const {
    const Phase& phase = (*phases_)[phase_of(n)];
    const Terms& w = phase.weights;

    // What is looked up: lines and slides.
    const std::uint64_t rings[3] = {digits_of(n, 0), digits_of(n, 1), digits_of(n, 2)};
    const std::uint64_t pairs = rings[0] + 3 * rings[1] + 9 * rings[2];
    const auto pair = [&](int i) { return phase.across[pairs >> (i * kFieldBits) & ((1 << kFieldBits) - 1)]; };
    int score = phase.end_ring[rings[0] >> kRingShift] + phase.middle_ring[rings[1] >> kRingShift] +
                phase.end_ring[rings[2] >> kRingShift] + pair(0) + pair(1);
    if (rules.spokes == kBoardMask) score += pair(2) + pair(3);

    // Men, and who may move.
    const int own_men = n.own_men(), other_men = n.other_men();
    score += w[kToMove] + (own_men - other_men) * (w[kMan] + w[kCrowd] * (own_men + other_men));

    // Steps that close a mill, blocked men, mills that open.
    const Both men = both(n.own, n.other), spokes = both(rules.spokes, rules.spokes);
    const Mask empty_here = n.empty();
    const Both empty = both(empty_here, empty_here);
    const Mask movable_here = adjacent(empty_here, rules.spokes);
    const Both movable = both(movable_here, movable_here);
    const Both closed = closing(men, spokes);
    const auto goes_anywhere = [](int hand, int men_in_all) {
        return hand > 0 || men_in_all == kMinMen ? ~Mask{0} : 0;
    };
    const Both anywhere = both(goes_anywhere(n.own_hand, own_men), goes_anywhere(n.other_hand, other_men));
    const Both steps = (empty & closed & anywhere) | (closing_slides(men, empty, spokes) & ~anywhere);
    const Mask own_steps = own_half(steps), other_steps = other_half(steps);
    if (own_steps != 0) score += w[kOwnStep] + bit_count(own_steps) * w[kOwnSteps];
    if (other_steps != 0) score -= w[kOtherStep] + bit_count(other_steps) * w[kOtherSteps];
    score += more(men & ~movable) * w[kBlocked];
    const Both openable = men & closed & movable;
    if (openable != 0) {
        const Both safe = openable & ~std::rotl(adjacent(men, spokes), 32);
        score += ((own_half(safe) != 0) - (other_half(safe) != 0)) * w[kSafeMill];
        const bool own_double = own_steps != 0 && opens_into_mill(rules, n.own, own_half(openable), empty_here);
        const bool other_double = other_steps != 0 && opens_into_mill(rules, n.other, other_half(openable), empty_here);
        score += (own_double - other_double) * w[kDoubleMill];
    }
    return std::clamp(score, -kMostEstimate, kMostEstimate);
}

const Evaluator& standard_evaluator() {
    static const Evaluator evaluator(kWeights);
    return evaluator;
}

}  // namespace merels::engine
