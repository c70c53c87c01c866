// SPDX-License-Identifier: MIT
#include "engine/match.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <mutex>
#include <set>

#include "base/worker_pool.h"
#include "engine/contestant.h"
#include "engine/random.h"
#include "rules/rules.h"

namespace merels {
namespace {

using engine::Contestant;
using engine::Random;

Position random_men(const StartRule& rule, Random& random) {
    Position p;
    const auto men = [&] {
        return rule.least_men +
               static_cast<int>(random.below(static_cast<std::uint32_t>(rule.most_men - rule.least_men + 1)));
    };
    const std::array<int, 2> wanted{men(), men()};
    for (const int side : {0, 1}) {
        while (count(p.men[side]) < wanted[side]) {
            const Mask point = mask_of(static_cast<Point>(random.below(kPoints)));
            if ((p.empty() & point) != 0) p.men[side] |= point;
        }
    }
    p.to_move = random.below(2) == 0 ? Side::kWhite : Side::kBlack;
    return p;
}

// The start of a pair of games; never a position in which the game is over.
Position start_of(const MatchOptions& options, std::uint64_t seed) {
    Random random(seed);
    const StartRule& rule = options.start;
    if (rule.kind == StartRule::Kind::kRandomEndgame) {
        while (true) {
            const Position p = random_men(rule, random);
            if (!final_value(options.variant, p)) return p;
        }
    }
    Position p = rule.position.value_or(start_position(options.variant));
    for (int i = 0; i < rule.plies; ++i) {
        TurnList turns;
        legal_turns(options.variant, p, turns);
        const Position next = apply(p, turns[static_cast<int>(random.below(static_cast<std::uint32_t>(turns.size())))]);
        if (final_value(options.variant, next)) break;
        p = next;
    }
    return p;
}

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
        if (++seen[position] >= 3) return finish(GameResult::kDraw, "repetition");
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
    const engine::ContestantOptions wanted{options.hash_mebibytes, options.external_milliseconds, options.tables};
    for (const int i : {0, 1}) {
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

// Game number n. White is the first player in even games.
Played play_game(const MatchOptions& options, int number, Pair& players) {
    Played played;
    MatchGame& out = played.game;
    // Both games of a pair share the start, not the seeds of the players.
    const Position start = start_of(options, options.seed * 1'000'003 + static_cast<std::uint64_t>(number / 2));
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
    while (ready && !table.over()) {
        const Side side = table.position.to_move;
        const int mover = side == Side::kWhite ? out.white : 1 - out.white;
        const auto turn = players[mover]->choose(table.position, table.history, out.game.turns);
        if (!turn) {
            forfeit(mover, side, turn.error());
            break;
        }
        const std::string note = players[mover]->note();
        if (!note.empty()) played.notes.insert(format_player(options.players[mover]) + ": " + note);
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
        if (g.start_value) result.value_lost[player] += half_points(g, player) < promised_half_points(g, player);
    }
    result.draws += g.game.result == GameResult::kDraw;
    result.judged += g.start_value.has_value();
}

bool read_int(std::string_view text, int least, int most, int& out) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc{} && end == text.data() + text.size() && out >= least && out <= most;
}

}  // namespace

Result<StartRule> parse_start_rule(const Variant& variant, std::string_view text) {
    StartRule rule;
    const auto bad = [&text](const char* what) {
        return Error{ErrorCode::kBadInput, "start '" + std::string(text) + "': " + what};
    };
    if (text == "start") return rule;
    if (text.starts_with("opening:")) {
        rule.kind = StartRule::Kind::kRandomOpening;
        if (!read_int(text.substr(8), 0, 200, rule.plies)) return bad("opening wants a number of plies, 0 to 200");
        return rule;
    }
    if (text.starts_with("endgame:")) {
        rule.kind = StartRule::Kind::kRandomEndgame;
        const std::string_view range = text.substr(8);
        const std::size_t dash = range.find('-');
        const int most = std::max(variant.white_men, variant.black_men);
        if (dash == std::string_view::npos || !read_int(range.substr(0, dash), kMinMen, most, rule.least_men) ||
            !read_int(range.substr(dash + 1), rule.least_men, most, rule.most_men)) {
            return bad("endgame wants the least and the most men a side, as in endgame:3-6");
        }
        return rule;
    }
    const auto position = parse_position(variant, text);
    if (!position) return position.error();
    if (final_value(variant, *position)) return bad("the game is over in this position");
    rule.position = *position;
    return rule;
}

double MatchResult::score() const {
    return games.empty() ? 0.5 : (wins[0] + 0.5 * draws) / static_cast<double>(games.size());
}

Interval confidence_interval(double score, int games) {
    constexpr double z = 1.959964;
    if (games <= 0) return {0, 1};
    const double n = games;
    const double centre = (score + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z * std::sqrt(score * (1 - score) / n + z * z / (4 * n * n)) / (1 + z * z / n);
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
    MatchResult result;
    result.games.resize(static_cast<std::size_t>(options.games));
    std::set<std::string> notes;
    std::mutex mutex;
    std::uint64_t done = 0;
    progress.begin("playing", static_cast<std::uint64_t>(options.games));
    pool.parallel_for(result.games.size(), 1, [&](std::size_t first, std::size_t, int worker) {
        Played played = play_game(options, static_cast<int>(first), players[static_cast<std::size_t>(worker)]);
        const std::lock_guard lock(mutex);
        count_game(result, played.game);
        if (played.forfeited_by >= 0) {
            ++result.forfeits[played.forfeited_by];
            // A program that failed is started afresh for the next game.
            if (auto pair = make_pair(options)) players[static_cast<std::size_t>(worker)] = *std::move(pair);
        }
        notes.merge(played.notes);
        result.games[first] = std::move(played.game);
        progress.advance_to(++done);
    });
    progress.end();
    result.notes.assign(notes.begin(), notes.end());
    return result;
}

}  // namespace merels
