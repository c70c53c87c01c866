// SPDX-License-Identifier: MIT
// What one role of the placing pass holds, and how it goes back a ply. Two kinds: rows as cubes, for many men, and
// packed rows, for few. Both give the same bytes.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "index/census.h"
#include "solve/placing/placing_tables.h"

namespace merels::solve {

// How many men the row side and the cube side of a role have in all, and whether the row side slides while the other
// side still places.
struct RoleSize {
    int row_men = 0;
    int cube_men = 0;
    bool row_slides = false;
};

class PlacingWork {
  public:
    virtual ~PlacingWork() = default;

    // Fills the rows with the tables of a layer in which the row side moves.
    virtual Status load(const RoleLayer& layer, const TableReader& reader) = 0;
    // From the layer after a turn to the one before it.
    virtual void step(const RoleLayer& before) = 0;
    // Of the subspaces with so many men in a row, in their order, seen from the row side. kInternal when a depth does
    // not fit a byte.
    virtual Result<std::vector<Census>> census(const RoleLayer& layer, int row_men) = 0;
    // One row as the bytes of a table. Thread-safe.
    virtual void pack(int row_men, int cube_men, ClassIndex row, std::span<std::uint8_t> out) const = 0;
};

// Null when memory is refused. The options must outlive the work.
std::unique_ptr<PlacingWork> make_cube_work(const PlacingOptions& options, Side role, const PlacingRows& rows,
                                            const RoleSize& size);
std::uint64_t cube_work_bytes(const PlacingOptions& options, const PlacingRows& rows, const RoleSize& size);
std::unique_ptr<PlacingWork> make_packed_work(const PlacingOptions& options, const RoleSize& size);
std::uint64_t packed_work_bytes(const RoleSize& size);

}  // namespace merels::solve
