// SPDX-License-Identifier: MIT
// What the kernel templates expect of a vector type, and the constants that all of them share.
//
// Kernel files are compiled with their own instruction set options, so nothing in them may leak into other files:
// everything is a template on the vector type (one type a file) or constexpr, and no standard container is used.
//
// A vector type X has
//   X::V            a plain word or a GCC vector of words, with & | ^ ~ << >>
//   X::kAxes        6 + log2(words)
//   X::any(v)       whether a bit is set
//   X::swap_halves<L>(v)         for L >= 6: lanes with bit L - 6 of their number flipped
//   X::exchange<L>(u, v)         u, v: the vectors at address bit 0 and 1; exchanges that bit with inner axis L
//   X::exchange_low<L>(u, v)     only the new u
//   X::Shuffle, X::make_shuffle(order), X::shuffle(v, s)    a permutation of the byte axes (3 and above)
//   X::extract(bits, mask), X::deposit(bits, mask)          pext and pdep
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "solve/rows/row_axes.h"

namespace merels::solve::kernels {

inline constexpr int kMaxVectorWords = 8;
using VectorWords = std::array<Word, kMaxVectorWords>;

// Bits of a word whose number has bit `axis` set.
inline constexpr std::array<Word, kWordAxes> kWordMask = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                                                          0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};

// Bits of a vector (of up to 8 words) with inner axis `axis` set.
alignas(64) inline constexpr auto kAxisMask = [] {
    std::array<VectorWords, 9> masks{};
    for (int axis = 0; axis < 9; ++axis) {
        for (int lane = 0; lane < kMaxVectorWords; ++lane) {
            masks[axis][lane] = axis < kWordAxes ? kWordMask[axis] : (lane >> (axis - kWordAxes) & 1 ? ~Word{0} : 0);
        }
    }
    return masks;
}();

// Bits of a vector whose number has exactly `men` bits set.
alignas(64) inline constexpr auto kLayerMask = [] {
    std::array<VectorWords, 10> masks{};
    for (int lane = 0; lane < kMaxVectorWords; ++lane) {
        for (unsigned bit = 0; bit < 64; ++bit) {
            masks[__builtin_popcount(lane) + __builtin_popcount(bit)][lane] |= Word{1} << bit;
        }
    }
    return masks;
}();

template <class X>
inline typename X::V as_vector(const VectorWords& words) {
    return *reinterpret_cast<const typename X::V*>(words.data());
}
template <class X>
inline typename X::V axis_mask(int axis) {
    return as_vector<X>(kAxisMask[axis]);
}

// The value at the index with axis L cleared, brought to where it is set; and the reverse. The other half of the
// result is garbage that the caller masks.
template <class X, int L>
inline typename X::V move_up(typename X::V v) {
    if constexpr (L < kWordAxes) {
        return v << (1 << L);
    } else {
        return X::template swap_halves<L>(v);
    }
}
template <class X, int L>
inline typename X::V move_down(typename X::V v) {
    if constexpr (L < kWordAxes) {
        return v >> (1 << L);
    } else {
        return X::template swap_halves<L>(v);
    }
}

// Calls f(integral_constant<int, 0>), ..., f(integral_constant<int, N - 1>).
template <int N, class F>
inline __attribute__((always_inline)) void unrolled(F&& f) {
    [&]<int... I>(std::integer_sequence<int, I...>) { (f(std::integral_constant<int, I>{}), ...); }
    (std::make_integer_sequence<int, N>{});
}

}  // namespace merels::solve::kernels
