// SPDX-License-Identifier: MIT
// Sets of points by table look-up, for the inner loops over whole tables: compress and expand (what the instructions
// pext and pdep do), colex rank, image under a symmetry, and the class of a set. Same results as the functions of
// src/index, as the tests check; no special instructions are needed.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "index/classes.h"
#include "index/combination.h"

namespace merels {

// Tables of about 0.4 MB; the part that one board uses fits the first or second cache. Built once, read-only.
class PointSets {
  public:
    static const PointSets& get();

    // to_axes: the men on free points as a set of axes.
    std::uint32_t compress(Mask men, Mask free) const {
        const Mask f0 = free & 255, f1 = free >> 8 & 255, f2 = free >> 16;
        return compress_[f0][men & 255] | std::uint32_t{compress_[f1][men >> 8 & 255]} << size_[f0] |
               std::uint32_t{compress_[f2][men >> 16]} << (size_[f0] + size_[f1]);
    }
    // to_points: the inverse.
    Mask expand(std::uint32_t axes, Mask free) const {
        const Mask f0 = free & 255, f1 = free >> 8 & 255, f2 = free >> 16;
        const std::uint32_t rest = axes >> size_[f0];
        return Mask{expand_[f0][axes & 255]} | Mask{expand_[f1][rest & 255]} << 8 |
               Mask{expand_[f2][rest >> size_[f1] & 255]} << 16;
    }
    // colex_rank of a set of at most 24 axes or points.
    std::uint32_t rank(std::uint32_t subset) const {
        const LowHalf low = low_[subset & 4095];
        return low.rank + high_[subset >> 12][low.size];
    }

    // map_men.
    Mask map(Symmetry symmetry, Mask men) const {
        const auto& by_byte = image_[symmetry];
        return by_byte[0][men & 255] | by_byte[1][men >> 8 & 255] | by_byte[2][men >> 16];
    }

    PointSets(const PointSets&) = delete;
    PointSets& operator=(const PointSets&) = delete;

  private:
    PointSets();

    struct LowHalf {
        std::uint16_t rank;
        std::uint16_t size;
    };
    using ByteTable = std::array<std::array<std::uint8_t, 256>, 256>;

    ByteTable compress_{};  // [free][men]
    ByteTable expand_{};    // [free][axes]
    std::array<std::uint8_t, 256> size_{};
    std::array<LowHalf, 4096> low_{};
    std::array<std::array<std::uint32_t, 16>, 4096> high_{};  // [upper half][size of the lower half]
    std::array<std::array<std::array<Mask, 256>, 3>, kSymmetries> image_{};
};

// The classes of the sets of one size, by rank among all of them: one look-up instead of a search. 4 bytes a set, at
// most 11 MB.
class ClassTable {
  public:
    explicit ClassTable(int men);

    ClassRef find(Mask set) const { return at(sets_.rank(set)); }
    // The same in two steps, for loops that have other things to do before the memory answers.
    std::uint32_t fetch(Mask set) const {
        const std::uint32_t rank = sets_.rank(set);
        __builtin_prefetch(&entry_[rank]);
        return rank;
    }
    ClassRef at(std::uint32_t fetched) const {
        const std::uint32_t entry = entry_[fetched];
        return {entry >> 4, static_cast<Symmetry>(entry & 15)};
    }
    Mask representative(ClassIndex index) const { return representatives_[index]; }
    ClassIndex size() const { return static_cast<ClassIndex>(representatives_.size()); }
    // Symmetries other than the identity that keep the representative, bits 1..15.
    std::uint16_t stabiliser_of(ClassIndex index) const { return stabiliser_[index]; }

  private:
    const PointSets& sets_;
    std::vector<std::uint32_t> entry_;  // class index * 16 + symmetry
    std::vector<Mask> representatives_;
    std::vector<std::uint16_t> stabiliser_;
};

// The class tables of a range of sizes.
class ClassTables {
  public:
    ClassTables(int least_men, int most_men) {
        for (int men = least_men; men <= most_men; ++men) tables_[men] = std::make_unique<const ClassTable>(men);
    }
    const ClassTable& operator[](int men) const { return *tables_[men]; }

  private:
    std::array<std::unique_ptr<const ClassTable>, kMaxMen + 1> tables_;
};

// The next larger set of equal size; like next_subset, without a division.
constexpr std::uint32_t following_subset(std::uint32_t subset) {
    const std::uint32_t ripple = subset + (subset & (~subset + 1));
    return ripple | (subset ^ ripple) >> (2 + std::countr_zero(subset));
}

// Calls visit(subset) for all subsets of `axes` axes with `size` members, in colex order.
template <class Visit>
void for_each_subset(int axes, int size, Visit&& visit) {
    std::uint32_t left = binomial(axes, size);
    std::uint32_t subset = (std::uint32_t{1} << size) - 1;
    while (left-- > 0) {
        visit(subset);
        if (left > 0) subset = following_subset(subset);
    }
}

}  // namespace merels
