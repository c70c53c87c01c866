// SPDX-License-Identifier: MIT
#include "store/codec/block_model.h"

#include <zstd.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "store/files/byte_order.h"

namespace merels {

namespace {

constexpr std::uint8_t kModelKind = 1;
constexpr std::size_t kModelHeader = 8;
constexpr std::size_t kLargestRawModel = std::size_t{1} << 18;
constexpr int kZstdLevel = 19;         // a few kilobytes, once a table
constexpr std::uint32_t kPoints = 24;  // of the board: a row's axes are those that its own men leave free
constexpr std::uint32_t kLeafValues = 12;

Error corrupt(const char* what) { return {ErrorCode::kCorrupt, std::string("model: ") + what}; }

}  // namespace

RowShape shape_of_rows(const TableSpec& spec) {
    const auto [own, other, own_hand, other_hand] = spec.id.counts;
    if (own > kPoints || other < 2) return {};
    RowShape shape{static_cast<std::uint8_t>(kPoints - own), other, 0};
    if (ranks_of(shape) != spec.row_size) return {};
    // As many neighbours as leave the leaves long enough to be worth a step.
    shape.top = 1;
    for (std::uint8_t top = 2; top <= kMostTop && top < other; ++top) {
        const RowShape leaves{static_cast<std::uint8_t>(shape.axes - other + top), top, 0};
        if (spec.row_size / ranks_of(leaves) >= kLeafValues) shape.top = top;
    }
    return shape;
}

std::vector<std::uint8_t> encode_model(const ModelNumbers& numbers) {
    std::vector<std::uint8_t> raw = {kModelKind,
                                     numbers.shape.axes,
                                     numbers.shape.subset,
                                     numbers.shape.top,
                                     static_cast<std::uint8_t>(kTansLog),
                                     static_cast<std::uint8_t>(numbers.slots.size()),
                                     static_cast<std::uint8_t>(numbers.symbols - 1),
                                     0};
    raw.insert(raw.end(), numbers.distribution_of.begin(), numbers.distribution_of.end());
    for (const TansSlots& slots : numbers.slots) {
        for (const std::uint16_t count : slots) {
            raw.resize(raw.size() + 2);
            store_le(raw.data() + raw.size() - 2, count);
        }
    }
    std::vector<std::uint8_t> bytes(ZSTD_compressBound(raw.size()));
    bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), raw.data(), raw.size(), kZstdLevel));
    return bytes;
}

Result<ModelNumbers> decode_model(std::span<const std::uint8_t> bytes) {
    const unsigned long long raw_size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
    if (raw_size > kLargestRawModel || raw_size < kModelHeader) return corrupt("not a zstd frame of a possible size");
    std::vector<std::uint8_t> raw(raw_size);
    if (ZSTD_decompress(raw.data(), raw.size(), bytes.data(), bytes.size()) != raw_size) {
        return corrupt("not a zstd frame");
    }
    if (raw[0] != kModelKind || raw[4] != kTansLog || raw[7] != 0) {
        return Error{ErrorCode::kNewerVersion, "model of a kind that this program does not know"};
    }
    ModelNumbers numbers;
    numbers.shape = {raw[1], raw[2], raw[3]};
    if (ranks_of(numbers.shape) == 0 || numbers.shape.top == 0 || numbers.shape.top > kMostTop ||
        numbers.shape.top >= numbers.shape.subset) {
        return corrupt("shape of the rows");
    }
    const std::size_t distributions = raw[5];
    numbers.symbols = raw[6] + 1u;
    const std::size_t contexts = context_count(numbers.shape.top);
    if (distributions == 0 || distributions > kMostDistributions ||
        raw.size() != kModelHeader + contexts + distributions * (numbers.symbols + 1) * 2) {
        return corrupt("size");
    }
    const auto map_end = raw.begin() + static_cast<std::ptrdiff_t>(kModelHeader + contexts);
    numbers.distribution_of.assign(raw.begin() + kModelHeader, map_end);
    if (*std::max_element(numbers.distribution_of.begin(), numbers.distribution_of.end()) >= distributions) {
        return corrupt("number of a distribution");
    }
    const std::uint8_t* at = raw.data() + kModelHeader + contexts;
    for (std::size_t i = 0; i < distributions; ++i) {
        TansSlots slots(numbers.symbols + 1);
        for (std::uint16_t& count : slots) {
            count = load_le<std::uint16_t>(at);
            at += 2;
        }
        if (std::accumulate(slots.begin(), slots.end(), std::uint32_t{0}) != kTansStates) return corrupt("slots");
        numbers.slots.push_back(std::move(slots));
    }
    return numbers;
}

std::vector<NeighbourPlan> make_plans(const RowShape& shape, const TableLayout& layout) {
    std::vector<NeighbourPlan> plans;
    if (layout.shape.slices == 1) {
        plans.push_back(make_plan(shape, 0, layout.spec.row_size));
    } else {
        for (std::uint32_t slice = 0; slice < layout.shape.slices; ++slice) {
            plans.push_back(make_plan(shape, layout.first_rank(slice), layout.raw_bytes(slice)));
        }
    }
    return plans;
}

Result<std::shared_ptr<const BlockModel>> BlockModel::make(const ModelNumbers& numbers, const TableLayout& layout,
                                                           Use use) {
    if (ranks_of(numbers.shape) != layout.spec.row_size) return corrupt("made for rows of another size");
    const std::shared_ptr<BlockModel> model(new BlockModel);
    model->plans_ = make_plans(numbers.shape, layout);
    model->distribution_of_ = numbers.distribution_of;
    for (const TansSlots& slots : numbers.slots) {
        if (use == Use::kDecode) {
            model->decode_.add(slots);
        } else {
            model->encode_.add(slots);
        }
    }
    return std::shared_ptr<const BlockModel>(model);
}

}  // namespace merels
