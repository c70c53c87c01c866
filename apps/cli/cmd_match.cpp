// SPDX-License-Identifier: MIT
// merels match: many games between two players.
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>

#include "arguments.h"
#include "base/stopwatch.h"
#include "commands.h"
#include "engine/match/match.h"
#include "merels/tablebase.h"
#include "number_format.h"
#include "output.h"
#include "progress_sinks.h"

namespace merels::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string variant;
    std::array<std::string, 2> players;
    std::string start = "start";
    std::string database;
    std::string second_database;
    std::string save;
    int games = 100;
    std::uint64_t seed = 1;
    int draw_after = 50;
    int most_plies = 1000;
    int threads = 1;
    int hash = 16;
    int engine_ms = 1000;
    bool json = false;
    bool quiet = false;
};

Result<MatchOptions> read_options(const Options& options) {
    MatchOptions match;
    const auto variant = parse_variant(options.variant);
    if (!variant) return variant.error();
    match.variant = *variant;
    for (const std::size_t i : {0u, 1u}) {
        const auto player = parse_player(options.players[i]);
        if (!player) return player.error();
        match.players[i] = *player;
        if (player->tables && options.database.empty()) {
            return Error{ErrorCode::kBadInput, "player '" + options.players[i] + "' needs tables: give --db"};
        }
    }
    const auto start = parse_start_rule(*variant, options.start);
    if (!start) return start.error();
    match.start = *start;
    for (const bool second : {false, true}) {
        const std::string& database = second ? options.second_database : options.database;
        if (database.empty()) continue;
        auto tables = Tablebase::open(database);
        if (!tables) return tables.error();
        (second ? match.second_tables : match.tables) =
            make_value_source(std::make_shared<const Tablebase>(*std::move(tables)));
    }
    match.games = options.games;
    match.seed = options.seed;
    match.draw_after = options.draw_after;
    match.most_plies = options.most_plies;
    match.threads = options.threads;
    match.hash_mebibytes = static_cast<std::size_t>(options.hash);
    match.external_milliseconds = options.engine_ms;
    return match;
}

Status save_games(const MatchResult& result, const std::string& path) {
    std::ofstream file(path, std::ios::binary);
    for (const MatchGame& game : result.games) file << format_game(game.game) << '\n';
    file.close();
    if (!file) return Error{ErrorCode::kIo, "cannot write '" + path + "': " + std::strerror(errno)};
    return ok_status();
}

Json result_json(const Options& options, const MatchResult& result, double seconds) {
    const Interval interval = confidence_interval(result.score(), options.games);
    Json ends = Json::object();
    for (const MatchGame& game : result.games) {
        const std::string end = game.end.substr(0, game.end.find(':'));
        ends[end] = ends.value(end, 0) + 1;
    }
    Json json{{"variant", options.variant}, {"players", options.players}, {"start", options.start}};
    json.update(Json{{"games", options.games},
                     {"seed", options.seed},
                     {"draw_after", options.draw_after},
                     {"wins", result.wins},
                     {"draws", result.draws},
                     {"score", result.score()},
                     {"confidence95", {interval.low, interval.high}},
                     {"forfeits", result.forfeits},
                     {"ends", ends},
                     {"judged", result.judged},
                     {"value_lost", result.value_lost},
                     {"notes", result.notes},
                     {"seconds", seconds}});
    return json;
}

std::string result_text(const Options& options, const MatchResult& result, double seconds) {
    const Interval interval = confidence_interval(result.score(), options.games);
    std::string text = fmt::format("{}: {} against {}, {} games from '{}', seed {}\n", options.variant,
                                   options.players[0], options.players[1], options.games, options.start, options.seed);
    text += fmt::format("+{} ={} -{}, score {:.1f} % (95 %: {:.1f} to {:.1f} %), {}\n", result.wins[0], result.draws,
                        result.wins[1], 100 * result.score(), 100 * interval.low, 100 * interval.high,
                        human_seconds(seconds));
    for (const std::size_t i : {0u, 1u}) {
        if (result.judged > 0) {
            text += fmt::format("{} came out worse than the tables promised in {} of {} games\n", options.players[i],
                                result.value_lost[i], result.judged);
        }
        if (result.forfeits[i] > 0) {
            text += fmt::format("{} forfeited {} games\n", options.players[i], result.forfeits[i]);
        }
    }
    for (const std::string& note : result.notes) text += "note: " + one_line(note) + "\n";
    return text;
}

Status run(const Options& options) {
    const auto match = read_options(options);
    if (!match) return match.error();
    const Stopwatch watch;
    const auto progress = make_progress(options.quiet ? ProgressStyle::kSilent : natural_style(stderr));
    const auto result = play_match(*match, *progress);
    if (!result) return result.error();
    if (!options.save.empty()) {
        if (const auto saved = save_games(*result, options.save); !saved) return saved;
    }
    if (options.json) {
        print_json(result_json(options, *result, watch.seconds()));
    } else {
        print_text(result_text(options, *result, watch.seconds()));
    }
    return ok_status();
}

}  // namespace

void add_match_command(CLI::App& app, CommandSet& commands) {
    CLI::App* command = app.add_subcommand("match", "Games between two players, sides swapped each game");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT", options->variant, kVariantHelp)->required();
    const char* player_help =
        "random, perfect, search:SETTINGS (ms=, nodes=, depth=, level=, tables=on) or engine:COMMAND";
    command->add_option("PLAYER_A", options->players[0], player_help)->required();
    command->add_option("PLAYER_B", options->players[1], player_help)->required();
    command->add_option("--games", options->games, "Number of games")->check(CLI::Range(1, 1000000));
    command->add_option("--seed", options->seed, "Seed of starts and players");
    command->add_option(
        "--start", options->start,
        "start, opening:PLIES (random turns), endgame:LEAST-MOST (random men a side), won:LEAST-MOST (the "
        "same, won for the first player by the tables) or a position");
    command->add_option("--draw-after", options->draw_after, "A draw after so many moves without placing or taking")
        ->check(CLI::Range(1, 100000));
    command->add_option("--most-plies", options->most_plies, "Longest game")->check(CLI::Range(1, 100000));
    command->add_option("--threads", options->threads, "Games at the same time")->check(CLI::Range(1, 256));
    command->add_option("--hash", options->hash, "Transposition table of each player, MiB")->check(CLI::Range(1, 4096));
    command->add_option("--engine-ms", options->engine_ms, "Thinking time of engine:COMMAND players")
        ->check(CLI::Range(1, 3600000));
    command->add_option("--db", options->database, kDatabaseHelp);
    command->add_option("--second-db", options->second_database, "Other tables for PLAYER_B");
    command->add_option("--save", options->save, "Write the games to this file");
    command->add_flag("--quiet", options->quiet, "No progress");
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
