// SPDX-License-Identifier: MIT
// merels probe: the value of a position and of every turn. merels line: a best line to the end.
#include <fmt/format.h>

#include <memory>

#include "arguments.h"
#include "commands.h"
#include "merels/tablebase.h"
#include "output.h"
#include "text_table.h"
#include "value_text.h"

namespace merels::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string variant;
    std::string position;
    std::string database;
    int most = 1000;
    bool json = false;
};

// What stands behind the values: depth, results only, or nothing.
const char* values_kind(const PositionValue& analysis) {
    const auto without_depth = [](const Value& v) {
        return v.dtw == kNoPly && (v.wdl == Wdl::kWin || v.wdl == Wdl::kLoss);
    };
    if (analysis.value.wdl == Wdl::kUnknown) return "none";
    if (without_depth(analysis.value)) return "wdl";
    for (const TurnValue& turn : analysis.turns) {
        if (without_depth(turn.value)) return "wdl";
    }
    return "dtw";
}

Status probe(const Options& options) {
    const auto game = read_variant_and_position(options.variant, options.position);
    if (!game) return game.error();
    const auto tables = Tablebase::open(options.database);
    if (!tables) return tables.error();
    const auto analysis = tables->analyse(game->variant, game->position);
    if (!analysis) return analysis.error();
    if (options.json) {
        Json json{{"variant", game->variant.id()},
                  {"position", format_position(game->position)},
                  {"values", values_kind(*analysis)}};
        put_value(json, analysis->value);
        Json& moves = json["moves"] = Json::array();
        for (const TurnValue& turn : analysis->turns) {
            Json move{{"move", format_turn(turn.turn)}};
            put_value(move, turn.value);
            move["position"] = format_position(turn.after);
            moves.push_back(std::move(move));
        }
        print_json(json);
        return ok_status();
    }
    print_text(verdict(analysis->value, game->position.to_move) + "\n");
    if (analysis->turns.empty()) return ok_status();
    TextTable table({{"turn"}, {"value"}, {"position after it"}});
    for (const TurnValue& turn : analysis->turns) {
        table.add({format_turn(turn.turn), value_text(turn.value), format_position(turn.after)});
    }
    print_text("\n" + table.text());
    return ok_status();
}

Status line(const Options& options) {
    const auto game = read_variant_and_position(options.variant, options.position);
    if (!game) return game.error();
    const auto tables = Tablebase::open(options.database);
    if (!tables) return tables.error();
    const auto value = tables->value(game->variant, game->position);
    if (!value) return value.error();
    const auto plies = tables->line(game->variant, game->position, options.most);
    if (!plies) return plies.error();
    if (options.json) {
        Json json{{"variant", game->variant.id()}, {"position", format_position(game->position)}};
        put_value(json, *value);
        Json& list = json["line"] = Json::array();
        for (const LinePly& ply : *plies) {
            Json entry{{"move", format_turn(ply.best.turn)}};
            put_value(entry, ply.best.value);
            Json& equal = entry["equal"] = Json::array();
            for (const TurnValue& turn : ply.equally_good) equal.push_back(format_turn(turn.turn));
            entry["position"] = format_position(ply.best.after);
            list.push_back(std::move(entry));
        }
        print_json(json);
        return ok_status();
    }
    print_text(verdict(*value, game->position.to_move) + "\n\n");
    TextTable table({{"ply", Align::kRight}, {"side"}, {"turn"}, {"value"}, {"equally good"}});
    Side side = game->position.to_move;
    int number = 0;
    for (const LinePly& ply : *plies) {
        std::string equal;
        for (const TurnValue& turn : ply.equally_good) equal += (equal.empty() ? "" : " ") + format_turn(turn.turn);
        table.add({std::to_string(++number), side == Side::kWhite ? "White" : "Black", format_turn(ply.best.turn),
                   value_text(ply.best.value), equal});
        side = opponent(side);
    }
    print_text(table.text());
    if (value->wdl == Wdl::kDraw) print_text("\nWith best play from here on a position comes back: a draw.\n");
    return ok_status();
}

void add_common(CLI::App& command, Options& options) {
    command.add_option("VARIANT", options.variant, kVariantHelp)->required();
    command.add_option("POSITION", options.position, kPositionHelp);
    command.add_option("--db", options.database, kDatabaseHelp)->required();
    command.add_flag("--json", options.json, kJsonHelp);
}

}  // namespace

void add_probe_command(CLI::App& app, CommandSet& commands) {
    CLI::App* command = app.add_subcommand("probe", "The value of a position and of every turn, from the tables");
    const auto options = std::make_shared<Options>();
    add_common(*command, *options);
    commands.add(command, [options] { return probe(*options); });
}

void add_line_command(CLI::App& app, CommandSet& commands) {
    CLI::App* command = app.add_subcommand("line", "A best line to the end, with the turns that are as good");
    const auto options = std::make_shared<Options>();
    add_common(*command, *options);
    command->add_option("--most", options->most, "Longest line to show, in plies")->check(CLI::Range(1, 1000));
    commands.add(command, [options] { return line(*options); });
}

}  // namespace merels::cli
