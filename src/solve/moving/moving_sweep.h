// SPDX-License-Identifier: MIT
// Solves all positions without hands of one board and capture rule, with exact depth: the bit-parallel retrograde
// analysis of docs/solving.md.
//
//   SweepOptions options{.board = Board::kNine, .max_men = 9, .threads = 2};
//   auto sweep = MovingSweep::create(options);            // kBadInput, kNoMemory
//   Status done = (*sweep)->run(report, &stop);           // kInterrupted when `stop` was set
//   for (own = 3..max_men) {
//       done = (*sweep)->prepare(own);
//       for (other = 3..most_other(options, own))
//           write_table(..., census -> metadata, (*sweep)->row_source(own, other), threads);
//   }
//
// The values do not depend on threads, kernel or memory limit. Depths are kept as a log (depth_log.h), of which what
// does not fit the memory limit beside the bit sets goes to a scratch file; below that the bit sets do too (spill.h).
// The library never prints. One object is used by one thread at a time (it runs its own workers).
//
// Several ranks (base/transport.h) may share a sweep: each makes one of these with the same options but threads, memory
// and scratch, and calls the same members. The rows are dealt out (row_share.h); all ranks hold all bits, each the
// depths of its rows. Errors of run(), prepare() and save() are those of all ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "base/transport.h"
#include "index/census.h"
#include "merels/progress.h"
#include "merels/result.h"
#include "merels/variant.h"
#include "solve/kernels/dispatch/kernel_dispatch.h"
#include "solve/rows/row_share.h"
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
    std::filesystem::path scratch = std::filesystem::temp_directory_path();  // folder for what does not fit
    solve::KernelKind kernel = solve::KernelKind::kAuto;
    // For tests: these instead of `kernel`.
    const solve::CubeKernels* kernel_table = nullptr;
    bool record_depths = true;              // false: census and results
    ListShares shares{};                    // for tests and measurements; at least 1 each
    bool spill = false;                     // for tests: bit sets lie in a scratch file even where memory suffices
    Transport* ranks = &local_transport();  // who share the sweep, each with its own threads and memory

    constexpr SweepExtent extent() const { return {board, all_in_mills, max_men, max_total}; }
};

// The most men that the other side can have beside so many of one side.
constexpr int most_other(const SweepOptions& options, int own) { return options.extent().most_other(own); }

struct SweepNeeds {
    std::uint64_t positions = 0;     // up to symmetry
    std::uint64_t memory = 0;        // peak, bytes, of the sweep with the given limit
    std::uint64_t least_memory = 0;  // the smallest limit that works
    std::uint64_t scratch = 0;       // bytes of the scratch file, about
    double cpu_seconds = 0;          // rough: from measurements on one machine
};
// kBadInput for wrong options, kNoMemory when the limit is below least_memory.
Result<SweepNeeds> estimate(const SweepOptions& options);

// What has happened, after each ply.
struct PlyReport {
    int ply = 0;
    std::uint64_t new_positions = 0;  // decided at this ply; odd plies are wins, even ones losses
    std::uint64_t decided = 0;        // so far
    std::uint64_t positions = 0;      // wins and losses can add up to at most twice this (once a side to move)
    std::uint32_t dense_rows = 0;     // rows whose news are read whole at the next ply
    std::uint32_t sparse_rows = 0;    // rows whose news are pushed bit by bit
    double seconds = 0;               // of this ply
    std::uint64_t sent_bytes = 0;     // by this rank to the others
    double exchange_seconds = 0;      // part of it: telling the others and hearing them, and waiting for the slowest
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

    std::string_view kernel_name() const;

    // Sweeps until no ply brings anything new; after restore() it goes on from there. `report` is called after each
    // ply, from the calling thread; it may call save(). When *stop becomes true the call returns kInterrupted after the
    // ply that is running; save() is possible then, and calling again goes on. kNoSpace, kIo: of the scratch file. With
    // several ranks the flag must be the same for all of them when `report` returns.
    Status run(const PlyCallback& report = {}, const StopFlag* stop = nullptr);

    // After run(): gets the values with so many own men ready, in place of those of another number. Where depths are
    // kept the bit sets are given back, and run() is over for good.
    Status prepare(int own);
    // The values of one subspace as bytes of store/table.h (0 and 1 where depths are not recorded), and its census. The
    // source refers to this object; it is thread-safe and good until the next prepare(). It has this rank's rows.
    RowSource row_source(int own, int other) const;
    Census census(int own, int other) const;

    // Between plies, or after the last one. Sizes: while the sweep runs two bit sets, and always the log.
    Status save(const SaveChunk& writer) const;
    Status restore(const LoadChunk& reader);
    // As if restore() had not been called.
    void forget();
    solve::RowShare share() const;

    MovingSweep(const MovingSweep&) = delete;
    MovingSweep& operator=(const MovingSweep&) = delete;

  private:
    class Impl;
    explicit MovingSweep(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace merels
