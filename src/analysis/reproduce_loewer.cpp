// SPDX-License-Identifier: MIT
// Loewer 2016.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "analysis/published.h"
#include "analysis/reproduce_tables.h"
#include "index/layers.h"

namespace merels {
namespace {

using Json = PublishedJson;

// Loewer's Table 2: the whole frequency of plies of one subspace.
Result<ReproducedTable> ply_frequencies(Censuses& censuses, const Json& figures) {
    ReproducedTable table{"loewer", "Table 2", "plies to the end, 4-4, always capture", {}};
    const auto census = censuses.find_with_depth(variant_of("nine-c1"), moving(4, 4));
    if (!census) return census.error();
    std::map<std::string, std::uint64_t> ours;
    if (*census) {
        ours["draws"] = (*census)->draws();
        for (const PlyCount& p : (*census)->plies) ours[std::to_string(p.ply)] = p.positions;
    }
    for (const auto& [ply, figure] : figures.items()) {
        table.cells.push_back(
            make_cell("4-4", ply, text_of(figure), *census ? std::optional(std::to_string(ours[ply])) : std::nullopt));
        ours.erase(ply);
    }
    for (const auto& [ply, positions] : ours) {  // plies that the paper does not have
        table.cells.push_back(make_cell("4-4", ply, "-", std::to_string(positions)));
    }
    return table;
}

// The censuses of one placing layer; empty when one is missing.
Result<std::optional<std::vector<Census>>> layer_censuses(Censuses& censuses, const Variant& variant,
                                                          const Layer& layer) {
    std::vector<Census> all;
    for (const Subspace& s : subspaces_of(variant, layer)) {
        auto census = censuses.find(variant, s);
        if (!census) return census.error();
        if (!*census) return std::optional<std::vector<Census>>{};
        all.push_back(std::move(**census));
    }
    return std::optional(std::move(all));
}

// Loewer's Table 9: the longest result at each ply of the placing phase.
Result<ReproducedTable> longest_by_ply(Censuses& censuses, const Json& figures) {
    ReproducedTable table{"loewer", "Table 9", "longest result at each placing ply", {}};
    for (const auto& [rules, plies] : figures.items()) {
        const Variant variant = variant_of(("nine-" + rules).c_str());
        const auto layers = layers_of(variant);
        for (std::size_t ply = 1; ply <= plies.size(); ++ply) {
            const auto all = layer_censuses(censuses, variant, layers[ply - 1]);
            if (!all) return all.error();
            Ply longest = kNoPly;
            bool known = all->has_value();
            if (known) {
                for (const Census& c : **all) {
                    longest = std::max(longest, c.max_ply());
                    known &= c.with_depth;
                }
            }
            const std::string published = plies[ply - 1].is_null() ? "-" : plies[ply - 1].dump();
            table.cells.push_back(
                make_cell(rules, std::to_string(ply), published,
                          known ? std::optional(longest == kNoPly ? "-" : std::to_string(longest)) : std::nullopt));
        }
    }
    return table;
}

// Loewer's Table 4: shares of White, Black and draws at ply 18, boards with a side short of three men included: those
// are final, lost for the short side, or for the side to move where both are short.
Result<ReproducedTable> ply_18_shares(Censuses& censuses, const Json& figures) {
    ReproducedTable table{"loewer", "Table 4", "percentages at ply 18: White wins, Black wins, draws", {}};
    for (const auto& [rules, shares] : figures.items()) {
        const Variant variant = variant_of(("nine-" + rules).c_str());
        const Layer layer = layers_of(variant)[17];  // Black to move
        const auto all = layer_censuses(censuses, variant, layer);
        if (!all) return all.error();
        std::array<std::uint64_t, 3> sum{};  // White, Black, draws
        if (*all) {
            for (const Census& c : **all) {
                sum[0] += c.losses();
                sum[1] += c.wins();
                sum[2] += c.draws();
            }
            for (const Subspace& s : subspaces_of(variant, layer, true)) {
                const bool black_short = s.own + s.own_hand < kMinMen;
                const bool white_short = s.other + s.other_hand < kMinMen;
                if (black_short) {
                    sum[0] += position_count(s);
                } else if (white_short) {
                    sum[1] += position_count(s);
                }
            }
        }
        const double whole = static_cast<double>(sum[0] + sum[1] + sum[2]);
        constexpr std::array<const char*, 3> columns{"White", "Black", "draw"};
        for (int i = 0; i < 3; ++i) {
            table.cells.push_back(
                make_cell(rules, columns[i], fmt::format("{:.2f}", shares[i].get<double>()),
                          *all ? std::optional(fmt::format("{:.2f}", 100.0 * static_cast<double>(sum[i]) / whole))
                               : std::nullopt));
        }
    }
    return table;
}

// Loewer's totals: how many positions and subspaces there are, boards with a side short of three men included while men
// are placed. They follow from the index alone.
ReproducedTable loewer_totals(const Json& figures) {
    ReproducedTable table{"loewer", "totals", "positions up to symmetry, and subspaces of the placing phase", {}};
    std::uint64_t without_hands = 0, with_hands = 0, subspaces = 0;
    const Variant variant = variant_of("nine-c1");
    for (const Layer& layer : layers_of(variant)) {
        if (layer.hand[0] + layer.hand[1] == 0) break;
        for (const Subspace& s : subspaces_of(variant, layer, true)) {
            with_hands += position_count(s);
            ++subspaces;
        }
    }
    for (const Subspace& s : subspaces_of(variant, {{0, 0}, Side::kWhite})) without_hands += position_count(s);
    const auto add = [&](const char* name, const char* key, std::uint64_t ours) {
        table.cells.push_back(make_cell("nine", name, figures.at(key).dump(), std::to_string(ours)));
    };
    add("moving", "moving_3_to_9", without_hands);
    add("placing", "placing", with_hands);
    add("placing subspaces", "placing_subspaces", subspaces);
    return table;
}

}  // namespace

Status reproduce_loewer(Censuses& censuses, std::vector<ReproducedTable>& all) {
    const Json paper = published_figures("loewer-2016");
    const Variant capture = variant_of("nine-c1");
    const Variant protect = variant_of("nine-p1");
    const auto one = [&](const char* number, const char* title, const Variant& variant, const char* key,
                         const CellText& text) {
        return add_table(all, moving_table(censuses, variant, {"loewer", number, title, {}}, paper.at(key), text));
    };
    if (auto s = add_table(all, ply_frequencies(censuses, paper.at("table_2_capture_4_4_plies"))); !s) return s;
    if (auto s = add_table(all, ply_18_shares(censuses, paper.at("table_4_ply_18_percent_white_black_draw"))); !s)
        return s;
    if (auto s = one("Table 5", "win/loss/draw percentages, always protected", protect,
                     "table_5_protected_win_loss_draw_percent", win_loss_draw(1));
        !s) {
        return s;
    }
    if (auto s = one("Table 6", "win/loss/draw percentages, always capture", capture,
                     "table_6_capture_win_loss_draw_percent", win_loss_draw(1));
        !s) {
        return s;
    }
    if (auto s =
            one("Table 7", "longest plies, always protected", protect, "table_7_protected_max_plies", max_ply_text);
        !s) {
        return s;
    }
    if (auto s = one("Table 8", "longest plies, always capture", capture, "table_8_capture_max_plies", max_ply_text);
        !s) {
        return s;
    }
    all.push_back(loewer_totals(paper.at("totals")));
    return add_table(all, longest_by_ply(censuses, paper.at("table_9_placing_max_plies_by_ply_1_to_18")));
}

}  // namespace merels
