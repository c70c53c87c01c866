// SPDX-License-Identifier: MIT
// merels reproduce: the tables of the papers beside ours, cell by cell.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "analysis/comparison.h"
#include "analysis/reproduce.h"
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

Status run(const Options& options) {
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
    command->add_option("PAPER", options->paper, "gasser, loewer or gevay-danner; all if left out");
    add_database_option(*command, options->database)->required();
    command->add_flag("--quick", options->quick, "Leave out what needs a walk over all positions (minutes)");
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
