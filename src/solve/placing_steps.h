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

#include <array>
#include <cstdint>
#include <vector>

#include "base/worker_pool.h"
#include "index/classes.h"
#include "merels/result.h"
#include "merels/variant.h"
#include "solve/placing_array.h"
#include "solve/placing_rows.h"

namespace merels::solve {

// A layer as one role sees it.
struct RoleLayer {
    int row_hand = 0;
    int cube_hand = 0;
    int row_most = 0;   // men of the row side that may be on the board
    int cube_most = 0;  // likewise
    bool row_moves = false;
};

class PlacingSteps {
  public:
    PlacingSteps(const Variant& variant, const PlacingRows& rows, WorkerPool& pool, PlacingArray& array, bool sparse);

    // What the steps need beside the array: one level of capture images, for row slides two, and a few rows a thread.
    static std::size_t scratch_bytes(const PlacingRows& rows, int row_men, bool row_slides, int threads);
    // False when memory is refused.
    [[nodiscard]] bool allocate(bool row_slides);

    // The array holds the layer after the turn; afterwards it holds `before`. Which step it is follows from `before`.
    void step(const RoleLayer& before);

    // Writes the terminals of a layer into an array that holds its other values already.
    void write_terminals(const RoleLayer& layer);

  private:
    struct Buffers {
        BigMemory once, twice, out, scratch;
    };
    // A row that another one reads, and how.
    struct Source {
        int men = 0;
        ClassIndex index = 0;
        ByteMap map;
    };

    void row_places(const RoleLayer& before);
    void row_slides(const RoleLayer& before);
    void cube_moves(const RoleLayer& before);

    void make_images(int men, int most);
    void place_one_row(int men, ClassIndex index, const RoleLayer& before, Buffers& buffers);
    void slide_one_row(int men, ClassIndex index, const RoleLayer& before, std::uint8_t* out, Buffers& buffers);
    void cube_one_row(int men, ClassIndex index, const RoleLayer& before, Buffers& buffers);
    const std::uint8_t* taken(const RowAxes& axes, const std::uint8_t* below, int most, const std::uint8_t* none,
                              std::uint8_t* out, Buffers& buffers) const;
    void write_row_terminals(int men, std::uint8_t* row, const RoleLayer& layer) const;

    // The row of `set` (men of the row side after a turn) as read by the row `axes`.
    Source source_of(const RowAxes& axes, Mask set, int absent, Point dropped, int most) const;
    // The row of a class in a buffer that holds a level.
    std::uint8_t* row_of(const BigMemory& level, int men, ClassIndex index) const {
        return level.as<std::uint8_t>() + index * rows_.row_bytes(kPoints - men);
    }
    Mask takeable(Mask men) const;
    bool is_short(int men, const RoleLayer& layer) const { return men + layer.row_hand < kMinMen; }
    template <class Body>
    void for_each_row(int men, Body&& body);

    const Variant& variant_;
    const Geometry& board_;
    const PlacingRows& rows_;
    WorkerPool& pool_;
    PlacingArray& array_;
    const Classes& classes_;
    bool sparse_;
    std::array<std::array<Point, kPoints>, kSymmetries> image_of_{};  // map_point, at hand
    BigMemory images_;                                                // one level: the rows after a taking
    BigMemory copy_;                                                  // one level: row slides
    std::vector<Buffers> buffers_;
};

}  // namespace merels::solve
