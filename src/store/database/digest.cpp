// SPDX-License-Identifier: MIT
#include "store/database/digest.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <optional>
#include <sstream>

#include "base/worker_pool.h"
#include "store/files/checksum.h"

namespace merels {

namespace {

constexpr std::size_t kPartBytes = std::size_t{1} << 20;  // decoded at a time, or a row where that is more

std::span<const std::uint8_t> bytes_of_text(const std::string& text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// One pass over all values; the codes of ultra-strong values mean nothing without the list in the metadata.
Result<std::uint64_t> digest_of(const Table& table, DigestOf what) {
    const TableSpec& spec = table.spec();
    const auto step =
        static_cast<std::uint32_t>(std::max<std::size_t>(1, kPartBytes / std::max<std::uint32_t>(1, spec.row_size)));
    std::vector<std::uint8_t> values;
    RunningChecksum sum;
    for (std::uint32_t row = 0; row < spec.rows; row += step) {
        const std::uint32_t rows = std::min(step, spec.rows - row);
        values.resize(std::size_t{rows} * spec.row_size);
        if (Status read = table.read_rows(row, rows, values); !read) return read.error();
        if (what == DigestOf::kResults) {
            for (std::uint8_t& value : values) value = value == 0 ? 0 : 1;
        }
        sum.add(values);
    }
    if (spec.kind == ValueKind::kUltra) sum.add(bytes_of_text(spec.metadata));
    return sum.value();
}

}  // namespace

std::string CollectionDigest::kinds() const {
    if (tables.empty()) return "none";
    const bool same =
        std::all_of(tables.begin(), tables.end(), [&](const TableDigest& t) { return t.kind == tables[0].kind; });
    return same ? kind_name(tables[0].kind) : "mixed";
}

std::uint64_t CollectionDigest::digest() const {
    std::string lines;
    for (const TableDigest& table : tables) lines += digest_line(table) + "\n";
    return checksum(bytes_of_text(lines));
}

std::string table_name(const TableId& id) { return table_path({}, id).replace_extension().generic_string(); }

std::string digest_line(const TableDigest& table) {
    return table_name(table.id) + " " + kind_name(table.kind) + " " + format_digest(table.digest);
}

std::string digest_line(const CollectionDigest& collection) {
    return collection.collection + " " + collection.kinds() + " " + format_digest(collection.digest()) + " " +
           std::to_string(collection.tables.size()) + " tables";
}

Result<std::vector<CollectionDigest>> digest_database(const Database& database, DigestOf what, int threads,
                                                      Progress& progress) {
    const auto names = database.collections();
    if (!names) return names.error();
    std::vector<CollectionDigest> result;
    struct Item {
        TableDigest* out;
        std::uint64_t values;
    };
    std::vector<std::uint64_t> sizes;
    for (const std::string& name : *names) {
        const auto manifest = database.manifest(name);
        if (!manifest) return manifest.error();
        CollectionDigest collection{name, {}};
        for (const ManifestEntry& entry : (*manifest)->entries) {
            if (what == DigestOf::kResults && entry.kind == ValueKind::kUltra) continue;
            const ValueKind kind = what == DigestOf::kResults ? ValueKind::kWdl : entry.kind;
            collection.tables.push_back({{name, entry.counts}, kind, 0});
            sizes.push_back(std::uint64_t{entry.rows} * entry.row_size);
        }
        if (!collection.tables.empty()) result.push_back(std::move(collection));
    }
    std::vector<Item> items;
    for (CollectionDigest& collection : result) {
        for (TableDigest& table : collection.tables) items.push_back({&table, sizes[items.size()]});
    }
    std::uint64_t total = 0;
    for (const Item& item : items) total += item.values;
    progress.begin("reading tables", total);
    std::vector<std::optional<Error>> errors(items.size());
    std::atomic<std::uint64_t> done = 0;
    std::atomic<bool> failed = false;
    WorkerPool pool(threads);
    pool.parallel_for(items.size(), 1, [&](std::size_t first, std::size_t, int worker) {
        if (failed) return;
        const auto table = database.table(items[first].out->id);
        const auto digest = table ? digest_of(**table, what) : Result<std::uint64_t>(table.error());
        if (!digest) {
            errors[first] = digest.error();
            failed = true;
            return;
        }
        items[first].out->digest = *digest;
        const std::uint64_t so_far = done += items[first].values;
        if (worker == 0) progress.advance_to(so_far);
    });
    progress.end();
    for (const auto& error : errors) {
        if (error) return *error;
    }
    return result;
}

PublishedDigests parse_digests(std::string_view text) {
    PublishedDigests digests;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string name, kind, digits;
        if (!(words >> name >> kind >> digits) || name.starts_with('#') || digits.size() != 16) continue;
        std::uint64_t digest = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), digest, 16);
        if (error == std::errc{} && end == digits.data() + digits.size()) digests[name + " " + kind] = digest;
    }
    return digests;
}

PublishedComparison compare_with_published(const std::vector<CollectionDigest>& digests,
                                           const PublishedDigests& published) {
    PublishedComparison result;
    for (const CollectionDigest& collection : digests) {
        for (const TableDigest& table : collection.tables) {
            const auto found = published.find(table_name(table.id) + " " + kind_name(table.kind));
            if (found == published.end()) {
                ++result.unknown;
            } else if (found->second == table.digest) {
                ++result.equal;
            } else {
                result.failures.push_back({ErrorCode::kCorrupt, table_name(table.id) + ": its values have the digest " +
                                                                    format_digest(table.digest) + ", published is " +
                                                                    format_digest(found->second)});
            }
        }
    }
    return result;
}

}  // namespace merels
