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

// Stahlhacke's figures for Nine Men's Morris, whose rules are nine-p2.
Result<ReproducedTable> stahlhacke(Censuses& censuses, const Json& figures) {
    ReproducedTable table{"stahlhacke", "text", "Nine Men's Morris: longest win, earliest mistake", {}};
    const Variant variant = variant_of("nine-p2");
    Ply longest_win = kNoPly;
    bool solved = true;
    for (const Subspace& s : subspaces_of(variant, {{0, 0}, Side::kWhite})) {
        const auto census = censuses.find_with_depth(variant, s);
        if (!census) return census.error();
        solved &= census->has_value();
        if (!*census) continue;
        if (const auto win = longest(**census, 1)) longest_win = std::max(longest_win, win->ply);
    }
    table.cells.push_back(make_cell("longest win", "full moves", figures.at("nine_max_win_moves").dump(),
                                    solved ? std::optional(std::to_string((longest_win + 1) / 2)) : std::nullopt));

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
    return add_table(all, stahlhacke(censuses, published_figures("stahlhacke-2003")));
}

}  // namespace merels
