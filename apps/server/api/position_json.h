// SPDX-License-Identifier: MIT
// Pieces of JSON that several answers share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "index/subspace.h"
#include "merels/position.h"
#include "server/api/evaluation.h"
#include "server/api/json_writer.h"
#include "server/http/http_message.h"

namespace merels::server {

// 16 hex digits that name the rules of the variant, whatever its start.
std::string fingerprint(const Variant& variant);

// The value that a turn leads to, for the opponent: the inverse of before_turn.
constexpr Value after_turn(Value value) {
    const Ply dtw = value.dtw == kNoPly ? kNoPly : static_cast<Ply>(value.dtw - 1);
    switch (value.wdl) {
        case Wdl::kLoss: return {Wdl::kWin, dtw};
        case Wdl::kWin: return {Wdl::kLoss, dtw};
        default: return {value.wdl, kNoPly};
    }
}

// An empty text is null.
inline std::optional<std::string_view> text_or_null(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

void write_dtw(JsonWriter& json, Value value);                     // "dtw": plies or null
void write_value(JsonWriter& json, const Evaluation& evaluation);  // "category", "dtw", "values", "reason"
void write_counts(JsonWriter& json, const OutcomeCounts& counts);  // the object
void write_turn(JsonWriter& json, const Turn& turn);               // "text", "from", "to", "removes"
void write_subspace(JsonWriter& json, const Subspace& subspace);   // "own" ... "text"

// A GET answer that clients may keep and ask for again by its ETag.
Response cacheable(JsonWriter&& json);
Response uncacheable(JsonWriter&& json, int status = 200);

}  // namespace merels::server
