// SPDX-License-Identifier: MIT
// merels reproduce: the tables of the papers beside ours, cell by cell.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "analysis/comparison.h"
#include "analysis/reproduce.h"
#include "analysis/table_ix.h"
#include "arguments.h"
#include "base/worker_pool.h"
#include "commands.h"
#include "machine.h"
#include "output.h"
#include "progress_sinks.h"
#include "text_table.h"

namespace merels::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string paper;
    std::string database;
    bool quick = false;
    bool json = false;
    bool matches = false;
    std::string variant = "nine-c1";
    std::string players = "strong,published,stones,split";
    std::string ranges = "1,2,3,4";
    std::string out = "table-ix.json";
    int games = 200;
    int threads = 0;
    int hash = 16;
};

const char* word(CellState state) {
    switch (state) {
        case CellState::kEqual: return "equal";
        case CellState::kDifferent: return "different";
        case CellState::kUnsolved: return "not solved";
        case CellState::kUnpublished: return "not published";
    }
    return "";
}

std::string cell_text(const Cell& cell) {
    switch (cell.state) {
        case CellState::kEqual: return paint("= ", Colour::kGood) + cell.published;
        case CellState::kDifferent: return paint(cell.published + " != " + cell.ours, Colour::kBad);
        case CellState::kUnsolved: return paint(cell.published + " ?", Colour::kFaint);
        case CellState::kUnpublished: return paint("(" + cell.ours + ")", Colour::kFaint);
    }
    return "";
}

// Rows and columns in the order in which the cells come.
std::string grid(const ReproducedTable& table) {
    std::vector<std::string> rows, columns;
    const auto note = [](std::vector<std::string>& list, const std::string& name) {
        if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
    };
    for (const Cell& cell : table.cells) {
        note(rows, cell.row);
        note(columns, cell.column);
    }
    std::vector<Column> headings{{""}};
    for (const std::string& column : columns) headings.push_back({column, Align::kRight});
    TextTable text(headings);
    for (const std::string& row : rows) {
        std::vector<std::string> line{row};
        for (const std::string& column : columns) {
            const auto found = std::find_if(table.cells.begin(), table.cells.end(),
                                            [&](const Cell& c) { return c.row == row && c.column == column; });
            line.push_back(found == table.cells.end() ? "" : cell_text(*found));
        }
        text.add(std::move(line));
    }
    return text.text();
}

std::vector<std::string> split_list(const std::string& text) {
    std::vector<std::string> parts;
    std::size_t from = 0;
    for (std::size_t comma = text.find(','); comma != std::string::npos; comma = text.find(',', from)) {
        parts.push_back(text.substr(from, comma - from));
        from = comma + 1;
    }
    parts.push_back(text.substr(from));
    return parts;
}

Json to_json(const TableIxCell& cell) {
    const auto published = published_wins(cell.player, cell.range);
    return {{"player", cell.player},
            {"range", cell.range},
            {"nodes", *table_ix_nodes(cell.range)},
            {"games", cell.games},
            {"wins", cell.wins},
            {"draws", cell.draws},
            {"losses", cell.losses},
            {"wins_confidence95", {cell.wins95.low, cell.wins95.high}},
            {"published_percent", published ? Json(*published) : Json()},
            {"turns_checked", cell.given_away.turns},
            {"opponent_errors", cell.opponent_errors},
            {"seconds", cell.seconds}};
}

std::string matches_text(const TableIxOptions& how, const std::vector<TableIxCell>& cells) {
    std::vector<Column> columns{{"player"}};
    for (const std::string& range : how.ranges) columns.push_back({*table_ix_nodes(range) + " nodes"});
    TextTable table(columns);
    int turns = 0;
    for (std::size_t i = 0; i < cells.size(); i += how.ranges.size()) {
        std::vector<std::string> line{cells[i].player};
        for (std::size_t j = i; j < i + how.ranges.size(); ++j) {
            const TableIxCell& c = cells[j];
            const auto published = published_wins(c.player, c.range);
            line.push_back(fmt::format("{:.1f} % ({:.0f} to {:.0f}){}", 100.0 * c.wins / c.games, 100 * c.wins95.low,
                                       100 * c.wins95.high, published ? fmt::format("; {} %", *published) : ""));
            turns += c.given_away.turns;
        }
        table.add(std::move(line));
    }
    return fmt::format(
               "gevay-danner, Table IX: wins against our search, {}, {} games each (95 %; published, another search)\n",
               how.variant.id(), cells.front().games) +
           table.text() + fmt::format("{} turns held against the tables: nothing was given away\n", turns);
}

