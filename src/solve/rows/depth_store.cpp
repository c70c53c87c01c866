// SPDX-License-Identifier: MIT
#include "solve/rows/depth_store.h"

#include <cstring>

#include "index/combination.h"

namespace merels::solve {

std::uint64_t DepthStore::bytes_for(int first, int last, const SweepExtent& extent) {
    std::uint64_t bytes = 0;
    for (int w = first; w <= last; ++w) {
        for (int b = kMinMen; b <= extent.most_other(w); ++b) {
            bytes += std::uint64_t{Classes::get().size(w)} * binomial(axes_of(w), b);
        }
    }
    return bytes;
}

bool DepthStore::allocate(int first, int last, const SweepExtent& extent, WorkerPool& pool) {
    first_ = first;
    last_ = last;
    extent_ = extent;
    std::uint64_t total = 0;
    for (int w = first; w <= last; ++w) {
        for (int b = kMinMen; b <= extent.most_other(w); ++b) {
            offset_[w][b] = total;
            total += std::uint64_t{Classes::get().size(w)} * binomial(axes_of(w), b);
        }
    }
    if (!bytes_.allocate(total)) return false;
    // First touch by all threads: a huge page at a time.
    std::uint8_t* bytes = bytes_.as<std::uint8_t>();
    pool.parallel_for((total + kHugePage - 1) / kHugePage, 4, [&](std::size_t from, std::size_t to, int) {
        for (std::size_t page = from; page < to; ++page)
            *static_cast<volatile std::uint8_t*>(bytes + page * kHugePage) = 0;
    });

    // Colex rank of the first set of a word: the axes above 5 with their ordinals, after `below` axes below 6.
    const std::uint32_t words = words_of_row(axes_of(first));
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

void DepthStore::clear(WorkerPool& pool) {
    std::uint8_t* bytes = bytes_.as<std::uint8_t>();
    const std::size_t total = bytes_.bytes();
    pool.parallel_for((total + kHugePage - 1) / kHugePage, 4, [&](std::size_t from, std::size_t to, int) {
        const std::size_t begin = from * kHugePage;
        std::memset(bytes + begin, 0, std::min(to * kHugePage, total) - begin);
    });
}

DepthRow DepthStore::row(int white_men, ClassIndex index) const {
    DepthRow row;
    row.rank_of_word = rank_of_word_.data();
    for (int b = kMinMen; b <= extent_.most_other(white_men); ++b) {
        const std::uint64_t size = binomial(axes_of(white_men), b);
        row.begin[b] = bytes_.as<std::uint8_t>() + offset_[white_men][b] + index * size;
        row.end[b] = row.begin[b] + size;
    }
    return row;
}

std::span<std::uint8_t> DepthStore::subspace(int white_men, int black_men) const {
    return {bytes_.as<std::uint8_t>() + offset_[white_men][black_men],
            std::size_t{Classes::get().size(white_men)} * binomial(axes_of(white_men), black_men)};
}

}  // namespace merels::solve
