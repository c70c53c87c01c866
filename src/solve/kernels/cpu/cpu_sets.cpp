// SPDX-License-Identifier: MIT
#include "solve/kernels/cpu/cpu_sets.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace merels::solve {

#if defined(__x86_64__)
namespace {

// clang 14 has no name for it in __builtin_cpu_supports. Where it is missing, the instruction runs as bsr and counts
// something else, so nothing would trap.
bool has_lzcnt() {
    constexpr unsigned kExtendedFeatures = 0x80000001;
    constexpr unsigned kLzcntBit = 1u << 5;  // of ecx
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(kExtendedFeatures, &a, &b, &c, &d) != 0 && (c & kLzcntBit) != 0;
}

}  // namespace

CpuSets cpu_sets() {
    CpuSets sets = has_lzcnt() ? kCpuLzcnt : 0;
    if (__builtin_cpu_supports("popcnt")) sets |= kCpuPopcnt;
    if (__builtin_cpu_supports("bmi")) sets |= kCpuBmi;
    if (__builtin_cpu_supports("bmi2")) sets |= kCpuBmi2;
    if (__builtin_cpu_supports("avx")) sets |= kCpuAvx;
    if (__builtin_cpu_supports("avx2")) sets |= kCpuAvx2;
    if (__builtin_cpu_supports("fma")) sets |= kCpuFma;
    if (__builtin_cpu_supports("avx512f")) sets |= kCpuAvx512F;
    if (__builtin_cpu_supports("avx512bw")) sets |= kCpuAvx512Bw;
    if (__builtin_cpu_supports("avx512dq")) sets |= kCpuAvx512Dq;
    if (__builtin_cpu_supports("avx512vl")) sets |= kCpuAvx512Vl;
    if (__builtin_cpu_supports("avx512cd")) sets |= kCpuAvx512Cd;
    if (__builtin_cpu_supports("avx512vbmi")) sets |= kCpuAvx512Vbmi;
    if (__builtin_cpu_supports("avx512vbmi2")) sets |= kCpuAvx512Vbmi2;
    if (__builtin_cpu_supports("gfni")) sets |= kCpuGfni;
    return sets;
}
#else
CpuSets cpu_sets() { return 0; }
#endif

}  // namespace merels::solve
