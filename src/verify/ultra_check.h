// SPDX-License-Identifier: MIT
// The check of ultra-strong tables (verifier.h says what it proves): all positions of all parts, or a sample.
//
// A part is checked in steps. A step has some rows of the mover's men and some of the waiting men; the rows that it
// needs are decoded (verify/ultra_rows.h), then its positions are walked over (verify/ultra_walk.h). Where `memory`
// suffices a complete check is one step; a sample (verify/ultra_sample.h) decodes the rows that it draws, not the
// tables.
//
// Memory: `memory`, but at least two bytes for each position of the tables that takings lead to, and some 100 MB.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <span>

#include "base/worker_pool.h"
#include "verify/ultra_parts.h"
#include "verify/ultra_walk.h"

namespace merels::verify {

class UltraCheck {
  public:
    // All must outlive this.
    UltraCheck(const Variant& variant, const Database& database, const UltraCollection& set,
               const VerifyOptions& options);

    // Fills in everything but the times.
    Status run(VerifyReport& report);

  private:
    using Wanted = std::map<UltraPart, UltraRows::RunFlags>;
    using Findings = UltraWalk::Findings;
    struct Kept {
        std::unique_ptr<UltraRows> rows;
        std::uint64_t used = 0;
    };
    struct Pieces {  // of a complete check
        ClassIndex movers = 1;
        ClassIndex waiting = 1;
    };

    Status check_all(const UltraPart& part, VerifyReport& report);
    Status check_sample(const UltraPart& part, std::uint64_t positions, VerifyReport& report);

    UltraRows& rows_of(const UltraPart& part);
    UltraWalk walk_of(const UltraPart& part);
    Pieces pieces_of(const UltraPart& part);
    // Runs of waiting rows that a batch of a sample may have.
    ClassIndex most_runs(const UltraPart& part, ClassIndex run_rows);
    void want_rows(Wanted& wanted, const UltraPart& part, ClassIndex first, ClassIndex end);
    // What turns of this part lead to from these rows of the waiting men.
    void want_after(Wanted& wanted, const UltraPart& part, ClassIndex first, ClassIndex end);
    Status hold(const Wanted& wanted);

    Status check_images(const UltraWalk& walk, ClassIndex first, ClassIndex end, Findings& found);
    void check_census(const UltraPart& part, const std::vector<UltraWalk::Counts>& counts, VerifyReport& report) const;
    void add(const Findings& found, VerifyReport& report) const;

    bool stopped() const { return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed); }
    void advance(std::uint64_t positions, int worker);

    const VerifyOptions& options_;
    UltraParts parts_;
    WorkerPool pool_;
    ClassTables classes_;
    std::map<UltraPart, Kept> kept_;
    std::uint64_t uses_ = 0;
    std::atomic<std::uint64_t> done_{0};
};

}  // namespace merels::verify
