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

class BlockModel;

enum class Codec : std::uint8_t {
    kStored = 0,      // the raw bytes
    kConstant = 1,    // one byte: the value of all
    kZstd = 2,        // a zstd frame of the raw bytes
    kPackedZstd = 3,  // values 0 and 1 only: eight values a byte, then a zstd frame
    kModel = 4,       // coded under the table's model
};
inline constexpr std::uint8_t kCodecs = 5;

constexpr bool is_known_codec(std::uint8_t codec) { return codec < kCodecs; }

// One for each thread that writes.
class BlockEncoder {
  public:
    // `model` may be null: then blocks go through zstd.
    BlockEncoder(ValueKind kind, std::shared_ptr<const BlockModel> model);
    ~BlockEncoder();
    BlockEncoder(const BlockEncoder&) = delete;
    BlockEncoder& operator=(const BlockEncoder&) = delete;

    // Appends the encoded block, never more than `raw` has. The result depends on arguments and model only.
    Codec encode(std::uint32_t block, std::span<const std::uint8_t> raw, std::vector<std::uint8_t>& out);

  private:
    Codec encode_zstd(std::span<const std::uint8_t> raw, std::vector<std::uint8_t>& out);

    struct Scratch;
    ValueKind kind_;
    std::unique_ptr<Scratch> scratch_;
};

// Fills `raw` completely or says kCorrupt; safe on any bytes. `model` is null where the table has none. Thread-safe.
Status decode_block(Codec codec, const BlockModel* model, std::uint32_t block, std::span<const std::uint8_t> bytes,
                    std::span<std::uint8_t> raw);

}  // namespace merels
