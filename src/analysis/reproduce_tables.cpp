// SPDX-License-Identifier: MIT
#include "analysis/reproduce_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/statistics.h"

namespace merels {
namespace {

// A share as the papers print it: "0" for none, "0+" for some that round to nothing, else rounded.
std::string percent(std::uint64_t part, std::uint64_t whole, int decimals) {
    if (part == 0) return "0";
    std::string text = fmt::format("{:.{}f}", 100.0 * static_cast<double>(part) / static_cast<double>(whole), decimals);
    return std::all_of(text.begin(), text.end(), [](char c) { return c == '0' || c == '.'; }) ? "0+" : text;
}

}  // namespace

Result<std::optional<Census>> Censuses::find(const Variant& variant, const Subspace& s) {
    auto found = read_statistics(database_, variant, s);
    if (!found) return found.error();
    return found->counted ? std::optional<Census>(std::move(found->census)) : std::nullopt;
}

Result<std::optional<Census>> Censuses::find_with_depth(const Variant& variant, const Subspace& s) {
    auto census = find(variant, s);
    if (census && *census && !(*census)->with_depth) census->reset();
    return census;
}

Variant variant_of(const char* id) { return *parse_variant(id); }

Subspace moving(int own, int other) { return {static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other), 0, 0}; }

std::string text_of(const PublishedJson& value) {
    if (value.is_null()) return "";
    return value.is_string() ? value.get<std::string>() : value.dump();
}

Result<ReproducedTable> moving_table(Censuses& censuses, const Variant& variant, ReproducedTable table,
                                     const PublishedJson& figures, const CellText& text) {
    for (const auto& [row, columns] : figures.items()) {
        for (const auto& [column, figure] : columns.items()) {
            const auto census = censuses.find(variant, moving(std::stoi(row), std::stoi(column)));
            if (!census) return census.error();
            std::string published;
            if (figure.is_array()) {
                for (const auto& part : figure) published += (published.empty() ? "" : "/") + text_of(part);
            } else {
                published = text_of(figure);
            }
            table.cells.push_back(make_cell(row, column, published, *census ? text(**census) : std::nullopt));
        }
    }
    return table;
}

std::optional<std::string> max_ply_text(const Census& c) {
    if (!c.with_depth) return std::nullopt;
    return c.plies.empty() ? "" : std::to_string(c.max_ply());
}
CellText win_loss_draw(int decimals) {
    return [decimals](const Census& c) {
        return percent(c.wins(), c.positions, decimals) + '/' + percent(c.losses(), c.positions, decimals) + '/' +
               percent(c.draws(), c.positions, decimals);
    };
}
CellText win_draw_loss(int decimals) {
    return [decimals](const Census& c) {
        return percent(c.wins(), c.positions, decimals) + '/' + percent(c.draws(), c.positions, decimals) + '/' +
               percent(c.losses(), c.positions, decimals);
    };
}

Status add_table(std::vector<ReproducedTable>& all, Result<ReproducedTable> table) {
    if (!table) return table.error();
    all.push_back(std::move(*table));
    return ok_status();
}

}  // namespace merels
