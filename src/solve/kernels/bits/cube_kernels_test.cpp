// SPDX-License-Identifier: MIT
// Every kernel that this CPU can run against plain loops over the bits of a row, written from the definitions in
// cube_kernels.h.
#include "solve/kernels/bits/cube_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "base/worker_pool.h"
#include "index/combination.h"
#include "solve/kernels/dispatch/kernel_dispatch.h"
#include "solve/rows/big_memory.h"
#include "solve/rows/depth_row.h"

namespace merels::solve {
namespace {

constexpr int kAxesTried[] = {12, 13, 15, 17};

struct AlignedRow {
    explicit AlignedRow(int axes) { EXPECT_TRUE(memory.allocate(std::size_t{1} << (axes - 3))); }
    Word* data() const { return memory.as<Word>(); }
    bool at(AxisSet i) const { return test_bit(data(), i); }
    void randomise(std::mt19937& random, int axes) {
        for (std::uint32_t k = 0; k < words_of_row(axes); ++k) data()[k] = Word{random()} << 32 | random();
    }
    BigMemory memory;
};

Mask random_men(std::mt19937& random, int men) {
    Mask result = 0;
    while (count(result) < men) result |= Mask{1} << random() % kPoints;
    return result;
}

// Records the bits of a row; returns the number of bytes that are not what they should be.
int wrongly_recorded(const CubeKernels& kernels, const AlignedRow& delta, int axes, int fewest, int most) {
    constexpr std::uint8_t kValue = 201;
    std::vector<std::uint32_t> ranks(std::size_t{words_of_row(axes)} * 8);
    for (std::uint32_t word = 0; word < words_of_row(axes); ++word) {
        for (std::uint32_t below = 0; below <= kWordAxes; ++below) {
            ranks[word * 8 + below] = colex_rank(word << 6 | ((1u << below) - 1));
        }
    }
    std::array<std::vector<std::uint8_t>, kPoints> bytes;
    DepthRow row;
    row.rank_of_word = ranks.data();
    for (int men = fewest; men <= most; ++men) {
        bytes[men].assign(binomial(axes, men) + 64, 0);
        row.begin[men] = bytes[men].data();
        row.end[men] = row.begin[men] + binomial(axes, men);
    }
    kernels.record(row, delta.data(), axes, kValue);
    int wrong = 0;
    for (AxisSet i = 0; i < AxisSet{1} << axes; ++i) {
        const int men = std::popcount(i);
        if (men >= fewest && men <= most) wrong += bytes[men][colex_rank(i)] != (delta.at(i) ? kValue : 0);
    }
    for (int men = fewest; men <= most; ++men) {
        wrong +=
            static_cast<int>(std::count_if(bytes[men].end() - 64, bytes[men].end(), [](auto x) { return x != 0; }));
    }
    return wrong;
}

class Kernels : public testing::TestWithParam<KernelKind> {
  protected:
    void SetUp() override {
        const KernelSet* const kernels = find_kernels(GetParam());
        if (kernels == nullptr) GTEST_SKIP() << "this CPU cannot run it";
        kernels_ = kernels->bits;
    }
    const CubeKernels* kernels_ = nullptr;
    std::mt19937 random_{42};
};

INSTANTIATE_TEST_SUITE_P(All, Kernels, testing::Values(KernelKind::kPortable, KernelKind::kAvx2, KernelKind::kAvx512),
                         [](const testing::TestParamInfo<KernelKind>& kind) {
                             return std::string(kind.param == KernelKind::kPortable ? "portable"
                                                : kind.param == KernelKind::kAvx2   ? "avx2"
                                                                                    : "avx512");
                         });

TEST_P(Kernels, PermuteIsTheMapOfEachBit) {
    for (const int axes : kAxesTried) {
        AlignedRow source(axes + 1), before(axes), result(axes), scratch(axes + 1);
        source.randomise(random_, axes + 1);
        for (int round = 0; round < 60; ++round) {
            const int kind = round % 3;  // plain, one half absent, one axis dropped
            const int source_axes = axes + (kind == 2);
            std::vector<std::int8_t> order(static_cast<std::size_t>(source_axes));
            std::iota(order.begin(), order.end(), std::int8_t{0});
            if (round < 30) {
                std::shuffle(order.begin(), order.end(), random_);
            } else {  // like real ones: close to the identity
                std::rotate(order.begin() + random_() % 4, order.begin() + 4, order.begin() + 5 + random_() % 6);
            }
            AxisMap map;
            map.axes = axes;
            std::copy_n(order.begin(), axes, map.source_of.begin());
            if (kind == 1) {
                map.absent = static_cast<int>(random_() % static_cast<unsigned>(axes));
                map.dropped = map.source_of[map.absent];
            }
            if (kind == 2) map.dropped = order[static_cast<std::size_t>(axes)];
            before.randomise(random_, axes);
            std::copy_n(before.data(), words_of_row(axes), result.data());
            (kind == 2 ? kernels_->permute_and : kernels_->permute_or)(result.data(), source.data(), map,
                                                                       scratch.data());
            int wrong = 0;
            for (AxisSet i = 0; i < AxisSet{1} << axes; ++i) {
                AxisSet from = 0;
                for (int a = 0; a < axes; ++a) from |= (i >> a & 1) << map.source_of[a];
                const bool read = source.at(from) && !(map.absent != kNoAxis && (i >> map.absent & 1) != 0);
                const bool expected = kind == 2 ? before.at(i) && read : before.at(i) || read;
                wrong += result.at(i) != expected;
            }
            ASSERT_EQ(wrong, 0) << axes << " axes, round " << round;
        }
    }
}

TEST_P(Kernels, CaptureImageTakesEachRemovableMan) {
    for (int round = 0; round < 12; ++round) {
        const Board board = round % 2 == 0 ? Board::kNine : Board::kDiagonals;
        const auto rule = round / 2 % 2 == 0 ? AllInMills::kAnyMayBeTaken : AllInMills::kNoneMayBeTaken;
        const int axes = kAxesTried[round % 3];
        const Geometry& g = geometry(board);
        const RowAxes row = row_axes(g, random_men(random_, kPoints - axes));
        AlignedRow lost(axes), image(axes);
        lost.randomise(random_, axes);
        kernels_->capture_image(image.data(), lost.data(), row, rule);
        int wrong = 0;
        for (AxisSet i = 1; i < AxisSet{1} << axes; ++i) {
            const Mask men = to_points(i, row.free);
            Mask removable = men & ~g.in_mills(men);
            bool expected = false;
            if (removable == 0 && rule == AllInMills::kNoneMayBeTaken) {
                expected = lost.at(i);
            } else {
                if (removable == 0) removable = men;
                for (; removable != 0; removable &= removable - 1) {
                    expected |= lost.at(to_axes(men & ~(removable & (~removable + 1)), row.free));
                }
            }
            wrong += image.at(i) != expected;
        }
        ASSERT_EQ(wrong, 0) << "round " << round;
    }
}

TEST_P(Kernels, NotLostLooksAtEachMove) {
    for (int round = 0; round < 12; ++round) {
        const Geometry& g = geometry(round % 2 == 0 ? Board::kNine : Board::kDiagonals);
        const int axes = kAxesTried[round % 3];
        const RowAxes row = row_axes(g, random_men(random_, kPoints - axes));
        AlignedRow wins(axes), capture(axes), capture_copy(axes), result(axes), scratch(axes + 1);
        wins.randomise(random_, axes);
        capture.randomise(random_, axes);
        for (std::uint32_t k = 0; k < words_of_row(axes); ++k) {  // many wins, so that some sets are lost
            wins.data()[k] |= Word{random_()} << 32 | random_();
            capture.data()[k] |= Word{random_()} << 32 | random_();
        }
        std::copy_n(capture.data(), words_of_row(axes), capture_copy.data());
        kernels_->not_lost(result.data(), wins.data(), capture.data(), row, scratch.data());
        int wrong = 0;
        int lost = 0;
        for (AxisSet i = 0; i < AxisSet{1} << axes; ++i) {
            const Mask men = to_points(i, row.free);
            bool expected = false;
            for (Mask from = men; from != 0; from &= from - 1) {
                const Mask without = men & ~mask_of(lowest(from));
                for (Mask to = g.neighbours[lowest(from)] & row.free & ~men; to != 0; to &= to - 1) {
                    const AxisSet after = to_axes(without | mask_of(lowest(to)), row.free);
                    expected |= !(g.mills_at(without, lowest(to)) != 0 ? capture_copy : wins).at(after);
                }
            }
            wrong += result.at(i) != expected;
            lost += !expected;
        }
        ASSERT_EQ(wrong, 0) << "round " << round;
        ASSERT_GT(lost, 0);
    }
}

TEST_P(Kernels, NewBitsAreTakenCountedAndRecorded) {
    constexpr int kFewest = 3;
    constexpr int kMost = 9;
    auto counts = std::make_unique<LayerCounts>();
    std::array<std::uint64_t, 2 * kPoints> expected_counts{};
    WorkerPool pool(1);
    for (int round = 0; round < 40; ++round) {
        const int axes = kAxesTried[round % 3];
        AlignedRow known(axes), before(axes), found(axes), delta(axes), canonical(axes);
        known.randomise(random_, axes);
        found.randomise(random_, axes);
        canonical.randomise(random_, axes);
        for (int thin = 0; thin < round % 5; ++thin) {
            for (std::uint32_t k = 0; k < words_of_row(axes); ++k) found.data()[k] &= Word{random_()} << 32 | random_();
        }
        std::copy_n(known.data(), words_of_row(axes), before.data());
        const bool complement = round % 2 != 0;
        const bool with_mask = round % 3 == 0;
        const RowDelta result = kernels_->take_new(known.data(), found.data(), complement, delta.data(), axes, kFewest,
                                                   kMost, with_mask ? canonical.data() : nullptr, *counts);
        std::uint64_t bits = 0;
        std::uint32_t layers = 0;
        int wrong = 0;
        for (AxisSet i = 0; i < AxisSet{1} << axes; ++i) {
            const int men = std::popcount(i);
            const bool fresh = found.at(i) != complement && !before.at(i) && men >= kFewest && men <= kMost;
            wrong += delta.at(i) != fresh || known.at(i) != (before.at(i) || fresh);
            bits += fresh;
            if (fresh) layers |= 1u << men;
            if (fresh && (!with_mask || canonical.at(i))) ++expected_counts[static_cast<std::size_t>(men)];
        }
        ASSERT_EQ(wrong, 0);
        EXPECT_EQ(result.bits, bits);
        EXPECT_EQ(result.layers, layers);

        EXPECT_EQ(wrongly_recorded(*kernels_, delta, axes, kFewest, kMost), 0) << "round " << round;
    }
    std::array<std::uint64_t, 2 * kPoints> sums{};
    kernels_->sum_counts(*counts, sums.data());
    EXPECT_EQ(sums, expected_counts);
    sums.fill(0);
    kernels_->sum_counts(*counts, sums.data());
    EXPECT_EQ(sums, decltype(sums){}) << "the counts must be clear after they were summed";
}

TEST_P(Kernels, PassTheSelfCheck) {
    for (std::uint32_t seed = 1; seed <= 3; ++seed) EXPECT_TRUE(self_check(*kernels_, seed));
}

TEST(SelfCheck, FindsAKernelThatIsWrong) {
    CubeKernels broken = kernels::portable::bit_kernels();
    broken.capture_image = [](Word* image, const Word*, const RowAxes& row, AllInMills) {
        std::fill_n(image, words_of_row(row.axes), Word{0});
    };
    EXPECT_FALSE(self_check(broken, 1));
}

}  // namespace
}  // namespace merels::solve
