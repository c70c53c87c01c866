// SPDX-License-Identifier: MIT
// The byte kernels for AVX-512 as they are, compiled for any CPU (see kernel_avx512_emulated.cpp).
#define avx512 avx512_emulated
#include "solve/kernels/bytes/byte_kernels_avx512.cpp"
#include "solve/kernels/bytes/byte_permute_avx512.cpp"
