// SPDX-License-Identifier: MIT
#include "malom/malom_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "index/collection.h"
#include "store/files/text_file.h"

namespace merels {
namespace {

struct Prefix {
    const char* prefix;
    const char* game;  // that Malom means
};
constexpr Prefix kPrefixes[] = {{"std", "nine-c1"}, {"lask", "lasker-c1"}, {"mora", "morabaraba-fbd"}};

std::string known_as(const TableId& id) {
    return fmt::format("{} {} {} {} {}", id.collection, id.counts[0], id.counts[1], id.counts[2], id.counts[3]);
}

// A change within the last moment may have left no trace in the time of the folder.
bool is_settled(const FileState& state) {
    constexpr std::int64_t kMoment = 1'000'000'000;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count() - state.written > kMoment;
}

bool are_differences_of_men(const MalomValues& read) {
    return std::all_of(read.values.begin(), read.values.end(), [](const auto& entry) {
        const Subspace& s = entry.first;
        return entry.second == s.own + s.own_hand - s.other - s.other_hand;
    });
}

}  // namespace

Result<MalomGame> MalomGame::read(const std::filesystem::path& folder, const std::string& prefix) {
    const auto path = folder / file_name(prefix);
    auto text = read_text_file(path);
    if (!text) return text.error();
    const std::size_t space = text->find(' ');
    if (space != std::string::npos && text->back() == '\n') {
        auto variant = parse_variant(text->substr(0, space));
        MalomGame game{variant ? *variant : Variant{}, text->substr(space + 1, text->size() - space - 2)};
        if (variant && game.text() == *text && malom_prefix(*variant) == prefix) return game;
    }
    return Error{ErrorCode::kCorrupt, path.string() + ": not the name of a game of such files and of its values"};
}

bool MalomFolder::is_one(const std::filesystem::path& folder) {
    std::error_code ignored;
    for (const auto& found : std::filesystem::directory_iterator(folder, ignored)) {
        const auto extension = found.path().extension();
        if (extension == ".sec2" || extension == ".secval") return true;
    }
    return false;
}

Result<MalomFolder::Game> MalomFolder::open_game(const std::filesystem::path& folder, const std::string& prefix) {
    const auto path = folder / (prefix + ".secval");
    const auto text = read_text_file(path);
    if (!text) return text.error();
    const auto read = parse_malom_values(*text);
    if (!read) return Error{read.error().code, path.string() + ": " + read.error().message};
    auto game = MalomGame::read(folder, prefix);
    if (!game && game.error().code != ErrorCode::kMissing) return game.error();
    if (!game) {
        const auto* const meant = std::find_if(std::begin(kPrefixes), std::end(kPrefixes),
                                               [&](const Prefix& p) { return prefix == p.prefix; });
        game = MalomGame{*parse_variant(meant->game), are_differences_of_men(*read) ? "stones" : kMalomSet};
    }
    std::vector<SubspaceValues::Entry> entries;
    for (const Subspace& s : reachable_subspaces(game->variant)) {
        const auto found = read->values.find(s);
        if (found != read->values.end()) entries.push_back({s, true, found->second});
    }
    auto values = SubspaceValues::make(game->variant, game->set, read->win, false, entries);
    if (!values) {
        return Error{ErrorCode::kCorrupt, fmt::format("{}: not the values of {}: {}", path.string(), game->variant.id(),
                                                      values.error().message)};
    }
    auto format = MalomFormat::of(game->variant, *values);
    if (!format) return Error{ErrorCode::kCorrupt, path.string() + ": " + format.error().message};
    return Game{game->variant, *std::move(format), std::make_shared<const SubspaceValues>(*std::move(values))};
}

Result<std::shared_ptr<const MalomFolder>> MalomFolder::open(const std::filesystem::path& folder) {
    auto opened = std::shared_ptr<MalomFolder>(new MalomFolder(folder));
    for (const Prefix& prefix : kPrefixes) {
        auto game = open_game(folder, prefix.prefix);
        if (!game && game.error().code == ErrorCode::kMissing) continue;
        if (!game) return game.error();
        opened->games_.push_back(*std::move(game));
    }
    if (opened->games_.empty()) {
        return Error{ErrorCode::kMissing, "'" + folder.string() +
                                              "' has files of Malom's but no std.secval, lask.secval or mora.secval, "
                                              "without which they mean nothing"};
    }
    const auto ours = list_collections(folder);
    if (ours && !ours->empty()) {
        return Error{ErrorCode::kBadInput, "'" + folder.string() + "' has both files of Malom's and tables of ours (" +
                                               ours->front() + "): keep them apart"};
    }
    return std::shared_ptr<const MalomFolder>(std::move(opened));
}

// Each file stands in two collections.
MalomFolder::Listing MalomFolder::list() const {
    std::map<std::string, Manifest> manifests;
    Listing listing;
    const auto add = [&](const std::string& name, const std::string& rules, ManifestEntry entry, const Game& game) {
        if (!listing[name].files.emplace(entry.counts, &game).second) return;  // another game has the same table
        Manifest& manifest = manifests[name];
        manifest.collection = name;
        manifest.rules = rules;
        manifest.set(entry);
    };
    std::error_code ignored;
    for (const Game& game : games_) {
        for (const auto& entry : game.values->entries()) {
            const Subspace& s = entry.subspace;
            const FileState state = file_state(folder_ / game.format.file_name(s));
            if (!state.there) continue;
            ManifestEntry listed{s.counts(), ValueKind::kDtw, row_count(s), row_size(s), state.bytes, 0, 0};
            add(collection_of(game.variant, s), rules_of(game.variant, s), listed, game);
            listed.kind = ValueKind::kUltra;
            add(ultra_collection(game.variant, game.values->heuristic()), ultra_rules(*game.values), listed, game);
        }
    }
    for (auto& [name, manifest] : manifests) {
        listing[name].manifest = std::make_shared<const Manifest>(std::move(manifest));
    }
    return listing;
}

std::shared_ptr<const MalomFolder::Listing> MalomFolder::listing() const {
    const FileState now = file_state(folder_);
    const std::lock_guard lock(mutex_);
    if (listing_ && now == listed_) return listing_;
    listing_ = std::make_shared<const Listing>(list());
    listed_ = is_settled(now) ? now : FileState{};
    return listing_;
}

std::vector<std::string> MalomFolder::collections() const {
    std::vector<std::string> names;
    for (const auto& [name, collection] : *listing()) names.push_back(name);
    return names;
}

Result<std::shared_ptr<const Manifest>> MalomFolder::manifest(const std::string& collection) const {
    const auto listed = listing();
    const auto found = listed->find(collection);
    if (found == listed->end()) {
        return Error{ErrorCode::kMissing, "'" + folder_.string() + "' has no files for " + collection};
    }
    return found->second.manifest;
}

Result<std::shared_ptr<const MalomTable>> MalomFolder::open_table(const TableId& id) const {
    const auto listed = listing();
    const auto collection = listed->find(id.collection);
    const auto file = collection != listed->end() ? collection->second.files.find(id.counts)
                                                  : decltype(collection->second.files.end()){};
    const Subspace subspace{id.counts[0], id.counts[1], id.counts[2], id.counts[3]};
    if (collection == listed->end() || file == collection->second.files.end()) {
        return Error{ErrorCode::kMissing, "'" + folder_.string() + "' has no file of " + format_subspace(subspace)};
    }
    const Game& game = *file->second;
    const FileState state = file_state(folder_ / game.format.file_name(subspace));
    const std::string key = known_as(id);
    {
        const std::lock_guard lock(mutex_);
        const auto known = known_.find(key);
        if (known != known_.end() && known->second.state == state) {
            if (auto table = known->second.table.lock()) return table;
        }
    }
    auto opened = MalomFile::open(folder_, game.format, subspace);
    if (!opened) return opened.error();
    const ValueKind kind = collection->second.manifest->find(id.counts)->kind;
    auto table = std::make_shared<const MalomTable>(id, kind, *std::move(opened), subspace, game.values);
    const std::lock_guard lock(mutex_);
    Known& known = known_[key];
    if (known.state != state) known.metadata = nullptr;
    known.state = state;
    known.table = table;
    return table;
}

Result<std::shared_ptr<const Table>> MalomFolder::table(const TableId& id) const {
    auto opened = open_table(id);
    if (!opened) return opened.error();
    return std::shared_ptr<const Table>(*std::move(opened));
}

Result<std::shared_ptr<const std::string>> MalomFolder::metadata(const TableId& id) const {
    const auto opened = open_table(id);
    if (!opened) return opened.error();
    const std::string key = known_as(id);
    {
        const std::lock_guard lock(mutex_);
        if (const Known& known = known_[key]; known.metadata && known.table.lock() == *opened) return known.metadata;
    }
    auto counts = (*opened)->count();
    if (!counts) return counts.error();
    const MalomTable& table = **opened;
    const Subspace& subspace = counts->census.subspace;
    auto text = std::make_shared<const std::string>(
        table.spec().kind == ValueKind::kDtw
            ? encode_census(counts->census)
            : encode_ultra_codes(UltraCodes::make(subspace, table.own_value(), std::move(counts->draws))));
    const std::lock_guard lock(mutex_);
    Known& known = known_[key];
    if (known.table.lock() == *opened) known.metadata = text;
    return text;
}

Result<std::string> MalomFolder::text(const std::string& collection, std::string_view name) const {
    for (const Game& game : games_) {
        const bool ultra = collection == ultra_collection(game.variant, game.values->heuristic());
        if (ultra && name == kSubspaceValuesFile) return game.values->encode();
    }
    return Error{ErrorCode::kMissing, fmt::format("'{}' has no {} of {}", folder_.string(), name, collection)};
}

}  // namespace merels
