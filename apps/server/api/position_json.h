// SPDX-License-Identifier: MIT
// The JSON of positions, lines and their pieces: of the HTTP interface and of `merels probe --json`, which are the
// same.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/subspace.h"
#include "merels/position.h"
#include "merels/tablebase.h"
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

void write_dtw(JsonWriter& json, Value value);  // "dtw": plies or null
void write_value(JsonWriter& json, const PositionValue& value,
                 std::string_view reason);  // "category", "dtw", "values", "reason", "ultra"
void write_ultra(JsonWriter& json, const std::optional<Ultra>& ultra);  // "ultra": the object or null
void write_counts(JsonWriter& json, const OutcomeCounts& counts);       // the object
void write_turn(JsonWriter& json, const Turn& turn);                    // "text", "from", "to", "removes"
void write_subspace(JsonWriter& json, const Subspace& subspace);        // "own" ... "text"

// Counts the replies to a turn that led here; empty: they are not asked for.
using CountReplies = std::function<OutcomeCounts(const Position& after)>;
// The whole object of a position.
void write_position(JsonWriter& json, const Variant& variant, const Position& position, const PositionValue& value,
                    std::string_view reason, const std::vector<std::string>& ultra_sets, const CountReplies& replies);
// The object of a line: its beginning, each ply, its end.
void begin_line(JsonWriter& json, const Variant& variant, const Position& position, const PositionValue& start,
                std::string_view reason);
void write_line_ply(JsonWriter& json, const LinePly& ply);
void end_line(JsonWriter& json, LineEnd end);

// Why a value is unknown, one sentence; empty where it is known.
std::string reason_of(const PositionValue& value, const std::filesystem::path& folder);
// A message of the store without the folder of the database: where it lies is nobody's business on the network.
std::string without_folder(std::string message, const std::filesystem::path& folder);

// A GET answer that clients may keep and ask for again by its ETag.
Response cacheable(JsonWriter&& json);
Response uncacheable(JsonWriter&& json, int status = 200);

}  // namespace merels::server
