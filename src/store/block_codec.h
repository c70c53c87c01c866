// SPDX-License-Identifier: MIT
// Turns the raw bytes of one block into fewer bytes and back. Each block names its codec in the index, so one table
// may mix them: the encoder tries the cheap ones and keeps the smallest result.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "merels/result.h"
#include "store/table.h"

namespace merels {

enum class Codec : std::uint8_t {
    kStored = 0,      // the raw bytes
    kConstant = 1,    // one byte: the value of all
    kZstd = 2,        // a zstd frame of the raw bytes
    kPackedZstd = 3,  // values 0 and 1 only: eight values a byte, then a zstd frame
};
inline constexpr std::uint8_t kCodecs = 4;

constexpr bool is_known_codec(std::uint8_t codec) { return codec < kCodecs; }

// One for each thread that writes.
class BlockEncoder {
  public:
    explicit BlockEncoder(ValueKind kind);
    ~BlockEncoder();
    BlockEncoder(const BlockEncoder&) = delete;
    BlockEncoder& operator=(const BlockEncoder&) = delete;

    // Appends the encoded block to `out`. The result depends on the raw bytes only.
    Codec encode(std::span<const std::uint8_t> raw, std::vector<std::uint8_t>& out);

  private:
    struct Scratch;
    ValueKind kind_;
    std::unique_ptr<Scratch> scratch_;
};

// Fills `raw` completely or says kCorrupt; safe on any bytes. Thread-safe.
Status decode_block(Codec codec, std::span<const std::uint8_t> bytes, std::span<std::uint8_t> raw);

}  // namespace merels
