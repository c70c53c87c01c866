// SPDX-License-Identifier: MIT
// What the papers' files (reproduce_PAPER.cpp) have in common: one function a kind of published table. Everything comes
// from the censuses of the tables, but for the starts and Gasser's count with 48 symmetries, which ask for single
// positions.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "analysis/reproduce.h"
#include "index/census.h"
#include "merels/variant.h"
#include "store/database/database.h"

namespace merels {

// The censuses of one database, read when first asked for.
class Censuses {
  public:
    explicit Censuses(const std::filesystem::path& database) : database_(database) {}

    // Empty when the table is not there.
    Result<std::optional<Census>> find(const Variant& variant, const Subspace& s);
    // Empty also when the table has results only.
    Result<std::optional<Census>> find_with_depth(const Variant& variant, const Subspace& s);
    const std::filesystem::path& database() const { return database_.folder(); }

  private:
    Database database_;
};

using PublishedJson = nlohmann::ordered_json;

Variant variant_of(const char* id);  // one that is known to be there
Subspace moving(int own, int other);
std::string text_of(const PublishedJson& value);

// A table whose cells are subspaces without hands. No text: what the cell tells is not in the tables.
using CellText = std::function<std::optional<std::string>(const Census&)>;
Result<ReproducedTable> moving_table(Censuses& censuses, const Variant& variant, ReproducedTable table,
                                     const PublishedJson& figures, const CellText& text);
std::optional<std::string> max_ply_text(const Census& c);
CellText win_loss_draw(int decimals);
CellText win_draw_loss(int decimals);

// Adds a table, or hands on why there is none.
Status add_table(std::vector<ReproducedTable>& all, Result<ReproducedTable> table);

// The papers.
Status reproduce_gasser(Censuses& censuses, std::vector<ReproducedTable>& all);
Status reproduce_stahlhacke(Censuses& censuses, std::vector<ReproducedTable>& all);
Status reproduce_loewer(Censuses& censuses, std::vector<ReproducedTable>& all);
Status reproduce_gevay_danner(Censuses& censuses, std::vector<ReproducedTable>& all);
// Their tables of whole games and of where draws end.
Status reproduce_ultra(Censuses& censuses, const PublishedJson& paper, std::vector<ReproducedTable>& all);

}  // namespace merels
