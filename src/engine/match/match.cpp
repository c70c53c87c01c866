// SPDX-License-Identifier: MIT
#include "engine/match/match.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <set>

#include "base/worker_pool.h"
#include "engine/match/contestant.h"
#include "engine/search/node.h"
#include "engine/search/random.h"
#include "rules/rules.h"

namespace merels {
namespace {

using engine::Contestant;
using engine::Random;

GameResult won_by(Side side) { return side == Side::kWhite ? GameResult::kWhiteWins : GameResult::kBlackWins; }

// A game while it is played: knows when it is over and why.
struct Table {
    const MatchOptions& options;
    MatchGame& out;
    Position position;
    std::vector<Position> history;
    std::map<Position, int> seen;
    int quiet_plies = 0;

    bool finish(GameResult result, std::string end) {
        out.game.result = result;
        out.end = std::move(end);
        return true;
    }

    bool over() {
        if (const auto ended = final_value(options.variant, position)) {
            if (ended->wdl == Wdl::kDraw) return finish(GameResult::kDraw, "full board");
            const Side winner = ended->wdl == Wdl::kWin ? position.to_move : opponent(position.to_move);
            const bool few = men_in_all(position, opponent(winner)) < kMinMen;
            return finish(won_by(winner), few ? "few men" : "blocked");
        }
        if (options.repetitions > 0 && ++seen[position] >= options.repetitions)
            return finish(GameResult::kDraw, "repetition");
        if (quiet_plies >= 2 * options.draw_after) return finish(GameResult::kDraw, "no progress");
        if (static_cast<int>(out.game.turns.size()) >= options.most_plies) {
            return finish(GameResult::kDraw, "length");
        }
        return false;
    }

