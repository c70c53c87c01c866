// SPDX-License-Identifier: MIT
// Counts what a finished layer of a role holds: how many positions the row side wins, by depth, for each subspace, each
// position once up to symmetry, with an example of each depth (index/census.h): the first one in the order of the
// array, which is the smallest address seen from the winner.
//
// Where the row side is to move these are the mover's wins; where the cube side is to move, the mover's losses.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/transport.h"
#include "base/worker_pool.h"
#include "index/census.h"
#include "merels/result.h"
#include "solve/placing/placing_array.h"
#include "solve/placing/placing_workspace.h"

namespace merels::solve {

// For the rows whose men have symmetries of their own: which entries stand for their equivalents (one bit an entry).
class CanonicalRows {
  public:
    // Rows of up to row_men men, entries of up to cube_men men. False when memory is refused.
    [[nodiscard]] bool build(int row_men, int cube_men, WorkerPool& pool, bool sparse, Spill* spill = nullptr);
    static std::uint64_t bytes(int row_men);
    // Null: all entries of the row count.
    const std::uint64_t* row(int men, ClassIndex index) const {
        const std::uint64_t offset = offset_[men][index];
        return offset == kNone ? nullptr : bits_.as<std::uint64_t>() + offset;
    }

  private:
    static constexpr std::uint64_t kNone = ~std::uint64_t{0};
    std::array<std::vector<std::uint64_t>, kMaxMen + 1> offset_;  // in words
    BigMemory bits_;
};

// What was counted of one subspace of a role, by depth s.
struct DepthTally {
    std::array<std::uint64_t, 256> positions{};
    std::array<Address, 256> first{};  // the first address that has it, seen from the row side
};

// Counts the rows of one level as they are handed over, in any order, by any thread.
class LevelCensus {
  public:
    LevelCensus(const PlacingRows& rows, const CanonicalRows& canonical, const RoleLayer& layer, int men, int threads);
    ~LevelCensus();

    // Rows of ascending number. Calls with different `worker` may run at the same time. Dearer where rows come before
    // others that were counted.
    void add(int worker, std::span<const ClassIndex> indices, const LevelRows& level);
    // One entry for each subspace of the level, without short sides: only the wins where the row side moves (odd
    // plies), only the losses where the cube side moves (even plies); `positions` is the size of the subspace either
    // way. kInternal when a depth does not fit a byte. Over all ranks, which counted different rows.
    Result<std::vector<Census>> finish(Transport& ranks = local_transport()) const;

  private:
    struct Tally;
    void find_first(DepthTally& tally, int cube, std::vector<int> open, std::span<const ClassIndex> indices,
                    const LevelRows& level) const;
    std::uint32_t first_zero(const std::uint8_t* row, int cube) const;

    const PlacingRows& rows_;
    const CanonicalRows& canonical_;
    const RoleLayer layer_;
    const int men_;
    const int axes_;
    const int fewest_;
    std::vector<std::unique_ptr<Tally>> tallies_;  // by thread
};

// All rows of a level at once; each rank counts its own (row_share.h).
Result<std::vector<Census>> take_census(const PlacingRows& rows, WorkerPool& pool, const PlacingArray& array,
                                        const CanonicalRows& canonical, const RoleLayer& layer, int men,
                                        Transport& ranks = local_transport());

// The census of one subspace from its tally. kInternal when a depth does not fit a byte.
Result<Census> role_census(const RoleLayer& layer, int row_men, int cube_men, const DepthTally& tally);

}  // namespace merels::solve
