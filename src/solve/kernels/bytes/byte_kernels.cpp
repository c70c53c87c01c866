// SPDX-License-Identifier: MIT
#include "solve/kernels/bytes/byte_kernels.h"

namespace merels::solve {
namespace {

bool cpu_has_avx2() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

}  // namespace

const ByteKernels* find_byte_kernels(ByteKernelKind kind) {
    const ByteKernels* const avx2 = cpu_has_avx2() ? kernels::avx2_bytes() : nullptr;
    switch (kind) {
        case ByteKernelKind::kPortable: return &kernels::portable_bytes();
        case ByteKernelKind::kAvx2: return avx2;
        default: return avx2 != nullptr ? avx2 : &kernels::portable_bytes();
    }
}

}  // namespace merels::solve
