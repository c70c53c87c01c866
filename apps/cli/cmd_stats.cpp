// SPDX-License-Identifier: MIT
// merels stats: what the tables of a variant hold, subspace by subspace.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "analysis/statistics.h"
#include "analysis/ultra_statistics.h"
#include "arguments.h"
#include "commands.h"
#include "number_format.h"
#include "output.h"
#include "tables/open_database.h"
#include "text_table.h"

namespace merels::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string variant;
    std::string database;
    std::string subspace;
    std::string values = "strong";
    std::string subspace_values;
    bool json = false;
    bool csv = false;
};

const char* kind_name(ValueKind kind) { return kind == ValueKind::kDtw ? "dtw" : "wdl"; }

std::string example(const Census& census, const std::optional<PlyCount>& ply) {
    return ply ? format_position(position_at(census.subspace, ply->example)) : "";
}

Json to_json(const SubspaceStatistics& entry) {
    const Subspace& s = entry.subspace;
    const Census& census = entry.census;
    Json json{{"own", s.own},
              {"other", s.other},
              {"own_hand", s.own_hand},
              {"other_hand", s.other_hand},
              {"positions", entry.positions},
              {"wins", census.wins()},
              {"draws", census.draws()},
              {"losses", census.losses()}};
    const bool depth = entry.kind == ValueKind::kDtw;
    json["max_ply"] = depth && !census.plies.empty() ? Json(census.max_ply()) : Json();
    Json& plies = json["plies"] = Json::array();
    for (const PlyCount& p : census.plies) plies.push_back({p.ply, p.positions});
    const auto position = depth ? longest_example(census) : std::nullopt;
    json["longest"] = position ? Json(format_position(*position)) : Json();
    const auto win = longest(census, 1);
    const auto loss = longest(census, 0);
    json["longest_win"] = win && depth ? Json{{"ply", win->ply}, {"position", example(census, win)}} : Json();
    json["longest_loss"] = loss && depth ? Json{{"ply", loss->ply}, {"position", example(census, loss)}} : Json();
    json["values"] = kind_name(entry.kind);
    json["bytes"] = entry.file_bytes;
    return json;
}

std::string to_csv(const std::vector<SubspaceStatistics>& entries) {
    std::string text =
        "own,other,own_hand,other_hand,positions,wins,draws,losses,longest_win,longest_win_position,longest_loss,"
        "longest_loss_position,values,bytes\n";
    for (const SubspaceStatistics& entry : entries) {
        const Subspace& s = entry.subspace;
        const Census& c = entry.census;
        const auto win = longest(c, 1);
        const auto loss = longest(c, 0);
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", s.own, s.other, s.own_hand, s.other_hand,
                            entry.positions, c.wins(), c.draws(), c.losses(), win ? std::to_string(win->ply) : "",
                            example(c, win), loss ? std::to_string(loss->ply) : "", example(c, loss),
                            kind_name(entry.kind), entry.file_bytes);
    }
    return text;
}

