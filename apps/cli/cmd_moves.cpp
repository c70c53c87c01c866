// SPDX-License-Identifier: MIT
// merels moves: all legal turns of a position, and where they lead.
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "output.h"
#include "rules/rules.h"
#include "text_table.h"

namespace merels::cli {
namespace {

struct Options {
    std::string variant;
    std::string position;
    bool json = false;
};

nlohmann::ordered_json to_json(const Position& position, const Turn& turn) {
    auto take = nlohmann::ordered_json::array();
    for (const Point point : turn.take) {
        if (point != kNoPoint) take.push_back(point_name(point));
    }
    return {{"turn", format_turn(turn)},
            {"from", turn.from == kNoPoint ? nlohmann::ordered_json() : nlohmann::ordered_json(point_name(turn.from))},
            {"to", point_name(turn.to)},
            {"take", take},
            {"position", format_position(apply(position, turn))}};
}

Status run(const Options& options) {
    const auto game = read_variant_and_position(options.variant, options.position);
    if (!game) return game.error();
    TurnList turns;
    legal_turns(game->variant, game->position, turns);
    if (options.json) {
        auto list = nlohmann::ordered_json::array();
        for (const Turn& turn : turns) list.push_back(to_json(game->position, turn));
        print_json({{"variant", game->variant.id()}, {"position", format_position(game->position)}, {"turns", list}});
        return ok_status();
    }
    TextTable table({{"turn"}, {"position after it"}});
    for (const Turn& turn : turns) table.add({format_turn(turn), format_position(apply(game->position, turn))});
    print_text(table.text());
    return ok_status();
}

}  // namespace

void add_moves_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("moves", "List the legal turns of a position");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT", options->variant, kVariantHelp)->required();
    command->add_option("POSITION", options->position, kPositionHelp);
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
