// SPDX-License-Identifier: MIT
#include "analysis/table_ix.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/published.h"
#include "base/stopwatch.h"
#include "engine/search/search_bench.h"
#include "store/files/atomic_file.h"
#include "store/files/text_file.h"

namespace merels {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kLot = 10;
constexpr std::uint64_t kFirstSeed = 1000;

struct NamedPlayer {
    const char* name;
    const char* spec;
};
constexpr NamedPlayer kPlayers[] = {
    {"strong", "perfect:local=random"},
    {"strong+replies", "perfect:local=replies"},
    {"strong+trap", "perfect:local=trap"},
    {"published", "ultra:values=published,local=random"},
    {"ratio", "ultra:values=ratio,local=random"},
    {"stones", "ultra:values=stones,local=random"},
    {"split", "ultra:values=split,local=random"},
    {"published+replies", "ultra:values=published,local=replies"},
    {"published+units", "ultra:values=published,local=units"},
    {"published+trap", "ultra:values=published,local=trap"},
    {"published+combined", "ultra:values=published,local=combined"},
    {"ratio+trap", "ultra:values=ratio,local=trap"},
    {"stones+replies", "ultra:values=stones,local=replies"},
    {"stones+units", "ultra:values=stones,local=units"},
    {"stones+trap", "ultra:values=stones,local=trap"},
    {"stones+combined", "ultra:values=stones,local=combined"},
    {"split+trap", "ultra:values=split,local=trap"},
    {"strong+hunt", "perfect:local=hunt"},
    {"published+hunt", "ultra:values=published,local=hunt"},
    {"published+hunt+unit", "ultra:values=published,local=hunt,among=unit"},
    {"published+hunt+result", "ultra:values=published,local=hunt,among=result"},
    {"ratio+hunt+unit", "ultra:values=ratio,local=hunt,among=unit"},
    {"stones+hunt+unit", "ultra:values=stones,local=hunt,among=unit"},
    {"stones+hunt+result", "ultra:values=stones,local=hunt,among=result"},
    {"split+hunt+unit", "ultra:values=split,local=hunt,among=unit"},
};
constexpr const char* kNodes[] = {"100000-200000", "200000-400000", "400000-800000", "800000-1600000"};

// The number of one of the paper's ranges, from 0; nothing for nodes.
std::optional<std::size_t> paper_range(const std::string& range) {
    if (range.size() != 1 || range[0] < '1' || range[0] > '4') return std::nullopt;
    return static_cast<std::size_t>(range[0] - '1');
}

Result<PlayerSpec> named_player(const std::string& name) {
    std::string known;
    for (const NamedPlayer& player : kPlayers) {
        if (name == player.name) return parse_player(player.spec);
        known += (known.empty() ? "" : ", ") + std::string(player.name);
    }
    return Error{ErrorCode::kBadInput, "unknown player '" + name + "'; known are " + known};
}

std::string lot_key(const std::string& player, const std::string& range, int lot) {
    return player + "/" + range + "/" + std::to_string(lot);
}

// Tells versions of the search apart that play differently.
std::uint64_t search_signature() { return run_search_benchmark(7).signature; }

// The lots that ended, in a file that is replaced as a whole after each.
class LotFile {
  public:
    static Result<LotFile> open(const std::filesystem::path& path, const Variant& variant) {
        LotFile file(path);
        const std::uint64_t search = search_signature();
        file.json_ = Json{{"variant", variant.id()}, {"search", search}, {"lots", Json::object()}};
        if (!std::filesystem::exists(path)) return file;
        const auto text = read_text_file(path);
        if (!text) return text.error();
        file.json_ = Json::parse(*text, nullptr, false);
        const bool ours = file.json_.is_object() && file.json_.contains("lots") && file.json_["lots"].is_object() &&
                          file.json_.contains("variant");
        if (!ours || file.json_["variant"] != variant.id()) {
            return Error{ErrorCode::kBadInput, path.string() + ": not a file of such matches of " + variant.id()};
        }
        if (!file.json_.contains("search") || file.json_["search"] != search) {
            return Error{ErrorCode::kBadInput,
                         path.string() + ": its games were played by another version of the search"};
        }
        return file;
    }

    const Json* find(const std::string& key) const {
        const auto found = json_["lots"].find(key);
        return found == json_["lots"].end() ? nullptr : &*found;
    }
    Status add(const std::string& key, Json lot) {
        json_["lots"][key] = std::move(lot);
        return write_file_atomically(path_, json_.dump(1) + '\n');
    }