    void play(const Turn& turn) {
        history.push_back(position);
        out.game.turns.push_back(turn);
        position = apply(position, turn);
        quiet_plies = turn.from == kNoPoint || turn.takes() > 0 ? 0 : quiet_plies + 1;
    }
};

using Pair = std::array<std::unique_ptr<Contestant>, 2>;

Result<Pair> make_pair(const MatchOptions& options) {
    Pair pair;
    for (const int i : {0, 1}) {
        const auto& tables = i == 1 && options.second_tables ? options.second_tables : options.tables;
        const engine::ContestantOptions wanted{options.hash_mebibytes, options.external_milliseconds,
                                               options.external_start_milliseconds, tables, options.stop};
        auto player = engine::make_contestant(options.players[i], wanted);
        if (!player) return player.error();
        pair[i] = *std::move(player);
    }
    return pair;
}

struct Played {
    MatchGame game;
    int forfeited_by = -1;
    std::set<std::string> notes;
};

// Both games of a pair share the start, unless it belongs to the first player.
Result<Position> start_of_game(const MatchOptions& options, int number) {
    const bool own = options.start.first_player_moves();
    const std::uint64_t seed = options.seed * 1'000'003 + static_cast<std::uint64_t>(own ? number : number / 2);
    auto start = draw_start(options.variant, options.start, options.tables.get(), seed);
    const Side mover = number % 2 == 0 ? Side::kWhite : Side::kBlack;
    if (own && start) return engine::position_of(engine::node_of(*start), mover);  // the colours may change, no more
    return start;
}

bool stop_wanted(const MatchOptions& options) { return options.stop != nullptr && *options.stop; }

// The ultra-strong values by which a game is judged: those of the first player who knows any.
std::optional<UltraSet> judging_set(const MatchOptions& options, int white) {
    for (const int i : {0, 1}) {
        const PlayerSpec& player = options.players[i];
        if (player.kind != PlayerKind::kUltra) continue;
        return UltraSet{player.values, i == white ? Side::kWhite : Side::kBlack};
    }
    return std::nullopt;
}

// Game number n. White is the first player in even games. Nothing where the match was stopped before its end.
std::optional<Played> play_game(const MatchOptions& options, int number, const Position& start, Pair& players) {
    Played played;
    MatchGame& out = played.game;
    const std::uint64_t seed = Random(options.seed * 1'000'003 + static_cast<std::uint64_t>(number)).next() | 1;
    out.white = number % 2;
    out.game.variant = options.variant;
    out.game.start = start;
    if (options.tables) {
        if (const auto value = options.tables->value(options.variant, start)) out.start_value = *value;
    }
    Table table{options, out, start, {}, {}, 0};
    const auto forfeit = [&](int player, Side side, const Error& error) {
        played.forfeited_by = player;
        table.finish(won_by(opponent(side)), "forfeit: " + error.message);
    };
    bool ready = true;
    for (const int i : {0, 1}) {
        const auto status = players[i]->new_game(options.variant, start, seed + static_cast<std::uint64_t>(i) * 2);
        if (!status && ready) forfeit(i, i == out.white ? Side::kWhite : Side::kBlack, status.error());
        ready &= status.ok();
    }
    const auto set = judging_set(options, out.white);
    while (ready && !table.over()) {
        const Side side = table.position.to_move;
        const int mover = side == Side::kWhite ? out.white : 1 - out.white;
        const auto turn = players[mover]->choose(table.position, table.history, out.game.turns);
        if (stop_wanted(options)) return std::nullopt;
        if (!turn) {
            forfeit(mover, side, turn.error());
            break;
        }
        const std::string note = players[mover]->note();
        if (!note.empty()) played.notes.insert(format_player(options.players[mover]) + ": " + note);
        if (options.check && options.tables) {
            check_turn(*options.tables, options.variant, table.position, *turn, set ? &*set : nullptr,
                       out.given_away[mover]);
        }
        table.play(*turn);
    }
    out.game.tags = {{"white", format_player(options.players[out.white])},
                     {"black", format_player(options.players[1 - out.white])},
                     {"round", std::to_string(number + 1)},
                     {"seed", std::to_string(options.seed)},
                     {"end", out.end}};
    return played;
}

// Points of the first player in half points, and what the tables promised him.
int half_points(const MatchGame& g, int player) {
    if (g.game.result == GameResult::kDraw) return 1;
    const bool white_won = g.game.result == GameResult::kWhiteWins;
    return white_won == (g.white == player) ? 2 : 0;
}

int promised_half_points(const MatchGame& g, int player) {
    const int mover = g.game.start.to_move == Side::kWhite ? g.white : 1 - g.white;
    const int for_mover = g.start_value->wdl == Wdl::kWin ? 2 : g.start_value->wdl == Wdl::kDraw ? 1 : 0;
    return mover == player ? for_mover : 2 - for_mover;
}

void count_game(MatchResult& result, const MatchGame& g) {
    for (const int player : {0, 1}) {
        result.wins[player] += half_points(g, player) == 2;
        result.given_away[player] += g.given_away[player];
        if (g.start_value) result.value_lost[player] += half_points(g, player) < promised_half_points(g, player);
    }
    result.draws += g.game.result == GameResult::kDraw;
    result.judged += g.start_value.has_value();
}

}  // namespace

double MatchResult::score() const { return games.empty() ? 0.5 : share(wins[0]) + 0.5 * share(draws); }

double MatchResult::share(int part) const {
    return games.empty() ? 0 : static_cast<double>(part) / static_cast<double>(games.size());
}

Interval confidence_interval(double share, int games) {
    constexpr double z = 1.959964;
    if (games <= 0) return {0, 1};
    const double n = games;
    const double centre = (share + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

Result<MatchResult> play_match(const MatchOptions& options, Progress& progress) {
    WorkerPool pool(options.threads);
    std::vector<Pair> players;
    for (int i = 0; i < pool.threads(); ++i) {
        auto pair = make_pair(options);
        if (!pair) return pair.error();
        players.push_back(*std::move(pair));
    }
    std::vector<Position> starts;
    for (int i = 0; i < options.games; ++i) {
        const auto start = start_of_game(options, i);
        if (!start) return start.error();
        starts.push_back(*start);
    }
    std::vector<std::optional<MatchGame>> ended(starts.size());
    MatchResult result;
    std::set<std::string> notes;
    std::mutex mutex;
    std::uint64_t done = 0;
    progress.begin("playing", static_cast<std::uint64_t>(options.games));
    pool.parallel_for(starts.size(), 1, [&](std::size_t first, std::size_t, int worker) {
        if (stop_wanted(options)) return;
        Pair& pair_here = players[static_cast<std::size_t>(worker)];
        auto played = play_game(options, static_cast<int>(first), starts[first], pair_here);
        if (!played) return;
        const std::lock_guard lock(mutex);
        count_game(result, played->game);
        if (options.on_game) options.on_game(played->game);
        if (played->forfeited_by >= 0) {
            ++result.forfeits[played->forfeited_by];
            // A program that failed is started afresh for the next game.
            if (auto pair = make_pair(options)) pair_here = *std::move(pair);
        }
        notes.merge(played->notes);
        ended[first] = std::move(played->game);
        progress.advance_to(++done);
    });
    progress.end();
    for (auto& game : ended) {
        if (game) result.games.push_back(*std::move(game));
    }
    result.stopped = result.games.size() < starts.size();
    result.notes.assign(notes.begin(), notes.end());
    return result;
}

}  // namespace merels
