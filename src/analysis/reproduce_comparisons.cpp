// SPDX-License-Identifier: MIT
#include "analysis/reproduce_comparisons.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "analysis/published.h"
#include "tables/variant_tables.h"

namespace merels {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(std::uint64_t number) { return std::to_string(number); }

bool all_there(const Database& database, const Variant& variant, const CompareOptions& options) {
    int ply = 0;
    for (const Layer& layer : layers_of(variant)) {
        const bool moving = layer.hand[0] + layer.hand[1] == 0;
        ++ply;
        // The positions that a placing turn leads to are those of the next ply.
        if (moving ? !options.moving : !options.placing || ply > options.last_ply + 1) continue;
        for (const Subspace& s : subspaces_of(variant, layer)) {
            if (!listed_table(database, variant, s)) return false;
        }
    }
    return true;
}

// Empty when the tables are not all there.
Result<std::optional<Comparison>> compared(const std::filesystem::path& database, const char* id_a, const char* id_b,
                                           const CompareOptions& options) {
    const Variant a = *parse_variant(id_a), b = *parse_variant(id_b);
    const Database files(database);
    if (!all_there(files, a, options) || !all_there(files, b, options)) return std::optional<Comparison>{};
    auto comparison = compare_variants(database, a, b, options);
    if (!comparison.ok()) return comparison.error();
    return std::optional(std::move(*comparison));
}

// A cell of a comparison that may not have been made.
template <class Figure>
std::optional<std::string> figure_of(const std::optional<Comparison>& comparison, Figure&& figure) {
    return comparison ? std::optional<std::string>(figure(*comparison)) : std::nullopt;
}

std::string ply_of(const LayerComparison* layer) {
    if (layer == nullptr) return "none";
    return layer->ply == 0 ? "moving" : std::to_string(layer->ply);
}

ReproducedTable moving_changes(const std::optional<Comparison>& moving, const Json& figures) {
    ReproducedTable table{
        "loewer", "Table 3", "changes of outcome, moving phase, from always protected to capture", {}};
    const auto add = [&](const char* key, auto&& figure) {
        table.cells.push_back(make_cell("p to c", key, figures.at(key).dump(), figure_of(moving, figure)));
    };
    const auto count = [](Wdl from, Wdl to) {
        return [from, to](const Comparison& c) { return text_of(c.moving.positions(from, to)); };
    };
    add("positions", [](const Comparison& c) { return text_of(c.moving.all()); });
    add("draw_to_loss", count(Wdl::kDraw, Wdl::kLoss));
    add("draw_to_win", count(Wdl::kDraw, Wdl::kWin));
    add("loss_to_draw", count(Wdl::kLoss, Wdl::kDraw));
    add("win_to_draw", count(Wdl::kWin, Wdl::kDraw));
    add("loss_to_win", count(Wdl::kLoss, Wdl::kWin));
    add("win_to_loss", count(Wdl::kWin, Wdl::kLoss));
    return table;
}

std::string draws_to_wins_in_4_3(const Comparison& comparison) {
    for (const LayerComparison& layer : comparison.layers) {
        for (const SubspaceComparison& s : layer.subspaces) {
            if (s.subspace == Subspace{4, 3, 0, 0}) return text_of(s.changes.positions(Wdl::kDraw, Wdl::kWin));
        }
    }
    return "";
}

std::string changes_at_ply(const Comparison& comparison, int ply) {
    for (const LayerComparison& layer : comparison.layers) {
        if (layer.ply == ply) return text_of(layer.changes.changed());
    }
    return "";
}

}  // namespace

Result<std::vector<ReproducedTable>> reproduce_comparisons(const std::filesystem::path& database,
                                                           const CompareOptions& options) {
    const Json paper = published_figures("loewer-2016");
    const Json& text = paper.at("text");
    CompareOptions how = options;
    how.placing = false;
    const auto moving = compared(database, "nine-p1", "nine-c1", how);
    if (!moving.ok()) return moving.error();
    how.placing = true;
    how.moving = false;
    how.last_ply = text.at("first_ply_with_full_reversal").get<int>();
    const auto rules = compared(database, "nine-p2", "nine-c2", how);
    if (!rules.ok()) return rules.error();
    how.last_ply = text.at("first_ply_changed_take_1_to_take_2").get<int>();
    const auto takes = compared(database, "nine-c1", "nine-c2", how);
    if (!takes.ok()) return takes.error();

    ReproducedTable section{"loewer", "Section 7", "changes of outcome, figures of the text", {}};
    const auto add = [&](const char* row, const char* column, const char* key, std::optional<std::string> ours) {
        section.cells.push_back(make_cell(row, column, text.at(key).dump(), std::move(ours)));
    };
    add("p1 to c1, moving", "reversed", "reversals_total_moving",
        figure_of(*moving, [](const Comparison& c) { return text_of(c.moving.reversed()); }));
    add("p1 to c1, 4-3", "draw to win", "changes_4_3_white_to_move_win_to_draw",
        figure_of(*moving, draws_to_wins_in_4_3));
    add("p2 to c2, ply 5", "changed", "changed_outcomes_at_ply_5_p2_to_c2",
        figure_of(*rules, [](const Comparison& c) { return changes_at_ply(c, 5); }));
    add("p2 to c2", "first ply reversed", "first_ply_with_full_reversal",
        figure_of(*rules, [](const Comparison& c) { return ply_of(c.first_reversal()); }));
    add("c1 to c2", "first ply changed", "first_ply_changed_take_1_to_take_2",
        figure_of(*takes, [](const Comparison& c) { return ply_of(c.first_change()); }));
    return std::vector{moving_changes(*moving, paper.at("table_3_moving_changes_protected_to_capture")), section};
}

}  // namespace merels
