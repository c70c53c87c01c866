// SPDX-License-Identifier: MIT
// merels probe: the value of a position and of every turn. merels line: a best line to the end.
#include <fmt/format.h>

#include <memory>

#include "arguments.h"
#include "commands.h"
#include "merels/tablebase.h"
#include "output.h"
#include "server/api/position_json.h"
#include "tables/ultra_collection.h"
#include "text_table.h"
#include "value_text.h"

namespace merels::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string variant;
    std::string position;
    std::string database;
    std::string subspace_values;
    int most = 1000;
    bool json = false;
};

std::string verdict_text(const PositionValue& value, Side to_move) {
    if (value.ultra) return "drawn; " + ultra_text(*value.ultra, to_move);
    return verdict(value.value, to_move);
}

// Which ultra-strong tables; the option's errors where it names none that are there.
Result<UltraChoice> read_ultra_choice(const Options& options, const Tablebase& tables, const Variant& variant) {
    if (options.subspace_values.empty()) return UltraChoice{};
    const auto set = UltraCollection::open(*tables.database(), variant, options.subspace_values);
    if (!set) return set.error();
    return UltraChoice{.values = set->values().heuristic()};
}

Status probe(const Options& options) {
    const auto game = read_variant_and_position(options.variant, options.position);
    if (!game) return game.error();
    const auto tables = Tablebase::open(options.database);
    if (!tables) return tables.error();
    const auto ultra = read_ultra_choice(options, *tables, game->variant);
    if (!ultra) return ultra.error();
    const PositionValue analysis = tables->analyse(game->variant, game->position, true, *ultra);
    if (analysis.trouble && analysis.trouble->code != ErrorCode::kMissing) return *analysis.trouble;
    if (options.json) {
        server::JsonWriter json;
        server::write_position(json, game->variant, game->position, analysis,
                               server::reason_of(analysis, tables->directory()), tables->ultra_sets(game->variant), {});
        print_json(Json::parse(std::move(json).text()));
        return ok_status();
    }
    print_text(verdict_text(analysis, game->position.to_move) + "\n");
    if (analysis.turns.empty()) return ok_status();
    std::vector<Column> columns{{"turn"}, {"value"}, {"position after it"}};
    if (analysis.ultra) columns.push_back({"with best play"});
    TextTable table(columns);
    for (const TurnValue& turn : analysis.turns) {
        std::vector<std::string> cells{format_turn(turn.turn), value_text(turn.value), format_position(turn.after)};
        if (analysis.ultra) cells.push_back(turn.ultra ? ultra_text(*turn.ultra, turn.after.to_move) : "");
        table.add(std::move(cells));
    }
    print_text("\n" + table.text());
    return ok_status();
}

Status show_line(const Options& options) {
    const auto game = read_variant_and_position(options.variant, options.position);
    if (!game) return game.error();
    const auto tables = Tablebase::open(options.database);
    if (!tables) return tables.error();
    const auto ultra = read_ultra_choice(options, *tables, game->variant);
    if (!ultra) return ultra.error();
    LineWalk line(*tables, game->variant, game->position, options.most, *ultra);
    const Value value = line.start().value;
    if (value.wdl == Wdl::kUnknown) return *line.start().trouble;
    if (options.json) {
        server::JsonWriter json;
        server::begin_line(json, game->variant, game->position, line.start(), "");
        while (const auto ply = line.next()) server::write_line_ply(json, *ply);
        server::end_line(json, line.end());
        print_json(Json::parse(std::move(json).text()));
        return ok_status();
    }
    print_text(verdict_text(line.start(), game->position.to_move) + "\n\n");
    std::vector<Column> columns{{"ply", Align::kRight}, {"side"}, {"turn"}, {"value"}, {"equally good"}};
    const bool with_ultra = line.start().ultra.has_value();
    if (with_ultra) columns.insert(columns.begin() + 4, {"then"});
    TextTable table(columns);
    Side side = game->position.to_move;
    int number = 0;
    while (const auto ply = line.next()) {
        std::string equal;
        for (const TurnValue& turn : ply->equally_good) equal += (equal.empty() ? "" : " ") + format_turn(turn.turn);
        std::vector<std::string> cells{std::to_string(++number), side == Side::kWhite ? "White" : "Black",
                                       format_turn(ply->best.turn), value_text(ply->best.value)};
        if (with_ultra) cells.push_back(ply->best.ultra ? ultra_text(*ply->best.ultra, opponent(side)) : "");
        cells.push_back(equal);
        table.add(std::move(cells));
        side = opponent(side);
    }
    print_text(table.text());
    if (line.end() == LineEnd::kRepetition) {
        print_text("\nWith best play from here on a position comes back: a draw.\n");
    }
    return ok_status();
}

void add_common(Command& command, Options& options) {
    command.add_option("VARIANT", options.variant, kVariantHelp)->required();
    command.add_option("POSITION", options.position, kPositionHelp);
    add_database_option(command, options.database)->required();
    command.add_option("--subspace-values", options.subspace_values, kUltraSetHelp);
    command.add_flag("--json", options.json, kJsonHelp);
}

}  // namespace

void add_probe_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("probe", "The value of a position and of every turn, from the tables");
    const auto options = std::make_shared<Options>();
    add_common(*command, *options);
    commands.add(command, [options] { return probe(*options); });
}

void add_line_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("line", "A best line to the end, with the turns that are as good");
    const auto options = std::make_shared<Options>();
    add_common(*command, *options);
    command->add_option("--most", options->most, "Longest line to show, in plies")->check(Range(1, 1000));
    commands.add(command, [options] { return show_line(*options); });
}

}  // namespace merels::cli
