// SPDX-License-Identifier: MIT
// The one checksum of all file formats here: XXH3 with 64 bits, seed 0 (what `xxhsum -H3` prints).
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "merels/result.h"

namespace merels {

std::uint64_t checksum(std::span<const std::uint8_t> bytes);

// The checksum of an open file's first `size` bytes, read from the start. Cost: one pass over the file.
Result<std::uint64_t> checksum_of_file(int descriptor, std::uint64_t size);

// The checksum of bytes that come in parts.
class RunningChecksum {
  public:
    RunningChecksum();
    ~RunningChecksum();
    RunningChecksum(const RunningChecksum&) = delete;
    RunningChecksum& operator=(const RunningChecksum&) = delete;

    void add(std::span<const std::uint8_t> bytes);
    std::uint64_t value() const;  // of all that was added so far

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace merels
