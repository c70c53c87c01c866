// SPDX-License-Identifier: MIT
// The independent checker of tables on disk. It shares no code with the solver, knows nothing of how the tables were
// made, and believes nothing but the rules: every stored win must be one ply more than the quickest loss among the
// successors, every position with a lost successor must be stored as a win, and a loss is what has only wins for
// the opponent to move to. Together with the depths these conditions have one solution only, so tables that pass are
// right.
//
//   VerifyOptions options;
//   options.threads = 2;
//   auto report = verify_tables(variant, "db", options);
//   if (report.ok() && report->passed()) ...
//
// A complete check walks all positions of all tables of the variant that are there, with or without hands. A sample
// checks random positions, spread over the tables in proportion to their sizes, with the rules' own turn generator.
//
// Memory: `memory` bounds what is kept for later; beside it live at most the tables needed at once, five bytes for
// each position of the largest subspace without hands (3 GB for nine men), up to 12 with hands and two takings.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "index/subspace.h"
#include "merels/position.h"
#include "merels/progress.h"
#include "merels/result.h"
#include "merels/variant.h"

namespace merels::verify {

struct VerifyOptions {
    std::uint64_t sample = 0;  // positions; 0 = all of them
    std::uint64_t seed = 1;    // of the sample
    bool moving_only = false;
    int threads = 1;
    std::uint64_t memory = std::uint64_t{4} << 30;
    Progress* progress = nullptr;             // may be null; begin() with all positions, then advance_to()
    const std::atomic<bool>* stop = nullptr;  // may be null; set it to end with kInterrupted
};

struct WrongPosition {
    Subspace subspace;
    Address address;    // the smallest of equivalent ones
    Position position;  // White to move
    int stored = 0;     // bytes as in the table
    int expected = 0;   // by a one-ply look; for symmetric rows: what the mirror image holds
    std::string said;   // of an ultra-strong table: what it holds and what its successors say, instead of the bytes

    std::string describe() const;  // one line
};

struct WrongCensus {
    Subspace subspace;
    std::string what;  // one line
};

struct VerifyReport {
    std::uint64_t subspaces = 0;  // checked
    std::uint64_t positions = 0;  // checked, each once up to symmetry (a sample may hit one twice)
    std::uint64_t wrong = 0;
    // The smallest in the order: men in hand, men on the board, subspace, address.
    std::optional<WrongPosition> first_wrong;
    std::vector<WrongCensus> wrong_census;  // complete checks only
    std::vector<Subspace> missing;          // no table on disk
    std::vector<Subspace> unchecked;        // on disk, but a table that turns lead to is missing
    double seconds = 0;
    double cpu_seconds = 0;

    // What was checked is right. Look at `missing` and `unchecked` for what was not.
    bool passed() const { return wrong == 0 && wrong_census.empty(); }
};

// kMissing when the database holds no table of the variant; errors of reading tables as store/table.h has them.
Result<VerifyReport> verify_tables(const Variant& variant, const std::filesystem::path& database,
                                   const VerifyOptions& options);

// The same for the ultra-strong tables of the variant, against themselves and the wins of the strong tables (which
// verify_tables checks): every drawn position has the value and the depth that its best successor gives it. Depths are
// finite and every ply of an attack counts, so no attack goes round in circles: this is a complete certificate.
// `subspace_values` chooses the set of values (tables/ultra_collection.h). A sample has exactly the positions that were
// asked for, or all; how it is drawn: verify/ultra_sample.h. `memory` bounds all that is decoded, but at least the
// tables that takings of one subspace lead to are, two bytes a position (1.1 GB for nine men).
Result<VerifyReport> verify_ultra_tables(const Variant& variant, const std::filesystem::path& database,
                                         const std::string& subspace_values, const VerifyOptions& options);

}  // namespace merels::verify
