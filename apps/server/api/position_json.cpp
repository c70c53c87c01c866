// SPDX-License-Identifier: MIT
#include "server/api/position_json.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "index/collection.h"
#include "index/symmetry.h"
#include "probe/turn_mark.h"
#include "rules/rules.h"
#include "server/http/etag.h"

namespace merels::server {
namespace {

std::string_view phase_of(const Variant& variant, const Position& position, bool over) {
    if (over) return "over";
    if (position.own_hand() > 0) {
        return variant.phases == Phases::kPlaceOrMove && position.own() != 0 ? "placing or moving" : "placing";
    }
    return men_in_all(position, position.to_move) == kMinMen ? "flying" : "moving";
}

// For each turn the index of the first turn that a symmetry of the position maps onto it.
std::vector<int> turn_classes(const Position& position, const std::vector<TurnValue>& turns) {
    std::vector<int> classes(turns.size());
    for (std::size_t i = 0; i < turns.size(); ++i) classes[i] = static_cast<int>(i);
    std::vector<Symmetry> symmetries;
    for (int s = 1; s < kSymmetries; ++s) {
        const auto symmetry = static_cast<Symmetry>(s);
        if (map_men(symmetry, position.men[0]) == position.men[0] &&
            map_men(symmetry, position.men[1]) == position.men[1])
            symmetries.push_back(symmetry);
    }
    if (symmetries.empty()) return classes;
    const auto maps_onto = [&](Symmetry s, const Turn& a, const Turn& b) {
        if ((a.from == kNoPoint) != (b.from == kNoPoint)) return false;
        if (a.from != kNoPoint && map_point(s, a.from) != b.from) return false;
        return map_point(s, a.to) == b.to && map_men(s, a.taken()) == b.taken();
    };
    for (std::size_t i = 0; i < turns.size(); ++i) {
        if (classes[i] != static_cast<int>(i)) continue;
        for (std::size_t j = i + 1; j < turns.size(); ++j) {
            const bool same = std::any_of(symmetries.begin(), symmetries.end(),
                                          [&](Symmetry s) { return maps_onto(s, turns[i].turn, turns[j].turn); });
            if (same) classes[j] = static_cast<int>(i);
        }
    }
    return classes;
}

// Plies given away against the best turn; nothing where that cannot be said.
std::optional<int> delta_of(Value turn, Value best) {
    if (turn.wdl != best.wdl || turn.wdl == Wdl::kUnknown) return std::nullopt;
    if (turn.wdl == Wdl::kDraw) return 0;
    if (turn.dtw == kNoPly || best.dtw == kNoPly) return std::nullopt;
    return std::abs(turn.dtw - best.dtw);
}

void write_moves(JsonWriter& json, const Position& position, const PositionValue& evaluation,
                 const CountReplies& replies) {
    const std::vector<int> classes = turn_classes(position, evaluation.turns);
    json.key("moves").begin_array();
    for (std::size_t i = 0; i < evaluation.turns.size(); ++i) {
        const TurnValue& turn = evaluation.turns[i];
        const Value after = after_turn(turn.value);
        json.begin_object();
        write_turn(json, turn.turn);
        json.field("position", format_position(turn.after));
        json.field("category", name(after.wdl));
        write_dtw(json, after);
        json.field("outcome", name(turn.value.wdl));
        write_ultra(json, turn.ultra);
        json.field("best", evaluation.is_best(turn));
        json.field("delta", delta_of(turn.value, evaluation.turns.front().value));
        const Judgement judgement = judge_turn(evaluation, turn);
        json.field("mark", name(judgement.mark)).field("said", judgement.said);
        json.field("class", classes[i]);
        if (replies) {
            json.key("replies");
            write_counts(json, replies(turn.after));
        }
        json.end_object();
    }
    json.end_array();
}

void write_table(JsonWriter& json, const Variant& variant, const Position& position) {
    const Subspace subspace = subspace_of(position);
    const Address address = address_of(position);
    json.key("table").begin_object();
    json.key("subspace").begin_object();
    write_subspace(json, subspace);
    json.end_object();
    json.field("collection", collection_of(variant, subspace));
    json.field("row", address.row).field("rank", address.rank);
    json.field("rows", row_count(subspace)).field("row_size", row_size(subspace));
    json.end_object();
}

void write_both_sides(JsonWriter& json, int white, int black) {
    json.begin_object().field("white", white).field("black", black).end_object();
}

}  // namespace

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

void write_value(JsonWriter& json, const PositionValue& value, std::string_view reason) {
    json.field("category", name(value.value.wdl));
    write_dtw(json, value.value);
    json.field("values", name(value.basis));
    json.field("reason", text_or_null(reason));
    write_ultra(json, value.ultra);
}

void write_ultra(JsonWriter& json, const std::optional<Ultra>& ultra) {
    json.key("ultra");
    if (!ultra) {
        json.value(nullptr);
        return;
    }
    json.begin_object();
    json.field("value", ultra->value).field("depth", ultra->depth).field("ends_in", ultra->ends_in);
    json.end_object();
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

void write_position(JsonWriter& json, const Variant& variant, const Position& position, const PositionValue& value,
                    std::string_view reason, const std::vector<std::string>& ultra_sets, const CountReplies& replies) {
    json.begin_object();
    json.field("variant", variant.id());
    json.field("fingerprint", fingerprint(variant));
    json.field("position", format_position(position));
    json.field("canonical", format_position(canonical_form(position)));
    json.field("side", position.to_move == Side::kWhite ? "white" : "black");
    json.field("phase", phase_of(variant, position, value.end != GameEnd::kNotOver));
    json.key("men");
    write_both_sides(json, count(position.men[0]), count(position.men[1]));
    json.key("hand");
    write_both_sides(json, position.hand[0], position.hand[1]);
    json.field("over", text_or_null(name(value.end)));
    write_value(json, value, reason);
    json.key("subspace_values").begin_array();
    for (const std::string& set : ultra_sets) json.value(set);
    json.end_array();
    json.key("counts");
    write_counts(json, value.counts());
    write_table(json, variant, position);
    write_moves(json, position, value, replies);
    json.end_object();
}

void begin_line(JsonWriter& json, const Variant& variant, const Position& position, const PositionValue& start,
                std::string_view reason) {
    json.begin_object();
    json.field("variant", variant.id());
    json.field("position", format_position(position));
    write_value(json, start, reason);
    json.key("line").begin_array();
}

void write_line_ply(JsonWriter& json, const LinePly& ply) {
    const Value after = after_turn(ply.best.value);
    json.begin_object();
    json.field("text", format_turn(ply.best.turn));
    json.field("position", format_position(ply.best.after));
    json.field("category", name(after.wdl));
    write_dtw(json, after);
    write_ultra(json, ply.best.ultra);
    json.key("equal").begin_array();
    for (const TurnValue& turn : ply.equally_good) json.value(format_turn(turn.turn));
    json.end_array();
    json.end_object();
}

void end_line(JsonWriter& json, LineEnd end) {
    json.end_array();
    json.field("end", name(end));
    json.end_object();
}

std::string reason_of(const PositionValue& value, const std::filesystem::path& folder) {
    if (value.value.wdl != Wdl::kUnknown || !value.trouble) return {};
    return without_folder(value.trouble->message, folder);
}

std::string without_folder(std::string message, const std::filesystem::path& folder) {
    const std::string name = folder.string();
    for (std::size_t at = message.find(name); !name.empty() && at != std::string::npos; at = message.find(name, at)) {
        const bool slash = !name.ends_with('/') && message.compare(at + name.size(), 1, "/") == 0;
        message.erase(at, name.size() + (slash ? 1 : 0));
    }
    return message;
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
