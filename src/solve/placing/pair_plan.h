// SPDX-License-Identifier: MIT
// Which rows two plies at once need and how long (placing_pairs.h): for one level of the layer between, in batches of
// the rows that are computed last. A row is there from the first batch that reads it to the last.
//
//   between   rows of the cube side's layer, made from rows `own` of the layer after it
//   below     rows of the layer after, with one man fewer, that takings of the cube side lead to
//   deeper    take 2: rows with two men fewer
//
// With several ranks each plans for its own rows; a row of the layer between is made by every rank that reads it.
// A function of the board, the rules, the level and the batch: not of the men in hand. Cost: 0.1 s for the
// largest, some milliseconds when the same level was planned before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "index/classes.h"
#include "merels/variant.h"
#include "solve/placing/placing_workspace.h"
#include "solve/rows/row_share.h"

namespace merels::solve {

// How the row side comes from the layer before into the layer between.
enum class PairTurn : std::uint8_t {
    kPlaces,  // its level is one below
    kSlides,  // it is the same level
    kNone,    // there is no layer before: the start of the game
};

// Rows by batch, ascending.
using RowsByBatch = std::vector<std::vector<ClassIndex>>;
struct RowLives {
    RowsByBatch begin;     // rows that a batch is the first to read
    RowsByBatch end;       // rows that no later batch reads
    std::size_t most = 0;  // rows at once
};

struct PairPlan {
    int men = 0;  // of the row side, in the layer between
    PairTurn turn = PairTurn::kNone;
    std::uint32_t batch = 0;  // rows of the layer before (between, where there is none)
    std::uint32_t batches = 0;
    RowShare::Run rows_before;  // of the layer before: all, or a rank's
    std::vector<std::uint8_t>
        counted;  // by row of the layer between: by this rank (others may make it too); empty: all
    RowLives between, below, deeper;
    std::size_t most_images = 0;  // rows with a mill among `between`, at once

    // Memory for all rows that are there at the same time.
    std::size_t bytes(const PlacingRows& rows) const;
};

PairPlan plan_pair(const PlacingWorkspace& work, int men, PairTurn turn, std::uint32_t batch, const RowShare& share);

}  // namespace merels::solve
