// SPDX-License-Identifier: MIT
// What players do in the opening, counted over recorded games: which turns they choose and how often they give a result
// away, by position up to symmetry and by player. `merels openings` makes the counts, data/openings/*.json keeps them,
// the server tells them beside the values of the tables.
//
//     OpeningRecord record(variant);
//     record.add(game, analyse);            // for each game
//     record.keep(5);                       // only positions that somebody met five times
//     std::string json = record.text(note);
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/annotate/annotate.h"
#include "merels/game.h"

namespace merels {

struct OpeningCount {
    int turns = 0;  // turns that the player made
    int wrong = 0;  // those that gave a result away: the marks ? and ??
};

class OpeningRecord {
  public:
    struct Player {
        std::string name;                 // as `merels match` writes it: "search:level=3"
        int games = 0;                    // colours counted separately: a game against oneself is two
        std::vector<OpeningCount> plies;  // by the number of men that were placed before the turn
    };
    struct Entry {
        std::map<int, OpeningCount> players;                // by number of the player
        std::map<Position, std::map<int, int>> successors;  // canonical position after the turn -> times, by player
    };

    explicit OpeningRecord(const Variant& variant) : variant_(variant) {}
    // Reads what text() wrote.
    static Result<OpeningRecord> parse(std::string_view text);

    // Counts the turns of a game that were made with men in hand. Tags `white` and `black` name the players. Errors:
    // another variant, no names, values that the tables do not tell.
    Status add(const Game& game, const Analyser& analyse);
    // Forgets positions that no player met `least` times. What is counted by plies stays.
    void keep(int least);
    std::string text(const std::string& note) const;

    const Variant& variant() const { return variant_; }
    const std::vector<Player>& players() const { return players_; }
    const std::map<Position, Entry>& entries() const { return entries_; }
    // What was counted at a position, whichever of its symmetric images; null where nothing was.
    const Entry* at(const Position& position) const;

  private:
    int player_number(const std::string& name);

    Variant variant_;
    std::vector<Player> players_;
    std::map<Position, Entry> entries_;  // by canonical form
};

// Men that both sides have placed so far.
int men_placed(const Variant& variant, const Position& position);

// The games of a file, one after the other as `merels match --save` writes them. Errors name the game.
Result<std::vector<Game>> parse_games(std::string_view text);

// The record of data/openings that was built in; null for games without one. Read when it is first asked for.
const OpeningRecord* recorded_openings(const Variant& variant);

}  // namespace merels
