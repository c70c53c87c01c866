// SPDX-License-Identifier: MIT
// What there is: the games (GET /v1/variants) and what their tables hold (GET /v1/VARIANT/stats).
#include <algorithm>
#include <charconv>
#include <map>

#include "index/collection.h"
#include "index/layers.h"
#include "server/api/endpoints.h"
#include "server/api/position_json.h"
#include "server/http/problem.h"
#include "tables/variant_tables.h"

namespace merels::server {
namespace {

std::string_view name(ValueKind kind) { return kind == ValueKind::kDtw ? "dtw" : "wdl"; }

struct Solved {
    std::uint64_t subspaces = 0;
    std::uint64_t tables = 0;
    std::uint64_t with_depth = 0;

    std::string_view values() const {
        if (tables == 0) return "none";
        return with_depth == tables ? "dtw" : with_depth == 0 ? "wdl" : "mixed";
    }
};

// By the manifests alone, each looked at once: Database would look for changes on disk at every subspace.
Solved count_solved(const Context& context, const Variant& variant) {
    Solved solved;
    std::map<std::string, std::shared_ptr<const Manifest>> manifests;
    for (const Subspace& subspace : subspaces_of(variant)) {
        ++solved.subspaces;
        const TableId id = table_id(variant, subspace);
        const auto [place, added] = manifests.try_emplace(id.collection);
        if (added) {
            const auto read = context.tables->database()->manifest(id.collection);
            if (read && is_made_for((*read)->rules, variant, subspace)) place->second = *read;
        }
        const ManifestEntry* const listed = place->second ? place->second->find(id.counts) : nullptr;
        if (listed == nullptr) continue;
        ++solved.tables;
        if (listed->kind == ValueKind::kDtw) ++solved.with_depth;
    }
    return solved;
}

// Where the counts cannot be read the table may still be good.
std::shared_ptr<const SubspaceStatistics> statistics_of(const Context& context, const Variant& variant,
                                                        const Subspace& subspace) {
    if (auto found = context.statistics.find(variant, subspace)) return *found;
    SubspaceStatistics without{subspace, position_count(subspace), false, false, {}, {}, 0};
    if (const auto table = open_table(*context.tables->database(), variant, subspace)) {
        without.solved = true;
        without.kind = (*table)->spec().kind;
    }
    return std::make_shared<const SubspaceStatistics>(without);
}

void write_variant(JsonWriter& json, const Context& context, const Variant& v) {
    const Solved solved = count_solved(context, v);
    json.begin_object();
    json.field("id", v.id());
    json.field("board", v.board == Board::kNine ? "nine" : "diagonals");
    json.field("men", v.base_men);
    json.field("phases", v.phases == Phases::kPlaceThenMove ? "place then move" : "place or move");
    json.field("all_in_mills", v.all_in_mills == AllInMills::kAnyMayBeTaken ? "capture" : "protected");
    json.field("takes", v.takes);
    json.field("full_board_draw", v.full_board_draw);
    json.field("description", describe(v));
    json.field("start", format_position(start_position(v)));
    json.field("fingerprint", fingerprint(v));
    json.field("subspaces", solved.subspaces);
    json.field("solved", solved.tables);
    json.field("values", solved.values());
    json.end_object();
}

// The members of one subspace, all but the list of plies.
void write_statistics(JsonWriter& json, const SubspaceStatistics& facts) {
    write_subspace(json, facts.subspace);
    json.field("positions", facts.positions);
    json.field("solved", facts.solved);
    json.field("values", facts.solved ? name(facts.kind) : "none");
    if (!facts.counted) {
        for (const char* key : {"wins", "draws", "losses", "max_ply", "longest"}) json.field(key, nullptr);
        return;
    }
    const Census& census = facts.census;
    json.field("wins", census.wins()).field("draws", census.draws()).field("losses", census.losses());
    if (facts.kind == ValueKind::kWdl || census.plies.empty()) {
        json.field("max_ply", nullptr).field("longest", nullptr);
    } else {
        json.field("max_ply", census.max_ply());
        json.field("longest", format_position(position_at(facts.subspace, census.plies.back().example)));
    }
}

void write_plies(JsonWriter& json, const SubspaceStatistics& facts) {
    json.key("plies").begin_array();
    for (const PlyCount& ply : facts.census.plies) {
        json.begin_object();
        json.field("ply", ply.ply).field("positions", ply.positions);
        json.field("example", format_position(position_at(facts.subspace, ply.example)));
        json.end_object();
    }
    json.end_array();
}

// "4,3,5,6"
std::optional<Subspace> parse_subspace(std::string_view text) {
    std::array<std::uint8_t, 4> numbers{};
    const char* at = text.data();
    const char* const end = at + text.size();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0 && (at == end || *at++ != ',')) return std::nullopt;
        const auto [next, error] = std::from_chars(at, end, numbers[i]);
        if (error != std::errc{}) return std::nullopt;
        at = next;
    }
    if (at != end) return std::nullopt;
    return Subspace{numbers[0], numbers[1], numbers[2], numbers[3]};
}

Response one_subspace(const Context& context, const Variant& variant, std::string_view text) {
    const auto subspace = parse_subspace(text);
    if (!subspace) {
        return to_response(bad_request("subspace: expected four numbers, OWN,OTHER,OWN_HAND,OTHER_HAND"));
    }
    const auto all = subspaces_of(variant);
    if (std::find(all.begin(), all.end(), *subspace) == all.end()) {
        return to_response({404, "no such subspace in " + variant.id()});
    }
    const auto facts = statistics_of(context, variant, *subspace);
    JsonWriter json;
    json.begin_object();
    json.field("variant", variant.id());
    json.key("subspace").begin_object();
    write_statistics(json, *facts);
    write_plies(json, *facts);
    json.end_object();
    json.end_object();
    return cacheable(std::move(json));
}

}  // namespace

Response variants_answer(const Context& context) {
    JsonWriter json(4096);
    json.begin_object();
    json.key("variants").begin_array();
    for (const Variant& variant : all_variants()) write_variant(json, context, variant);
    json.end_array();
    json.end_object();
    return cacheable(std::move(json));
}

Response stats_answer(const Context& context, const Variant& variant, const Target& target) {
    if (const auto text = target.parameter("subspace")) return one_subspace(context, variant, *text);
    const auto subspaces = subspaces_of(variant);
    std::vector<std::shared_ptr<const SubspaceStatistics>> facts;
    std::uint64_t positions = 0;
    std::uint64_t solved = 0;
    for (const Subspace& subspace : subspaces) {
        facts.push_back(statistics_of(context, variant, subspace));
        positions += facts.back()->positions;
        if (facts.back()->solved) solved += facts.back()->positions;
    }
    JsonWriter json(256 * (subspaces.size() + 1));
    json.begin_object();
    json.field("variant", variant.id());
    json.field("fingerprint", fingerprint(variant));
    json.field("positions", positions);
    json.field("solved_positions", solved);
    json.key("subspaces").begin_array();
    for (const auto& entry : facts) {
        json.begin_object();
        write_statistics(json, *entry);
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return cacheable(std::move(json));
}

}  // namespace merels::server
