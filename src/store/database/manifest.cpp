// SPDX-License-Identifier: MIT
#include "store/database/manifest.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "store/files/atomic_file.h"
#include "store/files/checksum.h"
#include "store/files/file_access.h"
#include "store/layout/kind_names.h"
#include "store/layout/table_layout.h"

namespace merels {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormatName = "merels-manifest";

std::uint64_t from_hexadecimal(const std::string& text) {
    if (text.size() != 16 || text.find_first_not_of("0123456789abcdef") != std::string::npos) {
        throw std::invalid_argument("a digest is not 16 hexadecimal digits");
    }
    return std::stoull(text, nullptr, 16);
}

std::uint64_t checksum_of_text(const std::string& text) {
    return checksum(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

Json to_json(const ManifestEntry& entry) {
    return {{"counts", entry.counts},
            {"kind", kind_name(entry.kind)},
            {"rows", entry.rows},
            {"row_size", entry.row_size},
            {"bytes", entry.bytes},
            {"digest", format_digest(entry.digest)},
            {"format_version", entry.format_version}};
}

ManifestEntry entry_from_json(const Json& json) {
    ManifestEntry entry;
    json.at("counts").get_to(entry.counts);
    const std::string kind = json.at("kind").get<std::string>();
    const auto found = std::find(std::begin(kKindNames), std::end(kKindNames), kind);
    if (found == std::end(kKindNames)) throw std::invalid_argument("unknown kind of values");
    entry.kind = static_cast<ValueKind>(found - std::begin(kKindNames));
    json.at("rows").get_to(entry.rows);
    json.at("row_size").get_to(entry.row_size);
    json.at("bytes").get_to(entry.bytes);
    entry.digest = from_hexadecimal(json.at("digest").get<std::string>());
    json.at("format_version").get_to(entry.format_version);
    return entry;
}

// The manifest without its own checksum: what the checksum is taken of (as compact text).
Json body_of(const Manifest& manifest) {
    Json tables = Json::array();
    for (const ManifestEntry& entry : manifest.entries) tables.push_back(to_json(entry));
    return {{"format", kFormatName},
            {"version", kManifestVersion},
            {"collection", manifest.collection},
            {"rules", manifest.rules},
            {"tables", tables}};
}

bool before(const ManifestEntry& entry, const std::array<std::uint8_t, 4>& counts) { return entry.counts < counts; }

}  // namespace

const ManifestEntry* Manifest::find(const std::array<std::uint8_t, 4>& counts) const {
    const auto place = std::lower_bound(entries.begin(), entries.end(), counts, before);
    return place != entries.end() && place->counts == counts ? &*place : nullptr;
}

void Manifest::set(const ManifestEntry& entry) {
    const auto place = std::lower_bound(entries.begin(), entries.end(), entry.counts, before);
    if (place != entries.end() && place->counts == entry.counts) {
        *place = entry;
    } else {
        entries.insert(place, entry);
    }
}

std::string format_digest(std::uint64_t digest) {
    std::string text(16, '0');
    for (int i = 15; i >= 0; --i, digest >>= 4) text[static_cast<std::size_t>(i)] = "0123456789abcdef"[digest & 15];
    return text;
}

std::filesystem::path manifest_path(const std::filesystem::path& database, const std::string& collection) {
    return database / collection / "manifest.json";
}

ManifestEntry manifest_entry(const TableSpec& spec, const WrittenTable& written) {
    return {spec.id.counts, spec.kind, spec.rows, spec.row_size, written.bytes, written.digest, kTableVersion};
}

std::string encode_manifest(const Manifest& manifest) {
    Json json = body_of(manifest);
    json["checksum"] = format_digest(checksum_of_text(json.dump()));
    return json.dump(1) + "\n";
}

Result<Manifest> decode_manifest(const std::string& text) {
    const auto corrupt = [](const std::string& what) { return Error{ErrorCode::kCorrupt, "manifest: " + what}; };
    try {
        const Json json = Json::parse(text);
        if (json.at("format").get<std::string>() != kFormatName) return corrupt("not a manifest");
        const int version = json.at("version").get<int>();
        if (version > kManifestVersion) {
            return Error{ErrorCode::kNewerVersion, "manifest of version " + std::to_string(version)};
        }
        Manifest manifest;
        json.at("collection").get_to(manifest.collection);
        json.at("rules").get_to(manifest.rules);
        for (const Json& table : json.at("tables")) manifest.set(entry_from_json(table));
        // Strict: exactly the text that we would write ourselves, so that no damage goes unseen.
        if (encode_manifest(manifest) != text) return corrupt("the checksum does not hold");
        return manifest;
    } catch (const std::exception& error) {
        return corrupt(error.what());
    }
}

Result<Manifest> read_manifest(const std::filesystem::path& database, const std::string& collection) {
    const std::filesystem::path path = manifest_path(database, collection);
    const Result<std::vector<std::uint8_t>> bytes = read_file(path);
    if (!bytes) return bytes.error();
    Result<Manifest> manifest = decode_manifest(std::string(bytes->begin(), bytes->end()));
    if (!manifest && manifest.error().code == ErrorCode::kCorrupt) {
        return Error{ErrorCode::kCorrupt, path.string() + ": " + manifest.error().message +
                                              " (remove this file and solve again: the same tables are written anew)"};
    }
    if (!manifest) return Error{manifest.error().code, path.string() + ": " + manifest.error().message};
    if (manifest->collection != collection) {
        return Error{ErrorCode::kWrongVariant, path.string() + ": this is the manifest of " + manifest->collection};
    }
    return manifest;
}

Status write_manifest(const std::filesystem::path& database, const Manifest& manifest) {
    return write_file_atomically(manifest_path(database, manifest.collection), encode_manifest(manifest));
}

Status add_to_manifest(const std::filesystem::path& database, const std::string& collection, const std::string& rules,
                       std::span<const ManifestEntry> entries) {
    Result<Manifest> manifest = read_manifest(database, collection);
    if (!manifest) {
        if (manifest.error().code != ErrorCode::kMissing) return manifest.error();
        manifest = Manifest{collection, rules, {}};
    }
    // Until version 0.2 the name of the collection stood there.
    if (manifest->rules == collection) manifest->rules = rules;
    if (manifest->rules != rules) {
        return Error{ErrorCode::kWrongVariant, manifest_path(database, collection).string() + ": made for the rules '" +
                                                   manifest->rules + "', not '" + rules + "'"};
    }
    for (const ManifestEntry& entry : entries) manifest->set(entry);
    return write_manifest(database, *manifest);
}

Status add_to_manifest(const std::filesystem::path& database, const std::string& collection, const std::string& rules,
                       const ManifestEntry& entry) {
    return add_to_manifest(database, collection, rules, std::span(&entry, 1));
}

Result<std::vector<std::string>> list_collections(const std::filesystem::path& database) {
    std::error_code error;
    std::vector<std::string> names;
    std::filesystem::directory_iterator folder(database, error);
    if (error) return system_error(error.value(), "list", database);
    for (const std::filesystem::directory_iterator end; folder != end; folder.increment(error)) {
        if (error) return system_error(error.value(), "list", database);
        const std::string name = folder->path().filename().string();
        std::error_code ignored;
        if (std::filesystem::is_regular_file(manifest_path(database, name), ignored)) names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace merels
