// SPDX-License-Identifier: MIT
// Players in words; the grammar is at PlayerSpec in merels/engine.h.
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

// One "name=value" of a search; an empty answer means that it was understood.
std::string read_setting(std::string_view setting, PlayerSpec& player) {
    const std::size_t equals = setting.find('=');
    const std::string_view name = setting.substr(0, equals);
    const std::string_view value = equals == std::string_view::npos ? "" : setting.substr(equals + 1);
    if (name == "depth") return read_number(value, 100, player.depth) ? "" : "depth wants a number from 1 to 100";
    if (name == "level") return read_number(value, kLevels, player.level) ? "" : "level wants a number from 1 to 10";
    if (name == "ms") {
        return read_number(value, 3'600'000, player.milliseconds) ? "" : "ms wants a number from 1 to 3600000";
    }
    if (name == "nodes") {
        const auto most = std::numeric_limits<std::uint64_t>::max() / 2;
        return read_number(value, most, player.nodes) ? "" : "nodes wants a number from 1 on";
    }
    if (name == "tables") {
        if (value != "on" && value != "off") return "tables is on or off";
        player.tables = value == "on";
        return "";
    }
    return "unknown setting '" + std::string(name) + "'; known are depth, nodes, ms, level, tables";
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
    if (kind != "search" && kind != "perfect")
        return bad(text, "known are random, perfect, search:..., engine:COMMAND");
    player.kind = kind == "search" ? PlayerKind::kSearch : PlayerKind::kPerfect;
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
    if (player.kind == PlayerKind::kPerfect) {
        if (player.level > 0) return bad(text, "the perfect player has no levels");
        player.tables = true;
    }
    return player;
}

std::string format_player(const PlayerSpec& player) {
    switch (player.kind) {
        case PlayerKind::kRandom: return "random";
        case PlayerKind::kExternal: return "engine:" + player.command;
        case PlayerKind::kSearch:
        case PlayerKind::kPerfect: break;
    }
    std::string settings;
    const auto add = [&settings](const std::string& setting) { settings += (settings.empty() ? ":" : ",") + setting; };
    if (player.level > 0) add("level=" + std::to_string(player.level));
    if (player.depth > 0) add("depth=" + std::to_string(player.depth));
    if (player.nodes > 0) add("nodes=" + std::to_string(player.nodes));
    if (player.milliseconds > 0) add("ms=" + std::to_string(player.milliseconds));
    if (player.tables && player.kind == PlayerKind::kSearch) add("tables=on");
    return (player.kind == PlayerKind::kSearch ? "search" : "perfect") + settings;
}

}  // namespace merels
