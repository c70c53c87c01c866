// SPDX-License-Identifier: MIT
// permute_min and permute_max of byte_kernels.h for AVX2.
#pragma once

#include <cstdint>

#include "solve/byte_kernels.h"

namespace merels::solve::kernels {

// Cost: planning some 100 ns, then about 0.03 ns a byte of the source when it lies in the second cache.
void permute_min_avx2(std::uint8_t* target, const std::uint8_t* source, const ByteMap& map, const ByteHint& next);
void permute_max_avx2(std::uint8_t* target, const std::uint8_t* source, const ByteMap& map, const ByteHint& next);

}  // namespace merels::solve::kernels
