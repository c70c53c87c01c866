// SPDX-License-Identifier: MIT
// Gevay and Danner 2014.
#include "analysis/published.h"
#include "analysis/reproduce_tables.h"
#include "analysis/starts.h"
#include "merels/tablebase.h"

namespace merels {
namespace {

using Json = PublishedJson;

// Gevay and Danner's Tables II to IV: the value of the empty board for each pair of starts.
Result<ReproducedTable> starts(Censuses& censuses, const char* base_id, std::string number, const Json& figures) {
    ReproducedTable table{"gevay-danner", std::move(number), std::string("starts of ") + base_id, {}};
    const auto tables = Tablebase::open(censuses.database());
    if (!tables) return tables.error();
    for (const auto& [row, columns] : figures.items()) {
        for (const auto& [column, figure] : columns.items()) {
            const Variant variant = variant_of((std::string(base_id) + '@' + row + ',' + column).c_str());
            const auto value = start_value(*tables, variant);
            if (!value) return value.error();
            std::string published = text_of(figure);
            if (published == "?") published.clear();
            std::optional<std::string> ours;
            if (value->wdl == Wdl::kDraw) ours = "D";
            if (value->wdl == Wdl::kWin || value->wdl == Wdl::kLoss) {
                ours = value->wdl == Wdl::kWin ? "W" : "L";
                if (value->dtw != kNoPly) {
                    *ours += std::to_string(value->dtw);
                } else if (!published.empty()) {
                    published.resize(1);  // tables without depths tell the letter only
                }
            }
            table.cells.push_back(make_cell(row, column, published, ours));
        }
    }
    return table;
}

}  // namespace

Status reproduce_gevay_danner(Censuses& censuses, std::vector<ReproducedTable>& all) {
    const Json paper = published_figures("gevay-danner-2014");
    const Variant nine = variant_of("nine-c1");
    const Variant morabaraba = variant_of("morabaraba-fbd");  // their 12-12 cell counts a full board as a draw
    if (auto s = add_table(all, starts(censuses, "nine-c1", "Table II", paper.at("table_2_starts_nine_c1"))); !s)
        return s;
    if (auto s = add_table(all, starts(censuses, "lasker-c1", "Table III", paper.at("table_3_starts_lasker_c1"))); !s)
        return s;
    if (auto s = add_table(all, starts(censuses, "morabaraba", "Table IV", paper.at("table_4_starts_morabaraba"))); !s)
        return s;
    const auto one = [&](const char* number, const char* title, const Variant& variant, const char* key,
                         const CellText& text) {
        return add_table(all,
                         moving_table(censuses, variant, {"gevay-danner", number, title, {}}, paper.at(key), text));
    };
    if (auto s = one("Table V", "win/draw/loss percentages, nine and lasker", nine,
                     "table_5_nine_win_draw_loss_percent", win_draw_loss(0));
        !s) {
        return s;
    }
    if (auto s = one("Table VI", "win/draw/loss percentages, morabaraba", morabaraba,
                     "table_6_morabaraba_win_draw_loss_percent", win_draw_loss(0));
        !s) {
        return s;
    }
    if (auto s = one("Table VII", "longest plies, nine and lasker", nine, "table_7_nine_max_plies", max_ply_text); !s)
        return s;
    if (auto s =
            one("Table VIII", "longest plies, morabaraba", morabaraba, "table_8_morabaraba_max_plies", max_ply_text);
        !s) {
        return s;
    }
    return reproduce_ultra(censuses, paper, all);
}

}  // namespace merels
