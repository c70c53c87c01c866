// SPDX-License-Identifier: MIT
// merels perft: the number of lines of so many turns. The figure proves move generators against each other.
#include <fmt/format.h>

#include <memory>

#include "arguments.h"
#include "base/stopwatch.h"
#include "commands.h"
#include "number_format.h"
#include "output.h"
#include "rules/rules.h"
#include "text_table.h"

namespace merels::cli {
namespace {

constexpr int kMaxDepth = 20;  // far beyond what anybody waits for

struct Options {
    std::string variant;
    std::string position;
    int depth = 1;
    bool divide = false;
    bool json = false;
};

nlohmann::ordered_json heading(const VariantAndPosition& game, int depth) {
    return {{"variant", game.variant.id()}, {"position", format_position(game.position)}, {"depth", depth}};
}

// The count below each first turn, and their sum.
void divide(const VariantAndPosition& game, const Options& options) {
    TurnList turns;
    if (options.depth > 0) legal_turns(game.variant, game.position, turns);
    TextTable table({{"first turn"}, {"turns", Align::kRight}});
    auto list = nlohmann::ordered_json::array();
    std::int64_t total = options.depth == 0 ? 1 : 0;
    for (const Turn& turn : turns) {
        const std::int64_t nodes = perft(game.variant, apply(game.position, turn), options.depth - 1);
        total += nodes;
        table.add({format_turn(turn), with_commas(static_cast<std::uint64_t>(nodes))});
        list.push_back({{"turn", format_turn(turn)}, {"turns", nodes}});
    }
    if (options.json) {
        auto json = heading(game, options.depth);
        json["divide"] = list;
        json["turns"] = total;
        print_json(json);
        return;
    }
    table.add({"all", with_commas(static_cast<std::uint64_t>(total))});
    print_text(table.text());
}

void count_by_depth(const VariantAndPosition& game, const Options& options) {
    TextTable table({{"depth", Align::kRight}, {"turns", Align::kRight}, {"time", Align::kRight}});
    auto list = nlohmann::ordered_json::array();
    std::int64_t nodes = 0;
    Stopwatch last;
    for (int depth = options.depth == 0 ? 0 : 1; depth <= options.depth; ++depth) {
        last = Stopwatch();
        nodes = perft(game.variant, game.position, depth);
        const double seconds = last.seconds();
        table.add({std::to_string(depth), with_commas(static_cast<std::uint64_t>(nodes)), human_seconds(seconds)});
        list.push_back({{"depth", depth}, {"turns", nodes}, {"seconds", seconds}});
    }
    if (options.json) {
        auto json = heading(game, options.depth);
        json["depths"] = list;
        json["turns"] = nodes;
        print_json(json);
        return;
    }
    print_text(table.text());
}

Status run(const Options& options) {
    const auto game = read_variant_and_position(options.variant, options.position);
    if (!game) return game.error();
    if (options.divide) {
        divide(*game, options);
    } else {
        count_by_depth(*game, options);
    }
    return ok_status();
}

}  // namespace

void add_perft_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("perft", "Count the lines of DEPTH turns from a position");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT", options->variant, kVariantHelp)->required();
    command->add_option("DEPTH", options->depth, "Number of turns, 0 to 20")->required()->check(Range(0, kMaxDepth));
    command->add_option("--position", options->position, kPositionHelp);
    command->add_flag("--divide", options->divide, "Show the count below each first turn");
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
