// SPDX-License-Identifier: MIT
// The complete check of verifier.h: all positions of all tables that are there.
//
// Two passes a subspace, both row by row with row_kernel.h:
//   losses of S  fix the men that do not move: their rows of the tables that S moves to say at once whether all
//                successors are won by the opponent. The result, found by rows of the other side's men, is turned into
//                rows of the own men: the layout of a table.
//   wins of S    fix the other side's men: their rows of the losses just made answer all moves. The stored win of a
//                position is one random access.
// Losses are needed for the census of their own table and by the subspaces that move there; they are kept while there
// is room.
#pragma once

#include <atomic>
#include <map>
#include <set>

#include "minimax/decoded_tables.h"
#include "minimax/row_kernel.h"
#include "verify/solved_table.h"
#include "verify/verifier.h"

namespace merels::verify {

class CompleteCheck {
  public:
    CompleteCheck(const Variant& variant, const DecodedTables& tables, const VerifyOptions& options);

    // Fills in everything but the times.
    Status run(VerifyReport& report);

  private:
    struct Findings {  // of one thread
        CensusCounter census;
        std::uint64_t wrong = 0;
        std::optional<WrongPosition> first;
        void add(const Subspace& subspace, Address address, int stored, int expected);
    };

    Status check_table(const Subspace& subspace, VerifyReport& report);
    bool losses_derivable(const Subspace& subspace) const;
    bool checkable(const Subspace& subspace) const;
    // Goodness bytes as row_kernel.h has them, in the layout of a table.
    Result<ByteArray> wins(const Subspace& subspace);
    Result<ByteArray> losses(const Subspace& subspace);
    Result<BigArray<std::uint8_t>> losses_by_fixed(const Subspace& subspace);
    BigArray<std::uint8_t> turn_losses(const Subspace& subspace, const BigArray<std::uint8_t>& by_fixed, bool count);
    void count_wins(const Subspace& subspace, const BigArray<std::uint8_t>& wins, std::vector<Findings>& findings);
    Status compare_wins(const Subspace& subspace, const BigArray<std::uint8_t>& wins, std::vector<Findings>& findings);
    bool loss_examples_right(const Subspace& subspace, const BigArray<std::uint8_t>& losses) const;
    void compare_census(const Subspace& subspace, VerifyReport& report) const;
    // Calls body(row, worker) for all rows, and reports progress when told to.
    template <class Body>
    void for_each_row(ClassIndex rows, std::uint32_t row_size, bool report, Body&& body);
    Status interrupted() const;
    bool stopped() const { return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed); }

    const Variant& variant_;
    const DecodedTables& tables_;
    const VerifyOptions& options_;
    WorkerPool pool_;
    ClassTables classes_;
    ArrayCache wins_;
    ArrayCache losses_;
    bool with_depth_ = true;  // of the tables in work
    std::atomic<std::uint64_t> done_{0};
    std::map<Subspace, CensusCounter> counted_;
    std::set<Subspace> losses_counted_;
    std::set<Subspace> wrong_examples_;
};

}  // namespace merels::verify
