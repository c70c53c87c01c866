// SPDX-License-Identifier: MIT
// Every kernel against the portable one, on random rows.
#include "solve/kernels/bytes/byte_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "index/combination.h"
#include "solve/kernels/dispatch/kernel_dispatch.h"

namespace merels::solve {
namespace {

struct Free {
    void operator()(std::uint8_t* p) const { std::free(p); }
};
using Row = std::unique_ptr<std::uint8_t[], Free>;

Row make_row(int axes) {
    const std::size_t bytes = std::max<std::size_t>(bytes_of_row(axes), 64);
    return Row(static_cast<std::uint8_t*>(std::aligned_alloc(64, bytes)));
}

class ByteKernelsTest : public testing::TestWithParam<KernelKind> {
  protected:
    void SetUp() override {
        const KernelSet* const kernels = find_kernels(GetParam());
        if (kernels == nullptr) GTEST_SKIP() << "this CPU cannot run them";
        fast_ = kernels->bytes;
    }
    // Values from a small set, so that ties and kNotWon are frequent.
    Row random_row(int axes) {
        Row row = make_row(axes);
        for (std::size_t i = 0; i < bytes_of_row(axes); ++i) {
            const auto x = static_cast<unsigned>(rng_());
            row[i] = (x & 3) == 0 ? kNotWon : static_cast<std::uint8_t>((x >> 8) % 200);
        }
        return row;
    }
    Row copy(const Row& row, int axes) {
        Row other = make_row(axes);
        std::copy_n(row.get(), bytes_of_row(axes), other.get());
        return other;
    }
    Mask random_men(int men) {
        Mask set = 0;
        while (count(set) < men) set |= mask_of(static_cast<Point>(rng_() % kPoints));
        return set;
    }
    int pick(int below) { return static_cast<int>(rng_() % static_cast<unsigned>(below)); }
    static void expect_equal(const Row& a, const Row& b, int axes, int most) {
        for (std::uint32_t i = 0; i < bytes_of_row(axes); ++i) {
            if (std::popcount(i) > most) continue;
            ASSERT_EQ(int{a[i]}, int{b[i]}) << "entry " << i;
        }
    }

