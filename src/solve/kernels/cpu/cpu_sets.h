// SPDX-License-Identifier: MIT
// Instruction sets as bits: what a file is compiled for, and what this CPU has. A kernel table carries kCompiledFor of
// its file, so that the dispatch tests for exactly what the compiler was allowed to use.
#pragma once

#include <cstdint>

namespace merels::solve {

using CpuSets = std::uint32_t;

inline constexpr CpuSets kCpuPopcnt = 1u << 0;
inline constexpr CpuSets kCpuLzcnt = 1u << 1;
inline constexpr CpuSets kCpuBmi = 1u << 2;
inline constexpr CpuSets kCpuBmi2 = 1u << 3;
inline constexpr CpuSets kCpuAvx = 1u << 4;
inline constexpr CpuSets kCpuAvx2 = 1u << 5;
inline constexpr CpuSets kCpuFma = 1u << 6;
inline constexpr CpuSets kCpuAvx512F = 1u << 7;
inline constexpr CpuSets kCpuAvx512Bw = 1u << 8;
inline constexpr CpuSets kCpuAvx512Dq = 1u << 9;
inline constexpr CpuSets kCpuAvx512Vl = 1u << 10;
inline constexpr CpuSets kCpuAvx512Cd = 1u << 11;
inline constexpr CpuSets kCpuAvx512Vbmi = 1u << 12;
inline constexpr CpuSets kCpuAvx512Vbmi2 = 1u << 13;
inline constexpr CpuSets kCpuGfni = 1u << 14;

// Differs from file to file, so it must have internal linkage and must not be used by inline functions of other files.
constexpr CpuSets kCompiledFor = 0
#ifdef __POPCNT__
                                 | kCpuPopcnt
#endif
#ifdef __LZCNT__
                                 | kCpuLzcnt
#endif
#ifdef __BMI__
                                 | kCpuBmi
#endif
#ifdef __BMI2__
                                 | kCpuBmi2
#endif
#ifdef __AVX__
                                 | kCpuAvx
#endif
#ifdef __AVX2__
                                 | kCpuAvx2
#endif
#ifdef __FMA__
                                 | kCpuFma
#endif
#ifdef __AVX512F__
                                 | kCpuAvx512F
#endif
#ifdef __AVX512BW__
                                 | kCpuAvx512Bw
#endif
#ifdef __AVX512DQ__
                                 | kCpuAvx512Dq
#endif
#ifdef __AVX512VL__
                                 | kCpuAvx512Vl
#endif
#ifdef __AVX512CD__
                                 | kCpuAvx512Cd
#endif
#ifdef __AVX512VBMI__
                                 | kCpuAvx512Vbmi
#endif
#ifdef __AVX512VBMI2__
                                 | kCpuAvx512Vbmi2
#endif
#ifdef __GFNI__
                                 | kCpuGfni
#endif
    ;

// What this CPU has and the system saves; none on other architectures.
CpuSets cpu_sets();

}  // namespace merels::solve
