// SPDX-License-Identifier: MIT
// The self-check of a kernel table against the portable one, on random rows.
#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "index/combination.h"
#include "solve/kernels/bits/cube_kernels.h"
#include "solve/rows/depth_row.h"

namespace merels::solve {
namespace {

using Random = std::mt19937;

// Rows of 2^axes random bits, aligned, with room for one axis more.
class TestRow {
  public:
    explicit TestRow(int axes) : lines_(words_of_row(axes + 1) / kWordsOfLine) {}
    void randomise(Random& random) {
        for (std::size_t i = 0; i < lines_.size() * kWordsOfLine; ++i) data()[i] = Word{random()} << 32 | random();
    }
    void copy(const TestRow& other) { lines_ = other.lines_; }
    Word* data() { return lines_.front().words; }
    // Compares the first 2^axes bits.
    bool equals(TestRow& other, int axes) {
        return std::memcmp(data(), other.data(), words_of_row(axes) * sizeof(Word)) == 0;
    }

  private:
    static constexpr std::size_t kWordsOfLine = kRowAlignment / sizeof(Word);
    struct alignas(kRowAlignment) Line {
        Word words[kWordsOfLine] = {};
    };
    std::vector<Line> lines_;
};

Mask random_men(Random& random, int men) {
    Mask result = 0;
    while (count(result) < men) result |= Mask{1} << random() % kPoints;
    return result;
}

bool check_permute(const CubeKernels& kernels, Random& random, int axes) {
    const CubeKernels& oracle = kernels::portable::bit_kernels();
    TestRow source(axes), mine(axes), theirs(axes), scratch(axes);
    source.randomise(random);
    for (int kind = 0; kind < 3; ++kind) {
        AxisMap map;
        map.axes = axes;
        const int source_axes = axes + (kind == 2);
        std::array<std::int8_t, kPoints + 1> order;
        std::iota(order.begin(), order.begin() + source_axes, std::int8_t{0});
        std::shuffle(order.begin(), order.begin() + source_axes, random);
        std::copy(order.begin(), order.begin() + axes, map.source_of.begin());
        if (kind == 1) {
            map.absent = static_cast<int>(random() % static_cast<unsigned>(axes));
            map.dropped = map.source_of[map.absent];
        }
        if (kind == 2) map.dropped = order[axes];
        mine.randomise(random);
        theirs.copy(mine);
        (kind == 2 ? kernels.permute_and : kernels.permute_or)(mine.data(), source.data(), map, scratch.data());
        (kind == 2 ? oracle.permute_and : oracle.permute_or)(theirs.data(), source.data(), map, scratch.data());
        if (!mine.equals(theirs, axes)) return false;
    }
    return true;
}

bool check_moves(const CubeKernels& kernels, Random& random, int axes) {
    const CubeKernels& oracle = kernels::portable::bit_kernels();
    const Board board = random() % 2 != 0 ? Board::kNine : Board::kDiagonals;
    const auto rule = random() % 2 != 0 ? AllInMills::kAnyMayBeTaken : AllInMills::kNoneMayBeTaken;
    const RowAxes row = row_axes(geometry(board), random_men(random, kPoints - axes));
    TestRow wins(axes), mine(axes), theirs(axes), capture(axes), capture_copy(axes);
    wins.randomise(random);
    kernels.capture_image(mine.data(), wins.data(), row, rule);
    oracle.capture_image(theirs.data(), wins.data(), row, rule);
    if (!mine.equals(theirs, axes)) return false;
    capture.randomise(random);
    capture_copy.copy(capture);
    TestRow scratch(axes);
    kernels.not_lost(mine.data(), wins.data(), capture.data(), row, scratch.data());
    oracle.not_lost(theirs.data(), wins.data(), capture_copy.data(), row, scratch.data());
    if (!mine.equals(theirs, axes)) return false;
    TestRow twice(axes), large_scratch(axes + 1);
    twice.randomise(random);
    const Word* const second = random() % 2 != 0 ? twice.data() : nullptr;
    kernels.place_not_lost(mine.data(), wins.data(), capture.data(), second, row, large_scratch.data());
    oracle.place_not_lost(theirs.data(), wins.data(), capture.data(), second, row, large_scratch.data());
    return mine.equals(theirs, axes);
}

bool check_results(const CubeKernels& kernels, Random& random, int axes) {
    constexpr int kFewest = 2, kMost = 9;
    const CubeKernels& oracle = kernels::portable::bit_kernels();
    TestRow row(axes), mine(axes), theirs(axes);
    row.randomise(random);
    std::array<std::vector<std::uint8_t>, kMost + 1> packed, packed_copy;
    std::array<const std::uint8_t*, kMost + 1> pointers{};
    for (int men = kFewest; men <= kMost; ++men) {
        packed[men].resize(binomial(axes, men));
        packed_copy[men].resize(binomial(axes, men));
        kernels.pack_results(packed[men].data(), row.data(), axes, men);
        oracle.pack_results(packed_copy[men].data(), row.data(), axes, men);
        if (packed[men] != packed_copy[men]) return false;
        packed[men].resize(packed[men].size() + 16);
        pointers[men] = packed[men].data();
    }
    kernels.expand_results(mine.data(), pointers.data(), axes, kFewest, kMost);
    oracle.expand_results(theirs.data(), pointers.data(), axes, kFewest, kMost);
    return mine.equals(theirs, axes);
}

bool check_delta(const CubeKernels& kernels, Random& random, int axes) {
    constexpr int kMost = 9;
    const CubeKernels& oracle = kernels::portable::bit_kernels();
    TestRow known(axes), known_copy(axes), found(axes), canonical(axes), mine(axes), theirs(axes);
    for (TestRow* row : {&known, &found, &canonical}) row->randomise(random);
    known_copy.copy(known);
    auto counts = std::make_unique<LayerCounts>();
    auto counts_copy = std::make_unique<LayerCounts>();
    const bool complement = random() % 2 != 0;
    const Word* mask = random() % 2 != 0 ? canonical.data() : nullptr;
    const RowDelta a =
        kernels.take_new(known.data(), found.data(), complement, mine.data(), axes, 3, kMost, mask, *counts);
    const RowDelta b =
        oracle.take_new(known_copy.data(), found.data(), complement, theirs.data(), axes, 3, kMost, mask, *counts_copy);
    if (a.bits != b.bits || a.layers != b.layers || !mine.equals(theirs, axes) || !known.equals(known_copy, axes)) {
        return false;
    }
    std::array<std::uint64_t, 2 * kPoints> sums{}, sums_copy{};
    kernels.sum_counts(*counts, sums.data());
    oracle.sum_counts(*counts_copy, sums_copy.data());
    if (sums != sums_copy) return false;

    // Depths: all sizes in one array, so that a store into a neighbour shows.
    std::vector<std::uint32_t> ranks(std::size_t{words_of_row(axes)} * 8);
    for (std::uint32_t word = 0; word < words_of_row(axes); ++word) {
        for (std::uint32_t below = 0; below <= 6; ++below) {
            ranks[word * 8 + below] = colex_rank(word << 6 | ((1u << below) - 1));
        }
    }
    std::vector<std::uint8_t> bytes(std::size_t{1} << axes), bytes_copy(std::size_t{1} << axes);
    DepthRow row, row_copy;
    row.rank_of_word = row_copy.rank_of_word = ranks.data();
    std::size_t offset = 0;
    for (int b_men = 0; b_men <= axes; ++b_men) {
        const std::size_t size = binomial(axes, b_men);
        row.begin[b_men] = bytes.data() + offset;
        row.end[b_men] = row.begin[b_men] + size;
        row_copy.begin[b_men] = bytes_copy.data() + offset;
        row_copy.end[b_men] = row_copy.begin[b_men] + size;
        offset += size;
    }
    kernels.record(row, mine.data(), axes, 77);
    oracle.record(row_copy, mine.data(), axes, 77);
    return bytes == bytes_copy;
}

}  // namespace

bool self_check(const CubeKernels& kernels, std::uint32_t seed) {
    Random random(seed);
    for (int axes = kPoints - kMaxMen; axes <= 15; ++axes) {
        for (int round = 0; round < 6; ++round) {
            if (!check_results(kernels, random, axes)) return false;
            if (!check_permute(kernels, random, axes)) return false;
        }
        if (!check_moves(kernels, random, axes) || !check_delta(kernels, random, axes)) return false;
    }
    return true;
}

}  // namespace merels::solve
