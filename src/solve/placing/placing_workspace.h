// SPDX-License-Identifier: MIT
// What all steps over rows of a role share (placing_steps.h, lasker_levels.h): how one row reads another, which men may
// be taken, the final positions of a layer, and memory for one level of capture images and for a few rows a thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/worker_pool.h"
#include "index/classes.h"
#include "merels/variant.h"
#include "solve/placing/placing_array.h"
#include "solve/placing/placing_rows.h"
#include "solve/rows/row_share.h"

namespace merels::solve {

// A layer as one role sees it.
struct RoleLayer {
    int row_hand = 0;
    int cube_hand = 0;
    int row_most = 0;   // men of the row side that may be on the board
    int cube_most = 0;  // likewise
    bool row_moves = false;

    bool row_is_short(int men) const { return men + row_hand < kMinMen; }
};

struct PlacingWorkspace {
    // Rows that one thread works in.
    struct Buffers {
        BigMemory once, twice, out, scratch;
    };
    // A row that another one reads, and how.
    struct Source {
        int men = 0;
        ClassIndex index = 0;
        AxisMap map;
    };

    // Rows up to this size are prefetched; larger ones would push each other out of the second cache.
    static constexpr int kMostAxesToPrefetch = 18;

    PlacingWorkspace(const Variant& game, const PlacingRows& kind, WorkerPool& workers, bool few_men);

    // The rows of all threads, and the level of images.
    static std::size_t row_bytes(const PlacingRows& rows, int threads);
    static std::size_t bytes(const Variant& variant, const PlacingRows& rows, int row_men, int threads);
    // False when memory is refused. The first takes the rows alone: the images lie elsewhere then (lend_images).
    [[nodiscard]] bool allocate_rows();
    [[nodiscard]] bool allocate(int row_men);

    // Where the images of a level lie. Only rows with a mill have one, except where takings of two men keep a whole
    // level there, or a whole level was lent.
    LevelRows images(int men) const {
        if (image_rows[men].empty()) return {image_level, rows.row_bytes(kPoints - men)};
        return LevelRows(image_rows[men].data());
    }
    // Memory for the images of any whole level.
    void lend_images(std::uint8_t* level) { image_level = level; }

    // The row of `set` (men of the row side after a turn) as read by the row `axes`.
    Source source_of(const RowAxes& axes, Mask set, int absent, Point dropped, int most) const;
    Mask takeable(Mask men) const;
    // The worst over the men of the row that may be taken: rows of the level below; `none` where no man may be taken,
    // else `out`.
    const std::uint8_t* taken(const RowAxes& axes, const LevelRows& below, int most, const std::uint8_t* none,
                              std::uint8_t* out, Buffers& own) const;
    void write_row_terminals(int men, std::uint8_t* row, const RoleLayer& layer) const;

    // The row of a class in a buffer that holds a level.
    std::uint8_t* row_of(std::uint8_t* level, int men, ClassIndex index) const {
        return level + index * rows.row_bytes(kPoints - men);
    }

    // Calls body(class, buffers) for all rows of a level, on all threads.
    template <class Body>
    void for_each_row(int men, Body&& body) {
        for_rows(men, {0, classes.size(men)}, body);
    }
    // For some of them.
    template <class Body>
    void for_rows(int men, const RowShare::Run& some, Body&& body) {
        // Chunks of about a megabyte: small enough to share, large enough for neighbouring rows to share sources.
        const std::size_t chunk = std::max<std::size_t>(1, (std::size_t{1} << 19) >> (kPoints - men));
        pool.parallel_for(some.size(), chunk, [&](std::size_t first, std::size_t last, int worker) {
            for (std::size_t c = first; c < last; ++c) {
                body(some.first + static_cast<ClassIndex>(c), buffers[worker]);
            }
        });
    }

    const Variant& variant;
    const Geometry& board;
    const PlacingRows& rows;
    WorkerPool& pool;
    const Classes& classes;
    const bool sparse;                                               // few men, or little memory: no huge pages
    Spill* spill = nullptr;                                          // for levels, where memory is short
    std::array<std::array<Point, kPoints>, kSymmetries> image_of{};  // map_point, at hand
    BigMemory image_memory;                                          // of one level at a time: rows after a taking
    std::uint8_t* image_level = nullptr;                             // whole levels: where they begin
    std::array<std::vector<std::uint8_t*>, kMaxMen + 1> image_rows;  // by men and class; empty: whole levels
    std::vector<Buffers> buffers;                                    // by thread
};

}  // namespace merels::solve
