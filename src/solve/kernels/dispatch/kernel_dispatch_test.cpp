// SPDX-License-Identifier: MIT
#include "solve/kernels/dispatch/kernel_dispatch.h"

#include <gtest/gtest.h>

namespace merels::solve {
namespace {

TEST(KernelDispatch, AlwaysHasPortableKernelsAndAChoice) {
    const KernelSet* const portable = find_kernels(KernelKind::kPortable);
    ASSERT_NE(portable, nullptr);
    EXPECT_STREQ(portable->bits->name, "portable");
    EXPECT_STREQ(portable->bytes->name, "portable");
    EXPECT_TRUE(can_run(*portable, 0));
    const KernelSet* const best = find_kernels(KernelKind::kAuto);
    ASSERT_NE(best, nullptr);
    EXPECT_TRUE(self_check(*best, 7));
    EXPECT_EQ(find_kernels(KernelKind::kAuto), best);
}

TEST(KernelDispatch, TakesTheWidestThatTheCpuCanRun) {
    const KernelSet* widest = find_kernels(KernelKind::kPortable);
    for (const KernelKind kind : {KernelKind::kAvx2, KernelKind::kAvx512}) {
        if (find_kernels(kind) != nullptr) widest = find_kernels(kind);
    }
    EXPECT_EQ(find_kernels(KernelKind::kAuto), widest);
}

TEST(KernelDispatch, RefusesACpuThatLacksAnyInstructionSetOfTheFamilies) {
    const KernelSet* const kernels = find_kernels(KernelKind::kAvx2);
    if (kernels == nullptr) GTEST_SKIP() << "this CPU cannot run it";
    constexpr CpuSets kSets = kCpuAvx2 | kCpuBmi | kCpuBmi2 | kCpuLzcnt | kCpuPopcnt;
    EXPECT_EQ(kernels->bits->needs & kSets, kSets);
    EXPECT_EQ(kernels->bytes->needs & kSets, kSets);
    const CpuSets needs = kernels->bits->needs | kernels->bytes->needs;
    EXPECT_TRUE(can_run(*kernels, needs));
    for (CpuSets rest = needs; rest != 0; rest &= rest - 1) {
        EXPECT_FALSE(can_run(*kernels, needs & ~(rest & (~rest + 1)))) << "without set " << (rest & (~rest + 1));
    }
}

// Named CPUs: which family each of them runs.
TEST(KernelDispatch, FallsBackByFamily) {
    const KernelSet* const narrow = widest_of(KernelKind::kAvx2, ~CpuSets{0});
    if (narrow == nullptr) GTEST_SKIP() << "not built for x86";
    const KernelSet* const wide = widest_of(KernelKind::kAvx512, ~CpuSets{0});
    ASSERT_NE(wide, nullptr);
    EXPECT_STREQ(wide->bits->name, "avx512");
    EXPECT_STREQ(wide->bytes->name, "avx512");
    EXPECT_NE(wide->bytes->needs & kCpuAvx512Vbmi, 0u);
    EXPECT_NE(wide->bytes->needs & kCpuAvx512Vbmi2, 0u);
    const KernelSet* const without_vbmi2 = widest_of(KernelKind::kAvx512, ~kCpuAvx512Vbmi2);
    ASSERT_NE(without_vbmi2, nullptr);
    EXPECT_STREQ(without_vbmi2->bits->name, "avx512");
    EXPECT_STREQ(without_vbmi2->bytes->name, "avx2");
    EXPECT_EQ(widest_of(KernelKind::kAvx512, ~kCpuAvx512F), nullptr);
    EXPECT_EQ(widest_of(KernelKind::kAvx512, ~kCpuAvx512Vbmi), nullptr);
    EXPECT_EQ(widest_of(KernelKind::kAvx2, ~kCpuAvx512F), narrow);
}

TEST(KernelDispatch, ChecksBothFamilies) {
    KernelSet kernels = *find_kernels(KernelKind::kPortable);
    EXPECT_TRUE(self_check(kernels, 1));
    CubeKernels wrong_bits = *kernels.bits;
    wrong_bits.sum_counts = [](LayerCounts&, std::uint64_t*) {};
    ByteKernels wrong_bytes = *kernels.bytes;
    wrong_bytes.increment = [](std::uint8_t*, std::size_t) {};
    EXPECT_FALSE(self_check({KernelKind::kPortable, &wrong_bits, kernels.bytes}, 1));
    EXPECT_FALSE(self_check({KernelKind::kPortable, kernels.bits, &wrong_bytes}, 1));
}

}  // namespace
}  // namespace merels::solve
