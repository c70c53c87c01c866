// SPDX-License-Identifier: MIT
// Turns the raw bytes of one block into fewer bytes and back. Each block names its codec in the index, so one table
// may mix them: the encoder tries the cheap ones and keeps the smallest result.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "merels/result.h"
#include "store/layout/table_layout.h"

namespace merels {

class BlockModel;

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
