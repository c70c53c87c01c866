// SPDX-License-Identifier: MIT
#include "analysis/reproduce.h"

#include <algorithm>

#include "analysis/reproduce_comparisons.h"
#include "analysis/reproduce_tables.h"

namespace merels {

Cell make_cell(std::string row, std::string column, std::string published, std::optional<std::string> ours) {
    CellState state = CellState::kUnsolved;
    if (published.empty()) {
        state = CellState::kUnpublished;
    } else if (ours) {
        state = *ours == published ? CellState::kEqual : CellState::kDifferent;
    }
    return {std::move(row), std::move(column), std::move(published), ours.value_or(""), state};
}

int ReproducedTable::number_of(CellState state) const {
    return static_cast<int>(std::count_if(cells.begin(), cells.end(), [&](const Cell& c) { return c.state == state; }));
}

std::vector<std::string> reproducible_papers() { return {"gasser", "stahlhacke", "loewer", "gevay-danner"}; }

Result<std::vector<ReproducedTable>> reproduce(const std::filesystem::path& database, const std::string& paper,
                                               const CompareOptions* comparisons) {
    const auto papers = reproducible_papers();
    if (!paper.empty() && std::find(papers.begin(), papers.end(), paper) == papers.end()) {
        std::string known;
        for (const std::string& p : papers) known += (known.empty() ? "" : ", ") + p;
        return Error{ErrorCode::kBadInput, "unknown paper '" + paper + "'; known are " + known};
    }
    Censuses censuses(database);
    std::vector<ReproducedTable> all;
    const auto wanted = [&](const char* name) { return paper.empty() || paper == name; };
    if (wanted("gasser")) {
        if (auto s = reproduce_gasser(censuses, all); !s) return s.error();
    }
    if (wanted("stahlhacke")) {
        if (auto s = reproduce_stahlhacke(censuses, all); !s) return s.error();
    }
    if (wanted("loewer")) {
        if (auto s = reproduce_loewer(censuses, all); !s) return s.error();
        if (comparisons != nullptr) {
            const auto more = reproduce_comparisons(database, *comparisons);
            if (!more) return more.error();
            all.insert(all.end(), more->begin(), more->end());
        }
    }
    if (wanted("gevay-danner")) {
        if (auto s = reproduce_gevay_danner(censuses, all); !s) return s.error();
    }
    return all;
}

}  // namespace merels
