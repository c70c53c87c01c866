// SPDX-License-Identifier: MIT
#include "analysis/openings.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "index/symmetry.h"
#include "rules/rules.h"

namespace merels {
namespace {

using Json = nlohmann::ordered_json;

std::string tag(const Game& game, std::string_view name) {
    for (const auto& [key, value] : game.tags) {
        if (key == name) return value;
    }
    return {};
}

bool gives_result_away(Mark mark) { return mark == Mark::kMistake || mark == Mark::kBlunder; }

void count(OpeningCount& counts, bool wrong) {
    ++counts.turns;
    counts.wrong += wrong;
}

Error bad_record(const std::string& what) { return {ErrorCode::kCorrupt, "openings: " + what}; }

}  // namespace

int men_placed(const Variant& variant, const Position& position) {
    return variant.white_men + variant.black_men - position.hand[0] - position.hand[1];
}

int OpeningRecord::player_number(const std::string& name) {
    const auto found =
        std::find_if(players_.begin(), players_.end(), [&](const Player& player) { return player.name == name; });
    if (found != players_.end()) return static_cast<int>(found - players_.begin());
    players_.push_back({name, 0, {}});
    return static_cast<int>(players_.size()) - 1;
}

Status OpeningRecord::add(const Game& game, const Analyser& analyse) {
    if (game.variant.id() != variant_.id()) {
        return Error{ErrorCode::kBadInput, "a game of " + game.variant.id() + " among those of " + variant_.id()};
    }
    const std::array<std::string, 2> names = {tag(game, "white"), tag(game, "black")};
    if (names[0].empty() || names[1].empty()) return Error{ErrorCode::kBadInput, "a game without names of players"};
    Game opening = game;
    Position at = game.start;
    std::vector<Position> positions;
    for (std::size_t i = 0; i < game.turns.size() && at.hand[index_of(at.to_move)] > 0; ++i) {
        positions.push_back(at);
        at = apply(at, game.turns[i]);
    }
    positions.push_back(at);
    opening.turns.resize(positions.size() - 1);
    const auto annotation = annotate(opening, analyse);
    if (!annotation) return annotation.error();
    if (!annotation->missing.empty()) return Error{ErrorCode::kMissing, annotation->missing.front()};

    const std::array<int, 2> numbers = {player_number(names[0]), player_number(names[1])};
    for (const int number : numbers) ++players_[static_cast<std::size_t>(number)].games;
    for (std::size_t i = 0; i < opening.turns.size(); ++i) {
        const Position& before = positions[i];
        const int number = numbers[index_of(before.to_move)];
        const bool wrong = gives_result_away(annotation->turns[i].mark);
        auto& plies = players_[static_cast<std::size_t>(number)].plies;
        const auto ply = static_cast<std::size_t>(men_placed(variant_, before));
        if (plies.size() <= ply) plies.resize(ply + 1);
        count(plies[ply], wrong);
        Entry& entry = entries_[canonical_form(before)];
        count(entry.players[number], wrong);
        ++entry.successors[canonical_form(positions[i + 1])][number];
    }
    return ok_status();
}

void OpeningRecord::keep(int least) {
    std::erase_if(entries_, [&](const auto& item) {
        const auto& players = item.second.players;
        return std::all_of(players.begin(), players.end(), [&](const auto& p) { return p.second.turns < least; });
    });
}

const OpeningRecord::Entry* OpeningRecord::at(const Position& position) const {
    const auto found = entries_.find(canonical_form(position));
    return found == entries_.end() ? nullptr : &found->second;
}

// One line a position, so that files can be compared.
std::string OpeningRecord::text(const std::string& note) const {
    std::string out = "{\n\"variant\": " + Json(variant_.id()).dump() + ",\n\"made_by\": " + Json(note).dump() +
                      ",\n\"players\": [\n";
    for (const Player& player : players_) {
        Json plies = Json::array();
        for (const OpeningCount& c : player.plies) plies.push_back({c.turns, c.wrong});
        out += Json{{"player", player.name}, {"games", player.games}, {"plies", plies}}.dump();
        out += &player == &players_.back() ? "\n" : ",\n";
    }
    out += "],\n\"positions\": {\n";
    for (auto item = entries_.begin(); item != entries_.end(); ++item) {
        Json counts = Json::array();
        for (const auto& [number, c] : item->second.players) counts.push_back({number, c.turns, c.wrong});
        Json successors = Json::object();
        for (const auto& [after, times] : item->second.successors) {
            Json list = Json::array();
            for (const auto& [number, n] : times) list.push_back({number, n});
            successors[format_position(after)] = list;
        }
        out += Json(format_position(item->first)).dump() + ": " +
               Json{{"players", counts}, {"successors", successors}}.dump();
        out += std::next(item) == entries_.end() ? "\n" : ",\n";
    }
    return out + "}\n}\n";
}

Result<OpeningRecord> OpeningRecord::parse(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) return bad_record("not a JSON object");
    try {
        const auto variant = parse_variant(json.at("variant").get<std::string>());
        if (!variant) return variant.error();
        OpeningRecord record(*variant);
        for (const Json& entry : json.at("players")) {
            Player player{entry.at("player").get<std::string>(), entry.at("games").get<int>(), {}};
            for (const Json& c : entry.at("plies")) player.plies.push_back({c.at(0).get<int>(), c.at(1).get<int>()});
            record.players_.push_back(std::move(player));
        }
        const int players = static_cast<int>(record.players_.size());
        const auto number = [&](const Json& list) {
            const int n = list.at(0).get<int>();
            if (n < 0 || n >= players) throw std::out_of_range("a player that is not listed");
            return n;
        };
        // A start that is named has more men than its positions: any start reads them.
        const auto position = [&](const std::string& key) {
            const auto read = parse_position(*variant, key);
            if (!read) throw std::out_of_range(read.error().message);
            return *read;
        };
        for (const auto& [key, entry] : json.at("positions").items()) {
            Entry& kept = record.entries_[position(key)];
            for (const Json& c : entry.at("players")) {
                kept.players[number(c)] = {c.at(1).get<int>(), c.at(2).get<int>()};
            }
            for (const auto& [after, times] : entry.at("successors").items()) {
                auto& list = kept.successors[position(after)];
                for (const Json& c : times) list[number(c)] = c.at(1).get<int>();
            }
        }
        return record;
    } catch (const std::exception& e) {
        return bad_record(e.what());
    }
}

Result<std::vector<Game>> parse_games(std::string_view text) {
    constexpr std::string_view kBegin = "[variant ";
    std::vector<Game> games;
    std::size_t at = text.find(kBegin);
    while (at != std::string_view::npos) {
        const std::size_t next = text.find("\n[variant ", at);
        const std::size_t end = next == std::string_view::npos ? text.size() : next + 1;
        std::string_view one = text.substr(at, end - at);
        while (one.ends_with("\n\n")) one.remove_suffix(1);
        const auto game = parse_game(one);
        if (!game) {
            return Error{game.error().code, "game " + std::to_string(games.size() + 1) + ": " + game.error().message};
        }
        games.push_back(*game);
        at = end == text.size() ? std::string_view::npos : end;
    }
    if (games.empty()) return Error{ErrorCode::kBadInput, "no game: expected [variant \"...\"]"};
    return games;
}

}  // namespace merels
