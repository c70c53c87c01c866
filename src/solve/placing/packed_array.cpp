// SPDX-License-Identifier: MIT
#include "solve/placing/packed_array.h"

#include <algorithm>

#include "index/combination.h"
#include "solve/rows/byte_rows.h"

namespace merels::solve {
namespace {

// A set that does not fit a row may still be ranked, and what it points at be read and thrown away.
constexpr std::size_t kReadBehind = std::size_t{1} << 22;
static_assert(kReadBehind > kBinomial[kPoints][kPoints / 2]);

}  // namespace

std::size_t PackedArray::bytes_for(int row_men, int cube_men) {
    std::size_t total = kReadBehind;
    for (int men = 0; men <= row_men; ++men) {
        for (int cube = 0; cube <= cube_men; ++cube) {
            total += std::size_t{Classes::get().size(men)} * binomial(kPoints - men, cube);
        }
    }
    return total;
}

bool PackedArray::allocate(int row_men, int cube_men) {
    row_men_ = row_men;
    cube_men_ = cube_men;
    std::size_t offset = 0;
    for (int men = 0; men <= row_men; ++men) {
        for (int cube = 0; cube <= cube_men; ++cube) {
            Block& block = blocks_[men][cube];
            block.offset = offset;
            block.row_size = binomial(kPoints - men, cube);
            block.wins.assign(Classes::get().size(men), 0);
            offset += block.wins.size() * block.row_size;
        }
    }
    return memory_.allocate(bytes_for(row_men, cube_men));
}

void PackedArray::note_wins(int men, int cube, ClassIndex index) {
    const std::uint8_t* const first = row(men, cube, index);
    std::uint8_t all = kNotWon;
    for (std::size_t i = 0; i < row_size(men, cube); ++i) all &= first[i];
    blocks_[men][cube].wins[index] = all != kNotWon;
}

SetRanks::SetRanks(int most) {
    low_.resize(kHalfSize);
    for (auto& high : high_) high.resize(kHalfSize);
    for (std::uint32_t set = 0; set < kHalfSize; ++set) {
        low_[set] = colex_rank(set);
        for (std::size_t below = 0; below <= kHalf; ++below) {
            std::uint32_t rank = 0;
            int ordinal = static_cast<int>(below);
            for (std::uint32_t rest = set; rest != 0; rest &= rest - 1) {
                rank += binomial(kHalf + std::countr_zero(rest), ++ordinal);
            }
            high_[below][set] = rank;
        }
    }
    for (int size = 0; size <= most; ++size) {
        std::vector<AxisSet> all(binomial(kPoints, size));
        AxisSet set = (AxisSet{1} << size) - 1;
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i] = set;
            if (i + 1 < all.size()) set = next_subset(set);
        }
        sets_.push_back(std::move(all));
    }
}

}  // namespace merels::solve
