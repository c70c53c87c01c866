// SPDX-License-Identifier: MIT
// Solves all positions without hands of one board and capture rule, with exact depth: the bit-parallel retrograde
// analysis of docs/solving.md.
//
//   SweepOptions options{.board = Board::kNine, .max_men = 9, .threads = 2};
//   auto sweep = MovingSweep::create(options);            // kBadInput, kNoMemory
//   for (int pass = 0; pass < (*sweep)->passes(); ++pass) {
//       Status done = (*sweep)->run_pass(pass, report, &stop);      // kInterrupted when `stop` was set
//       for (own in (*sweep)->owns_of_pass(pass)) for (other = 3..most_other(options, own))
//           write_table(..., census -> metadata, (*sweep)->row_source(own, other), threads);
//   }
//
// The values do not depend on threads, kernel or memory limit. Where the depths of all subspaces do not fit the memory
// limit beside the bit sets, the sweep is repeated, and each pass records the depths of some numbers of own men.
// The library never prints. One object is used by one thread at a time (it runs its own workers).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "index/census.h"
#include "merels/progress.h"
#include "merels/result.h"
#include "merels/variant.h"
#include "solve/kernels/dispatch/kernel_dispatch.h"
#include "solve/rows/sweep_extent.h"
#include "store/table/table.h"

namespace merels {

// A row's news of one ply go on a list when they are at most 1 / share of the row's bits, else the row is read whole
// (docs/solving.md). The values found do not depend on these; the defaults are where the two ways cost the same.
struct ListShares {
    struct Wins {
        std::uint32_t own;      // new wins, for Black's step in the same row
        std::uint32_t capture;  // new wins, for Black's captures
    };
    std::uint32_t losses = 400;  // new losses, for White's step
    Wins wins{2000, 2000};
    Wins few_wins{300, 50};  // in a ply after one that brought at most 1 / few of all positions
    std::uint32_t few = 900;
};

struct SweepOptions {
    Board board = Board::kNine;
    AllInMills all_in_mills = AllInMills::kAnyMayBeTaken;
    int max_men = 9;              // a side: all subspaces 3..max_men by 3..max_men,
    int max_total = 2 * kMaxMen;  // but no more men than this together; at least max_men + 3
    int threads = 1;
    std::uint64_t memory_limit = std::uint64_t{16} << 30;
    solve::KernelKind kernel = solve::KernelKind::kAuto;
    // For tests: these instead of `kernel`.
    const solve::CubeKernels* kernel_table = nullptr;
    bool record_depths = true;  // false: census and results, one pass
    ListShares shares{};        // for tests and measurements; at least 1 each

    constexpr SweepExtent extent() const { return {board, all_in_mills, max_men, max_total}; }
};

// The most men that the other side can have beside so many of one side.
constexpr int most_other(const SweepOptions& options, int own) { return options.extent().most_other(own); }

struct SweepNeeds {
    std::uint64_t positions = 0;     // up to symmetry
    std::uint64_t memory = 0;        // peak, bytes, of the sweep with the given limit
    std::uint64_t least_memory = 0;  // the smallest limit that works (with as many passes as it takes)
    int passes = 0;
    double cpu_seconds = 0;  // rough: from measurements on one machine
};
// kBadInput for wrong options, kNoMemory when the limit is below least_memory.
Result<SweepNeeds> estimate(const SweepOptions& options);

// What has happened, after each ply.
struct PlyReport {
    int pass = 0;
    int passes = 1;
    int ply = 0;
    std::uint64_t new_positions = 0;  // decided at this ply; odd plies are wins, even ones losses
    std::uint64_t decided = 0;        // so far in this pass
    std::uint64_t positions = 0;      // wins and losses can add up to at most twice this (once a side to move)
    std::uint32_t dense_rows = 0;     // rows whose news are read whole at the next ply
    std::uint32_t sparse_rows = 0;    // rows whose news are pushed bit by bit
    double seconds = 0;               // of this ply
};
using PlyCallback = std::function<void(const PlyReport&)>;

// Durable state as a sequence of named chunks of bytes. The writer must keep all of them, the reader must fill the span
// with the chunk of that name and size.
using SaveChunk = std::function<Status(std::string_view name, std::span<const std::byte> bytes)>;
using LoadChunk = std::function<Status(std::string_view name, std::span<std::byte> bytes)>;

class MovingSweep {
  public:
    // Takes the memory for the bit sets.
    static Result<std::unique_ptr<MovingSweep>> create(const SweepOptions& options);
    ~MovingSweep();

    int passes() const;
    // Numbers of own men whose depths a pass records, ascending.
    std::span<const int> owns_of_pass(int pass) const;
    std::string_view kernel_name() const;

    // Sweeps until no ply brings anything new. After restore() of the same pass it goes on from there, otherwise it
    // starts anew. `report` is called after each ply, from the calling thread; it may call save(). When *stop becomes
    // true the call returns kInterrupted after the ply that is running; save() is possible then, and calling again
    // goes on.
    Status run_pass(int pass, const PlyCallback& report = {}, const StopFlag* stop = nullptr);

    // After run_pass: the values of one subspace as bytes of store/table.h (own must belong to that pass; 0 and 1 where
    // depths are not recorded), and its census (any own and other). The source refers to this object and is thread-safe
    // until the next run_pass.
    RowSource row_source(int own, int other) const;
    Census census(int own, int other) const;

    // Between plies only. Sizes: two bit sets and the depths of the pass (up to memory_limit in all).
    Status save(const SaveChunk& writer) const;
    Status restore(const LoadChunk& reader);

    MovingSweep(const MovingSweep&) = delete;
    MovingSweep& operator=(const MovingSweep&) = delete;

  private:
    class Impl;
    explicit MovingSweep(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace merels
