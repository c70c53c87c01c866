// SPDX-License-Identifier: MIT
// merels game: reads a game file, checks every turn, and shows where the game stands.
#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "arguments.h"
#include "board_drawing.h"
#include "commands.h"
#include "merels/game.h"
#include "output.h"
#include "rules/rules.h"

namespace merels::cli {
namespace {

struct Options {
    std::string file;
    bool json = false;
};

Result<std::string> read_text(const std::string& path) {
    const auto failed = [&path] {
        return Error{ErrorCode::kBadInput, fmt::format("cannot read '{}': {}", path, std::strerror(errno))};
    };
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file) return failed();
    std::string text;
    std::array<char, 4096> block;
    while (const std::size_t got = std::fread(block.data(), 1, block.size(), file.get()))
        text.append(block.data(), got);
    if (std::ferror(file.get()) != 0) return failed();
    return text;
}

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

Status run(const Options& options) {
    const auto text = read_text(options.file);
    if (!text) return text.error();
    const auto game = parse_game(*text);
    if (!game) return Error{game.error().code, options.file + ": " + game.error().message};
    if (options.json) {
        print_json(to_json(*game));
        return ok_status();
    }
    print_text(format_game(*game));
    print_text('\n' + draw_board(game->variant.board, final_position(*game)));
    print_text(fmt::format("\nafter {} turns: {}\n", game->turns.size(), format_position(final_position(*game))));
    return ok_status();
}

}  // namespace

void add_game_command(CLI::App& app, CommandSet& commands) {
    CLI::App* command = app.add_subcommand("game", "Check a game file and show its last position");
    const auto options = std::make_shared<Options>();
    command->add_option("FILE", options->file, "A game file (docs/rules.md)")->required();
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
