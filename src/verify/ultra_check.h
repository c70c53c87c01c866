// SPDX-License-Identifier: MIT
// The check of ultra-strong tables (verifier.h says what it proves).
//
// A table, together with the strong one of the subspace, is decoded into one number for each position: how good it is
// for the side that has just moved there (verify/ultra_codes.h), 0 where the side to move wins. Row by row of the men
// that do not move the best of all turns is then a few look-ups (minimax/row_kernel.h); it says what the position
// itself must have. Won positions are skipped; lost ones are those whose turns all lead to wins of the opponent.
//
// Cost: 30 to 50 ns of CPU for a position that is not won, a few for decoding any. Memory: two bytes for each position
// of the tables that one subspace needs at once, and `memory` for keeping them.
#pragma once

#include <atomic>
#include <map>
#include <memory>

#include "base/worker_pool.h"
#include "minimax/big_array.h"
#include "minimax/row_kernel.h"
#include "tables/ultra_collection.h"
#include "verify/ultra_codes.h"
#include "verify/verifier.h"

namespace merels::verify {

class UltraCheck {
  public:
    // All must outlive this.
    UltraCheck(const Variant& variant, const Database& database, const UltraCollection& set,
               const VerifyOptions& options);

    // Fills in everything but the times.
    Status run(VerifyReport& report);

  private:
    using Code = PairCodes::Code;
    using Codes = std::shared_ptr<const BigArray<Code>>;

    struct Part {  // the tables of a subspace; in a split set by who moves
        Subspace subspace;
        bool computer_moves = true;
        friend auto operator<=>(const Part&, const Part&) = default;
    };
    struct Tables {
        UltraTable ultra;
        std::shared_ptr<const Table> strong;
        // By code of the value, then of the depth: the number of the pair for the side that has just moved there.
        std::vector<Code> goodness;
        int own = 0;  // value of the subspace for the side to move
    };
    struct Findings {                       // of one thread
        std::vector<std::uint64_t> counts;  // draws by goodness, each once up to symmetry
        std::uint64_t positions = 0;        // once up to symmetry
        std::uint64_t wrong = 0;
        std::optional<WrongPosition> first;
    };
    struct Kept {
        Codes codes;
        std::uint64_t used = 0;
    };

    Status open_tables(VerifyReport& report);
    std::vector<Part> order() const;
    std::vector<Part> after(const Part& part) const;
    bool checkable(const Part& part) const;

    Result<Codes> codes_of(const Part& part);
    Result<BigArray<Code>> decode(const Tables& tables, const Subspace& subspace);
    Result<Code> code_at(const Part& part, Address address) const;

    Status check_rows(const Part& part, std::uint64_t sample, VerifyReport& report);
    Status check_images(const Part& part, const BigArray<Code>& stored, std::vector<Findings>& findings);
    Status check_single(const Part& part, std::uint64_t sample, VerifyReport& report);
    void check_census(const Part& part, const std::vector<Findings>& findings, VerifyReport& report) const;

    // The number that a position must have whose best turn has this one; 0 where it is won or lost.
    Code expected_of(const Tables& tables, int best) const;
    // The same from the rules, by single look-ups.
    Result<Code> expected_at(const Part& part, const Position& position) const;
    void add_wrong(Findings& findings, const Part& part, Address address, Code stored, Code expected) const;
    std::string describe(Code goodness, int own) const;

    bool stopped() const { return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed); }
    void advance(std::uint64_t positions, int worker);

    const Variant& variant_;
    const Database& database_;
    const UltraCollection& set_;
    const VerifyOptions& options_;
    WorkerPool pool_;
    ClassTables classes_;
    PairCodes pairs_;
    std::map<Part, Tables> tables_;
    std::map<Part, Kept> kept_;
    std::uint64_t uses_ = 0;
    std::atomic<std::uint64_t> done_{0};
};

}  // namespace merels::verify
