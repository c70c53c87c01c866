// SPDX-License-Identifier: MIT
// The self-check of a table of byte kernels against the portable one, on random rows.
#include <algorithm>
#include <bit>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "index/combination.h"
#include "solve/kernels/bytes/byte_kernels.h"

namespace merels::solve {
namespace {

using Random = std::mt19937;

unsigned pick(Random& random, int below) { return static_cast<unsigned>(random() % static_cast<unsigned>(below)); }

class TestRow {
  public:
    // Values from a small set, so that ties and kNotWon are frequent.
    TestRow(int axes, Random& random) : axes_(axes), lines_(bytes_of_row(axes) / sizeof(Line)) {
        for (std::size_t i = 0; i < bytes_of_row(axes); ++i) {
            const auto x = static_cast<unsigned>(random());
            data()[i] = (x & 3) == 0 ? kNotWon : static_cast<std::uint8_t>((x >> 8) % 200);
        }
    }
    std::uint8_t* data() { return lines_.front().bytes; }
    // Compares the entries with at most `most` men.
    bool equals(TestRow& other, int most) {
        for (std::uint32_t i = 0; i < bytes_of_row(axes_); ++i) {
            if (std::popcount(i) <= most && data()[i] != other.data()[i]) return false;
        }
        return true;
    }

  private:
    struct alignas(64) Line {
        std::uint8_t bytes[64];
    };
    int axes_;
    std::vector<Line> lines_;
};

AxisMap random_map(Random& random, int axes, int kind) {  // 0: a slide, 1: a placing, 2: a taking
    AxisMap map;
    map.axes = axes;
    map.most_men = pick(random, 2) == 0 ? kPoints : 3 + static_cast<int>(pick(random, 6));
    if (kind != 2) map.absent = static_cast<int>(pick(random, axes));
    std::vector<int> order(static_cast<std::size_t>(axes + (kind == 1 ? -1 : kind == 2 ? 1 : 0)));
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    if (kind != 1) {
        map.dropped = order.back();
        order.pop_back();
    }
    auto next = order.begin();
    for (int i = 0; i < axes; ++i) {
        map.source_of[i] = static_cast<std::int8_t>(i == map.absent ? map.dropped : *next++);
    }
    return map;
}

bool check_permute(const ByteKernels& kernels, const ByteKernels& oracle, Random& random, int axes) {
    for (int kind = 0; kind < 3; ++kind) {
        const AxisMap map = random_map(random, axes, kind);
        TestRow source(map.source_axes(), random), mine(axes, random);
        for (const auto permute : {&ByteKernels::permute_min, &ByteKernels::permute_max}) {
            TestRow theirs = mine;
            (kernels.*permute)(mine.data(), source.data(), map, {});
            (oracle.*permute)(theirs.data(), source.data(), map, {});
            if (!mine.equals(theirs, map.most_men)) return false;
        }
    }
    return true;
}

bool check_turns(const ByteKernels& kernels, const ByteKernels& oracle, Random& random, int axes) {
    Mask men = 0;
    while (count(men) < kPoints - axes) men |= Mask{1} << pick(random, kPoints);
    const RowAxes row_of = row_axes(geometry(pick(random, 2) == 0 ? Board::kNine : Board::kDiagonals), men);
    const auto rule = pick(random, 2) == 0 ? AllInMills::kAnyMayBeTaken : AllInMills::kNoneMayBeTaken;
    const int most = pick(random, 2) == 0 ? kPoints : 3 + static_cast<int>(pick(random, 6));
    TestRow row(axes, random), once(axes, random), twice(axes, random), mine(axes, random), theirs(axes, random);
    kernels.capture_min(mine.data(), row.data(), row_of, rule, most);
    oracle.capture_min(theirs.data(), row.data(), row_of, rule, most);
    if (!mine.equals(theirs, most)) return false;
    kernels.slide_max(mine.data(), row.data(), once.data(), row_of, most);
    oracle.slide_max(theirs.data(), row.data(), once.data(), row_of, most);
    if (!mine.equals(theirs, most)) return false;
    for (const std::uint8_t* const second :
         {static_cast<const std::uint8_t*>(nullptr), static_cast<const std::uint8_t*>(twice.data())}) {
        mine = theirs = row;
        kernels.place_max(mine.data(), once.data(), second, row_of, most);
        oracle.place_max(theirs.data(), once.data(), second, row_of, most);
        if (!mine.equals(theirs, most)) return false;
    }
    mine = theirs = row;
    kernels.increment(mine.data(), bytes_of_row(axes));
    oracle.increment(theirs.data(), bytes_of_row(axes));
    return mine.equals(theirs, kPoints);
}

bool check_packing(const ByteKernels& kernels, const ByteKernels& oracle, Random& random, int axes) {
    constexpr int kFewest = 2, kMost = 9;
    TestRow row(axes, random), mine(axes, random), theirs(axes, random);
    std::vector<std::vector<std::uint8_t>> packed(kMost + 1);
    const std::uint8_t* pointers[kMost + 1] = {};
    for (int men = kFewest; men <= kMost; ++men) {
        std::vector<std::uint8_t> expected(binomial(axes, men));
        packed[men].resize(expected.size());
        kernels.pack(packed[men].data(), row.data(), axes, men);
        oracle.pack(expected.data(), row.data(), axes, men);
        if (packed[men] != expected) return false;
        packed[men].resize(expected.size() + 16);
        pointers[men] = packed[men].data();
    }
    kernels.expand(mine.data(), pointers, axes, kFewest, kMost);
    oracle.expand(theirs.data(), pointers, axes, kFewest, kMost);
    return mine.equals(theirs, kMost);
}

bool check_counting(const ByteKernels& kernels, const ByteKernels& oracle, Random& random, int axes) {
    const int most = 3 + static_cast<int>(pick(random, 7));
    TestRow row(axes, random);
    std::vector<std::uint64_t> canonical(words_of_row(axes)), bits(canonical.size()), expected_bits(canonical.size());
    for (std::uint64_t& word : canonical) word = std::uint64_t{random()} << 32 | random();
    for (const std::uint64_t* const mask :
         {static_cast<const std::uint64_t*>(nullptr), static_cast<const std::uint64_t*>(canonical.data())}) {
        const auto mine = std::make_unique<ByteHistogram[]>(1);
        const auto theirs = std::make_unique<ByteHistogram[]>(1);
        kernels.count(mine[0], row.data(), mask, axes, most);
        oracle.count(theirs[0], row.data(), mask, axes, most);
        for (int men = 0; men <= most; ++men) {
            if (!std::equal(mine[0][men], mine[0][men] + kNotWon, theirs[0][men])) return false;
        }
    }
    const std::uint8_t value = std::min<std::uint8_t>(row.data()[pick(random, 4096)], kMostDepth);
    const std::uint8_t next = kernels.find_value(bits.data(), row.data(), axes, most, value);
    return oracle.find_value(expected_bits.data(), row.data(), axes, most, value) == next && bits == expected_bits;
}

}  // namespace

bool self_check(const ByteKernels& kernels, std::uint32_t seed) {
    const ByteKernels& oracle = kernels::portable::byte_kernels();
    Random random(seed);
    for (int axes = kPoints - kMaxMen; axes <= kPoints - kMaxMen + 2; ++axes) {
        for (int round = 0; round < 8; ++round) {
            if (!check_permute(kernels, oracle, random, axes)) return false;
        }
        if (!check_turns(kernels, oracle, random, axes) || !check_packing(kernels, oracle, random, axes) ||
            !check_counting(kernels, oracle, random, axes)) {
            return false;
        }
    }
    return true;
}

}  // namespace merels::solve
