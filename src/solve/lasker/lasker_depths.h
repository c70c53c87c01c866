// SPDX-License-Identifier: MIT
// Depths of one level of a place-or-move layer, by the sweep over bits (lasker_sweep.h): what placings and takings give
// is known as bytes with depth, and enters the sweep at the round of its depth; what the sweep finds is written into
// the same bytes.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "solve/kernels/bytes/byte_kernels.h"
#include "solve/lasker/lasker_sweep.h"
#include "solve/placing/placing_workspace.h"

namespace merels::solve {

class LaskerDepths final : public LaskerEvents {
  public:
    // `bits`: a workspace for rows of bits.
    LaskerDepths(PlacingWorkspace& bits, const ByteKernels& kernels) : bits_(bits), kernels_(kernels) {}

    // What it needs beside the workspace: three levels of bits, and a byte for each 512 of them.
    static std::size_t bytes(const PlacingRows& bit_rows, int row_men);
    [[nodiscard]] bool allocate(int row_men);

    // The rows of a level as bytes (byte_rows.h).
    struct Level {
        int men = 0;
        RoleLayer layer;
        std::uint8_t* won = nullptr;         // in: what placings give, and terminals; out: all
        const std::uint8_t* once = nullptr;  // after the worst taking; null: the cube side cannot close a mill
        std::uint8_t* lost = nullptr;  // in: what the cube side's placings give, where it has men in hand; out: all
    };
    LaskerSweep::Level begin(const Level& level);
    // Rounds are numbered by depth, from 0 on.
    void begin_round(int depth) {
        depth_ = static_cast<std::uint8_t>(depth);
        more_to_come_ = false;
    }
    // After a round: something enters in a later one.
    bool more_to_come() const { return more_to_come_; }
    // What was not found lost is not.
    void end(const LaskerSweep& sweep);

    Entered enter(ClassIndex row, Word* once, Word* placed) override;
    void found(ClassIndex row, const Word* won, Parts won_parts, const Word* lost, Parts lost_parts) override;

  private:
    // Rows are looked at by blocks: 512 entries, whose bits are a cache line.
    static constexpr int kBlockAxes = 9;
    static constexpr std::uint32_t kBlockWords = std::uint32_t{1} << (kBlockAxes - kWordAxes);
    // Bytes that enter the sweep, each at the round of its depth.
    struct Incoming {
        BigMemory bits;                      // what has entered: a level of bits
        BigMemory next;                      // a byte for each block: the next depth that may come
        std::vector<std::uint8_t> next_row;  // likewise for a whole row; kNotWon: nothing more
    };

    std::uint8_t* bytes_at(std::uint8_t* level, ClassIndex row) const { return level + (std::size_t{row} << axes_); }
    const std::uint8_t* bytes_at(const std::uint8_t* level, ClassIndex row) const {
        return level + (std::size_t{row} << axes_);
    }
    Parts take(Word* fresh, Incoming& incoming, const std::uint8_t* level, ClassIndex row);
    void record(std::uint8_t* row, const Word* fresh, Parts parts) const;

    PlacingWorkspace& bits_;
    const ByteKernels& kernels_;
    Incoming won_, once_, placed_;
    Level level_;
    int axes_ = 0;
    RowParts parts_;
    std::uint8_t depth_ = 0;
    std::atomic<bool> more_to_come_ = false;
};

}  // namespace merels::solve
