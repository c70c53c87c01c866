// SPDX-License-Identifier: MIT
// Look-ups that every step of the ultra-strong solution needs, for all numbers of men at once: classes of sets, images
// under symmetries, ranks among the free points of a row. Plain tables, read-only once built; thread-safe.
// Memory: 39 MB for the classes of all sets of up to twelve men.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/worker_pool.h"
#include "index/classes.h"
#include "index/combination.h"
#include "rules/geometry.h"
#include "solve/kernels/cpu/cpu_sets.h"

namespace merels::solve {

// Men on free points as a set of axes, and back: one instruction where the CPU has it (BMI2), else byte by byte.
// Written as assembly, so that files which use it need not be compiled for such CPUs; the branch is always predicted.
#if defined(__x86_64__)
inline std::uint32_t extract_bits(std::uint32_t bits, std::uint32_t mask) {
    std::uint32_t result;
    asm("pext %2, %1, %0" : "=r"(result) : "r"(bits), "r"(mask));
    return result;
}
inline std::uint32_t deposit_bits(std::uint32_t bits, std::uint32_t mask) {
    std::uint32_t result;
    asm("pdep %2, %1, %0" : "=r"(result) : "r"(bits), "r"(mask));
    return result;
}
#else
inline std::uint32_t extract_bits(std::uint32_t bits, std::uint32_t mask) { return to_axes(bits, mask); }
inline std::uint32_t deposit_bits(std::uint32_t bits, std::uint32_t mask) { return to_points(bits, mask); }
#endif

struct AxisBytes {
    std::array<std::array<std::uint8_t, 256>, 256> extract;  // [free][men]
    std::array<std::array<std::uint8_t, 256>, 256> deposit;  // [free][axes]
    std::array<std::uint8_t, 256> count;
};
const AxisBytes& axis_bytes();

// Points where a man beside these men would stand in a mill, taken or not. Points of a ring follow each other in a
// byte, corners are odd; the same point of the three rings is 8 bits apart.
constexpr Mask mill_targets(Board board, Mask men) {
    constexpr Mask kMiddles = 0x555555;
    const auto next = [](Mask m) { return (m << 1 & 0xFEFEFE) | (m >> 7 & 0x010101); };
    const auto back = [](Mask m) { return (m >> 1 & 0x7F7F7F) | (m << 7 & 0x808080); };
    const Mask before = next(men);
    const Mask behind = back(men);
    const Mask corners = (before & next(before)) | (behind & back(behind));
    const Mask ring = (before & behind & kMiddles) | (corners & ~kMiddles);
    const Mask others = (men << 8 | men >> 16) & (men << 16 | men >> 8);
    return (ring | (board == Board::kDiagonals ? others : others & kMiddles)) & kBoardMask;
}

class UltraIndex {
  public:
    // `cpu`: what may be used of the CPU.
    UltraIndex(Board board, int most_men, WorkerPool& pool, CpuSets cpu = cpu_sets());

    const Geometry& board() const { return board_; }
    Mask targets(Mask men) const { return mill_targets(kind_, men); }

    struct Place {
        ClassIndex row;
        Symmetry symmetry;
    };
    // The class of a set. Ranks of sets of the same size, so that a loop over such sets stays in a few MB.
    Place find(Mask men, int size) const {
        const std::uint32_t entry = class_of_[static_cast<std::size_t>(size)][rank(men, size)];
        return {entry >> 4, static_cast<Symmetry>(entry & 15)};
    }
    Mask map(Symmetry s, Mask men) const { return low_[s][men & 4095] | high_[s][men >> 12]; }
    Mask men_of(int men, ClassIndex row) const { return representatives_[men][row]; }
    Mask free_of(int men, ClassIndex row) const { return kBoardMask & ~representatives_[men][row]; }
    // Symmetries other than the identity that keep the men of a row, as bits.
    std::uint16_t stabiliser_of(int men, ClassIndex row) const { return stabilisers_[men][row]; }
    ClassIndex rows(int men) const { return static_cast<ClassIndex>(representatives_[men].size()); }

    std::uint32_t axes(Mask men, Mask free) const {
        if (bmi2_) return extract_bits(men, free);
        const AxisBytes& t = bytes_;
        const std::uint32_t f0 = free & 255, f1 = free >> 8 & 255, f2 = free >> 16;
        const int at1 = t.count[f0];
        const int at2 = at1 + t.count[f1];
        return t.extract[f0][men & 255] | std::uint32_t{t.extract[f1][men >> 8 & 255]} << at1 |
               std::uint32_t{t.extract[f2][men >> 16]} << at2;
    }
    Mask points(std::uint32_t axes, Mask free) const {
        if (bmi2_) return deposit_bits(axes, free);
        const AxisBytes& t = bytes_;
        const std::uint32_t f0 = free & 255, f1 = free >> 8 & 255, f2 = free >> 16;
        const int at1 = t.count[f0];
        const int at2 = at1 + t.count[f1];
        return t.deposit[f0][axes & 255] | Mask{t.deposit[f1][axes >> at1 & 255]} << 8 |
               Mask{t.deposit[f2][axes >> at2 & 255]} << 16;
    }
    // Colex rank of a set of so many axes: the lower twelve axes' part and the others'.
    static constexpr int kLowAxes = 12;
    static constexpr std::uint32_t kLowMask = (1u << kLowAxes) - 1;
    const std::uint32_t* low_ranks() const { return rank_low_.data(); }
    const std::uint32_t* high_ranks(int size) const { return rank_high_[static_cast<std::size_t>(size)].data(); }
    std::uint32_t rank(std::uint32_t axes, int size) const {
        return low_ranks()[axes & kLowMask] + high_ranks(size)[axes >> kLowAxes];
    }
    std::uint32_t rank_on(Mask men, Mask free, int size) const { return rank(axes(men, free), size); }

    // The smallest image of the set under the symmetries of the row.
    Mask smallest(std::uint16_t stabiliser, Mask men) const {
        Mask least = men;
        for (std::uint32_t s = stabiliser; s != 0; s &= s - 1) {
            least = std::min(least, map(static_cast<Symmetry>(std::countr_zero(s)), men));
        }
        return least;
    }
    // Whether no symmetry of the row makes the set smaller.
    bool is_smallest(std::uint16_t stabiliser, Mask men) const {
        for (std::uint32_t s = stabiliser; s != 0; s &= s - 1) {
            if (map(static_cast<Symmetry>(std::countr_zero(s)), men) < men) return false;
        }
        return true;
    }

  private:
    Board kind_;
    bool bmi2_;
    const Geometry& board_;
    const AxisBytes& bytes_;
    std::array<std::vector<std::uint32_t>, kMaxMen + 1> class_of_;  // by size and rank: class * 16 + symmetry
    std::array<std::array<Mask, 4096>, kSymmetries> low_;
    std::array<std::array<Mask, 4096>, kSymmetries> high_;
    std::array<std::vector<Mask>, kMaxMen + 1> representatives_;
    std::array<std::vector<std::uint16_t>, kMaxMen + 1> stabilisers_;
    std::array<std::uint32_t, 4096> rank_low_;
    std::array<std::array<std::uint32_t, 4096>, kMaxMen + 2> rank_high_;  // by size of the set
};

}  // namespace merels::solve
