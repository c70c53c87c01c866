// SPDX-License-Identifier: MIT
// The one place that chooses between instruction sets, for both families of kernels: rows of bits (cube_kernels.h) and
// rows of bytes (byte_kernels.h).
//
//   const KernelSet* kernels = find_kernels(KernelKind::kAuto);   // never null for kAuto and kPortable
//   kernels->bits->permute_or(...); kernels->bytes->permute_min(...);
#pragma once

#include <cstdint>

#include "solve/kernels/bits/cube_kernels.h"
#include "solve/kernels/bytes/byte_kernels.h"

namespace merels::solve {

enum class KernelKind : std::uint8_t { kAuto, kPortable, kAvx2, kAvx512 };

struct KernelSet {
    KernelKind kind;
    const CubeKernels* bits;
    const ByteKernels* bytes;  // of AVX2 where a CPU with AVX-512 lacks what those of AVX-512 need
};

// The widest kernels of a kind that this CPU can run; nullptr when it lacks an instruction set of all of them. kAuto
// takes the widest of all kinds that pass their self-checks. Thread-safe. Cost of the first kAuto of a process: some 10
// ms, then nothing.
const KernelSet* find_kernels(KernelKind kind);

// The same for a CPU with `sets`, kAuto excepted.
const KernelSet* widest_of(KernelKind kind, CpuSets sets);

// What the choice comes down to: whether a CPU with `sets` can run these kernels, and whether both families agree with
// the portable ones on random rows.
bool can_run(const KernelSet& kernels, CpuSets sets);
bool self_check(const KernelSet& kernels, std::uint32_t seed);

}  // namespace merels::solve
