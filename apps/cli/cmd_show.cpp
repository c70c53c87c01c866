// SPDX-License-Identifier: MIT
// merels show: a position as a board.
#include <fmt/format.h>

#include <memory>

#include "arguments.h"
#include "board_drawing.h"
#include "commands.h"
#include "output.h"
#include "rules/rules.h"

namespace merels::cli {
namespace {

struct Options {
    std::string variant;
    std::string position;
    bool json = false;
};

nlohmann::ordered_json side_json(const Position& p, Side side) {
    auto points = nlohmann::ordered_json::array();
    for (Mask men = p.men[index_of(side)]; men != 0; men &= men - 1) points.push_back(point_name(lowest(men)));
    return {{"men", points}, {"hand", p.hand[index_of(side)]}};
}

// Who has won, for a position in which the game is over.
std::string_view outcome(Value value, Side to_move) {
    if (value.wdl == Wdl::kDraw) return "draw";
    return (value.wdl == Wdl::kWin) == (to_move == Side::kWhite) ? "white wins" : "black wins";
}

void show_json(const VariantAndPosition& game) {
    const Position& p = game.position;
    const auto over = final_value(game.variant, p);
    print_json({{"variant", game.variant.id()},
                {"position", format_position(p)},
                {"to_move", p.to_move == Side::kWhite ? "white" : "black"},
                {"white", side_json(p, Side::kWhite)},
                {"black", side_json(p, Side::kBlack)},
                {"over", over.has_value()},
                {"outcome", over ? nlohmann::ordered_json(outcome(*over, p.to_move)) : nlohmann::ordered_json()},
                {"turns", count_turns(game.variant, p)}});
}

void show_text(const VariantAndPosition& game) {
    const Position& p = game.position;
    print_text(draw_board(game.variant.board, p) + '\n');
    for (const Side side : {Side::kWhite, Side::kBlack}) {
        const std::string man = side == Side::kWhite ? paint("O", Colour::kWhiteMan) : paint("@", Colour::kBlackMan);
        print_text(fmt::format("{} {}: {} on the board, {} in hand{}\n", man, name(side), count(p.men[index_of(side)]),
                               p.hand[index_of(side)], men_in_all(p, side) == kMinMen ? " (flies)" : ""));
    }
    if (const auto over = final_value(game.variant, p)) {
        print_text(fmt::format("{} to move, the game is over: {}\n", name(p.to_move), outcome(*over, p.to_move)));
    } else {
        const auto turns = count_turns(game.variant, p);
        print_text(fmt::format("{} to move, {} turn{}\n", name(p.to_move), turns, turns == 1 ? "" : "s"));
    }
    print_text(fmt::format("{}: {}\n", game.variant.id(), format_position(p)));
}

Status run(const Options& options) {
    const auto game = read_variant_and_position(options.variant, options.position);
    if (!game) return game.error();
    if (options.json) {
        show_json(*game);
    } else {
        show_text(*game);
    }
    return ok_status();
}

}  // namespace

void add_show_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("show", "Draw a position");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT", options->variant, kVariantHelp)->required();
    command->add_option("POSITION", options->position, kPositionHelp);
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
