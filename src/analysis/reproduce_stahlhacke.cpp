// SPDX-License-Identifier: MIT
// Stahlhacke 2003.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "analysis/published.h"
#include "analysis/reproduce_tables.h"
#include "analysis/statistics.h"
#include "index/layers.h"
#include "merels/tablebase.h"
#include "rules/rules.h"

namespace merels {
namespace {

using Json = PublishedJson;

// How many positions after so many plies of draws can be spoilt by the side to move; positions up to symmetry.
Result<std::uint64_t> spoilable_draws(const Tablebase& tables, const Variant& variant, int plies) {
    std::set<Position> positions{canonical_form(start_position(variant))};
    for (int ply = 0;; ++ply) {
        std::set<Position> next;
        std::uint64_t spoilable = 0;
        for (const Position& p : positions) {
            TurnList turns;
            legal_turns(variant, p, turns);
            bool spoilt = false;
            for (const Turn& turn : turns) {
                const Position after = apply(p, turn);
                const auto value = tables.value(variant, after);
                if (!value) return value.error();
                if (value->wdl == Wdl::kDraw) next.insert(canonical_form(after));
                spoilt |= value->wdl == Wdl::kWin;
            }
            spoilable += spoilt;
        }
        if (ply == plies) return spoilable;
        positions = std::move(next);
    }
}

// The longest win of these subspaces in full moves; empty when one has no depths.
Result<std::optional<std::string>> longest_win(Censuses& censuses, const Variant& variant,
                                               const std::vector<Subspace>& subspaces) {
    using Found = std::optional<std::string>;
    Ply most = kNoPly;
    for (const Subspace& s : subspaces) {
        const auto census = censuses.find_with_depth(variant, s);
        if (!census) return census.error();
        if (!*census) return Found{};
        if (const auto win = longest(**census, 1)) most = std::max(most, win->ply);
    }
    return Found(std::to_string((most + 1) / 2));
}

struct WinCount {
    std::uint64_t wins = 0, positions = 0;
};
// Positions that the side to move wins, each once up to symmetry; empty when a table is missing.
Result<std::optional<WinCount>> count_wins(Censuses& censuses, const Variant& variant) {
    WinCount count;
    for (const Subspace& s : subspaces_of(variant)) {
        const auto census = censuses.find(variant, s);
        if (!census) return census.error();
        if (!*census) return std::optional<WinCount>{};
        count.wins += (*census)->wins();
        count.positions += (*census)->positions;
    }
    return std::optional(count);
}

// His share of wins, and ours. He counts some positions with a symmetry more than once, and does not say which: all we
// know is how many there are beyond ours, of which none or all may be won.
std::vector<Cell> share_of_wins(const std::optional<WinCount>& count, const Json& figures) {
    const auto his_positions = figures.at("lasker_positions").get<std::uint64_t>();
    const double his_share = figures.at("lasker_wins_percent_side_to_move").get<double>();
    std::optional<std::string> ours, range, verdict;
    if (count) {
        const auto percent = [](std::uint64_t wins, std::uint64_t positions) {
            return 100 * static_cast<double>(wins) / static_cast<double>(positions);
        };
        const double least = percent(count->wins, his_positions);
        const double most = percent(count->wins + his_positions - count->positions, his_positions);
        ours = fmt::format("{:.2f}", percent(count->wins, count->positions));
        range = fmt::format("{:.2f} to {:.2f}", least, most);
        const bool possible = his_positions >= count->positions && least <= his_share && his_share <= most;
        verdict = possible ? "possible" : "impossible";
    }
    return {make_cell("wins", "% of positions", "", ours), make_cell("wins, as he counts", "% of positions", "", range),
            make_cell("wins, as he counts", fmt::format("{:.2f} %", his_share), "possible", verdict)};
}

// His figures for Lasker Morris, whose rules are lasker-p2.
Result<ReproducedTable> lasker_morris(Censuses& censuses, const Json& figures) {
    ReproducedTable table{"stahlhacke", "text", "Lasker Morris: longest wins, wins, the start", {}};
    const Variant variant = variant_of("lasker-p2");
    const auto all = subspaces_of(variant);
    table.cells.push_back(make_cell("subspaces", "number", figures.at("subspaces").dump(), std::to_string(all.size())));
    const struct {
        const char* row;
        const char* published;
        std::vector<Subspace> subspaces;
    } wins[] = {{"longest win", "lasker_max_win_moves", all},
                {"longest win, two men placed", "figure_11_win_moves", {{1, 1, 9, 9}}},
                {"longest win, four men placed", "figure_12_win_moves", {{2, 2, 8, 8}}}};
    for (const auto& [row, published, subspaces] : wins) {
        const auto ours = longest_win(censuses, variant, subspaces);
        if (!ours) return ours.error();
        table.cells.push_back(make_cell(row, "full moves", figures.at(published).dump(), *ours));
    }
    const auto count = count_wins(censuses, variant);
    if (!count) return count.error();
    for (Cell& cell : share_of_wins(*count, figures)) table.cells.push_back(std::move(cell));
    const auto tables = Tablebase::open(censuses.database());
    if (!tables) return tables.error();
    const auto start = tables->value(variant, start_position(variant));
    if (!start && start.error().code != ErrorCode::kMissing) return start.error();
    std::optional<std::string> result;
    if (start) result = start->wdl == Wdl::kDraw ? "draw" : "decided";
    table.cells.push_back(
        make_cell("start", "result", figures.at("lasker_start").get<std::string>(), std::move(result)));
    return table;
}

// His figures for Nine Men's Morris, whose rules are nine-p2.
Result<ReproducedTable> nine_mens_morris(Censuses& censuses, const Json& figures) {
    ReproducedTable table{"stahlhacke", "text", "Nine Men's Morris: longest win, earliest mistake", {}};
    const Variant variant = variant_of("nine-p2");
    const auto win = longest_win(censuses, variant, subspaces_of(variant, {{0, 0}, Side::kWhite}));
    if (!win) return win.error();
    table.cells.push_back(make_cell("longest win", "full moves", figures.at("nine_max_win_moves").dump(), *win));

    const auto tables = Tablebase::open(censuses.database());
    if (!tables) return tables.error();
    // Neither side can spoil anything with its first man; White can with the second.
    for (const auto& [plies, published] : {std::pair(0, "none"), {1, "none"}, {2, "some"}}) {
        const auto spoilable = spoilable_draws(*tables, variant, plies);
        if (!spoilable && spoilable.error().code != ErrorCode::kMissing) return spoilable.error();
        std::optional<std::string> ours;
        if (spoilable) ours = *spoilable == 0 ? "none" : "some";
        table.cells.push_back(make_cell("mistakes", fmt::format("ply {}", plies + 1), published, std::move(ours)));
    }
    Position position = start_position(variant);
    const std::string line = figures.at("earliest_error_nine").get<std::string>();  // "1. c3 f4 2. f2"
    std::istringstream words(line);
    for (std::string word; words >> word;) {
        if (word.back() == '.') continue;
        const auto turn = parse_turn(variant, position, word);
        if (!turn) return turn.error();
        position = apply(position, *turn);
        const auto value = tables->value(variant, position);
        if (!value && value.error().code != ErrorCode::kMissing) return value.error();
        const bool last = words.peek() == std::istringstream::traits_type::eof();
        std::optional<std::string> ours;
        if (value) ours = value->wdl == Wdl::kDraw ? "draw" : value->wdl == Wdl::kWin ? "lost for its mover" : "won";
        table.cells.push_back(make_cell(line, "after " + word, last ? "lost for its mover" : "draw", std::move(ours)));
    }
    return table;
}

}  // namespace

Status reproduce_stahlhacke(Censuses& censuses, std::vector<ReproducedTable>& all) {
    const Json figures = published_figures("stahlhacke-2003");
    if (Status s = add_table(all, nine_mens_morris(censuses, figures)); !s) return s;
    return add_table(all, lasker_morris(censuses, figures));
}

}  // namespace merels
