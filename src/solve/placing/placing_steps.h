// SPDX-License-Identifier: MIT
// One ply backwards for all rows of a role: from the values of the layer after a turn to the values of the layer before
// it, in place. There are four steps, by who moves and how:
//
//   row side places    row to row: W reads W + q for every free q, one axis fewer in the source. Levels ascending,
//                      because a level reads only the one above it. A mill reads the capture image of W + q: the best
//                      taking of a cube man, computed once for each row of the level above.
//   row side slides    row to row within a level: W reads W - a + b. Needs a copy of the level.
//   cube side places   within a row: B reads B + q. A mill reads `once`: the worst of the rows W - x over the men x
//   that
//                      may be taken. Levels descending, because a level reads itself and the one below it.
//   cube side slides   within a row: B reads B - p + q; as above, with a copy of the row.
//
// After the turn's own values, each step writes the terminals of its layer: a side short of three men (board and hand)
// has lost; if both are, the side to move has lost.
//
// Cost on two cores with AVX2 (nine men, a late layer): docs/solving_placing.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solve/placing/placing_array.h"
#include "solve/placing/placing_workspace.h"

namespace merels::solve {

class PlacingSteps {
  public:
    explicit PlacingSteps(PlacingWorkspace& workspace) : work_(workspace) {}

    // What row slides need beside the workspace: a copy of one level.
    static std::size_t slide_bytes(const PlacingRows& rows, int row_men);
    [[nodiscard]] bool allocate_slides(int row_men);

    // The array holds the layer after the turn; afterwards it holds `before`. Which step it is follows from `before`.
    void step(PlacingArray& array, const RoleLayer& before);

    // One level of two of these steps: the row side places (`to` may be `from`: it reads the level above), and the cube
    // side moves in place (reads the level below, and under take 2 the one below that).
    void place_level(const PlacingArray& from, PlacingArray& to, int men, const RoleLayer& before);
    void cube_level(PlacingArray& array, int men, const RoleLayer& before);

    // Writes the terminals of a layer into a level that holds its other values already.
    void write_terminals(PlacingArray& array, int men, const RoleLayer& layer);

    // One row of a step; where the rows that it reads lie is the caller's business. Those of the level above, the row's
    // own level or the level below; of images only the rows with a mill are read, under take 2 `below_once` has the
    // rows of the level below after one more taking.
    using Buffers = PlacingWorkspace::Buffers;
    void place_row(std::uint8_t* row, int men, ClassIndex index, const RoleLayer& before, const LevelRows& above,
                   const LevelRows& images, Buffers& buffers) const;
    // Without terminals.
    void slide_row(std::uint8_t* out, int men, ClassIndex index, const RoleLayer& before, const LevelRows& level,
                   const LevelRows& images, Buffers& buffers) const;
    void cube_row(std::uint8_t* row, int men, ClassIndex index, const RoleLayer& before, const LevelRows& below,
                  const LevelRows& below_once, Buffers& buffers) const;
    void image_row(std::uint8_t* image, const std::uint8_t* row, Mask men, int most) const;
    // A row of the level below for `below_once`.
    void once_row(std::uint8_t* out, const std::uint8_t* row, int men, ClassIndex index, int most,
                  const LevelRows& below, Buffers& buffers) const;

  private:
    void row_slides(PlacingArray& array, const RoleLayer& before);
    void make_images(const PlacingArray& array, int men, int most);

    PlacingWorkspace& work_;
    BigMemory copy_;  // one level: row slides
};

}  // namespace merels::solve
