// SPDX-License-Identifier: MIT
// The AVX-512 kernels without the CPU: compiled against emulated instructions (kernel_avx512_emulated.cpp), they must
// give what the portable ones give, on random rows and in whole sweeps.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <tuple>
#include <vector>

#include "index/subspace.h"
#include "solve/kernels/bits/cube_kernels.h"
#include "solve/kernels/bytes/byte_kernels.h"
#include "solve/moving/moving_sweep.h"

namespace merels::solve::kernels::avx512_emulated {
const CubeKernels& bit_kernels();
const ByteKernels& byte_kernels();
}  // namespace merels::solve::kernels::avx512_emulated

namespace merels {
namespace {

const solve::CubeKernels& emulated() { return solve::kernels::avx512_emulated::bit_kernels(); }
const solve::ByteKernels& emulated_bytes() { return solve::kernels::avx512_emulated::byte_kernels(); }

TEST(EmulatedAvx512, NeedsNoInstructionOfAvx512) {
    EXPECT_STREQ(emulated().name, "avx512");
    EXPECT_EQ(emulated().needs & (solve::kCpuAvx | solve::kCpuAvx2 | solve::kCpuAvx512F), 0u);
    EXPECT_NE(emulated().permute_or, solve::kernels::portable::bit_kernels().permute_or);
    EXPECT_STREQ(emulated_bytes().name, "avx512");
    EXPECT_EQ(emulated_bytes().needs & (solve::kCpuAvx | solve::kCpuAvx2 | solve::kCpuAvx512F), 0u);
    EXPECT_NE(emulated_bytes().permute_min, solve::kernels::portable::byte_kernels().permute_min);
}

TEST(EmulatedAvx512, AgreesWithThePortableKernelsOnRandomRows) {
    for (std::uint32_t seed = 1; seed <= 25; ++seed) EXPECT_TRUE(self_check(emulated(), seed)) << "seed " << seed;
}

TEST(EmulatedAvx512, AgreesWithThePortableByteKernelsOnRandomRows) {
    for (std::uint32_t seed = 1; seed <= 10; ++seed) EXPECT_TRUE(self_check(emulated_bytes(), seed)) << "seed " << seed;
}

// Values and censuses of all subspaces, one after the other.
void take_results(const SweepOptions& options, std::vector<std::vector<std::uint8_t>>& values,
                  std::vector<Census>& censuses) {
    auto sweep = MovingSweep::create(options);
    ASSERT_TRUE(sweep.ok()) << sweep.error().message;
    ASSERT_TRUE((*sweep)->run().ok());
    for (int own = kMinMen; own <= options.max_men; ++own) {
        ASSERT_TRUE((*sweep)->prepare(own).ok());
        for (int other = kMinMen; other <= options.max_men; ++other) {
            const Subspace s{static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other), 0, 0};
            auto& bytes = values.emplace_back(std::size_t{row_count(s)} * row_size(s));
            const RowSource source = (*sweep)->row_source(own, other);
            for (std::uint32_t row = 0; row < row_count(s); ++row) {
                source(row, std::span(bytes).subspan(std::size_t{row} * row_size(s), row_size(s)));
            }
            censuses.push_back((*sweep)->census(own, other));
        }
    }
}

class EmulatedAvx512Sweeps : public testing::TestWithParam<std::tuple<Board, AllInMills>> {
  protected:
    void expect_same_bytes(int max_men, bool record_depths);
};

INSTANTIATE_TEST_SUITE_P(BoardsAndRules, EmulatedAvx512Sweeps,
                         testing::Combine(testing::Values(Board::kNine, Board::kDiagonals),
                                          testing::Values(AllInMills::kAnyMayBeTaken, AllInMills::kNoneMayBeTaken)));

void EmulatedAvx512Sweeps::expect_same_bytes(int max_men, bool record_depths) {
    SweepOptions options;
    std::tie(options.board, options.all_in_mills) = GetParam();
    options.max_men = max_men;
    options.record_depths = record_depths;
    options.threads = 2;
    std::vector<std::vector<std::uint8_t>> expected, actual;
    std::vector<Census> expected_censuses, censuses;
    options.kernel = solve::KernelKind::kPortable;
    take_results(options, expected, expected_censuses);
    options.kernel_table = &emulated();
    take_results(options, actual, censuses);
    EXPECT_TRUE(actual == expected);
    EXPECT_TRUE(censuses == expected_censuses);
    std::size_t wins = 0;
    for (const auto& bytes : expected)
        wins += bytes.size() - static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), 0));
    EXPECT_GT(wins, 0u);
}

TEST_P(EmulatedAvx512Sweeps, GiveTheDepthsOfThePortableKernelsUpToFourMen) { expect_same_bytes(4, true); }

TEST_P(EmulatedAvx512Sweeps, GiveTheResultsOfThePortableKernelsOfThreeMen) { expect_same_bytes(3, false); }

}  // namespace
}  // namespace merels
