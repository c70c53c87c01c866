// SPDX-License-Identifier: MIT
// Rows of results against rows of depths: whatever is done to both, the results are the depths without their numbers.
// The rows of depths are the portable ones, which go entry by entry.
#include "solve/placing/placing_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <random>
#include <vector>

#include "index/combination.h"
#include "solve/rows/big_memory.h"

namespace merels::solve {
namespace {

// The same row in both kinds.
struct Twins {
    explicit Twins(int row_axes) : axes(row_axes) {
        EXPECT_TRUE(depths.allocate(std::size_t{1} << axes));
        EXPECT_TRUE(results.allocate(std::size_t{1} << (axes - 3)));
    }
    std::uint8_t* depth() const { return depths.as<std::uint8_t>(); }
    std::uint8_t* result() const { return results.as<std::uint8_t>(); }
    bool won(AxisSet entry) const { return test_bit(results.as<Word>(), entry); }
    void randomise(std::mt19937& random) const {
        std::fill_n(result(), std::size_t{1} << (axes - 3), std::uint8_t{0});
        for (AxisSet i = 0; i < AxisSet{1} << axes; ++i) {
            const unsigned value = static_cast<unsigned>(random());
            depth()[i] = (value & 7) == 0 ? kNotWon : static_cast<std::uint8_t>(1 + (value >> 8) % 200);
            if (depth()[i] != kNotWon) results.as<Word>()[i >> 6] |= Word{1} << (i & 63);
        }
    }
    void expect_same(int most, const char* what) const {
        for (AxisSet i = 0; i < AxisSet{1} << axes; ++i) {
            if (std::popcount(i) > most) continue;
            ASSERT_EQ(won(i), depth()[i] != kNotWon) << what << ", entry " << i;
        }
    }

    int axes;
    BigMemory depths, results;
};

class PlacingRowsTest : public testing::TestWithParam<KernelKind> {
  protected:
    void SetUp() override {
        if (results_ == nullptr) GTEST_SKIP() << "this CPU cannot run it";
        ASSERT_TRUE(memory_.allocate(std::size_t{8} << 20));
    }
    std::uint8_t* scratch() const { return memory_.as<std::uint8_t>(); }
    int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
    RowAxes random_axes(int axes) {
        Mask men = 0;
        while (count(men) < kPoints - axes) men |= mask_of(static_cast<Point>(pick(kPoints)));
        return row_axes(geometry(pick(2) == 0 ? Board::kNine : Board::kDiagonals), men);
    }

