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
#include "machine.h"
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
    int repetitions = 3;
    int most_plies = 1000;
    int threads = 1;
    int hash = 16;
    int engine_ms = 1000;
    int engine_start_ms = 10'000;
    bool check = false;
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
    if (options.check && options.database.empty())
        return Error{ErrorCode::kBadInput, "--check needs tables: give --db"};
    match.check = options.check;
    match.repetitions = options.repetitions;
    match.external_start_milliseconds = options.engine_start_ms;
    match.stop = &stop_on_signals();
    match.games = options.games;
    match.seed = options.seed;
    match.draw_after = options.draw_after;
    match.most_plies = options.most_plies;
    match.threads = options.threads;
    match.hash_mebibytes = static_cast<std::size_t>(options.hash);
    match.external_milliseconds = options.engine_ms;
    return match;
}

// Each game is in the file as soon as it has ended.
class GameFile {
  public:
    explicit GameFile(const std::string& path) : path_(path) {
        if (!path.empty()) file_.open(path, std::ios::binary);
    }
    void write(const MatchGame& game) { file_ << format_game(game.game) << '\n' << std::flush; }
    Status status() const {
        if (path_.empty() || file_.good()) return ok_status();
        return Error{ErrorCode::kIo, "cannot write '" + path_ + "': " + std::strerror(errno)};
    }

  private:
    std::string path_;
    std::ofstream file_;
};

Json interval_json(const Interval& interval) { return {interval.low, interval.high}; }

Json given_away_json(const GivenAway& given) {
    return {{"turns", given.turns}, {"results", given.results}, {"units", given.units}, {"plies", given.plies}};
}

Json result_json(const Options& options, const MatchResult& result, double seconds) {
    const int games = static_cast<int>(result.games.size());
    Json ends = Json::object();
    std::size_t plies = 0;
    for (const MatchGame& game : result.games) {
        const std::string end = game.end.substr(0, game.end.find(':'));
        ends[end] = ends.value(end, 0) + 1;
        plies += game.game.turns.size();
    }
    Json wins95 = Json::array();
    for (const int wins : result.wins) wins95.push_back(interval_json(confidence_interval(result.share(wins), games)));
    Json json{{"variant", options.variant}, {"players", options.players}, {"start", options.start}};
    json.update(Json{{"games", games},
                     {"stopped", result.stopped},
                     {"seed", options.seed},
                     {"draw_after", options.draw_after},
                     {"repetitions", options.repetitions},
                     {"wins", result.wins},
                     {"draws", result.draws},
                     {"wins_confidence95", wins95},
                     {"score", result.score()},
                     {"confidence95", interval_json(confidence_interval(result.score(), games))},
                     {"forfeits", result.forfeits},
                     {"ends", ends},
                     {"plies", plies},
                     {"judged", result.judged},
                     {"value_lost", result.value_lost},
                     {"notes", result.notes},
                     {"seconds", seconds}});
    if (options.check) {
        json["given_away"] = {given_away_json(result.given_away[0]), given_away_json(result.given_away[1])};
    }
    return json;
}

std::string player_text(const Options& options, const MatchResult& result, std::size_t i) {
    const std::string& player = options.players[i];
    const double share = result.share(result.wins[i]);
    const Interval interval = confidence_interval(share, static_cast<int>(result.games.size()));
    std::string text = fmt::format("{} won {:.1f} % (95 %: {:.1f} to {:.1f} %)\n", player, 100 * share,
                                   100 * interval.low, 100 * interval.high);
    if (result.judged > 0) {
        text += fmt::format("{} came out worse than the tables promised in {} of {} games\n", player,
                            result.value_lost[i], result.judged);
    }
    if (options.check) {
        const GivenAway& given = result.given_away[i];
        text += fmt::format("{} gave away in {} turns: {} results, {} units, {} times plies\n", player, given.turns,
                            given.results, given.units, given.plies);
    }
    if (result.forfeits[i] > 0) text += fmt::format("{} forfeited {} games\n", player, result.forfeits[i]);
    return text;
}

