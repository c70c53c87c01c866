// SPDX-License-Identifier: MIT
// Gevay and Danner 2014, Tables I, X and XI: what the whole game holds and where its draws end.
#include <fmt/format.h>

#include <set>

#include "analysis/reproduce_tables.h"
#include "analysis/ultra_statistics.h"
#include "index/layers.h"

namespace merels {
namespace {

using Json = PublishedJson;

std::string percent(std::uint64_t part, std::uint64_t whole, int decimals) {
    return fmt::format("{:.{}f}", 100.0 * static_cast<double>(part) / static_cast<double>(whole), decimals);
}
std::string billions(std::uint64_t positions) { return fmt::format("{:.0f}", static_cast<double>(positions) / 1e9); }

// All positions of all starts of a game, as many as its tables would hold.
std::uint64_t extended_positions(const Variant& game) {
    std::set<Subspace> all;
    for (int white = kMinMen; white <= kMaxMen; ++white) {
        for (int black = kMinMen; black <= kMaxMen; ++black) {
            Variant start = game;
            start.white_men = static_cast<std::uint8_t>(white);
            start.black_men = static_cast<std::uint8_t>(black);
            for (const Subspace& s : reachable_subspaces(start)) all.insert(s);
        }
    }
    std::uint64_t sum = 0;
    for (const Subspace& s : all) sum += position_count(s);
    return sum;
}

struct Totals {
    std::uint64_t wins = 0, draws = 0, losses = 0;
    std::optional<Ply> longest;
};

// Empty when a table is missing.
Result<std::optional<Totals>> totals_of(Censuses& censuses, const Variant& variant) {
    using Found = std::optional<Totals>;
    Totals totals;
    bool with_depth = true;
    for (const Subspace& s : reachable_subspaces(variant)) {
        const auto census = censuses.find(variant, s);
        if (!census) return census.error();
        if (!*census) return Found{};
        totals.wins += (*census)->wins();
        totals.draws += (*census)->draws();
        totals.losses += (*census)->losses();
        with_depth = with_depth && (*census)->with_depth;
        if (!(*census)->plies.empty()) totals.longest = std::max(totals.longest.value_or(0), (*census)->max_ply());
    }
    if (!with_depth) totals.longest.reset();
    return Found(totals);
}

Result<ReproducedTable> table_1(Censuses& censuses, const Json& figures) {
    ReproducedTable table{"gevay-danner", "Table I", "the whole games", {}};
    for (const auto& item : figures.items()) {
        const std::string& game = item.key();
        const Json& figure = item.value();
        // Their Morabaraba calls a full board a draw: with a loss the figures are 60.8, 4.4, 34.8 and 123.
        const Variant variant = variant_of(game == "standard" ? "nine-c1"
                                           : game == "lasker" ? "lasker-c1"
                                                              : "morabaraba-fbd");
        std::uint64_t positions = 0;
        for (const Subspace& s : reachable_subspaces(variant)) positions += position_count(s);
        const auto totals = totals_of(censuses, variant);
        if (!totals) return totals.error();
        const auto add = [&](const char* column, std::string published, std::optional<std::string> ours) {
            table.cells.push_back(make_cell(game, column, std::move(published), std::move(ours)));
        };
        add("states (billions)", text_of(figure.at("states_bn")), billions(positions));
        add("extended (billions)", text_of(figure.at("extended_bn")), billions(extended_positions(variant)));
        const auto share = [&](int index, const char* column, auto part) {
            std::optional<std::string> ours;
            if (*totals) ours = percent((**totals).*part, positions, 1);
            add(column, fmt::format("{:.1f}", figure.at("wdl_percent").at(index).template get<double>()), ours);
        };
        share(0, "win %", &Totals::wins);
        share(1, "draw %", &Totals::draws);
        share(2, "loss %", &Totals::losses);
        std::optional<std::string> longest;
        if (*totals && (*totals)->longest) longest = std::to_string(*(*totals)->longest);
        add("longest plies", text_of(figure.at("max_dtw")), longest);
    }
    return table;
}

struct Draws {
    UltraCollection set;
    std::vector<UltraShare> shares;
    std::uint64_t total = 0;
};

// The draws of the first of these games whose tables for this set of values are all there.
Result<std::optional<Draws>> draws_of(const Database& database, const std::vector<const char*>& games,
                                      const std::string& heuristic) {
    for (const char* id : games) {
        const Variant variant = variant_of(id);
        auto set = UltraCollection::open(database, variant, heuristic);
        if (!set && set.error().code == ErrorCode::kMissing) continue;
        if (!set) return set.error();
        const auto all = collect_ultra_statistics(*set, variant);
        if (!all) return all.error();
        if (all->size() < reachable_subspaces(variant).size()) continue;
        Draws draws{std::move(*set), {}, 0};
        draws.shares = shares_of_draws(draws.set, *all);
        for (const UltraShare& s : draws.shares) draws.total += s.positions;
        return std::optional(std::move(draws));
    }
    return std::optional<Draws>{};
}

std::uint64_t draws_with(const Draws& draws, int value) {
    for (const UltraShare& s : draws.shares) {
        if (s.value == value) return s.positions;
    }
    return 0;
}

struct Game {
    const char* key;
    const char* part;  // of the paper's table
    std::vector<const char*> variants;
    const char* ranks;
};
// Their Morabaraba counts a full board as a draw; no drawn play of the other one differs by more than that.
const std::vector<Game>& games() {
    static const std::vector<Game> all{{"standard", "(a)", {"nine-c1"}, "published"},
                                       {"lasker", "(b)", {"lasker-c1"}, "ratio"},
                                       {"morabaraba", "(c)", {"morabaraba-fbd", "morabaraba"}, "ratio"}};
    return all;
}

Result<ReproducedTable> table_10(const Database& database, const Game& game, const Json& figures) {
    ReproducedTable table{
        "gevay-danner", std::string("Table X ") + game.part, std::string("where draws end, ranks, ") + game.key, {}};
    const auto draws = draws_of(database, game.variants, game.ranks);
    if (!draws) return draws.error();
    std::uint64_t listed = 0;
    for (const auto& [name, figure] : figures.items()) {
        std::optional<std::string> rank, share;
        std::string published_rank = text_of(figure.at(0));
        if (name == "other") published_rank.clear();
        if (*draws) {
            std::uint64_t positions = 0;
            if (name == "other") {
                positions = (*draws)->total - listed;
            } else {
                int value = 0;
                if (name != "0") {
                    int own = 0, other = 0, own_hand = 0, other_hand = 0;
                    std::sscanf(name.c_str(), "%d,%d,%d,%d", &own, &other, &own_hand, &other_hand);
                    value = (*draws)->set.values().value(
                        {static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other),
                         static_cast<std::uint8_t>(own_hand), static_cast<std::uint8_t>(other_hand)});
                }
                rank = std::to_string(value);
                positions = draws_with(**draws, value);
                listed += positions;
            }
            share = percent(positions, (*draws)->total, 2);
        }
        if (name != "other") table.cells.push_back(make_cell(name, "rank", published_rank, rank));
        table.cells.push_back(make_cell(name, "%", fmt::format("{:.2f}", figure.at(1).get<double>()), share));
    }
    return table;
}

Result<ReproducedTable> table_11(const Database& database, const Game& game, const Json& figures) {
    ReproducedTable table{"gevay-danner",
                          std::string("Table XI ") + game.part,
                          std::string("where draws end, difference of men, ") + game.key,
                          {}};
    const auto draws = draws_of(database, game.variants, "stones");
    if (!draws) return draws.error();
    for (const auto& [name, figure] : figures.items()) {
        std::optional<std::string> share;
        if (*draws) share = percent(draws_with(**draws, std::stoi(name)), (*draws)->total, 2);
        table.cells.push_back(make_cell(name, "%", fmt::format("{:.2f}", figure.get<double>()), share));
    }
    return table;
}

}  // namespace

Status reproduce_ultra(Censuses& censuses, const Json& paper, std::vector<ReproducedTable>& all) {
    if (auto s = add_table(all, table_1(censuses, paper.at("table_1"))); !s) return s;
    const Database database(censuses.database());
    for (const Game& game : games()) {
        const Json& figures = paper.at("table_10_ends_of_draws_percent").at(game.key);
        if (auto s = add_table(all, table_10(database, game, figures)); !s) return s;
    }
    for (const Game& game : games()) {
        const Json& figures = paper.at("table_11_stone_difference_percent").at(game.key);
        if (auto s = add_table(all, table_11(database, game, figures)); !s) return s;
    }
    return ok_status();
}

}  // namespace merels
