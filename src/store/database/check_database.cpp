// SPDX-License-Identifier: MIT
#include "store/database/check_database.h"

#include <algorithm>
#include <atomic>
#include <optional>

#include "base/worker_pool.h"
#include "store/database/manifest.h"
#include "store/database/notes.h"
#include "store/files/checksum.h"
#include "store/files/file_access.h"

namespace merels {

namespace {

// Everything about one table.
Status check_table(const std::filesystem::path& database, const TableId& id, const ManifestEntry& entry) {
    const std::filesystem::path path = table_path(database, id);
    const auto wrong = [&path](ErrorCode code, const std::string& what) {
        return Error{code, path.string() + ": " + what};
    };
    const TableShape listed{entry.kind, entry.rows, entry.row_size, entry.bytes};
    Result<std::shared_ptr<const Table>> table = Table::open(database, id, {nullptr, listed});
    if (!table) return table.error();
    if (Status blocks = (*table)->check(); !blocks) return blocks;
    Result<OpenFile> file = open_for_reading(path);
    if (!file) return file.error();
    const Result<std::uint64_t> digest = checksum_of_file(file->descriptor.get(), file->size);
    if (!digest) return wrong(digest.error().code, digest.error().message);
    if (*digest != entry.digest) {
        return wrong(ErrorCode::kCorrupt, "digest " + format_digest(*digest) + " instead of " +
                                              format_digest(entry.digest) + " in the manifest");
    }
    return ok_status();
}

std::vector<std::filesystem::path> tables_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> tables;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        if (entry.path().extension() == ".mrl") tables.push_back(entry.path());
    }
    std::sort(tables.begin(), tables.end());
    return tables;
}

Error unlisted(const std::filesystem::path& path) {
    return {ErrorCode::kCorrupt,
            path.string() +
                ": no manifest lists it, so it does not count (an unfinished solve, which the same command "
                "finishes, or a file from elsewhere)"};
}

std::vector<Error> unlisted_tables(const std::filesystem::path& database, const Manifest& manifest) {
    std::vector<std::filesystem::path> listed;
    for (const ManifestEntry& entry : manifest.entries) {
        listed.push_back(table_path(database, {manifest.collection, entry.counts}));
    }
    std::sort(listed.begin(), listed.end());
    std::vector<Error> errors;
    for (const auto& path : tables_in(database / manifest.collection)) {
        if (!std::binary_search(listed.begin(), listed.end(), path)) errors.push_back(unlisted(path));
    }
    return errors;
}

// Tables in folders that have no manifest at all.
std::vector<Error> files_without_a_manifest(const std::filesystem::path& database,
                                            const std::vector<std::string>& collections) {
    std::vector<Error> errors;
    std::error_code ignored;
    for (const auto& folder : std::filesystem::directory_iterator(database, ignored)) {
        const std::string name = folder.path().filename().string();
        if (!folder.is_directory(ignored) || std::binary_search(collections.begin(), collections.end(), name)) continue;
        for (const auto& path : tables_in(folder.path())) errors.push_back(unlisted(path));
    }
    return errors;
}

}  // namespace

Result<CheckReport> check_database(const std::filesystem::path& database, int threads, Progress& progress) {
    const Result<std::vector<std::string>> collections = list_collections(database);
    if (!collections) return collections.error();
    CheckReport report;
    report.failures = files_without_a_manifest(database, *collections);
    std::vector<std::pair<TableId, ManifestEntry>> tables;
    for (const std::string& collection : *collections) {
        const Result<Manifest> manifest = read_manifest(database, collection);
        if (!manifest) {
            report.failures.push_back(manifest.error());
            continue;
        }
        for (const Error& error : damaged_notes(database, collection)) report.failures.push_back(error);
        for (const Error& error : unlisted_tables(database, *manifest)) report.failures.push_back(error);
        for (const ManifestEntry& entry : manifest->entries) {
            tables.push_back({{collection, entry.counts}, entry});
            report.bytes += entry.bytes;
        }
    }
    report.tables = tables.size();
    progress.begin("checking tables", report.bytes);
    std::vector<std::optional<Error>> outcomes(tables.size());
    std::atomic<std::uint64_t> bytes_done = 0;
    WorkerPool pool(threads);
    pool.parallel_for(tables.size(), 1, [&](std::size_t first, std::size_t last, int worker) {
        for (std::size_t i = first; i < last; ++i) {
            const Status good = check_table(database, tables[i].first, tables[i].second);
            if (!good) outcomes[i] = good.error();
            const std::uint64_t done = bytes_done += tables[i].second.bytes;
            if (worker == 0) progress.advance_to(done);
        }
    });
    progress.end();
    for (const std::optional<Error>& outcome : outcomes) {
        if (outcome) report.failures.push_back(*outcome);
    }
    return report;
}

}  // namespace merels
