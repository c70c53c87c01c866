// SPDX-License-Identifier: MIT
// What all blocks of a table share: how contexts are merged into distributions, and the distributions. Made from a
// sample of the table by train_model (model_trainer.h), stored in the model section, read back by decode_model.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "merels/result.h"
#include "store/codec/neighbour_contexts.h"
#include "store/codec/neighbour_plan.h"
#include "store/codec/tans.h"
#include "store/layout/table_layout.h"

namespace merels {

inline constexpr std::uint32_t kMostDistributions = 64;

struct ModelNumbers {
    RowShape shape;
    std::uint32_t symbols = 0;                  // values 0..symbols-1 have slots; all others are escaped
    std::vector<std::uint8_t> distribution_of;  // by context
    std::vector<TansSlots> slots;               // by distribution; symbols + 1 each
    friend bool operator==(const ModelNumbers&, const ModelNumbers&) = default;
};

// The bytes of the model section.
std::vector<std::uint8_t> encode_model(const ModelNumbers& numbers);
// Every number checked; kCorrupt, or kNewerVersion for a model of another kind.
Result<ModelNumbers> decode_model(std::span<const std::uint8_t> bytes);

// The rows' shape where they can be read as subsets of the free points: row_size = C(24 - own, other).
RowShape shape_of_rows(const TableSpec& spec);  // top = 0 where not

// A model ready for use. Immutable; 0.5 MiB for decoding.
class BlockModel {
  public:
    enum class Use { kDecode, kEncode };
    // kCorrupt when the model does not fit the table.
    static Result<std::shared_ptr<const BlockModel>> make(const ModelNumbers& numbers, const TableLayout& layout,
                                                          Use use);

    // The plan of a block: of its slice, or of each of its rows.
    const NeighbourPlan& plan(std::uint32_t block) const { return plans_[block % plans_.size()]; }
    const std::uint8_t* distribution_of() const { return distribution_of_.data(); }
    const std::uint32_t* decode_entries() const { return decode_.entries.data(); }
    const TansEncodeTables& encode_tables() const { return encode_; }

  private:
    BlockModel() = default;

    std::vector<NeighbourPlan> plans_;
    std::vector<std::uint8_t> distribution_of_;
    TansDecodeTables decode_;
    TansEncodeTables encode_;
};

// Plans of all slices of a row (one where rows are not cut).
std::vector<NeighbourPlan> make_plans(const RowShape& shape, const TableLayout& layout);

}  // namespace merels
