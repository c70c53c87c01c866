// SPDX-License-Identifier: MIT
// Files are opened and read without the mutex, so one large table does not hold up readers of others.
#include "store/database/database.h"

#include <cerrno>
#include <utility>

#include "store/files/text_file.h"

namespace merels {

namespace {

TableShape shape_of(const ManifestEntry& entry) { return {entry.kind, entry.rows, entry.row_size, entry.bytes}; }

}  // namespace

Database::Database(std::filesystem::path folder, const DatabaseOptions& options)
    : folder_(std::move(folder)),
      source_(options.source),
      beside_others_(options.beside_others),
      cache_(std::make_shared<BlockCache>(options.cache_bytes)) {}

Result<std::vector<std::string>> Database::collections() const {
    if (source_) return source_->collections();
    return list_collections(folder_);
}

Database::Collection& Database::fresh(const std::string& collection) const {
    const auto [place, added] = collections_.try_emplace(collection);
    Collection& known = place->second;
    const FileState now = file_state(manifest_path(folder_, collection));
    if (!added && now == known.state) return known;
    known.state = now;
    auto manifest = read_manifest(folder_, collection);
    known.error = manifest ? Error{} : manifest.error();
    known.manifest = manifest ? std::make_shared<const Manifest>(*std::move(manifest)) : nullptr;
    return known;
}

Result<std::shared_ptr<const Manifest>> Database::manifest(const std::string& collection) const {
    if (source_) return source_->manifest(collection);
    const std::lock_guard lock(mutex_);
    const Collection& known = fresh(collection);
    if (!known.manifest) return known.error;
    return known.manifest;
}

Error Database::not_listed(const TableId& id) const {
    const std::filesystem::path path = table_path(folder_, id);
    if (source_) return {ErrorCode::kMissing, "'" + folder_.string() + "' has no file of " + path.stem().string()};
    if (file_state(path).there)
        return {ErrorCode::kMissing, path.string() + ": no manifest lists it, so it does not count"};
    return system_error(ENOENT, "open", path);
}

Result<ManifestEntry> Database::entry(const TableId& id) const {
    const auto known = manifest(id.collection);
    if (!known && known.error().code != ErrorCode::kMissing) return known.error();
    const ManifestEntry* const found = known ? (*known)->find(id.counts) : nullptr;
    if (found == nullptr) return not_listed(id);
    return *found;
}

Result<std::shared_ptr<const Table>> Database::table(const TableId& id) const {
    const auto listed = entry(id);
    if (!listed) return listed.error();
    if (source_) return source_->table(id);
    const FileState state = file_state(table_path(folder_, id));
    OpenTable known;
    {
        const std::lock_guard lock(mutex_);
        const auto& tables = collections_[id.collection].tables;
        if (const auto found = tables.find(id.counts); found != tables.end()) known = found->second;
    }
    const std::shared_ptr<const Table> held = known.table.lock();
    const bool same = held && known.entry == *listed;
    if (same && known.state == state) return held;
    auto opened = Table::open(folder_, id, {cache_, shape_of(*listed)});
    // A solver replaces a table before it lists it: until then what is open is what the manifest lists.
    if (!opened) return same ? Result(held) : opened.error();
    const std::lock_guard lock(mutex_);
    OpenTable& kept = collections_[id.collection].tables[id.counts];
    const std::shared_ptr<const Table> other = kept.table.lock();  // opened by another thread meanwhile
    if (other && kept.state == state && kept.entry == *listed) return other;
    kept = {*listed, state, *opened};
    return *std::move(opened);
}

Result<std::shared_ptr<const std::string>> Database::metadata(const TableId& id) const {
    const auto listed = entry(id);
    if (!listed) return listed.error();
    if (source_) return source_->metadata(id);
    const FileState state = file_state(table_path(folder_, id));
    {
        const std::lock_guard lock(mutex_);
        const auto& texts = collections_[id.collection].metadata;
        const auto found = texts.find(id.counts);
        if (found != texts.end() && found->second.state == state && found->second.entry == *listed) {
            return found->second.text;
        }
    }
    auto spec = read_table_spec(folder_, id, shape_of(*listed));
    if (!spec) return spec.error();
    auto text = std::make_shared<const std::string>(std::move(spec->metadata));
    const std::lock_guard lock(mutex_);
    collections_[id.collection].metadata[id.counts] = {*listed, state, text};
    return text;
}

Result<std::string> Database::text(const std::string& collection, std::string_view name) const {
    if (source_) return source_->text(collection, name);
    return read_text_file(folder_ / collection / name);
}

Result<std::shared_ptr<const Notes>> Database::notes(const std::string& collection, const std::string& name) const {
    const FileState state = file_state(notes_path(folder_, collection, name));
    {
        const std::lock_guard lock(mutex_);
        const auto& known = collections_[collection].notes;
        if (const auto found = known.find(name); found != known.end() && found->second.state == state) {
            return found->second.notes;
        }
    }
    auto read = read_notes(folder_, collection, name);
    if (!read) return read.error();
    auto notes = std::make_shared<const Notes>(*std::move(read));
    const std::lock_guard lock(mutex_);
    collections_[collection].notes[name] = {state, notes};
    return notes;
}

std::uint64_t Database::table_count() const {
    std::uint64_t tables = 0;
    if (const auto names = collections()) {
        for (const std::string& name : *names) {
            if (const auto listed = manifest(name)) tables += (*listed)->entries.size();
        }
    }
    return tables;
}

std::vector<std::shared_ptr<const Table>> Database::fill_cache(std::uint64_t bytes,
                                                               const std::atomic<bool>& stop) const {
    std::vector<std::shared_ptr<const Table>> filled;
    const auto names = collections();
    if (!names) return filled;
    std::multimap<std::uint64_t, TableId> tables;  // by size
    for (const std::string& name : *names) {
        const auto listed = manifest(name);
        if (!listed) continue;
        for (const ManifestEntry& entry : (*listed)->entries) {
            if (entry.counts[2] + entry.counts[3] > 0 || entry.kind == ValueKind::kUltra) continue;
            tables.emplace(std::uint64_t{entry.rows} * entry.row_size, TableId{name, entry.counts});
        }
    }
    for (const auto& [size, id] : tables) {
        if (size > bytes || stop) break;
        bytes -= size;
        const auto open = table(id);
        if (open && (*open)->fill_cache(stop)) filled.push_back(*open);
    }
    return filled;
}

}  // namespace merels
