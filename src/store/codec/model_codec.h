// SPDX-License-Identifier: MIT
// Blocks under a model: each value is coded by the distribution of its context.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "merels/result.h"
#include "store/codec/block_model.h"
#include "store/codec/neighbour_contexts.h"

namespace merels {

// One for each thread. Cost: about 6 ns a value, 5 to decode, on a busy machine (docs/decisions/0005-block-codec.md).
class ModelEncoder {
  public:
    explicit ModelEncoder(std::shared_ptr<const BlockModel> model) : model_(std::move(model)) {}

    // Appends the bytes of the block. The result may be larger than `raw`.
    void encode(std::uint32_t block, std::span<const std::uint8_t> raw, std::vector<std::uint8_t>& out);

  private:
    std::shared_ptr<const BlockModel> model_;
    ContextMaker contexts_;
    std::vector<std::uint8_t> padded_;
    std::vector<std::uint8_t> distributions_;
};

// Fills `raw` or says kCorrupt; safe on any bytes. Thread-safe.
Status decode_with_model(const BlockModel& model, std::uint32_t block, std::span<const std::uint8_t> bytes,
                         std::span<std::uint8_t> raw);

}  // namespace merels
