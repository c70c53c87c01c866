// SPDX-License-Identifier: MIT
#include "server/api/position_json.h"

#include <fmt/format.h>
#include <xxhash.h>

#include "server/http/etag.h"

namespace merels::server {

std::string fingerprint(const Variant& v) {
    const std::string rules = fmt::format(
        "merels rules 1: board {} phases {} all_in_mills {} takes {} full_board_draw {}", static_cast<int>(v.board),
        static_cast<int>(v.phases), static_cast<int>(v.all_in_mills), v.takes, v.full_board_draw);
    return fmt::format("{:016x}", XXH3_64bits(rules.data(), rules.size()));
}

void write_dtw(JsonWriter& json, Value value) {
    json.key("dtw");
    if (value.dtw == kNoPly) {
        json.value(nullptr);
    } else {
        json.value(value.dtw);
    }
}

void write_value(JsonWriter& json, const Evaluation& evaluation) {
    json.field("category", name(evaluation.value.wdl));
    write_dtw(json, evaluation.value);
    json.field("values", name(evaluation.basis));
    json.field("reason", text_or_null(evaluation.reason));
}

void write_counts(JsonWriter& json, const OutcomeCounts& counts) {
    json.begin_object();
    for (const Wdl wdl : {Wdl::kWin, Wdl::kDraw, Wdl::kLoss, Wdl::kUnknown}) json.field(name(wdl), counts[wdl]);
    json.end_object();
}

void write_turn(JsonWriter& json, const Turn& turn) {
    json.field("text", format_turn(turn));
    json.key("from");
    if (turn.from == kNoPoint) {
        json.value(nullptr);
    } else {
        json.value(point_name(turn.from));
    }
    json.field("to", point_name(turn.to));
    json.key("removes").begin_array();
    for (const Point point : turn.take) {
        if (point != kNoPoint) json.value(point_name(point));
    }
    json.end_array();
}

void write_subspace(JsonWriter& json, const Subspace& s) {
    json.field("own", s.own).field("other", s.other);
    json.field("own_hand", s.own_hand).field("other_hand", s.other_hand);
    json.field("text", format_subspace(s));
}

Response cacheable(JsonWriter&& json) {
    Response response;
    response.body = std::move(json).text();
    response.caching = Caching::kRevalidate;
    response.etag = etag_of(response.body);
    return response;
}

Response uncacheable(JsonWriter&& json, int status) {
    Response response;
    response.status = status;
    response.body = std::move(json).text();
    return response;
}

}  // namespace merels::server
