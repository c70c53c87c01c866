// SPDX-License-Identifier: MIT
// GET /v1/VARIANT/opening: what players did at a position in recorded games. Reads no tables.
#include "analysis/openings.h"

#include "index/symmetry.h"
#include "rules/rules.h"
#include "server/api/endpoints.h"
#include "server/api/input.h"
#include "server/api/position_json.h"

namespace merels::server {
namespace {

void write_count(JsonWriter& json, const OpeningCount& count) {
    json.begin_object().field("turns", count.turns).field("wrong", count.wrong).end_object();
}

OpeningCount count_of(const OpeningRecord::Entry* entry, int player) {
    if (entry == nullptr) return {};
    const auto found = entry->players.find(player);
    return found == entry->players.end() ? OpeningCount{} : found->second;
}

int times_chosen(const OpeningRecord::Entry* entry, const Position& after, int player) {
    if (entry == nullptr) return 0;
    const auto found = entry->successors.find(canonical_form(after));
    if (found == entry->successors.end()) return 0;
    const auto times = found->second.find(player);
    return times == found->second.end() ? 0 : times->second;
}

}  // namespace

Response opening_answer(const Variant& variant, const Target& target) {
    Problem problem;
    const auto position = read_fen(variant, target, problem);
    if (!position) return to_response(problem);
    const OpeningRecord* record = recorded_openings(variant);
    const bool placing = position->hand[index_of(position->to_move)] > 0;
    const int players = record == nullptr ? 0 : static_cast<int>(record->players().size());
    const OpeningRecord::Entry* entry = record == nullptr ? nullptr : record->at(*position);
    const auto ply = static_cast<std::size_t>(men_placed(variant, *position));

    JsonWriter json(4096);
    json.begin_object();
    json.field("variant", variant.id()).field("position", format_position(*position)).field("placed", ply);
    json.key("players").begin_array();
    for (int i = 0; placing && i < players; ++i) {
        const OpeningRecord::Player& player = record->players()[static_cast<std::size_t>(i)];
        json.begin_object().field("player", player.name).field("games", player.games);
        write_count(json.key("here"), count_of(entry, i));
        write_count(json.key("by_now"), ply < player.plies.size() ? player.plies[ply] : OpeningCount{});
        json.end_object();
    }
    json.end_array();
    json.key("turns").begin_array();
    TurnList turns;
    if (placing && players > 0 && game_end(variant, *position) == GameEnd::kNotOver)
        legal_turns(variant, *position, turns);
    for (const Turn& turn : turns) {
        const Position after = apply(*position, turn);
        const OpeningRecord::Entry* next = record->at(after);
        json.begin_object().field("text", format_turn(turn));
        // Several turns that are one by symmetry share their count.
        json.key("chosen").begin_array();
        for (int i = 0; i < players; ++i) json.value(times_chosen(entry, after, i));
        json.end_array();
        json.key("then").begin_array();
        for (int i = 0; i < players; ++i) write_count(json, count_of(next, i));
        json.end_array();
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return cacheable(std::move(json));
}

}  // namespace merels::server