    const ByteKernels& plain_ = kernels::portable::byte_kernels();
    const ByteKernels* fast_ = nullptr;
    std::mt19937 rng_{20261116};
};

INSTANTIATE_TEST_SUITE_P(InstructionSets, ByteKernelsTest, testing::Values(KernelKind::kAvx2, KernelKind::kAvx512),
                         [](const auto& kind) { return kind.param == KernelKind::kAvx2 ? "avx2" : "avx512"; });

TEST_P(ByteKernelsTest, Permutations) {
    for (int trial = 0; trial < 3000; ++trial) {
        AxisMap map;
        map.axes = 12 + pick(trial % 50 == 0 ? 9 : 3);
        map.most_men = pick(2) == 0 ? 24 : 2 + pick(9);
        const bool absent = pick(3) != 0;
        const bool dropped = pick(2) == 0;
        if (absent) map.absent = pick(3) == 0 ? pick(5) : pick(map.axes);
        std::vector<int> axes(map.axes - (absent ? 1 : 0) + (dropped ? 1 : 0));
        std::iota(axes.begin(), axes.end(), 0);
        // From nearly sorted to fully mixed: few and many exchanges between inner and outer axes.
        const int swaps = pick(4) == 0 ? 100 : pick(6);
        for (int i = 0; i < swaps; ++i) std::swap(axes[pick(axes.size())], axes[pick(axes.size())]);
        if (dropped) {
            map.dropped = axes.back();
            axes.pop_back();
        }
        for (int i = 0, n = 0; i < map.axes; ++i) map.source_of[i] = i == map.absent ? map.dropped : axes[n++];
        const Row source = random_row(map.source_axes());
        const Row start = random_row(map.axes);
        PrefetchHint hint;
        if (pick(2) == 0) hint = {source.get(), map.source_axes(), map.dropped, map.most_men};
        for (const bool max : {false, true}) {
            const Row expected = copy(start, map.axes);
            const Row actual = copy(start, map.axes);
            (max ? plain_.permute_max : plain_.permute_min)(expected.get(), source.get(), map, hint);
            (max ? fast_->permute_max : fast_->permute_min)(actual.get(), source.get(), map, hint);
            expect_equal(expected, actual, map.axes, map.most_men);
            if (map.absent >= 0) {  // the other half is not touched
                for (std::uint32_t i = 0; i < bytes_of_row(map.axes); ++i) {
                    const bool touched = (i >> map.absent & 1) == 0;
                    ASSERT_TRUE(touched || start[i] == actual[i]);
                }
            }
            if (HasFatalFailure()) return;
        }
    }
}

TEST_P(ByteKernelsTest, RowLocalSteps) {
    for (int trial = 0; trial < 60; ++trial) {
        const Geometry& board = geometry(trial % 2 == 0 ? Board::kNine : Board::kDiagonals);
        const int men = 6 + pick(7);
        const RowAxes axes = row_axes(board, random_men(men));
        const int most = pick(3) == 0 ? 24 : 3 + pick(7);
        const Row row = random_row(axes.axes);
        const Row once = random_row(axes.axes);
        const Row twice = random_row(axes.axes);
        for (const AllInMills rule : {AllInMills::kAnyMayBeTaken, AllInMills::kNoneMayBeTaken}) {
            const Row expected = make_row(axes.axes);
            const Row actual = make_row(axes.axes);
            plain_.capture_min(expected.get(), row.get(), axes, rule, most);
            fast_->capture_min(actual.get(), row.get(), axes, rule, most);
            expect_equal(expected, actual, axes.axes, most);
        }
        for (const std::uint8_t* second :
             {static_cast<const std::uint8_t*>(nullptr), static_cast<const std::uint8_t*>(twice.get())}) {
            const Row expected = copy(row, axes.axes);
            const Row actual = copy(row, axes.axes);
            plain_.place_max(expected.get(), once.get(), second, axes, most);
            fast_->place_max(actual.get(), once.get(), second, axes, most);
            expect_equal(expected, actual, axes.axes, most);
        }
        const Row expected = make_row(axes.axes);
        const Row actual = make_row(axes.axes);
        plain_.slide_max(expected.get(), row.get(), once.get(), axes, most);
        fast_->slide_max(actual.get(), row.get(), once.get(), axes, most);
        expect_equal(expected, actual, axes.axes, most);
        if (HasFatalFailure()) return;
    }
}

TEST_P(ByteKernelsTest, IncrementStopsAtNotWon) {
    const Row row = random_row(13);
    row[5] = 253;
    const Row expected = copy(row, 13);
    plain_.increment(expected.get(), bytes_of_row(13));
    fast_->increment(row.get(), bytes_of_row(13));
    expect_equal(expected, row, 13, 24);
    EXPECT_EQ(expected[5], 254);
}

TEST_P(ByteKernelsTest, PackAndExpand) {
    for (int trial = 0; trial < 40; ++trial) {
        const int axes = 12 + pick(7);
        const Row row = random_row(axes);
        std::vector<std::vector<std::uint8_t>> packed(kPoints + 1);
        const std::uint8_t* pointers[kPoints + 1] = {};
        for (int men = 0; men <= axes; ++men) {
            std::vector<std::uint8_t> expected(binomial(axes, men));
            plain_.pack(expected.data(), row.get(), axes, men);
            packed[men].assign(expected.size() + 16, 77);
            fast_->pack(packed[men].data(), row.get(), axes, men);
            ASSERT_TRUE(std::equal(expected.begin(), expected.end(), packed[men].begin()));
            for (std::size_t i = expected.size(); i < packed[men].size(); ++i) ASSERT_EQ(packed[men][i], 77);
            pointers[men] = packed[men].data();
        }
        const int fewest = pick(5);
        const int most = fewest + pick(axes - fewest + 1);
        const Row expected = make_row(axes);
        const Row actual = make_row(axes);
        plain_.expand(expected.get(), pointers, axes, fewest, most);
        fast_->expand(actual.get(), pointers, axes, fewest, most);
        expect_equal(expected, actual, axes, most);
        for (std::uint32_t i = 0; i < bytes_of_row(axes); ++i) {
            const int men = std::popcount(i);
            if (men > most) continue;
            const bool kept = men >= fewest && row[i] != 0;
            ASSERT_EQ(int{expected[i]}, kept ? int{row[i]} : int{kNotWon});
        }
    }
}

TEST_P(ByteKernelsTest, Counting) {
    for (int trial = 0; trial < 20; ++trial) {
        const int axes = 12 + pick(4);
        const int most = 3 + pick(10);
        const Row row = random_row(axes);
        std::vector<std::uint64_t> canonical(bytes_of_row(axes) / 64);
        for (auto& word : canonical) word = std::uint64_t{rng_()} << 32 | rng_();
        for (const std::uint64_t* mask :
             {static_cast<const std::uint64_t*>(nullptr), static_cast<const std::uint64_t*>(canonical.data())}) {
            const auto expected = std::make_unique<ByteHistogram[]>(1);
            const auto actual = std::make_unique<ByteHistogram[]>(1);
            plain_.count(expected[0], row.get(), mask, axes, most);
            fast_->count(actual[0], row.get(), mask, axes, most);
            for (int men = 0; men <= most; ++men) {
                for (int s = 0; s < kNotWon; ++s) ASSERT_EQ(expected[0][men][s], actual[0][men][s]) << men << ' ' << s;
            }
        }
    }
}

TEST_P(ByteKernelsTest, FindValue) {
    for (int trial = 0; trial < 40; ++trial) {
        const int axes = 9 + pick(7);
        const int most = pick(axes + 1);
        const Row row = random_row(axes);
        const std::uint8_t value = row[static_cast<std::size_t>(pick(512))];
        if (value == kNotWon) continue;
        std::vector<std::uint64_t> bits(words_of_row(axes));
        const int next = fast_->find_value(bits.data(), row.get(), axes, most, value);
        int expected = kNotWon;
        for (std::uint32_t i = 0; i < bytes_of_row(axes); ++i) {
            const bool used = std::popcount(i) <= most;
            ASSERT_EQ((bits[i >> 6] >> (i & 63) & 1) != 0, used && row[i] == value) << i;
            if (used && row[i] > value) expected = std::min<int>(expected, row[i]);
        }
        ASSERT_EQ(next, expected);
    }
}

TEST_P(ByteKernelsTest, PassTheSelfCheck) {
    for (std::uint32_t seed = 1; seed <= 3; ++seed) EXPECT_TRUE(self_check(*fast_, seed));
}

// Each function in turn is replaced by one that does nothing.
TEST(ByteSelfCheck, FindsAKernelThatIsWrong) {
    const ByteKernels& right = kernels::portable::byte_kernels();
    EXPECT_TRUE(self_check(right, 1));
    const auto expect_found = [&](const char* name, auto member) {
        ByteKernels broken = right;
        broken.*member = [](auto...) {};
        EXPECT_FALSE(self_check(broken, 1)) << name;
    };
    expect_found("permute_min", &ByteKernels::permute_min);
    expect_found("permute_max", &ByteKernels::permute_max);
    expect_found("capture_min", &ByteKernels::capture_min);
    expect_found("place_max", &ByteKernels::place_max);
    expect_found("slide_max", &ByteKernels::slide_max);
    expect_found("increment", &ByteKernels::increment);
    expect_found("pack", &ByteKernels::pack);
    expect_found("expand", &ByteKernels::expand);
    ByteKernels finds_nothing = right;
    finds_nothing.find_value = [](std::uint64_t*, const std::uint8_t*, int, int, std::uint8_t) { return kNotWon; };
    EXPECT_FALSE(self_check(finds_nothing, 1));
    ByteKernels miscounts = right;
    miscounts.count = [](ByteHistogram&, const std::uint8_t*, const std::uint64_t*, int, int) {};
    EXPECT_FALSE(self_check(miscounts, 1));
}

}  // namespace
}  // namespace merels::solve
