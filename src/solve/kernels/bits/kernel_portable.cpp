// SPDX-License-Identifier: MIT
// The oracle: plain 64-bit words, no instruction beyond standard C++.
#include <utility>

#include "solve/kernels/bits/kernel_table.h"

namespace merels::solve::kernels::portable {
namespace {

struct Vector {
    using V = Word;
    static constexpr int kAxes = kWordAxes;
    static constexpr bool kGroupStores = false;

    static bool any(V v) { return v != 0; }

    template <int L>
    static void exchange(V& u, V& v) {
        const V t = ((u >> (1 << L)) ^ v) & ~kWordMask[L];
        v ^= t;
        u ^= t << (1 << L);
    }
    template <int L>
    static V exchange_low(V u, V v) {
        return (u & ~kWordMask[L]) | (v << (1 << L) & kWordMask[L]);
    }
    // Of no use here: axes 6 and above are addresses.
    template <int L>
    static V swap_halves(V v) {
        static_assert(L < kAxes);
        return v;
    }

    // Byte axes are 3..5: at most two delta swaps.
    struct Shuffle {
        int shift[2] = {0, 0};
        V mask[2] = {0, 0};
    };
    static Shuffle make_shuffle(const std::uint8_t* order) {
        Shuffle s;
        int at[kAxes] = {0, 1, 2, 3, 4, 5};  // what each place holds
        for (int place = 3; place < 5; ++place) {
            int from = place;
            while (at[from] != order[place]) ++from;
            if (from == place) continue;
            s.shift[place - 3] = (1 << from) - (1 << place);
            s.mask[place - 3] = kWordMask[place] & ~kWordMask[from];
            std::swap(at[place], at[from]);
        }
        return s;
    }
    static V shuffle(V v, const Shuffle& s) {
        for (int i = 0; i < 2; ++i) {
            const V t = ((v >> s.shift[i]) ^ v) & s.mask[i];
            v ^= t ^ (t << s.shift[i]);
        }
        return v;
    }

    static std::uint64_t extract(std::uint64_t bits, std::uint64_t mask) {
        std::uint64_t result = 0;
        for (std::uint64_t bit = 1; mask != 0; mask &= mask - 1, bit <<= 1) {
            if ((bits & mask & (~mask + 1)) != 0) result |= bit;
        }
        return result;
    }
    static std::uint64_t deposit(std::uint64_t bits, std::uint64_t mask) {
        std::uint64_t result = 0;
        for (; mask != 0; mask &= mask - 1, bits >>= 1) {
            if ((bits & 1) != 0) result |= mask & (~mask + 1);
        }
        return result;
    }
    static void store_group(std::uint8_t*, const std::uint8_t*, std::uint32_t, std::uint8_t) {}
};

constexpr CubeKernels kTable = make_kernels<Vector>("portable");

}  // namespace

const CubeKernels& bit_kernels() { return kTable; }

}  // namespace merels::solve::kernels::portable