std::string share(std::uint64_t part, std::uint64_t whole) {
    return fmt::format("{:.1f}", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string to_text(const std::vector<SubspaceStatistics>& entries) {
    TextTable table({{"subspace"},
                     {"positions", Align::kRight},
                     {"wins", Align::kRight},
                     {"draws", Align::kRight},
                     {"losses", Align::kRight},
                     {"win %", Align::kRight},
                     {"draw %", Align::kRight},
                     {"loss %", Align::kRight},
                     {"longest win", Align::kRight},
                     {"longest loss", Align::kRight},
                     {"bits", Align::kRight}});
    std::uint64_t positions = 0, bytes = 0;
    for (const SubspaceStatistics& entry : entries) {
        const Census& c = entry.census;
        const auto win = longest(c, 1);
        const auto loss = longest(c, 0);
        const bool depth = entry.kind == ValueKind::kDtw;
        table.add({format_subspace(entry.subspace), with_commas(entry.positions), with_commas(c.wins()),
                   with_commas(c.draws()), with_commas(c.losses()), share(c.wins(), c.positions),
                   share(c.draws(), c.positions), share(c.losses(), c.positions),
                   win && depth ? std::to_string(win->ply) : "-", loss && depth ? std::to_string(loss->ply) : "-",
                   fmt::format("{:.2f}",
                               8.0 * static_cast<double>(entry.file_bytes) / static_cast<double>(entry.positions))});
        positions += entry.positions;
        bytes += entry.file_bytes;
    }
    return table.text() + fmt::format("\n{} subspaces, {} positions, {} on disk, {:.2f} bits a position\n",
                                      entries.size(), with_commas(positions), human_bytes(bytes),
                                      8.0 * static_cast<double>(bytes) / static_cast<double>(positions));
}

std::string ply_table(const Census& census) {
    TextTable table({{"ply", Align::kRight}, {"result"}, {"positions", Align::kRight}, {"example"}});
    for (const PlyCount& p : census.plies) {
        table.add(
            {std::to_string(p.ply), p.ply % 2 == 1 ? "win" : "loss", with_commas(p.positions), example(census, p)});
    }
    table.add({"", "draw", with_commas(census.draws()), ""});
    return table.text();
}

struct UltraDraws {
    UltraCollection set;
    std::vector<UltraStatistics> all;

    const UltraStatistics* find(const Subspace& s, bool computer_moves) const {
        const auto found = std::find_if(all.begin(), all.end(), [&](const UltraStatistics& e) {
            return e.subspace == s && e.computer_moves == computer_moves;
        });
        return found == all.end() ? nullptr : &*found;
    }
};

Result<UltraDraws> read_ultra(const Database& database, const Variant& variant, const std::string& subspace_values) {
    auto set = UltraCollection::open(database, variant, subspace_values);
    if (!set) return set.error();
    auto all = collect_ultra_statistics(*set, variant);
    if (!all) return all.error();
    return UltraDraws{std::move(*set), std::move(*all)};
}

Json to_json(const UltraStatistics* entry) {
    if (entry == nullptr) return {};
    Json list = Json::array();
    for (const UltraCount& c : entry->draws) {
        list.push_back({c.entry.value, c.entry.depth ? Json(*c.entry.depth) : Json(), c.positions});
    }
    return list;
}

// Where the draws end, of the whole start or of one subspace.
std::string to_text(const UltraDraws& draws, const std::string& subspace) {
    std::vector<UltraStatistics> all = draws.all;
    std::erase_if(
        all, [&](const UltraStatistics& e) { return !subspace.empty() && format_subspace(e.subspace) != subspace; });
    const std::vector<UltraShare> shares = shares_of_draws(draws.set, all);
    std::uint64_t total = 0;
    for (const UltraShare& s : shares) total += s.positions;
    TextTable table(
        {{"value", Align::kRight}, {"ends in", Align::kRight}, {"draws", Align::kRight}, {"%", Align::kRight}});
    for (const UltraShare& s : shares) {
        const double percent = 100.0 * static_cast<double>(s.positions) / static_cast<double>(total);
        table.add({std::to_string(s.value), s.ends_in, with_commas(s.positions), fmt::format("{:.2f}", percent)});
    }
    std::string text = table.text() + fmt::format("\n{} draws by the values '{}'{}, the side to move first\n",
                                                  with_commas(total), draws.set.values().heuristic(),
                                                  draws.set.values().antisymmetric() ? "" : ", computer to move");
    if (subspace.empty() || all.empty()) return text;
    TextTable depths({{"value", Align::kRight}, {"depth", Align::kRight}, {"draws", Align::kRight}});
    for (const UltraCount& c : all.front().draws) {
        depths.add({std::to_string(c.entry.value), c.entry.depth ? std::to_string(*c.entry.depth) : "-",
                    with_commas(c.positions)});
    }
    return text + "\n" + depths.text();
}

Status run(const Options& options) {
    const auto variant = parse_variant(options.variant);
    if (!variant) return variant.error();
    if (options.json && options.csv) return Error{ErrorCode::kBadInput, "--json and --csv exclude each other"};
    const bool with_ultra = options.values == "ultra";
    if (with_ultra && options.csv) return Error{ErrorCode::kBadInput, "--values ultra has no --csv"};
    if (!with_ultra && !options.subspace_values.empty()) {
        return Error{ErrorCode::kBadInput, "--subspace-values goes with --values ultra"};
    }
    const auto opened = open_database(options.database);
    if (!opened) return opened.error();
    const Database& database = **opened;
    std::optional<UltraDraws> ultra;
    if (with_ultra) {
        auto read = read_ultra(database, *variant, options.subspace_values);
        if (!read) return read.error();
        ultra = std::move(*read);
    }
    auto all = collect_statistics(database, *variant);
    if (!all) return all.error();
    const std::size_t expected = all->size();
    std::erase_if(*all, [&](const SubspaceStatistics& e) {
        return !e.counted || (!options.subspace.empty() && format_subspace(e.subspace) != options.subspace);
    });
    if (all->empty()) {
        return Error{ErrorCode::kMissing, "no table of " + variant->id() +
                                              (options.subspace.empty() ? "" : " for subspace " + options.subspace) +
                                              " in '" + options.database + "'"};
    }
    if (options.json) {
        Json json{{"variant", variant->id()}};
        if (ultra) json["subspace_values"] = ultra->set.values().heuristic();
        Json& list = json["subspaces"] = Json::array();
        for (const SubspaceStatistics& entry : *all) {
            Json subspace = to_json(entry);
            if (ultra) subspace["ultra"] = to_json(ultra->find(entry.subspace, true));
            if (ultra && !ultra->set.values().antisymmetric()) {
                subspace["ultra_other"] = to_json(ultra->find(entry.subspace, false));
            }
            list.push_back(std::move(subspace));
        }
        print_json(json);
    } else if (ultra) {
        print_text(to_text(*ultra, options.subspace));
    } else if (options.csv) {
        print_text(to_csv(*all));
    } else {
        print_text(to_text(*all));
        if (!options.subspace.empty()) print_text("\n" + ply_table(all->front().census));
        if (options.subspace.empty() && all->size() < expected) {
            print_text(fmt::format("{} of the {} subspaces of {} are not solved here\n", expected - all->size(),
                                   expected, variant->id()));
        }
    }
    return ok_status();
}

}  // namespace

void add_stats_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("stats", "What the tables of a variant hold, subspace by subspace");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT", options->variant, kVariantHelp)->required();
    add_database_option(*command, options->database)->required();
    command->add_option("--subspace", options->subspace, "Only this one, ply by ply, e.g. 4-3 or 4-3+5-6");
    command->add_option("--values", options->values, "ultra: where the draws end, by the ultra-strong tables")
        ->check(IsMember({"strong", "ultra"}));
    command->add_option("--subspace-values", options->subspace_values, kUltraSetHelp);
    command->add_flag("--json", options->json, kJsonHelp);
    command->add_flag("--csv", options->csv, "Write comma-separated values");
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
