// SPDX-License-Identifier: MIT
// Large arrays that come and go: pages are kept when an array is given back and serve the next one, since the system's
// first touch of a page costs more than what is done with it. Contents of what is taken are anything.
//
//   PageArena arena(most_resident);
//   if (!arena.reserve(bytes of addresses)) ...
//   void* array = arena.take(bytes);     arena.give(array);
// Not thread-safe.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "merels/result.h"
#include "solve/rows/big_memory.h"

namespace merels::solve {

class PageArena {
  public:
    // Pages that nobody uses go back to the system where more than `most_resident` bytes would be held.
    // With a spill, which must live longer, arrays lie there instead.
    explicit PageArena(std::size_t most_resident, Spill* spill = nullptr)
        : most_resident_(most_resident / kHugePage), spill_(spill) {}
    // Addresses only: memory is taken when it is touched. More addresses than memory leave room for arrays of different
    // sizes. False when the system refuses.
    [[nodiscard]] bool reserve(std::size_t bytes);

    // Aligned to 2 MiB, in a spill to pages; null where there is no room.
    [[nodiscard]] void* take(std::size_t bytes);
    void give(void* data);
    // Why there was no room.
    Error refused() const;
    // Where there is a spill: by who touches arrays outside the loops of the pool.
    void keep_to_limit() const;
    Spill* spill() const { return spill_; }
    std::size_t resident_bytes() const { return resident_count_ * kHugePage; }

  private:
    std::byte* address(std::size_t page) const { return memory_.as<std::byte>() + page * kHugePage; }
    void release_idle(std::size_t wanted, std::size_t first, std::size_t last);

    BigMemory memory_;
    std::size_t most_resident_;
    std::map<std::size_t, std::size_t> used_;  // first page -> end
    std::vector<bool> resident_;               // by page: was touched, as far as we know
    std::size_t resident_count_ = 0;
    Spill* spill_;
};

}  // namespace merels::solve
