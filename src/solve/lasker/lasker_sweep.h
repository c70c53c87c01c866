// SPDX-License-Identifier: MIT
// The cycles of one level (a number of men of the row side) of one layer of a place-or-move game, as rows of bits:
//
//   won    the row side to move and it wins     grows by its slides into `lost`
//   lost   the cube side to move and it loses   grows where all its slides lead into `won` (or, with a mill, into
//   `once`)
//                                               and all its placings lose as well (`placed`)
//
// A round is one ply of either side: first the cube side's half, local to each row, then the row side's, row to row
// within the level. Each half reads only what the other one brought last. A row with few new bits is handled bit by
// bit: the cube side's slides are taken back and each candidate is checked; the row side's slides are taken back and
// each predecessor is won. A row with many is computed as a whole, and read as a whole by the rows that slide into it.
//
// Without depth all of `won`, `once` and `placed` is there from the start, and rounds go on until nothing is new. With
// depth they fill up from outside, round by round (LaskerEvents), so that the number of the round is the depth.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solve/lasker/row_parts.h"
#include "solve/placing/placing_workspace.h"
#include "solve/rows/block_exchange.h"
#include "solve/rows/row_axes.h"
#include "solve/rows/row_share.h"

namespace merels::solve {

// What a round brings from outside, and who hears of its news. Called from several threads, for different rows.
class LaskerEvents {
  public:
    virtual ~LaskerEvents() = default;
    // Where something came into a row from outside. A row of bits is filled in these parts only.
    struct Entered {
        Parts won = 0, once = 0, placed = 0;
    };
    // Before the cube side's half: adds bits to the rows of the level. `once` and `placed` get the new ones.
    virtual Entered enter(ClassIndex row, Word* once, Word* placed) = 0;
    // After it: everything that is new of the row since the last round, in some parts of it.
    virtual void found(ClassIndex row, const Word* won, Parts won_parts, const Word* lost, Parts lost_parts) = 0;
};

class LaskerSweep {
  public:
    // The workspace must be one for rows of bits. whole_rows: no row is handled bit by bit, however little is new.
    LaskerSweep(PlacingWorkspace& workspace, Transport& ranks, bool whole_rows)
        : work_(workspace),
          ranks_(ranks),
          share_(ranks),
          blocks_(ranks, workspace.pool.threads()),
          whole_rows_(whole_rows) {}

    // What it needs beside the workspace: three levels and a few rows a thread.
    static std::size_t bytes(const PlacingRows& rows, int row_men, int threads);
    [[nodiscard]] bool allocate(int row_men);

    // The rows of a level, all of one number of men.
    struct Level {
        int men = 0;
        RoleLayer layer;
        std::uint8_t* won = nullptr;           // with the terminals (unless they enter)
        const std::uint8_t* once = nullptr;    // won after the worst taking; null: the cube side cannot close a mill
        const std::uint8_t* placed = nullptr;  // null: the cube side has no men in hand
    };
    void begin(const Level& level);
    // True when it brought something that the next round has to look at. Several ranks share the rows (row_share.h):
    // all know what is lost, each knows what its rows win. kInternal: what another rank said cannot be read.
    Result<bool> round(LaskerEvents* events);
    // What is lost in the end. Words without sets of at most cube_most men hold anything.
    const std::uint8_t* lost(ClassIndex row) const { return row_at(lost_.as<std::uint8_t>(), row); }

  private:
    using Buffers = PlacingWorkspace::Buffers;
    enum class News : std::uint8_t { kNone, kFew, kMany };
    struct Rows {
        BigMemory won, once, placed, lost;  // new bits of a row
    };
    // A way in which the row side may have come to a row: `from` is where the man stood.
    struct Unslide {
        ClassIndex row;
        int from_axis;
        bool mill;  // the slide took a man
        std::array<std::int8_t, kPoints> axis_in_target;
    };

    template <class T>
    T* row_at(T* level, ClassIndex row) const {
        return level + row * row_bytes_;
    }
    Word* words(std::uint8_t* level, ClassIndex row) const { return reinterpret_cast<Word*>(row_at(level, row)); }
    // fresh = now & ~before; their number.
    std::uint32_t take_fresh(Word* fresh, const Word* now, const Word* before, Parts parts) const;
    std::uint32_t count_bits(const Word* row, Parts parts) const;
    void copy(Word* to, const Word* from, Parts parts) const;

    Status share_losses();
    bool enter_losses(std::span<const std::uint8_t> block);
    void make_image(ClassIndex row, const RowAxes& axes);
    void clear_others(Word* row, Parts parts) const;
    void cube_half(ClassIndex row, LaskerEvents* events, Buffers& buffers);
    // Both return where something was lost.
    Parts lose_whole_row(ClassIndex row, const RowAxes& axes, Buffers& buffers);
    Parts lose_bit_by_bit(ClassIndex row, const RowAxes& axes, const Rows& fresh, const LaskerEvents::Entered& entered);
    bool pull(ClassIndex row, Buffers& buffers);
    bool push(ClassIndex row);
    std::vector<Unslide> unslides(ClassIndex row) const;
    bool add_win(ClassIndex row, AxisSet set);

    PlacingWorkspace& work_;
    Transport& ranks_;
    RowShare share_;
    BlockExchange blocks_;  // new losses, where there are several ranks
    bool whole_rows_;
    BigMemory lost_, won_before_, lost_before_;
    std::vector<Rows> rows_;  // by thread
    Level level_;
    std::size_t row_bytes_ = 0;
    int axes_ = 0;
    RowParts parts_;
    bool narrow_ = false;                     // so few sets are in use that rows are never computed as a whole
    std::uint32_t few_ = 0;                   // so many new bits of a row are few
    bool first_ = true;                       // no round was made
    std::vector<Parts> touched_;              // by row: where `won` has grown
    std::vector<News> news_;                  // by row: of `lost`
    std::vector<Parts> lost_parts_;           // by row with news: where
    std::vector<std::uint16_t> stabilisers_;  // by row
};

}  // namespace merels::solve
