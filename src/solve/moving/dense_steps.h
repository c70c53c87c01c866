// SPDX-License-Identifier: MIT
// The dense steps of the sweep: a whole row at a time.
//
// White's step pulls into a row, for each of his moves, the row after the move, read through an axis permutation:
//   wins(W) |= losses(W - a + b), or its capture image where the move closes a mill.
// Black's step is local to a row; only his captures read other rows (with one white man fewer).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "solve/kernels/bits/cube_kernels.h"
#include "solve/kernels/bits/sparse_push.h"
#include "solve/moving/depth_log.h"
#include "solve/moving/ply_exchange.h"
#include "solve/rows/row_table.h"

namespace merels::solve {

// More new bits in a row than this many make it dense, by number of white men.
struct DenseLimits {
    std::array<std::uint32_t, kMaxMen + 1> own{};  // above: kOwnDense
    std::array<std::uint32_t, kMaxMen + 1> all{};  // above: kDense
};

// Scratch rows and counters of one thread, beside its PushContext.
struct SweepWorker {
    int number = 0;
    PushContext push;
    LayerCounts counts;
    BigMemory rows;
    Word* accumulator = nullptr;
    Word* scratch = nullptr;  // two rows, or one with an axis more
    Word* delta = nullptr;

    bool allocate(int axes);  // of the widest row
};

// Everything that the steps of one ply share.
struct DensePly {
    const RowTable* table = nullptr;
    const CubeKernels* kernels = nullptr;
    DepthLog* log = nullptr;                  // of the depths of wins; null where none are kept
    PlyExchange* exchange = nullptr;          // to the other ranks; null where there are none
    std::uint8_t value = 0;                   // the depth of this ply's wins
    const std::uint8_t* news = nullptr;       // News by row, of the previous ply
    const std::uint8_t* three_men = nullptr;  // by row: kNewThree, kNewMill (Black's step)
    std::uint8_t* next_news = nullptr;
    std::uint8_t* next_three_men = nullptr;  // (White's step)
    const Word* images = nullptr;            // capture images of the level at work
    DenseLimits limits;
};

// White's step for one row; the capture images of its level must be there (make_image for all rows that need one).
void pull_wins(const DensePly& ply, SweepWorker& worker, RowId row);
bool needs_image(const DensePly& ply, RowId row);
void make_image(const DensePly& ply, RowId row, Word* image);
// Ply 1, besides pull_wins: White closes a mill against three men, one of whom may be taken.
void seed_last_captures(const DensePly& ply, SweepWorker& worker, RowId row);

// Black's step for one row, flying included.
void pull_losses(const DensePly& ply, SweepWorker& worker, RowId row);

}  // namespace merels::solve
