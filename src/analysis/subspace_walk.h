// SPDX-License-Identifier: MIT
// One subspace under two rule sets: the walk behind comparison.h.
//
// Wins stand in rows of the side to move's men, losses are derived in rows of the other side's men (all quiet turns of
// a position lead into one such row). So that nothing has to be turned around, the two are counted apart: first all
// losses; those under only one rule set, some in a thousand, are marked at their address in the table. Then all wins,
// row by row, and the marks tell what becomes of a position that only one rule set calls won or lost.
//
// Where the two allow the same turns, only positions are looked at from which a turn leads to an entry that differs
// (differing_sets.h); how many are lost under both follows from the censuses.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/differing_sets.h"
#include "base/worker_pool.h"
#include "index/subspace.h"
#include "merels/variant.h"
#include "minimax/big_array.h"
#include "minimax/decoded_tables.h"
#include "minimax/point_sets.h"

namespace merels {

// The tables of one rule set.
struct RuleSide {
    const Variant& variant;
    const DecodedTables& tables;
    ArrayCache wins;  // as RowKernel wants them
};

// Counts of one worker, or of all of them together. Outcomes by Wdl, first under A, then under B.
struct WalkTally {
    std::array<std::array<std::uint64_t, 3>, 3> counts{};             // but for draw to draw, which is what is left
    std::array<std::uint64_t, 2> far{};                               // by the rules under which the end is nearer
    std::array<std::array<std::optional<Address>, 3>, 3> examples{};  // of changes: the smallest
    // By side: called won by its table and lost by the look at what follows, so one of the tables is wrong.
    std::array<std::uint64_t, 2> contradictions{};

    void add(const WalkTally& other);
    void note_example(int a, int b, Address address);
};

class SubspaceWalk {
  public:
    // `done(positions)` is called now and then by one thread, `stopped()` by all. All must outlive this.
    SubspaceWalk(std::array<RuleSide*, 2> sides, const ClassTables& classes, WorkerPool& pool, bool with_depth)
        : sides_(sides), classes_(classes), pool_(pool), with_depth_(with_depth) {}

    bool with_depth() const { return with_depth_; }

    std::function<void(std::uint64_t)> done = [](std::uint64_t) {};
    std::function<bool()> stopped = [] { return false; };

    // All tables of the subspace and of what its turns lead to must be there. `losses`: how many the two censuses have.
    Result<WalkTally> run(const Subspace& subspace, std::array<std::uint64_t, 2> losses);

  private:
    using Marks = BigArray<std::uint64_t>;  // one bit for each address of the table

    Status count_losses(WalkTally& tally, std::array<std::uint64_t, 2> losses);
    bool same_turns() const;
    Result<std::optional<DifferingAfter>> differing_after();
    Result<std::shared_ptr<const DifferingSets>> differing(const Subspace& subspace);
    Status count_wins(WalkTally& tally);
    void count_win_row(ClassIndex row, const std::uint8_t* a, const std::uint8_t* b, WalkTally& tally) const;
    void settle_marks(ClassIndex row, const std::uint8_t* a, const std::uint8_t* b, WalkTally& tally) const;
    void mark(Marks& marks, Mask own, Mask other);
    Result<ByteArray> wins(int side, const Subspace& subspace);
    void report(std::uint64_t positions, int worker);
    Status interrupted() const;

    std::array<RuleSide*, 2> sides_;
    const ClassTables& classes_;
    WorkerPool& pool_;
    bool with_depth_;
    const PointSets& sets_ = PointSets::get();

    Subspace subspace_;
    std::size_t row_size_ = 0;
    std::array<Marks, 2> lost_only_;  // under A, not under B; and the reverse
    std::atomic<std::uint64_t> walked_{0};
    // Of the latest subspaces, since the next one needs some of them again.
    std::deque<std::pair<Subspace, std::shared_ptr<const DifferingSets>>> differing_;
};

}  // namespace merels
