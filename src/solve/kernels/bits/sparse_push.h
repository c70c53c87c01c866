// SPDX-License-Identifier: MIT
// The per-bit paths of the sweep. A row with few new bits is not read by its dependants; instead each new bit is
// pushed to the positions that lead to it:
//   a new loss of Black   -> White's moves taken back: each of those positions is a win;
//   a new win of White    -> Black's moves taken back: each of those is a candidate, lost when all its successors are
//                            won by White.
//
// Three properties must hold for each bit that is set (they cost a wrong count each when forgotten):
//   * a row whose men have a symmetry of their own gets all images of the bit, at once;
//   * the list of new bits holds the smallest image only;
//   * the smallest image is set first, by an atomic OR: whoever sets it owns the position, counts it and records it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "index/subspace.h"
#include "solve/rows/depth_row.h"
#include "solve/rows/row_table.h"

namespace merels::solve {

// New positions of one ply by white and black men, each counted once up to symmetry, with the smallest (row, set).
struct PlyTally {
    static constexpr std::uint64_t kNone = ~std::uint64_t{0};
    std::array<std::array<std::uint64_t, kMaxMen + 1>, kMaxMen + 1> positions;
    std::array<std::array<std::uint64_t, kMaxMen + 1>, kMaxMen + 1> example;  // class << 24 | set

    PlyTally() { clear(); }
    void clear();
    void add(const PlyTally& other);
};

// A growing list of new bits: row << 24 | set. Not std::vector, because the kernel files append to it.
class BitList {
  public:
    BitList() = default;
    BitList(const BitList&) = delete;
    BitList& operator=(const BitList&) = delete;
    ~BitList();

    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    const std::uint64_t* data() const { return data_; }
    void reserve_more(std::size_t more) {
        if (size_ + more > capacity_) grow(more);
    }
    // Needs reserve_more.
    void append_reserved(std::uint64_t entry) { data_[size_++] = entry; }
    static constexpr std::uint64_t entry(RowId row, AxisSet set) { return std::uint64_t{row} << 24 | set; }

  private:
    void grow(std::size_t more);
    std::uint64_t* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

// How the news of a row reach the next ply.
enum class News : std::uint8_t {
    kListed = 0,    // pushed bit by bit
    kOwnDense = 1,  // (new wins) the row itself is recomputed, its list serves the rows before a capture
    kDense = 2,     // read as a whole by everything that depends on it; there is no list
};

// Flags of a row with new wins against three men, who fly: some, and among them three men in one mill (those matter to
// rows with one white man more as well).
inline constexpr std::uint8_t kNewThree = 1;
inline constexpr std::uint8_t kNewMill = 2;

// What ranks that share the rows need of each other's, by row (moving/rank_rows.h).
inline constexpr std::uint8_t kOwnRow = 1;       // is this rank's
inline constexpr std::uint8_t kLossesCross = 2;  // some rank needs the losses of another's row
inline constexpr std::uint8_t kWinsCross = 4;    // ... the wins, those against a black mill: what a capture leads to
inline constexpr std::uint8_t kImageWanted = 8;  // a row of ours reads its capture image

// The state of one thread. `wins` and `losses` of the table are shared.
struct PushContext {
    const RowTable* table = nullptr;
    bool records = false;  // new wins go on `won`, with all their images
    BitList won;
    // Where ranks share the rows (null: one rank): bits are set only in rows that are ours, and what the others need
    // of them goes on `changed`, with all images.
    const std::uint8_t* rank_rows = nullptr;
    BitList changed;
    bool owns(RowId row) const { return rank_rows == nullptr || (rank_rows[row] & kOwnRow) != 0; }
    const std::uint8_t* next_news = nullptr;  // News by row: new bits of kDense rows need no list
    std::uint8_t* three_men = nullptr;        // by row: kNewThree, kNewMill
    BitList found;
    PlyTally tally;

    // Wins on their way: the word was asked for some entries ago.
    struct Pending {
        Word* word;
        RowId row;
        AxisSet set;
    };
    static constexpr int kPending = 64;
    std::array<Pending, kPending> pending;
    int pending_count = 0;
};

}  // namespace merels::solve
