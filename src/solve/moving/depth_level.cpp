// SPDX-License-Identifier: MIT
#include "solve/moving/depth_level.h"

#include <cstring>

#include "index/combination.h"
#include "solve/rows/spill.h"

namespace merels::solve {

std::uint64_t DepthLevel::bytes_for(int white_men, const SweepExtent& extent, ClassIndex rows) {
    std::uint64_t bytes = 0;
    for (int b = kMinMen; b <= extent.most_other(white_men); ++b) {
        bytes += std::uint64_t{rows} * binomial(axes_of(white_men), b);
    }
    return bytes;
}

bool DepthLevel::begin(int white_men, const RowShare::Run& rows, const SweepExtent& extent, WorkerPool& pool,
                       Spill* spill) {
    white_men_ = white_men;
    rows_ = rows;
    extent_ = extent;
    spill_ = spill;
    std::uint64_t total = 0;
    for (int b = kMinMen; b <= extent.most_other(white_men); ++b) {
        offset_[b] = total;
        total += std::uint64_t{rows.size()} * binomial(axes_of(white_men), b);
    }
    if (total > bytes_.bytes()) {
        if (!bytes_.allocate(total, spill)) return false;
    } else {
        auto* const bytes = bytes_.as<std::uint8_t>();
        pool.parallel_for((total + kHugePage - 1) / kHugePage, 4, [&](std::size_t from, std::size_t to, int) {
            const std::size_t begin = from * kHugePage;
            std::memset(bytes + begin, 0, std::min<std::size_t>(to * kHugePage, total) - begin);
        });
    }

    // Colex rank of the first set of a word: the axes above 5 with their ordinals, after `below` axes below 6.
    const std::uint32_t words = words_of_row(axes_of(white_men));
    rank_of_word_.assign(std::size_t{words} * 8, 0);
    for (std::uint32_t word = 0; word < words; ++word) {
        for (int below = 0; below <= kWordAxes; ++below) {
            std::uint32_t rank = 0;
            int ordinal = below;
            for (std::uint32_t rest = word; rest != 0; rest &= rest - 1) {
                rank += binomial(kWordAxes + std::countr_zero(rest), ++ordinal);
            }
            rank_of_word_[std::size_t{word} * 8 + below] = rank;
        }
    }
    return true;
}

void DepthLevel::release() { bytes_.release(); }

void DepthLevel::keep_to_limit() const {
    if (spill_ != nullptr) spill_->keep_to_limit();
}

DepthRow DepthLevel::row(ClassIndex index) const {
    DepthRow row;
    row.rank_of_word = rank_of_word_.data();
    for (int b = kMinMen; b <= extent_.most_other(white_men_); ++b) {
        const std::uint64_t size = binomial(axes_of(white_men_), b);
        row.begin[b] = bytes_.as<std::uint8_t>() + offset_[b] + (index - rows_.first) * size;
        row.end[b] = row.begin[b] + size;
    }
    return row;
}

std::span<const std::uint8_t> DepthLevel::subspace(int black_men) const {
    return {bytes_.as<std::uint8_t>() + offset_[black_men],
            std::size_t{rows_.size()} * binomial(axes_of(white_men_), black_men)};
}

}  // namespace merels::solve
