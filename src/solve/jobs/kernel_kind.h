// SPDX-License-Identifier: MIT
// The kernels that a caller of the library asked for, as the solver names them.
#pragma once

#include "merels/solve.h"
#include "solve/kernels/dispatch/kernel_dispatch.h"

namespace merels {

constexpr solve::KernelKind kernel_kind(SolveKernel kernel) {
    switch (kernel) {
        case SolveKernel::kPortable: return solve::KernelKind::kPortable;
        case SolveKernel::kAvx2: return solve::KernelKind::kAvx2;
        case SolveKernel::kAvx512: return solve::KernelKind::kAvx512;
        case SolveKernel::kAuto: break;
    }
    return solve::KernelKind::kAuto;
}

}  // namespace merels