    std::unique_ptr<const PlacingRows> depths_ = make_depth_rows(KernelKind::kPortable);
    std::unique_ptr<const PlacingRows> results_ = make_result_rows(GetParam());
    std::mt19937 random_{77};
    BigMemory memory_;
};

INSTANTIATE_TEST_SUITE_P(Kinds, PlacingRowsTest, testing::Values(KernelKind::kPortable, KernelKind::kAuto),
                         [](const auto& kind) {
                             return std::string(kind.param == KernelKind::kPortable ? "portable" : "auto");
                         });

TEST_P(PlacingRowsTest, ChoicesThroughMaps) {
    for (int trial = 0; trial < 300; ++trial) {
        enum { kPlaced, kSlid, kTaken } const kind{trial % 3 == 0 ? kPlaced : trial % 3 == 1 ? kSlid : kTaken};
        AxisMap map;
        map.axes = 13 + pick(3);
        map.most_men = kPoints;
        if (kind != kTaken) map.absent = pick(map.axes);
        std::vector<std::int8_t> order(map.axes + (kind == kPlaced ? -1 : kind == kTaken ? 1 : 0));
        std::iota(order.begin(), order.end(), std::int8_t{0});
        for (int swaps = pick(20); swaps > 0; --swaps) {
            std::swap(order[pick(static_cast<int>(order.size()))], order[pick(static_cast<int>(order.size()))]);
        }
        Twins source(static_cast<int>(order.size())), target(map.axes);
        if (kind != kPlaced) {
            map.dropped = order.back();
            order.pop_back();
        }
        auto next = order.begin();
        for (int i = 0; i < map.axes; ++i)
            map.source_of[i] = i == map.absent ? static_cast<std::int8_t>(map.dropped) : *next++;
        source.randomise(random_);
        target.randomise(random_);
        if (kind == kTaken) {
            depths_->worst(target.depth(), source.depth(), map, {}, scratch());
            results_->worst(target.result(), source.result(), map, {}, scratch());
        } else {
            depths_->best(target.depth(), source.depth(), map, {}, scratch());
            results_->best(target.result(), source.result(), map, {}, scratch());
        }
        target.expect_same(kPoints, kind == kPlaced ? "placed" : kind == kSlid ? "slid" : "taken");
        if (HasFatalFailure()) return;
    }
}

TEST_P(PlacingRowsTest, StepsWithinARow) {
    for (int trial = 0; trial < 60; ++trial) {
        const RowAxes axes = random_axes(12 + pick(5));
        const auto rule = pick(2) == 0 ? AllInMills::kAnyMayBeTaken : AllInMills::kNoneMayBeTaken;
        Twins row(axes.axes), once(axes.axes), twice(axes.axes), out(axes.axes);
        for (const Twins* twins : {&row, &once, &twice}) twins->randomise(random_);
        depths_->capture(out.depth(), row.depth(), axes, rule, kPoints);
        results_->capture(out.result(), row.result(), axes, rule, kPoints);
        out.expect_same(kPoints, "capture");

        const int flying = pick(4);
        depths_->slide(out.depth(), row.depth(), once.depth(), axes, kPoints, flying, scratch());
        results_->slide(out.result(), row.result(), once.result(), axes, kPoints, flying, scratch());
        out.expect_same(kPoints, "slide");

        const bool two = pick(2) == 0;
        depths_->place(row.depth(), once.depth(), two ? twice.depth() : nullptr, axes, kPoints, scratch());
        results_->place(row.result(), once.result(), two ? twice.result() : nullptr, axes, kPoints, scratch());
        row.expect_same(kPoints, "place");

        const int men = pick(4);
        depths_->win_small_sets(row.depth(), axes.axes, men);
        results_->win_small_sets(row.result(), axes.axes, men);
        depths_->draw_full_board(row.depth(), axes.axes);
        results_->draw_full_board(row.result(), axes.axes);
        row.expect_same(kPoints, "ends");
        if (HasFatalFailure()) return;
    }
}

TEST_P(PlacingRowsTest, PackedExpandedCounted) {
    constexpr int kFewest = 1, kMost = 9;
    for (int trial = 0; trial < 20; ++trial) {
        const int axes = 12 + pick(4);
        Twins row(axes), back(axes);
        row.randomise(random_);
        std::array<std::vector<std::uint8_t>, kMost + 1> packed;
        std::array<const std::uint8_t*, kPoints + 1> sources{};
        for (int men = kFewest; men <= kMost; ++men) {
            std::vector<std::uint8_t> expected(binomial(axes, men));
            packed[men].resize(expected.size());
            depths_->pack(expected.data(), row.depth(), axes, men);
            results_->pack(packed[men].data(), row.result(), axes, men);
            for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(packed[men][i], expected[i] != 0) << i;
            expected.resize(expected.size() + 16);
            packed[men] = expected;  // depths serve as results
            sources[men] = packed[men].data();
        }
        depths_->expand(back.depth(), sources.data(), axes, kFewest, kMost);
        results_->expand(back.result(), sources.data(), axes, kFewest, kMost);
        back.expect_same(kMost, "expand");
        std::vector<std::uint64_t> canonical(words_of_row(axes));
        for (std::uint64_t& word : canonical) word = std::uint64_t{random_()} << 32 | random_();
        const std::uint64_t* const mask = trial % 2 == 0 ? canonical.data() : nullptr;
        const auto counts = std::make_unique<std::array<std::uint32_t[kHistogramMen][256], 2>>();
        depths_->count((*counts)[0], row.depth(), mask, axes, kMost);
        results_->count((*counts)[1], row.result(), mask, axes, kMost);
        for (int men = 0; men <= kMost; ++men) {
            const auto& by_depth = (*counts)[0][men];
            EXPECT_EQ((*counts)[1][men][1], std::accumulate(by_depth, by_depth + kNotWon, 0u)) << men;
        }
        if (HasFatalFailure()) return;
    }
}

// Twelve against twelve: the side that is to move on the full board is blocked and has lost, unless the rules make it a
// draw; the placing before it reads what was made of it.
TEST_P(PlacingRowsTest, AFullBoardIsLostOrDrawn) {
    constexpr int kAxes = kPoints - kMaxMen;
    constexpr AxisSet kFull = (AxisSet{1} << kAxes) - 1;
    const Twins row(kAxes), once(kAxes), out(kAxes);
    for (int trial = 0; trial < 40; ++trial) {
        const RowAxes axes = random_axes(kAxes);
        row.randomise(random_);
        once.randomise(random_);
        // All that the last man can close is taken with success, so that only the full board decides.
        std::fill_n(once.depth(), std::size_t{1} << kAxes, std::uint8_t{3});
        std::fill_n(once.result(), std::size_t{1} << (kAxes - 3), std::uint8_t{0xff});
        depths_->slide(out.depth(), row.depth(), once.depth(), axes, kMaxMen, kMinMen, scratch());
        results_->slide(out.result(), row.result(), once.result(), axes, kMaxMen, kMinMen, scratch());
        EXPECT_EQ(out.depth()[kFull], 0);
        EXPECT_TRUE(out.won(kFull));
        const bool drawn = trial % 2 == 0;
        if (drawn) {
            depths_->draw_full_board(out.depth(), kAxes);
            results_->draw_full_board(out.result(), kAxes);
        }
        EXPECT_EQ(out.depth()[kFull], drawn ? kNotWon : 0);
        EXPECT_NE(out.won(kFull), drawn);
        depths_->place(out.depth(), once.depth(), nullptr, axes, kMaxMen - 1, scratch());
        results_->place(out.result(), once.result(), nullptr, axes, kMaxMen - 1, scratch());
        for (int q = 0; q < kAxes; ++q) {
            const AxisSet before = kFull ^ AxisSet { 1 } << q;
            const bool mill = axes.line_count[q] > 0;  // all other axes have a man
            const int expected = mill ? 3 : drawn ? kNotWon : 0;
            EXPECT_EQ(out.depth()[before], expected) << "placing on axis " << q;
            EXPECT_EQ(out.won(before), expected != kNotWon);
        }
    }
}

}  // namespace
}  // namespace merels::solve
