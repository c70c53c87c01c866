// SPDX-License-Identifier: MIT
#include "store/codec/block_codec.h"

#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "store/codec/model_codec.h"
#include "store/files/byte_order.h"

namespace merels {

namespace {

// Short matches cost more than they save on these values: with matches of seven or more the fastest search gives
// smaller blocks than level 3 as it is, and faster ones (docs/decisions/0005-block-codec.md).
constexpr int kZstdLevel = 1;
constexpr int kZstdShortestMatch = 7;

Error corrupt(const char* what) { return {ErrorCode::kCorrupt, std::string("block: ") + what}; }

bool is_constant(std::span<const std::uint8_t> raw) {
    return raw.size() < 2 || std::memcmp(raw.data(), raw.data() + 1, raw.size() - 1) == 0;
}

// Value i becomes bit i % 8 of byte i / 8. Values are 0 and 1. Eight at a time: the product moves byte i to bit 56 + i.
void pack_bits(std::span<const std::uint8_t> raw, std::vector<std::uint8_t>& packed) {
    packed.assign((raw.size() + 7) / 8, 0);
    std::size_t i = 0;
    for (; i + 8 <= raw.size(); i += 8) {
        packed[i / 8] = static_cast<std::uint8_t>(load_le<std::uint64_t>(raw.data() + i) * 0x0102040810204080 >> 56);
    }
    for (; i < raw.size(); ++i) packed[i / 8] |= static_cast<std::uint8_t>(raw[i] << (i % 8));
}

void unpack_bits(std::span<const std::uint8_t> packed, std::span<std::uint8_t> raw) {
    std::size_t i = 0;
    for (; i + 8 <= raw.size(); i += 8) {
        // Each byte of the product is the packed byte; keep bit k in byte k and bring it down.
        const std::uint64_t bits = std::uint64_t{packed[i / 8]} * 0x0101010101010101 & 0x8040201008040201;
        store_le(raw.data() + i, ((bits + 0x00406070787C7E7F) >> 7) & 0x0101010101010101);
    }
    for (; i < raw.size(); ++i) raw[i] = packed[i / 8] >> (i % 8) & 1;
}

struct FreeDecoder {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

// Making a zstd context costs more than decoding a block, so each thread keeps one.
ZSTD_DCtx* thread_decoder() {
    thread_local const std::unique_ptr<ZSTD_DCtx, FreeDecoder> context(ZSTD_createDCtx());
    return context.get();
}

Status decode_zstd(std::span<const std::uint8_t> bytes, std::span<std::uint8_t> raw) {
    ZSTD_DCtx* const context = thread_decoder();
    if (context == nullptr) return Error{ErrorCode::kNoMemory, "no memory for a zstd decoder"};
    const std::size_t got = ZSTD_decompressDCtx(context, raw.data(), raw.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(got) || got != raw.size()) return corrupt("not a zstd frame of the right size");
    return ok_status();
}

}  // namespace

struct BlockEncoder::Scratch {
    struct Free {
        void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    };
    std::unique_ptr<ZSTD_CCtx, Free> zstd{ZSTD_createCCtx()};
    std::vector<std::uint8_t> packed;
    std::optional<ModelEncoder> model;
};

BlockEncoder::BlockEncoder(ValueKind kind, std::shared_ptr<const BlockModel> model)
    : kind_(kind), scratch_(std::make_unique<Scratch>()) {
    if (model) scratch_->model.emplace(std::move(model));
    ZSTD_CCtx_setParameter(scratch_->zstd.get(), ZSTD_c_compressionLevel, kZstdLevel);
    ZSTD_CCtx_setParameter(scratch_->zstd.get(), ZSTD_c_minMatch, kZstdShortestMatch);
    ZSTD_CCtx_setParameter(scratch_->zstd.get(), ZSTD_c_contentSizeFlag, 0);
}

BlockEncoder::~BlockEncoder() = default;

Codec BlockEncoder::encode(std::uint32_t block, std::span<const std::uint8_t> raw, std::vector<std::uint8_t>& out) {
    if (is_constant(raw)) {
        out.push_back(raw[0]);
        return Codec::kConstant;
    }
    const std::size_t start = out.size();
    Codec codec = Codec::kModel;
    if (scratch_->model) {
        scratch_->model->encode(block, raw, out);
    } else {
        codec = encode_zstd(raw, out);
    }
    if (out.size() - start < raw.size()) return codec;
    out.resize(start);
    out.insert(out.end(), raw.begin(), raw.end());
    return Codec::kStored;
}

Codec BlockEncoder::encode_zstd(std::span<const std::uint8_t> raw, std::vector<std::uint8_t>& out) {
    Codec codec = Codec::kZstd;
    std::span<const std::uint8_t> input = raw;
    if (kind_ == ValueKind::kWdl && *std::max_element(raw.begin(), raw.end()) <= 1) {
        pack_bits(raw, scratch_->packed);
        input = scratch_->packed;
        codec = Codec::kPackedZstd;
    }
    const std::size_t start = out.size();
    out.resize(start + ZSTD_compressBound(input.size()));
    const std::size_t size =
        ZSTD_compress2(scratch_->zstd.get(), out.data() + start, out.size() - start, input.data(), input.size());
    out.resize(start + (ZSTD_isError(size) ? raw.size() : size));  // an error: as if it did not help
    return codec;
}

Status decode_block(Codec codec, const BlockModel* model, std::uint32_t block, std::span<const std::uint8_t> bytes,
                    std::span<std::uint8_t> raw) {
    switch (codec) {
        case Codec::kStored:
            if (bytes.size() != raw.size()) return corrupt("stored with another size");
            std::copy(bytes.begin(), bytes.end(), raw.begin());
            return ok_status();
        case Codec::kConstant:
            if (bytes.size() != 1) return corrupt("a constant of more than one byte");
            std::fill(raw.begin(), raw.end(), bytes[0]);
            return ok_status();
        case Codec::kZstd: return decode_zstd(bytes, raw);
        case Codec::kPackedZstd: {
            std::vector<std::uint8_t> packed((raw.size() + 7) / 8);
            if (Status decoded = decode_zstd(bytes, packed); !decoded) return decoded;
            unpack_bits(packed, raw);
            return ok_status();
        }
        case Codec::kModel:
            if (model == nullptr) return corrupt("coded under a model, but the table has none");
            return decode_with_model(*model, block, bytes, raw);
    }
    return corrupt("unknown codec");
}

}  // namespace merels
