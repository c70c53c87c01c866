// SPDX-License-Identifier: MIT
// The four steps of placing_steps.h on packed rows, set by set instead of vector by vector: several times the work a
// position, but only for positions that there are. For starts with few men, or with few on one side.
//
// In place, for the same reasons: the row side's step goes through its men ascending and reads the level above, the
// cube side's goes descending and reads its own row and the level below; within a row the smaller sets of cube men come
// first, which read larger ones. Slides copy: the row side's a level, the cube side's a set size of a row.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/worker_pool.h"
#include "merels/variant.h"
#include "rules/geometry.h"
#include "solve/placing/packed_array.h"
#include "solve/placing/placing_steps.h"

namespace merels::solve {

class PackedSteps {
  public:
    PackedSteps(const Variant& variant, WorkerPool& pool, PackedArray& array, const SetRanks& ranks);

    // Bytes besides the array and the ranks: row slides copy a level.
    static std::size_t scratch_bytes(int row_men, int cube_men, bool row_slides);

    // The array holds the layer after the turn; afterwards it holds `before`.
    void step(const RoleLayer& before);
    // Writes the values of boards on which a side is short of three men.
    void write_terminals(const RoleLayer& layer);

  private:
    // A turn of the row side that leads from a row to another one.
    struct Turn {
        int men = 0;  // the row that it reads
        ClassIndex index = 0;
        SetMap map;
        int absent = 0;  // the axis that the man comes to: no cube man may stand there
        int takings = 0;
    };
    using Rows = std::array<std::uint8_t*, kMaxMen + 1>;  // of one class, by number of cube men
    // A row whose cube side moves.
    struct CubeRow {
        RowAxes axes;
        Rows values;                // before the step
        Mask takeable = 0;          // men of the row
        std::vector<Turn> takings;  // one for each of them; made when first needed
        // By axis: the other two axes of its lines. Unused ones hold a set that no other one contains.
        std::array<std::array<AxisSet, Geometry::kLinesOfPoint>, kPoints> lines;
    };

    void row_places(const RoleLayer& before);
    void row_slides(const RoleLayer& before);
    void cube_moves(const RoleLayer& before);
    void best_of_turns(const RowAxes& axes, const std::vector<Turn>& turns, const RoleLayer& before, const Rows& out,
                       int worker);
    void pull(const RowAxes& axes, const Turn& turn, int cube, const AxisSet* takeable, std::uint8_t* out) const;
    std::uint8_t best_taking(const RowAxes& axes, const Turn& turn, AxisSet set, AxisSet takeable, int takings) const;
    void cube_one_row(int men, ClassIndex index, const RoleLayer& before, int worker);
    std::uint8_t worst_placing(CubeRow& row, AxisSet set) const;
    std::uint8_t worst_slide(CubeRow& row, AxisSet set) const;
    void worst_flights_of(CubeRow& row, std::uint8_t* out) const;
    std::uint8_t worst_arrival(CubeRow& row, AxisSet rest, int axis) const;
    std::uint8_t worst_taking(CubeRow& row, AxisSet set, int takings) const;

    CubeRow cube_row(int men, ClassIndex index) const;
    Turn turn_to(const RowAxes& axes, Mask after, int absent, int mills) const;
    std::uint8_t value_at(Mask row_men, Mask cube_men) const;
    int takings_of(int mills) const { return std::min<int>(mills, variant_.takes); }
    Mask takeable(Mask men) const;
    static Mask points_of(const RowAxes& axes, AxisSet set);
    int fewest_cube(const RoleLayer& layer) const { return std::max(0, kMinMen - layer.cube_hand); }
    bool is_short(int men, const RoleLayer& layer) const { return men + layer.row_hand < kMinMen; }
    template <class Body>
    void for_each_row(int men, Body&& body);

    const Variant& variant_;
    const Geometry& board_;
    WorkerPool& pool_;
    PackedArray& array_;
    const SetRanks& ranks_;
    const Classes& classes_ = Classes::get();
    std::vector<std::uint8_t> copy_;                  // one level: row slides
    std::vector<std::vector<AxisSet>> takeable_;      // by worker: for each set of a size, the men that may be taken
    std::vector<std::vector<std::uint8_t>> results_;  // by worker: cube slides
};

}  // namespace merels::solve
