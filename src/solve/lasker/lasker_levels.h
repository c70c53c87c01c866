// SPDX-License-Identifier: MIT
// One layer of a game where a side may place or slide (Lasker Morris), in one role. Placings lead out of the layer,
// slides stay in it, so positions can come back and a layer is a fixed point:
//
//   moves   the row side to move   best of its placings (given) and 1 + the best of its slides into `waits`
//   waits   the cube side to move  worst of its placings (given) and the worst of its slides into `moves`
//
// The row side's men are taken one by one and never come back within a layer, so the levels (numbers of its men) are
// solved in ascending order, each with the one below it finished, by a sweep over bits (lasker_sweep.h): without depth
// on the rows themselves, with depth beside them (lasker_depths.h). The levels lie where the caller wants them.
#pragma once

#include <cstddef>
#include <memory>

#include "merels/progress.h"
#include "merels/result.h"
#include "solve/lasker/lasker_depths.h"
#include "solve/lasker/lasker_sweep.h"
#include "solve/placing/placing_array.h"
#include "solve/placing/placing_tables.h"
#include "solve/placing/placing_workspace.h"
#include "store/table/table.h"

namespace merels::solve {

class LaskerLevels {
  public:
    // The workspace has rows of the kind that is wanted.
    LaskerLevels(PlacingWorkspace& workspace, const PlacingOptions& options);

    // What it needs beside the workspace.
    static std::size_t bytes(const Variant& variant, const PlacingRows& rows, ValueKind values, KernelKind kernel,
                             int row_men, int threads);
    // False when memory is refused.
    [[nodiscard]] bool allocate(int row_men);

    // Where the rows after the cube side's takings go: the caller lends one level.
    void lend_once(std::uint8_t* level) { once_ = level; }

    // `moves` holds what the row side's placings give, with the terminals, and afterwards the level; the level below it
    // is finished. `waits` holds what the cube side's placings give (anything where it has no men in hand), and
    // afterwards the level. kInterrupted when stopped between two rounds: both are of no use then. kInternal: a depth
    // does not fit a byte. Several ranks share the sweep; afterwards all have `moves`, each its rows of `waits`.
    Status solve(PlacingArray& moves, PlacingArray& waits, int men, const RoleLayer& layer, const StopFlag* stop);

    // The second half alone: two levels of `moves` are known, `waits` as above.
    void finish_waits(const PlacingArray& moves, PlacingArray& waits, int men, const RoleLayer& layer);

  private:
    using Buffers = PlacingWorkspace::Buffers;

    void take_below(const PlacingArray& moves, int men, const RoleLayer& layer);
    bool asked_to_stop(const StopFlag* stop);
    Status share_level(PlacingArray& array, int men, const RoleLayer& layer);
    Status sweep_results(PlacingArray& moves, PlacingArray& waits, int men, const RoleLayer& layer,
                         const StopFlag* stop);
    Status sweep_depths(PlacingArray& moves, PlacingArray& waits, int men, const RoleLayer& layer,
                        const StopFlag* stop);

    PlacingWorkspace& work_;
    const bool with_depth_;
    std::unique_ptr<const PlacingRows> bit_rows_;  // with depth
    std::unique_ptr<PlacingWorkspace> bit_work_;   // with depth
    PlacingWorkspace& bits_;                       // either of the two
    Transport& ranks_;
    LaskerSweep sweep_;
    std::unique_ptr<LaskerDepths> depths_;
    std::uint8_t* once_ = nullptr;  // one level: the row side's men after the worst taking
};

}  // namespace merels::solve