  private:
    explicit LotFile(std::filesystem::path path) : path_(std::move(path)) {}
    std::filesystem::path path_;
    Json json_;
};

Json given_json(const GivenAway& given) {
    return {{"turns", given.turns}, {"results", given.results}, {"units", given.units}, {"plies", given.plies}};
}

Json lot_json(const MatchResult& result, double seconds) {
    return {{"games", result.games.size()},
            {"wins", result.wins},
            {"draws", result.draws},
            {"given_away", {given_json(result.given_away[0]), given_json(result.given_away[1])}},
            {"notes", result.notes},
            {"seconds", seconds}};
}

Result<Json> play_lot(const TableIxOptions& options, const std::shared_ptr<const ValueSource>& source,
                      const PlayerSpec& player, const std::string& nodes, int lot, Progress& progress) {
    const auto search = parse_player("search:nodes=" + nodes);
    if (!search) return search.error();
    MatchOptions match;
    match.variant = options.variant;
    match.players = {player, *search};
    match.games = kLot;
    match.seed = kFirstSeed + static_cast<std::uint64_t>(lot);
    match.repetitions = 0;
    match.check = true;
    match.tables = source;
    match.threads = options.threads;
    match.hash_mebibytes = options.hash_mebibytes;
    match.stop = options.stop;
    const Stopwatch watch;
    const auto result = play_match(match, progress);
    if (!result) return result.error();
    if (result->stopped) return Error{ErrorCode::kInterrupted, "stopped; the same command goes on from here"};
    return lot_json(*result, watch.seconds());
}

// Adds a lot to its cell; an error where the player gave something away, or did not play by the tables.
Status add_lot(const Json& lot, TableIxCell& cell) {
    const Json& mine = lot.at("given_away").at(0);
    const GivenAway given{mine.at("turns").get<int>(), mine.at("results").get<int>(), mine.at("units").get<int>(),
                          mine.at("plies").get<int>()};
    const bool keeps_units = named_player(cell.player)->among != Among::kResult;
    if (given.results + (keeps_units ? given.units : 0) + given.plies > 0) {
        return Error{
            ErrorCode::kInternal,
            fmt::format("{} gave away {} results, {} units and {} times plies: the tables or the player are wrong",
                        cell.player, given.results, given.units, given.plies)};
    }
    if (!lot.at("notes").empty()) {
        return Error{ErrorCode::kMissing, cell.player + ": " + lot.at("notes").at(0).get<std::string>()};
    }
    cell.games += lot.at("games").get<int>();
    cell.wins += lot.at("wins").at(0).get<int>();
    cell.losses += lot.at("wins").at(1).get<int>();
    cell.draws += lot.at("draws").get<int>();
    cell.given_away += given;
    cell.opponent_errors += lot.at("given_away").at(1).at("results").get<int>();
    cell.seconds += lot.at("seconds").get<double>();
    return ok_status();
}

// The same, for a file that somebody may have changed.
Status add_checked_lot(const Json& lot, TableIxCell& cell, const std::string& key) {
    try {
        return add_lot(lot, cell);
    } catch (const Json::exception&) {
        return Error{ErrorCode::kBadInput, "the lot '" + key + "' of the file cannot be read"};
    }
}

Status check_names(const TableIxOptions& options) {
    const std::vector<std::string> sets = options.tables->ultra_sets(options.variant);
    for (const std::string& name : options.players) {
        const auto player = named_player(name);
        if (!player) return player.error();
        if (!player->values.empty() && std::find(sets.begin(), sets.end(), player->values) == sets.end()) {
            return Error{ErrorCode::kMissing, "no ultra-strong tables of " + options.variant.id() +
                                                  " for the values '" + player->values + "'"};
        }
    }
    for (const std::string& range : options.ranges) {
        if (const auto nodes = table_ix_nodes(range); !nodes) return nodes.error();
    }
    return ok_status();
}

}  // namespace

std::vector<std::string> table_ix_players() {
    std::vector<std::string> names;
    for (const NamedPlayer& player : kPlayers) names.emplace_back(player.name);
    return names;
}

Result<std::string> table_ix_nodes(const std::string& range) {
    if (const auto number = paper_range(range)) return std::string(kNodes[*number]);
    const bool nodes = range.find('-') != std::string::npos && range.find(',') == std::string::npos;
    if (nodes && parse_player("search:nodes=" + range)) return range;
    return Error{ErrorCode::kBadInput,
                 "range '" + range + "': expected 1, 2, 3 or 4, or nodes a turn as in 100000-200000"};
}

std::optional<int> published_wins(const std::string& player, const std::string& range) {
    const auto number = paper_range(range);
    if (!number) return std::nullopt;
    const char* row = player == "strong"      ? "strong"
                      : player == "published" ? "ultra_ratio"
                      : player == "stones"    ? "ultra_stone_difference"
                                              : nullptr;
    if (row == nullptr) return std::nullopt;
    constexpr const char* kColumns[] = {"0.1-0.2", "0.2-0.4", "0.4-0.8", "0.8-1.6"};
    const Json paper = published_figures("gevay-danner-2014");
    return paper.at("table_9_win_ratio_percent_by_million_nodes").at(row).at(kColumns[*number]).get<int>();
}

Result<std::vector<TableIxCell>> play_table_ix(const TableIxOptions& options, Progress& progress) {
    if (auto s = check_names(options); !s) return s.error();
    auto file = LotFile::open(options.file, options.variant);
    if (!file) return file.error();
    const auto source = make_value_source(options.tables);
    std::vector<TableIxCell> cells;
    for (const std::string& player : options.players) {
        for (const std::string& range : options.ranges) {
            cells.emplace_back();
            cells.back().player = player;
            cells.back().range = range;
        }
    }
    for (int lot = 0; lot * kLot < options.games; ++lot) {  // all cells grow together
        for (TableIxCell& cell : cells) {
            const std::string key = lot_key(cell.player, cell.range, lot);
            if (file->find(key) == nullptr) {
                auto played =
                    play_lot(options, source, *named_player(cell.player), *table_ix_nodes(cell.range), lot, progress);
                if (!played) return played.error();
                if (auto s = file->add(key, *std::move(played)); !s) return s.error();
                progress.note(key);
            }
            if (auto s = add_checked_lot(*file->find(key), cell, key); !s) return s.error();
        }
    }
    for (TableIxCell& cell : cells) {
        cell.wins95 = confidence_interval(static_cast<double>(cell.wins) / std::max(cell.games, 1), cell.games);
    }
    return cells;
}

}  // namespace merels
