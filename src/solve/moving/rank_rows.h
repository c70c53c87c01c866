// SPDX-License-Identifier: MIT
// What ranks that share a sweep need of each other's rows. A rank computes its own rows only, and reads for them
//   losses  of the rows to which White's moves lead from its own (and their capture images);
//   wins    of its own rows, and after a black capture those with one white man fewer: there Black has a mill, so of
//           another rank's wins only those against a mill are ever looked at.
// Nothing else is sent (ply_exchange.h): of two ranks' rows a third has no losses that the other needs, and the wins
// with the most men go nowhere.
//
//   auto rank_rows = find_rank_rows(table, share, pool);    // by row: kOwnRow, kLossesCross, kWinsCross, kImageWanted
//   bits = keep_mills(table, row, delta, kept);             // what others need of new wins
//   complete_rows(table.wins, table, share, ranks);         // all ranks: now everybody has all rows of a set
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/transport.h"
#include "base/worker_pool.h"
#include "solve/kernels/bits/sparse_push.h"
#include "solve/rows/row_share.h"
#include "solve/rows/row_table.h"

namespace merels::solve {

// Moves can be taken back, so "a row of ours leads there" and "it leads to a row of ours" are the same: that a row has
// a neighbour on the other side tells of our rows that somebody needs them, and of the others' that we do. Cost: some
// 30 look-ups a row.
std::vector<std::uint8_t> find_rank_rows(const RowTable& table, const RowShare& share, WorkerPool& pool);

// kept = the sets of `delta`, a row, in which Black has a mill; returns their number. Cost: three passes over the row.
std::uint64_t keep_mills(const RowTable& table, RowId row, const Word* delta, Word* kept);

// Every rank gets the other ranks' rows of a set. Sends the set once.
void complete_rows(const std::array<BigMemory, kMaxMen + 1>& set, const RowTable& table, const RowShare& share,
                   Transport& ranks);

}  // namespace merels::solve
