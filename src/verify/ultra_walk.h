// SPDX-License-Identifier: MIT
// Holds the positions of one part against their successors, row by row of the men of the side that waits.
//
// With those men fixed, turns without a taking lead into one row and takings into a few others, one for each man that
// may be taken (minimax/row_kernel.h); what the position itself has stands in the row of the mover's men, which is
// found by turning (verify/turned_row.h). So a row of the waiting men and any set of rows of the mover's men are
// checked from rows held in memory (verify/ultra_rows.h), and the positions are those in which both sides' men are in
// chosen rows.
//
// Cost: about 20 ns of CPU for a position that is won, 50 to 100 for another one, 10 for one that is passed over.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "minimax/row_kernel.h"
#include "verify/turned_row.h"
#include "verify/ultra_rows.h"

namespace merels::verify {

class UltraWalk {
  public:
    using Code = UltraParts::Code;
    static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

    struct Findings {
        std::uint64_t positions = 0;  // once up to symmetry
        std::uint64_t wrong = 0;
        std::optional<WrongPosition> first;
        void merge(const Findings& other);
    };
    // Whether a row of the mover's men is one of those that are looked at, by row.
    using RowFlags = std::vector<char>;
    using Counts = std::vector<std::uint64_t>;  // draws by number, each once up to symmetry
    using FindRows = std::function<const UltraRows&(const UltraPart&)>;

    // `rows` gives the array of the part and of each part that its turns lead to; these and all else must outlive this.
    UltraWalk(const UltraParts& parts, const UltraPart& part, const ClassTables& classes, int workers,
              const FindRows& rows);

    // The rows of the waiting men from `first` on up to `end`, which must be held with all that turns from them lead
    // to, as must the rows of the mover's men. Stops after `limit` positions. `counts` may be null. One call at a time
    // for each worker.
    Findings check(ClassIndex first, ClassIndex end, const RowFlags& movers, int worker, std::uint64_t limit,
                   Counts* counts);

    // The rows of the mover's men that have a symmetry hold some positions several times; all must be the same. What is
    // lost may hold anything. Thread-safe.
    Result<Findings> check_images(ClassIndex row) const;

    Counts no_counts() const { return Counts(static_cast<std::size_t>(parts_.pairs().size()) + 1, 0); }

  private:
    struct Worker {
        WideRowKernel kernel;
        TurnedRow turned;
    };

    Code expected_by_best(int best) const {
        if (best < 0) return without_turn_;
        return static_cast<std::size_t>(best) < expected_.size() ? expected_[best] : PairCodes::kNone;
    }

    const UltraParts& parts_;
    UltraPart part_;
    const ClassTables& classes_;
    const Code* stored_;
    std::vector<Code> expected_;  // by the number of the best turn
    Code without_turn_;
    std::vector<Worker> workers_;
};

}  // namespace merels::verify
