// SPDX-License-Identifier: MIT
// Gasser 1990.
#include <array>
#include <map>

#include "analysis/published.h"
#include "analysis/reproduce_tables.h"
#include "analysis/statistics.h"
#include "merels/tablebase.h"
#include "rules/rules.h"

namespace merels {
namespace {

using Json = PublishedJson;

// Gasser counted 3-3 with 48 symmetries: when both sides fly the three rings may change places as they like.
Result<std::optional<std::array<std::uint64_t, 3>>> three_three_with_48(Censuses& censuses) {
    using Counts = std::array<std::uint64_t, 3>;  // by Wdl
    const Variant variant = variant_of("nine-c1");
    const auto tables = Tablebase::open(censuses.database());
    if (!tables) return tables.error();
    const Subspace s = moving(3, 3);
    const auto exchange = [](Mask men, int i, int j) {
        const Mask a = men >> (8 * i) & 255;
        const Mask b = men >> (8 * j) & 255;
        return (men & ~(Mask{255} << (8 * i)) & ~(Mask{255} << (8 * j))) | a << (8 * j) | b << (8 * i);
    };
    Counts counts{};
    for (ClassIndex row = 0; row < row_count(s); ++row) {
        for (std::uint32_t rank = 0; rank < row_size(s); ++rank) {
            if (!is_canonical(s, {row, rank})) continue;
            const Position p = position_at(s, {row, rank});
            // The 16 symmetries keep the middle ring in its place; bring each of the others there.
            bool smallest = true;
            const Position form = canonical_form(p);
            for (const int ring : {0, 2}) {
                Position image = p;
                for (Mask& men : image.men) men = exchange(men, ring, 1);
                smallest &= !(canonical_form(image) < form);
            }
            if (!smallest) continue;
            const auto value = tables->value(variant, p);
            if (!value && value.error().code == ErrorCode::kMissing) return std::optional<Counts>{};
            if (!value) return value.error();
            ++counts[static_cast<std::size_t>(value->wdl)];
        }
    }
    return std::optional(counts);
}

Result<ReproducedTable> gasser(Censuses& censuses, const Json& figures) {
    ReproducedTable table{"gasser", "Table of subgames", "wins, draws, losses and longest, 3-3 to 6-4", {}};
    const Variant variant = variant_of("nine-c1");
    const std::map<std::string, int> words{{"three", 3}, {"four", 4}, {"five", 5}, {"six", 6}};
    for (const auto& [name, row] : figures.items()) {
        int own = name[0] - '0', other = name[2] - '0';
        for (const auto& [word, men] : words) {
            if (name.find(word + " to move") != std::string::npos && men == other) std::swap(own, other);
        }
        const auto census = censuses.find(variant, moving(own, other));
        if (!census) return census.error();
        const Json& published = row;  // a lambda cannot refer to a structured binding in every compiler
        const auto add = [&](const std::string& label, const char* key, std::optional<std::string> ours) {
            const Json& figure = published.at(key);
            table.cells.push_back(make_cell(label, key, figure.is_null() ? "-" : figure.dump(), std::move(ours)));
        };
        const auto number = [&](auto&& get) {
            return *census ? std::optional(std::to_string(get(**census))) : std::nullopt;
        };
        const auto longest_of = [&](int parity) -> std::optional<std::string> {
            if (!*census || !(*census)->with_depth) return std::nullopt;
            const auto found = longest(**census, parity);
            return found ? std::to_string(found->ply) : "-";
        };
        if (name == "3-3") {
            const auto counts = three_three_with_48(censuses);
            if (!counts) return counts.error();
            const auto of = [&](Wdl wdl) {
                return *counts ? std::optional(std::to_string((**counts)[static_cast<std::size_t>(wdl)]))
                               : std::nullopt;
            };
            add(name + " (48 symmetries)", "wins", of(Wdl::kWin));
            add(name + " (48 symmetries)", "draws", of(Wdl::kDraw));
            add(name + " (48 symmetries)", "losses", of(Wdl::kLoss));
        } else {
            add(name, "wins", number([](const Census& c) { return c.wins(); }));
            add(name, "draws", number([](const Census& c) { return c.draws(); }));
            add(name, "losses", number([](const Census& c) { return c.losses(); }));
        }
        add(name, "max_win", longest_of(1));
        add(name, "max_loss", longest_of(0));
    }
    return table;
}

}  // namespace

Status reproduce_gasser(Censuses& censuses, std::vector<ReproducedTable>& all) {
    return add_table(all, gasser(censuses, published_figures("gasser-1990").at("subgames")));
}

}  // namespace merels
