// SPDX-License-Identifier: MIT
// Players in words; the grammar is at PlayerSpec in merels/engine.h.
#include <algorithm>
#include <charconv>
#include <limits>

#include "merels/engine.h"

namespace merels {
namespace {

Error bad(std::string_view text, const std::string& why) {
    return {ErrorCode::kBadInput, "player '" + std::string(text) + "': " + why};
}

// A whole number from 1 to most.
template <class Number>
bool read_number(std::string_view text, Number most, Number& out) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 1 || value > most) return false;
    out = value;
    return true;
}

constexpr int kMostSearches = 10'000;
constexpr std::uint64_t kMostNodes = std::numeric_limits<std::uint64_t>::max() / 2;

struct LocalName {
    LocalChoice choice;
    std::string_view name;
};
constexpr LocalName kLocalNames[] = {{LocalChoice::kRandom, "random"}, {LocalChoice::kReplies, "replies"},
                                     {LocalChoice::kUnits, "units"},   {LocalChoice::kTrap, "trap"},
                                     {LocalChoice::kHunt, "hunt"},     {LocalChoice::kCombined, "combined"}};

struct AmongName {
    Among among;
    std::string_view name;
};
constexpr AmongName kAmongNames[] = {{Among::kEqual, "equal"}, {Among::kUnit, "unit"}, {Among::kResult, "result"}};

std::string read_nodes(std::string_view value, PlayerSpec& player) {
    const std::size_t dash = value.find('-');
    const bool one = read_number(value.substr(0, dash), kMostNodes, player.nodes);
    if (dash == std::string_view::npos) return one ? "" : "nodes wants a number from 1 on, or a range";
    const bool both = one && read_number(value.substr(dash + 1), kMostNodes, player.nodes_to);
    return both && player.nodes <= player.nodes_to ? "" : "nodes wants a range as in 100000-200000";
}

std::string read_local(std::string_view value, PlayerSpec& player) {
    for (const LocalName& local : kLocalNames) {
        if (local.name != value) continue;
        player.local = local.choice;
        return "";
    }
    return "local is random, replies, units, trap, hunt or combined";
}

std::string read_among(std::string_view value, PlayerSpec& player) {
    for (const AmongName& among : kAmongNames) {
        if (among.name != value) continue;
        player.among = among.among;
        return "";
    }
    return "among is equal, unit or result";
}

std::string read_values(std::string_view value, PlayerSpec& player) {
    const bool plain = !value.empty() && value.size() <= 64 && std::all_of(value.begin(), value.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
    if (!plain) return "values wants a name such as published, ratio, stones, split";
    player.values = value;
    return "";
}

// One "name=value"; an empty answer means that it was understood.
std::string read_setting(std::string_view setting, PlayerSpec& player) {
    const std::size_t equals = setting.find('=');
    const std::string_view name = setting.substr(0, equals);
    const std::string_view value = equals == std::string_view::npos ? "" : setting.substr(equals + 1);
    const bool reads_tables = player.kind != PlayerKind::kSearch;
    if (name == "depth") return read_number(value, 100, player.depth) ? "" : "depth wants a number from 1 to 100";
    if (name == "nodes") return read_nodes(value, player);
    if (name == "threads") {
        return read_number(value, kMostThreads, player.threads) ? "" : "threads wants a number from 1 to 256";
    }
    if (name == "ms") {
        return read_number(value, 3'600'000, player.milliseconds) ? "" : "ms wants a number from 1 to 3600000";
    }
    if (name == "level") {
        if (reads_tables) return "only a search has levels";
        return read_number(value, kLevels, player.level) ? "" : "level wants a number from 1 to 10";
    }
    if (name == "tables") {
        if (value != "on" && value != "off") return "tables is on or off";
        player.tables = value == "on";
        return "";
    }
    if (name == "local" && reads_tables) return read_local(value, player);
    if (name == "among" && reads_tables) return read_among(value, player);
    if (name == "searches" && reads_tables) {
        return read_number(value, kMostSearches, player.searches) ? "" : "searches wants a number from 1 to 10000";
    }
    if (setting == "combined" && reads_tables) return read_local(setting, player);
    if (name == "values" && player.kind == PlayerKind::kUltra) return read_values(value, player);
    return "unknown setting '" + std::string(name) +
           "'; known are depth, nodes, ms, threads, level, tables (search), local, among, searches (perfect, ultra), "
           "values (ultra)";
}

}  // namespace

