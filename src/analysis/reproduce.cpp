// SPDX-License-Identifier: MIT
// One function a kind of published table. Everything comes from the censuses of the tables, but for the starts and
// Gasser's count with 48 symmetries, which ask for single positions.
#include "analysis/reproduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>

#include "analysis/published.h"
#include "analysis/statistics.h"
#include "index/layers.h"
#include "merels/tablebase.h"
#include "rules/rules.h"

namespace merels {
namespace {

using Json = nlohmann::ordered_json;

// The censuses of one database, read when first asked for.
class Censuses {
  public:
    explicit Censuses(std::filesystem::path database) : database_(std::move(database)) {}

    // Empty when the table is not there.
    Result<std::optional<Census>> find(const Variant& variant, const Subspace& s) {
        auto found = read_statistics(database_, variant, s);
        if (!found) return found.error();
        return *found ? std::optional<Census>(std::move((*found)->census)) : std::nullopt;
    }
    const std::filesystem::path& database() const { return database_; }

  private:
    std::filesystem::path database_;
};

Variant variant_of(const char* id) { return *parse_variant(id); }

Subspace moving(int own, int other) { return {static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other), 0, 0}; }

Cell make_cell(std::string row, std::string column, std::string published, std::optional<std::string> ours) {
    CellState state = CellState::kUnsolved;
    if (published.empty()) {
        state = CellState::kUnpublished;
    } else if (ours) {
        state = *ours == published ? CellState::kEqual : CellState::kDifferent;
    }
    return {std::move(row), std::move(column), std::move(published), ours.value_or(""), state};
}

// A share as the papers print it: "0" for none, "0+" for some that round to nothing, else rounded.
std::string percent(std::uint64_t part, std::uint64_t whole, int decimals) {
    if (part == 0) return "0";
    std::string text = fmt::format("{:.{}f}", 100.0 * static_cast<double>(part) / static_cast<double>(whole), decimals);
    return std::all_of(text.begin(), text.end(), [](char c) { return c == '0' || c == '.'; }) ? "0+" : text;
}

std::string text_of(const Json& value) {
    if (value.is_null()) return "";
    return value.is_string() ? value.get<std::string>() : value.dump();
}

// A table whose cells are subspaces without hands.
using CellText = std::function<std::string(const Census&)>;
Result<ReproducedTable> moving_table(Censuses& censuses, const Variant& variant, ReproducedTable table,
                                     const Json& figures, const CellText& text) {
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
            table.cells.push_back(
                make_cell(row, column, published, *census ? std::optional(text(**census)) : std::nullopt));
        }
    }
    return table;
}

std::string max_ply_text(const Census& c) { return c.plies.empty() ? "" : std::to_string(c.max_ply()); }
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