Status run_matches(const Options& options) {
    const auto variant = parse_variant(options.variant);
    if (!variant) return variant.error();
    auto tables = Tablebase::open(options.database);
    if (!tables) return tables.error();
    TableIxOptions how;
    how.variant = *variant;
    how.tables = std::make_shared<const Tablebase>(*std::move(tables));
    how.players = split_list(options.players);
    how.ranges = split_list(options.ranges);
    how.games = options.games;
    how.threads = options.threads != 0 ? options.threads : hardware_threads();
    how.hash_mebibytes = static_cast<std::size_t>(options.hash);
    how.file = options.out;
    how.stop = &stop_on_signals();
    const auto progress = make_progress(natural_style(stderr));
    const auto cells = play_table_ix(how, *progress);
    if (!cells) return cells.error();
    if (!options.json) {
        print_text(matches_text(how, *cells));
        return ok_status();
    }
    Json list = Json::array();
    for (const TableIxCell& cell : *cells) list.push_back(to_json(cell));
    print_json({{"paper", "gevay-danner"}, {"table", "Table IX"}, {"variant", variant->id()}, {"cells", list}});
    return ok_status();
}

Status run(const Options& options) {
    if (options.matches) {
        if (options.paper != "gevay-danner") {
            return Error{ErrorCode::kBadInput, "--matches goes with gevay-danner: it is their Table IX"};
        }
        return run_matches(options);
    }
    const auto progress = make_progress(natural_style(stderr));
    CompareOptions how;
    how.threads = hardware_threads();
    how.progress = progress.get();
    how.stop = &stop_on_signals();
    const auto tables = reproduce(options.database, options.paper, options.quick ? nullptr : &how);
    if (!tables) return tables.error();
    if (options.json) {
        Json list = Json::array();
        for (const ReproducedTable& table : *tables) {
            Json cells = Json::array();
            for (const Cell& c : table.cells) {
                cells.push_back({{"row", c.row},
                                 {"column", c.column},
                                 {"published", c.published},
                                 {"ours", c.ours},
                                 {"state", word(c.state)}});
            }
            list.push_back({{"paper", table.paper}, {"table", table.table}, {"title", table.title}, {"cells", cells}});
        }
        print_json({{"tables", list}});
        return ok_status();
    }
    for (const ReproducedTable& table : *tables) {
        print_text(fmt::format("{}, {}: {}\n", table.paper, table.table, table.title));
        const bool nothing_solved = table.number_of(CellState::kEqual) + table.number_of(CellState::kDifferent) == 0;
        if (!nothing_solved) print_text(grid(table));
        print_text(fmt::format("{} equal, {} different, {} not solved, {} not published\n\n",
                               table.number_of(CellState::kEqual), table.number_of(CellState::kDifferent),
                               table.number_of(CellState::kUnsolved), table.number_of(CellState::kUnpublished)));
    }
    return ok_status();
}

}  // namespace

void add_reproduce_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("reproduce", "The tables of the papers beside ours, cell by cell");
    const auto options = std::make_shared<Options>();
    command->add_option("PAPER", options->paper, "gasser, stahlhacke, loewer or gevay-danner; all if left out");
    add_database_option(*command, options->database)->required();
    command->add_flag("--quick", options->quick, "Leave out what needs a walk over all positions (minutes)");
    command->add_flag("--matches", options->matches, "Play gevay-danner's Table IX against our search (hours)");
    command->add_option("--games", options->games, "With --matches: games of each cell, in lots of ten")
        ->check(Range(1, 1000000));
    command->add_option("--ranges", options->ranges, "With --matches: the paper's ranges 1 to 4, or nodes: 100-200");
    std::string names;
    for (const std::string& name : table_ix_players()) names += (names.empty() ? "" : ", ") + name;
    command->add_option("--players", options->players, "With --matches: " + names);
    command->add_option("--variant", options->variant, "With --matches: another game or start than nine-c1");
    command->add_option("--out", options->out, "With --matches: where finished lots are kept, to go on from");
    command->add_option("--hash", options->hash, "With --matches: transposition table of each player, MiB")
        ->check(Range(1, 4096));
    add_threads_option(*command, options->threads);
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
