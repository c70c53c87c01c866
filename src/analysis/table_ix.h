// SPDX-License-Identifier: MIT
// Gevay and Danner's Table IX with our search as the opponent: how often players that read tables win. Games are played
// in lots, each with a seed of its own; a lot that ended is in the file, so the same call goes on where it was stopped.
//
//   TableIxOptions options{.variant = variant, .tables = tables, .file = "table-ix.json"};
//   auto cells = play_table_ix(options, progress);
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/match/match.h"
#include "merels/tablebase.h"

namespace merels {

struct TableIxOptions {
    Variant variant;
    std::shared_ptr<const Tablebase> tables;
    std::vector<std::string> players = {"strong", "published", "stones", "split"};  // names of table_ix_players()
    std::vector<std::string> ranges = {"1", "2", "3", "4"};  // of the paper, or nodes a turn: "100-200"
    int games = 200;                                         // of each cell; played in lots of ten, so rounded up
    int threads = 1;                                         // games at the same time
    std::size_t hash_mebibytes = 16;
    std::filesystem::path file;               // where the lots are kept
    const std::atomic<bool>* stop = nullptr;  // set: ends with kInterrupted; the lots that ended are kept
};

struct TableIxCell {
    std::string player;  // by name
    std::string range;   // as asked for
    int games = 0, wins = 0, draws = 0, losses = 0;
    Interval wins95{};        // of the share of wins
    GivenAway given_away;     // by the player: nothing but turns; units with among=result
    int opponent_errors = 0;  // results that the search gave away
    double seconds = 0;
};

// The players that have a name: "strong", "published+trap", ...
std::vector<std::string> table_ix_players();
// The nodes a turn of a range: "1" is 100000-200000, "100-200" is itself. kBadInput for anything else.
Result<std::string> table_ix_nodes(const std::string& range);
// What the paper has for a player and one of its ranges, in percent; nothing where it has none.
std::optional<int> published_wins(const std::string& player, const std::string& range);

// Plays what is missing and gives back the cells that were asked for, by player, then range. kBadInput for unknown
// names, or a file of another game or search; kMissing where a player's tables are not there; kInternal where a player
// that reads tables gave anything away, by the first such lot: the tables, or the player, are wrong.
Result<std::vector<TableIxCell>> play_table_ix(const TableIxOptions& options, Progress& progress);

}  // namespace merels