Result<PlayerSpec> parse_player(std::string_view text) {
    PlayerSpec player;
    if (text == "random") {
        player.kind = PlayerKind::kRandom;
        return player;
    }
    if (text.starts_with("engine:")) {
        player.kind = PlayerKind::kExternal;
        player.command = text.substr(7);
        if (player.command.empty()) return bad(text, "after 'engine:' the command of a program is expected");
        return player;
    }
    const std::size_t colon = text.find(':');
    const std::string_view kind = text.substr(0, colon);
    if (kind != "search" && kind != "perfect" && kind != "ultra") {
        return bad(text, "known are random, perfect, ultra, search:..., engine:COMMAND");
    }
    player.kind = kind == "search"    ? PlayerKind::kSearch
                  : kind == "perfect" ? PlayerKind::kPerfect
                                      : PlayerKind::kUltra;
    std::string_view settings = colon == std::string_view::npos ? "" : text.substr(colon + 1);
    if (colon != std::string_view::npos && settings.empty()) {
        return bad(text, "after the ':' a setting is expected, as in ms=500");
    }
    while (!settings.empty()) {
        const std::size_t comma = settings.find(',');
        const std::string problem = read_setting(settings.substr(0, comma), player);
        if (!problem.empty()) return bad(text, problem);
        if (comma == std::string_view::npos) break;
        settings.remove_prefix(comma + 1);
        if (settings.empty()) return bad(text, "a setting is expected after the last comma");
    }
    const bool by_unit = player.local == LocalChoice::kUnits || player.among == Among::kUnit;
    if (by_unit && player.kind != PlayerKind::kUltra) {
        return bad(text, "only the ultra player knows units");
    }
    if (player.kind != PlayerKind::kSearch) player.tables = true;
    return player;
}

Result<PlayerSpec> parse_player_kind(std::string_view text) {
    const auto player = parse_player(text);
    if (!player) return player;
    PlayerSpec plain;
    plain.kind = player->kind;
    plain.local = player->local;
    plain.among = player->among;
    plain.values = player->values;
    plain.tables = player->kind == PlayerKind::kPerfect || player->kind == PlayerKind::kUltra;
    if (player->kind == PlayerKind::kExternal || *player != plain) {
        return bad(
            text,
            "search, perfect, ultra or random are expected, with no other settings than local=, among= and values=");
    }
    return plain;
}

std::string format_player(const PlayerSpec& player) {
    std::string kind = "search";
    switch (player.kind) {
        case PlayerKind::kRandom: return "random";
        case PlayerKind::kExternal: return "engine:" + player.command;
        case PlayerKind::kPerfect: kind = "perfect"; break;
        case PlayerKind::kUltra: kind = "ultra"; break;
        case PlayerKind::kSearch: break;
    }
    std::string settings;
    const auto add = [&settings](const std::string& setting) { settings += (settings.empty() ? ":" : ",") + setting; };
    if (!player.values.empty()) add("values=" + player.values);
    for (const LocalName& local : kLocalNames) {
        if (local.choice == player.local) add("local=" + std::string(local.name));
    }
    for (const AmongName& among : kAmongNames) {
        if (among.among == player.among) add("among=" + std::string(among.name));
    }
    if (player.searches > 0) add("searches=" + std::to_string(player.searches));
    if (player.level > 0) add("level=" + std::to_string(player.level));
    if (player.depth > 0) add("depth=" + std::to_string(player.depth));
    if (player.nodes_to > 0) {
        add("nodes=" + std::to_string(player.nodes) + "-" + std::to_string(player.nodes_to));
    } else if (player.nodes > 0) {
        add("nodes=" + std::to_string(player.nodes));
    }
    if (player.milliseconds > 0) add("ms=" + std::to_string(player.milliseconds));
    if (player.threads > 1) add("threads=" + std::to_string(player.threads));
    if (player.tables && player.kind == PlayerKind::kSearch) add("tables=on");
    return kind + settings;
}

}  // namespace merels
