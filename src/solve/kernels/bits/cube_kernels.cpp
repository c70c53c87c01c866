// SPDX-License-Identifier: MIT
#include "solve/kernels/bits/cube_kernels.h"

namespace merels::solve {

const CubeKernels* find_kernels(KernelKind kind) {
#ifdef MERELS_X86_KERNELS
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512vbmi");
    if (kind == KernelKind::kAvx2) return avx2 ? &kernels::avx2() : nullptr;
    if (kind == KernelKind::kAvx512) return avx512 ? &kernels::avx512() : nullptr;
    if (kind == KernelKind::kAuto) {
        constexpr std::uint32_t kSeed = 2016;
        if (avx512 && self_check(kernels::avx512(), kSeed)) return &kernels::avx512();
        if (avx2 && self_check(kernels::avx2(), kSeed)) return &kernels::avx2();
    }
#else
    if (kind == KernelKind::kAvx2 || kind == KernelKind::kAvx512) return nullptr;
#endif
    return &kernels::portable();
}

}  // namespace merels::solve
