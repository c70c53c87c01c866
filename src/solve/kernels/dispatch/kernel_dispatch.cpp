// SPDX-License-Identifier: MIT
#include "solve/kernels/dispatch/kernel_dispatch.h"

#include <algorithm>
#include <array>

namespace merels::solve {
namespace {

// Narrowest first. A kind may have two sets: byte kernels of AVX-512 need more than those of rows of bits.
const auto& kernel_sets() {
    static const std::array kSets = {
        KernelSet{KernelKind::kPortable, &kernels::portable::bit_kernels(), &kernels::portable::byte_kernels()},
#ifdef MERELS_X86_KERNELS
        KernelSet{KernelKind::kAvx2, &kernels::avx2::bit_kernels(), &kernels::avx2::byte_kernels()},
        KernelSet{KernelKind::kAvx512, &kernels::avx512::bit_kernels(), &kernels::avx2::byte_kernels()},
        KernelSet{KernelKind::kAvx512, &kernels::avx512::bit_kernels(), &kernels::avx512::byte_kernels()},
#endif
    };
    return kSets;
}

const KernelSet* choose() {
    constexpr std::uint32_t kSeed = 2016;
    const CpuSets sets = cpu_sets();
    const auto& all = kernel_sets();
    for (std::size_t i = all.size() - 1; i > 0; --i) {
        if (can_run(all[i], sets) && self_check(all[i], kSeed)) return &all[i];
    }
    return &all.front();
}

}  // namespace

const KernelSet* widest_of(KernelKind kind, CpuSets sets) {
    const auto& all = kernel_sets();
    const auto found = std::find_if(all.rbegin(), all.rend(), [&](const KernelSet& kernels) {
        return kernels.kind == kind && can_run(kernels, sets);
    });
    return found == all.rend() ? nullptr : &*found;
}

bool can_run(const KernelSet& kernels, CpuSets sets) {
    return kernels.kind == KernelKind::kPortable || ((kernels.bits->needs | kernels.bytes->needs) & ~sets) == 0;
}

bool self_check(const KernelSet& kernels, std::uint32_t seed) {
    return self_check(*kernels.bits, seed) && self_check(*kernels.bytes, seed);
}

const KernelSet* find_kernels(KernelKind kind) {
    if (kind == KernelKind::kAuto) {
        static const KernelSet* const kBest = choose();
        return kBest;
    }
    return widest_of(kind, cpu_sets());
}

}  // namespace merels::solve
