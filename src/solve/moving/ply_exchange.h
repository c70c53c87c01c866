// SPDX-License-Identifier: MIT
// After a ply every rank learns what the others found in their rows: the new bits that it needs (rank_rows.h), which
// rows are dense, and the counts.
//
//   exchange.add_row(worker, row, delta, bits, wins);    // by the rank that has the row, from any worker
//   exchange.add_bits(worker, list);
//   exchange.run(ply);                                   // now all hold what they read, the same flags and tallies
//
// Bits go as records (bit_records.h), lists as they are and dense rows as differences, in blocks (block_exchange.h).
// Unused where there is one rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/transport.h"
#include "base/worker_pool.h"
#include "solve/kernels/bits/sparse_push.h"
#include "solve/rows/block_exchange.h"
#include "solve/rows/row_share.h"
#include "solve/rows/row_table.h"

namespace merels::solve {

class PlyExchange {
  public:
    PlyExchange(Transport& ranks, const RowShare& share, int threads)
        : ranks_(ranks), share_(share), blocks_(ranks, threads), scratch_(static_cast<std::size_t>(threads)) {}
    // What the ranks need of each other's rows (rank_rows.h).
    void begin(const RowTable& table, const std::uint8_t* rank_rows);

    // New bits of a row: the `bits` bits that are set in `delta`. Only what others need goes.
    void add_row(int worker, RowId row, const Word* delta, std::uint64_t bits, bool wins);
    // New bits that others need, one by one, with all their images; the list is empty afterwards.
    void add_bits(int worker, BitList& list);

    struct Ply {
        bool wins = false;                               // the set that grew
        std::vector<std::uint8_t>* news = nullptr;       // by row: News
        std::vector<std::uint8_t>* three_men = nullptr;  // by row; flags of new wins only
        std::vector<BitList*> found;                     // by worker: gets the bits of the others' rows that have lists
        PlyTally* tally = nullptr;                       // ours; afterwards that of all
    };
    // kInternal: what came cannot be read.
    Status run(const Ply& ply, WorkerPool& pool);

  private:
    Status share_flags(const Ply& ply);
    bool enter(std::span<const std::uint8_t> block, const Ply& ply, int worker);

    Transport& ranks_;
    const RowShare& share_;
    const RowTable* table_ = nullptr;
    const std::uint8_t* rank_rows_ = nullptr;
    BlockExchange blocks_;
    std::vector<std::vector<std::uint64_t>> scratch_;  // by worker
    std::vector<std::vector<Word>> row_;               // by worker: a row that is written or read
};

}  // namespace merels::solve
