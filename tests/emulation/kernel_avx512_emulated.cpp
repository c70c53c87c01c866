// SPDX-License-Identifier: MIT
// The AVX-512 kernels as they are, compiled for any CPU: this folder's immintrin.h stands before the compiler's, and
// the namespace is renamed so that both can be in one program.
#define avx512 avx512_emulated
#include "solve/kernels/bits/kernel_avx512.cpp"