// Loewer's Table 2: the whole frequency of plies of one subspace.
Result<ReproducedTable> ply_frequencies(Censuses& censuses, const Json& figures) {
    ReproducedTable table{"loewer", "Table 2", "plies to the end, 4-4, always capture", {}};
    const auto census = censuses.find(variant_of("nine-c1"), moving(4, 4));
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
            if (*all) {
                for (const Census& c : **all) longest = std::max(longest, c.max_ply());
            }
            const std::string published = plies[ply - 1].is_null() ? "-" : plies[ply - 1].dump();
            table.cells.push_back(
                make_cell(rules, std::to_string(ply), published,
                          *all ? std::optional(longest == kNoPly ? "-" : std::to_string(longest)) : std::nullopt));
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
        const auto census = censuses.find(variant, s);
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

// Gevay and Danner's Tables II to IV: the value of the empty board for each pair of starts.
Result<ReproducedTable> starts(Censuses& censuses, const char* base_id, std::string number, const Json& figures) {
    ReproducedTable table{"gevay-danner", std::move(number), std::string("starts of ") + base_id, {}};
    const auto tables = Tablebase::open(censuses.database());
    if (!tables) return tables.error();
    for (const auto& [row, columns] : figures.items()) {
        for (const auto& [column, figure] : columns.items()) {
            const Variant variant = variant_of((std::string(base_id) + '@' + row + ',' + column).c_str());
            const auto value = tables->value(variant, start_position(variant));
            if (!value && value.error().code != ErrorCode::kMissing) return value.error();
            std::optional<std::string> ours;
            if (value) {
                ours =
                    value->wdl == Wdl::kDraw ? "D" : (value->wdl == Wdl::kWin ? "W" : "L") + std::to_string(value->dtw);
            }
            std::string published = text_of(figure);
            if (published == "?") published.clear();
            table.cells.push_back(make_cell(row, column, published, ours));
        }
    }
    return table;
}

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
            if (!*census) return std::nullopt;
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

Status add(std::vector<ReproducedTable>& all, Result<ReproducedTable> table) {
    if (!table) return table.error();
    all.push_back(std::move(*table));
    return ok_status();
}

Status reproduce_gasser(Censuses& censuses, std::vector<ReproducedTable>& all) {
    return add(all, gasser(censuses, published_figures("gasser-1990").at("subgames")));
}

Status reproduce_loewer(Censuses& censuses, std::vector<ReproducedTable>& all) {
    const Json paper = published_figures("loewer-2016");
    const Variant capture = variant_of("nine-c1");
    const Variant protect = variant_of("nine-p1");
    const auto one = [&](const char* number, const char* title, const Variant& variant, const char* key,
                         const CellText& text) {
        return add(all, moving_table(censuses, variant, {"loewer", number, title, {}}, paper.at(key), text));
    };
    if (auto s = add(all, ply_frequencies(censuses, paper.at("table_2_capture_4_4_plies"))); !s) return s;
    if (auto s = add(all, ply_18_shares(censuses, paper.at("table_4_ply_18_percent_white_black_draw"))); !s) return s;
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
    return add(all, longest_by_ply(censuses, paper.at("table_9_placing_max_plies_by_ply_1_to_18")));
}

Status reproduce_gevay_danner(Censuses& censuses, std::vector<ReproducedTable>& all) {
    const Json paper = published_figures("gevay-danner-2014");
    const Variant nine = variant_of("nine-c1");
    const Variant morabaraba = variant_of("morabaraba-fbd");  // their 12-12 cell counts a full board as a draw
    if (auto s = add(all, starts(censuses, "nine-c1", "Table II", paper.at("table_2_starts_nine_c1"))); !s) return s;
    if (auto s = add(all, starts(censuses, "lasker-c1", "Table III", paper.at("table_3_starts_lasker_c1"))); !s)
        return s;
    if (auto s = add(all, starts(censuses, "morabaraba", "Table IV", paper.at("table_4_starts_morabaraba"))); !s)
        return s;
    const auto one = [&](const char* number, const char* title, const Variant& variant, const char* key,
                         const CellText& text) {
        return add(all, moving_table(censuses, variant, {"gevay-danner", number, title, {}}, paper.at(key), text));
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
    return one("Table VIII", "longest plies, morabaraba", morabaraba, "table_8_morabaraba_max_plies", max_ply_text);
}

}  // namespace

int ReproducedTable::number_of(CellState state) const {
    return static_cast<int>(std::count_if(cells.begin(), cells.end(), [&](const Cell& c) { return c.state == state; }));
}

std::vector<std::string> reproducible_papers() { return {"gasser", "stahlhacke", "loewer", "gevay-danner"}; }

Result<std::vector<ReproducedTable>> reproduce(const std::filesystem::path& database, const std::string& paper) {
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
        if (auto s = add(all, stahlhacke(censuses, published_figures("stahlhacke-2003"))); !s) return s.error();
    }
    if (wanted("loewer")) {
        if (auto s = reproduce_loewer(censuses, all); !s) return s.error();
    }
    if (wanted("gevay-danner")) {
        if (auto s = reproduce_gevay_danner(censuses, all); !s) return s.error();
    }
    return all;
}

}  // namespace merels
