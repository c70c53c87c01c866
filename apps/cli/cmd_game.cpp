// SPDX-License-Identifier: MIT
// merels game: reads a game, checks every turn, and shows where the game stands or writes it in another form.
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "arguments.h"
#include "board_drawing.h"
#include "commands.h"
#include "merels/game.h"
#include "output.h"
#include "rules/game_tree.h"
#include "rules/rules.h"
#include "store/files/text_file.h"

namespace merels::cli {
namespace {

struct Options {
    std::string file;
    std::string variant = "nine-c1";
    std::string to;
    bool json = false;
};

nlohmann::ordered_json to_json(const Game& game) {
    auto turns = nlohmann::ordered_json::array();
    for (const Turn& turn : game.turns) turns.push_back(format_turn(turn));
    auto tags = nlohmann::ordered_json::object();
    for (const auto& [key, value] : game.tags) tags[key] = value;
    return {{"variant", game.variant.id()},
            {"start", format_position(game.start)},
            {"result", name(game.result)},
            {"tags", tags},
            {"turns", turns},
            {"position", format_position(final_position(game))}};
}

// Our own files are read strictly; those of other programs, and all that are rewritten, with comments and variations.
Result<GameTree> read_game(const Options& options, const std::string& text) {
    const auto variant = parse_variant(options.variant);
    if (!variant) return variant.error();
    const auto tree = parse_game_tree(text, *variant);
    const bool strict = options.to.empty() && text.starts_with("[variant ");
    if (const auto game = strict ? parse_game(text) : Result<Game>(Game{}); !game) {
        return Error{game.error().code, options.file + ": " + game.error().message};
    }
    if (!tree) return Error{tree.error().code, options.file + ": " + tree.error().message};
    return *tree;
}

GameFormat format_of(const std::string& name) {
    return name == "sanmill" ? GameFormat::kSanmill : name == "playok" ? GameFormat::kPlayok : GameFormat::kMerels;
}

Status convert(const Options& options, const GameTree& tree) {
    const GameFormat format = format_of(options.to);
    if (format == GameFormat::kPlayok && tree.start != start_position(tree.variant)) {
        return Error{ErrorCode::kBadInput,
                     "PlayOK's form has no word for a position: the game must begin at the start"};
    }
    print_text(format_game_tree(tree, format));
    const int remarks = format == GameFormat::kSanmill ? 0 : count_remarks(tree);
    if (remarks > 0)
        fmt::print(stderr, "note: {} comments, marks and variations have no place in this form\n", remarks);
    return ok_status();
}

Status run(const Options& options) {
    const auto text = read_text_file(options.file);
    if (!text) return Error{ErrorCode::kBadInput, text.error().message};
    const auto tree = read_game(options, *text);
    if (!tree) return tree.error();
    if (!options.to.empty()) return convert(options, *tree);
    const Game game = main_line(*tree);
    if (options.json) {
        print_json(to_json(game));
        return ok_status();
    }
    print_text(format_game(game));
    print_text('\n' + draw_board(game.variant.board, final_position(game)));
    print_text(fmt::format("\nafter {} turns: {}\n", game.turns.size(), format_position(final_position(game))));
    return ok_status();
}

}  // namespace

void add_game_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("game", "Check a game file and show its last position, or rewrite it");
    const auto options = std::make_shared<Options>();
    command->add_option("FILE", options->file, "A game: our own file (docs/rules.md), Sanmill's or PlayOK's")
        ->required();
    command->add_option("--to", options->to, "Write the game in this form")
        ->check(IsMember({"merels", "sanmill", "playok"}));
    command->add_option("--variant", options->variant, "The game where the file does not say it");
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
