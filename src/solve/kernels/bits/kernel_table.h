// SPDX-License-Identifier: MIT
// Puts the kernel templates together for one vector type.
#pragma once

#include "solve/kernels/bits/cube_kernels.h"
#include "solve/kernels/bits/kernel_delta.h"
#include "solve/kernels/bits/kernel_moves.h"
#include "solve/kernels/bits/kernel_permute.h"
#include "solve/kernels/bits/kernel_push.h"
#include "solve/kernels/bits/kernel_push_wins.h"
#include "solve/kernels/bits/kernel_results.h"
#include "solve/kernels/bits/kernel_seed.h"

namespace merels::solve::kernels {

template <class X>
constexpr CubeKernels make_kernels(const char* name) {
    CubeKernels table;
    table.name = name;
    table.needs = kCompiledFor;
    table.permute_or = &Permute<X>::template run<false>;
    table.permute_and = &Permute<X>::template run<true>;
    table.capture_image = &Moves<X>::capture_image;
    table.not_lost = &Moves<X>::not_lost;
    table.place_not_lost = &Moves<X>::place_not_lost;
    table.pack_results = &Results<X>::pack;
    table.expand_results = &Results<X>::expand;
    table.take_new = &Delta<X>::take_new;
    table.sum_counts = &Delta<X>::sum_counts;
    table.record = &Delta<X>::record;
    table.push_losses = &Push<X>::push_losses;
    table.push_wins = &PushWins<X>::push_wins;
    table.push_flying = &PushWins<X>::push_flying;
    table.seed_blocked = &Seed<X>::blocked;
    return table;
}

}  // namespace merels::solve::kernels
