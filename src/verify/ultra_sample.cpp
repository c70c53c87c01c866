// SPDX-License-Identifier: MIT
#include "verify/ultra_sample.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace merels::verify {
namespace {

// What a row of the waiting men costs, in rows of the mover's men: its own row, those after takings, and the walk over
// all positions that have it.
constexpr double kCostOfAWaitingRow = 14;

}  // namespace

std::vector<std::uint64_t> deal_sample(std::span<const std::uint64_t> sizes, std::uint64_t sample) {
    std::uint64_t rest = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
    std::uint64_t left = std::min(sample, rest);
    if (sizes.empty()) return {};
    const std::uint64_t even = left / 2 / sizes.size();
    std::vector<std::uint64_t> dealt;
    for (const std::uint64_t size : sizes) dealt.push_back(std::min(size, even));
    const std::uint64_t sum = std::accumulate(dealt.begin(), dealt.end(), std::uint64_t{0});
    rest -= sum;
    left -= sum;
    // Cumulative rounding: the parts add up.
    std::uint64_t below = 0, before = 0;
    for (std::size_t i = 0; i < sizes.size() && rest > 0; ++i) {
        below += sizes[i] - dealt[i];
        const auto share = static_cast<std::uint64_t>(static_cast<long double>(left) * below / rest);
        const std::uint64_t upto = below == rest ? left : share;
        dealt[i] += upto - before;
        before = upto;
    }
    return dealt;
}

double share_of_mover_rows(double sample) {
    const double share = std::max(sample, std::sqrt(kCostOfAWaitingRow * sample));
    return share > 0.7 ? 1 : share;
}

std::vector<ClassIndex> shuffled(ClassIndex count, std::mt19937_64& random) {
    std::vector<ClassIndex> order(count);
    std::iota(order.begin(), order.end(), ClassIndex{0});
    for (ClassIndex i = count; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    return order;
}

}  // namespace merels::verify
