// SPDX-License-Identifier: MIT
// The tables of the papers, made again from the tables on disk and laid beside the published figures cell by cell.
// The published figures are data/published/*.json, built into the library.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "merels/result.h"

namespace merels {

struct CompareOptions;  // analysis/comparison.h

enum class CellState {
    kEqual,
    kDifferent,
    kUnsolved,     // the tables that it needs are not there
    kUnpublished,  // the paper's figure is missing or not legible
};

struct Cell {
    std::string row;
    std::string column;
    std::string published;
    std::string ours;
    CellState state = CellState::kUnsolved;
};

struct ReproducedTable {
    std::string paper;  // "loewer"
    std::string table;  // "Table 6"
    std::string title;
    std::vector<Cell> cells;

    int number_of(CellState state) const;
};

// Names of the papers that can be asked for.
std::vector<std::string> reproducible_papers();

// A cell, equal or not; `ours` is empty where the tables are not there, `published` where the paper has nothing.
Cell make_cell(std::string row, std::string column, std::string published, std::optional<std::string> ours);

// All tables of one paper, or of all papers when `paper` is empty. Costs milliseconds, plus some thousand look-ups for
// the figures that no census holds. Comparisons of rule sets walk over all positions and take minutes: only with
// `comparisons`.
Result<std::vector<ReproducedTable>> reproduce(const std::filesystem::path& database, const std::string& paper,
                                               const CompareOptions* comparisons = nullptr);

}  // namespace merels