std::string result_text(const Options& options, const MatchResult& result, double seconds) {
    const auto games = result.games.size();
    const Interval interval = confidence_interval(result.score(), static_cast<int>(games));
    std::string text = fmt::format("{}: {} against {}, {} games from '{}', seed {}\n", options.variant,
                                   options.players[0], options.players[1], games, options.start, options.seed);
    text += fmt::format("+{} ={} -{}, score {:.1f} % (95 %: {:.1f} to {:.1f} %), {}\n", result.wins[0], result.draws,
                        result.wins[1], 100 * result.score(), 100 * interval.low, 100 * interval.high,
                        human_seconds(seconds));
    for (const std::size_t i : {0u, 1u}) text += player_text(options, result, i);
    for (const std::string& note : result.notes) text += "note: " + one_line(note) + "\n";
    return text;
}

Status run(const Options& options) {
    auto match = read_options(options);
    if (!match) return match.error();
    GameFile file(options.save);
    if (const auto opened = file.status(); !opened) return opened;
    if (!options.save.empty()) match->on_game = [&file](const MatchGame& game) { file.write(game); };
    const Stopwatch watch;
    const auto progress = make_progress(options.quiet ? ProgressStyle::kSilent : natural_style(stderr));
    const auto result = play_match(*match, *progress);
    if (!result) return result.error();
    if (options.json) {
        print_json(result_json(options, *result, watch.seconds()));
    } else {
        print_text(result_text(options, *result, watch.seconds()));
    }
    if (const auto written = file.status(); !written) return written;
    if (!result->stopped) return ok_status();
    return Error{ErrorCode::kInterrupted,
                 fmt::format("stopped after {} of {} games", result->games.size(), options.games)};
}

}  // namespace

void add_match_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("match", "Games between two players, sides swapped each game");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT", options->variant, kVariantHelp)->required();
    const char* player_help =
        "random, perfect, ultra, search, engine:COMMAND; settings as in search:ms=500 (ms=, nodes=N or FROM-TO, "
        "depth=, "
        "threads=, level=, tables=on; perfect and ultra: local=random|replies|trap|hunt|combined, searches=, "
        "among=equal|result; ultra: local=units, among=unit, values=)";
    command->add_option("PLAYER_A", options->players[0], player_help)->required();
    command->add_option("PLAYER_B", options->players[1], player_help)->required();
    command->add_option("--games", options->games, "Number of games")->check(Range(1, 1000000));
    command->add_option("--seed", options->seed, "Seed of starts and players");
    command->add_option(
        "--start", options->start,
        "start, opening:PLIES (random turns), endgame:LEAST-MOST (random men a side), won:LEAST-MOST (the "
        "same, won for the first player by the tables) or a position");
    command->add_option("--draw-after", options->draw_after, "A draw after so many moves without placing or taking")
        ->check(Range(1, 100000));
    command
        ->add_option("--repetitions", options->repetitions, "A draw when a position comes so often; 0 = no such rule")
        ->check(Range(0, 1000));
    command->add_option("--most-plies", options->most_plies, "Longest game")->check(Range(1, 100000));
    command->add_option("--threads", options->threads, "Games at the same time")->check(Range(1, 256));
    command->add_option("--hash", options->hash, "Transposition table of each player, MiB")->check(Range(1, 4096));
    command->add_option("--engine-ms", options->engine_ms, "Thinking time of engine:COMMAND players")
        ->check(Range(1, 3600000));
    command
        ->add_option("--engine-start-ms", options->engine_start_ms,
                     "How long engine:COMMAND players may take to start and to get ready")
        ->check(Range(1, 3600000));
    add_database_option(*command, options->database);
    command->add_option("--second-db", options->second_database, "Other tables for PLAYER_B");
    command->add_option("--save", options->save, "Write each game to this file when it ends");
    command->add_flag("--check", options->check, "Hold every turn against the tables: who gave away what");
    command->add_flag("--quiet", options->quiet, "No progress");
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
