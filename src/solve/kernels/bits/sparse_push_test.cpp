// SPDX-License-Identifier: MIT
// The per-bit paths on their own: which new bits go on lists.
#include "solve/kernels/bits/sparse_push.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "solve/kernels/dispatch/kernel_dispatch.h"
#include "solve/rows/row_table.h"

namespace merels::solve {
namespace {

constexpr int kMen = 4;

class SparsePush : public testing::TestWithParam<KernelKind> {
  protected:
    void SetUp() override {
        const KernelSet* const kernels = find_kernels(GetParam());
        if (kernels == nullptr) GTEST_SKIP() << "this CPU cannot run it";
        kernels_ = kernels->bits;
    }

    // The entries that go on a list when `lost`, a set of black men, is a new loss in a row and every row that its wins
    // reach has `news` already. `reached` is the number of new wins.
    std::vector<std::uint64_t> pushed(Mask white, Mask lost, News news, std::uint64_t& reached) {
        WorkerPool pool(1);
        RowTable table;
        EXPECT_TRUE(build_row_table({Board::kNine, AllInMills::kAnyMayBeTaken, kMen, 2 * kMen}, pool, table));
        const auto place = table.find(kMen, white);
        const AxisSet set = to_axes(table.symmetries->map(place.symmetry, lost), kBoardMask & ~table.men[place.row]);
        const std::vector<std::uint8_t> next_news(table.rows, static_cast<std::uint8_t>(news));
        std::vector<std::uint8_t> three_men(table.rows);
        PushContext context;
        context.table = &table;
        context.next_news = next_news.data();
        context.three_men = three_men.data();
        kernels_->push_losses(context, place.row, &set, 1);
        reached = context.tally.positions[kMen][kMen];
        std::vector<std::uint64_t> found(context.found.data(), context.found.data() + context.found.size());
        std::sort(found.begin(), found.end());
        return found;
    }

    const CubeKernels* kernels_ = nullptr;
};

INSTANTIATE_TEST_SUITE_P(All, SparsePush,
                         testing::Values(KernelKind::kPortable, KernelKind::kAvx2, KernelKind::kAvx512));

// White's four men can come from many rows to this one; Black's four stand apart from them.
constexpr Mask kWhite = 0b1011'0000'0000'0000'0000'0001;
constexpr Mask kLost = 0b0000'0000'0000'1111'0000'0000;

// The fault of docs/results.md, "A wrong sweep": a row that is recomputed as a whole for its own step (kOwnDense) still
// needs the list, for the rows before a capture. A win that was pushed into it later in the ply was not listed.
TEST_P(SparsePush, ListsAWinThatIsPushedIntoARowThatIsRecomputed) {
    std::uint64_t reached = 0;
    const auto listed = pushed(kWhite, kLost, News::kListed, reached);
    ASSERT_GE(listed.size(), 3u);
    EXPECT_EQ(listed.size(), reached);
    std::uint64_t reached_again = 0;
    EXPECT_EQ(pushed(kWhite, kLost, News::kOwnDense, reached_again), listed);
    EXPECT_EQ(reached_again, reached);
}

TEST_P(SparsePush, ListsNothingForRowsThatEveryoneReadsAsAWhole) {
    std::uint64_t reached = 0;
    EXPECT_TRUE(pushed(kWhite, kLost, News::kDense, reached).empty());
    EXPECT_GE(reached, 3u);
}

}  // namespace
}  // namespace merels::solve
