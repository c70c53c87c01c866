// SPDX-License-Identifier: MIT
// Ranks of subsets: the k-subsets of n axes in colex order (the order of their masks as numbers), and the two maps
// between a set of points and a set of axes (the free points of a row, in ascending order).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "merels/position.h"

namespace merels {

inline constexpr auto kBinomial = [] {
    std::array<std::array<std::uint32_t, kPoints + 1>, kPoints + 1> c{};
    for (int n = 0; n <= kPoints; ++n) {
        c[n][0] = 1;
        for (int k = 1; k <= n; ++k) c[n][k] = c[n - 1][k - 1] + (k <= n - 1 ? c[n - 1][k] : 0);
    }
    return c;
}();

constexpr std::uint32_t binomial(int n, int k) { return k < 0 || k > n ? 0 : kBinomial[n][k]; }

// Number of subsets of equal size that are smaller as numbers.
constexpr std::uint32_t colex_rank(std::uint32_t subset) {
    std::uint32_t rank = 0;
    int k = 0;
    for (; subset != 0; subset &= subset - 1) rank += binomial(std::countr_zero(subset), ++k);
    return rank;
}

// colex_rank(to_axes(men, free)) without the detour; men must stand on free points. One popcount a man.
constexpr std::uint32_t colex_rank_on(Mask free, Mask men) {
    std::uint32_t rank = 0;
    int k = 0;
    for (; men != 0; men &= men - 1) rank += binomial(std::popcount(free & ((men & (~men + 1)) - 1)), ++k);
    return rank;
}

// The k-subset of the given rank.
constexpr std::uint32_t colex_subset(std::uint32_t rank, int k) {
    std::uint32_t subset = 0;
    for (int n = kPoints - 1; k > 0; --n) {
        if (binomial(n, k) <= rank) {
            rank -= binomial(n, k--);
            subset |= std::uint32_t{1} << n;
        }
    }
    return subset;
}

// Next larger number with as many bits; the caller stops at the last one.
constexpr std::uint32_t next_subset(std::uint32_t subset) {
    const std::uint32_t low = subset & (~subset + 1);
    const std::uint32_t ripple = subset + low;
    return ripple | (subset ^ ripple) >> 2 >> std::countr_zero(subset);  // a division by `low` costs twice the rest
}

// Compresses the men that stand on `free` points to axes (a portable pext), and back (pdep).
constexpr std::uint32_t to_axes(Mask men, Mask free) {
    std::uint32_t axes = 0;
    for (std::uint32_t bit = 1; free != 0; free &= free - 1, bit <<= 1) {
        if ((men & free & (~free + 1)) != 0) axes |= bit;
    }
    return axes;
}
constexpr Mask to_points(std::uint32_t axes, Mask free) {
    Mask men = 0;
    for (; free != 0; free &= free - 1, axes >>= 1) {
        if ((axes & 1) != 0) men |= free & (~free + 1);
    }
    return men;
}

}  // namespace merels
