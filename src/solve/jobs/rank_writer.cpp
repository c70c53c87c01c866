// SPDX-License-Identifier: MIT
#include "solve/jobs/rank_writer.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <utility>

namespace merels {

Status check_shared(const std::filesystem::path& folder, Transport& ranks) {
    if (ranks.alone()) return ok_status();
    // A name that nobody has asked for before.
    std::uint64_t number = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
    ranks.broadcast(std::as_writable_bytes(std::span(&number, 1)), 0);
    const std::filesystem::path path = folder / (".ranks-" + std::to_string(number) + ".part");
    if (ranks.is_first()) std::ofstream(path).put('\n');
    ranks.barrier();
    std::error_code ignored;
    const bool seen = std::filesystem::exists(path, ignored);
    const Status all = ranks.agree(
        seen ? ok_status()
             : Status(Error{ErrorCode::kBadInput, "does not see what the first rank writes to '" + folder.string() +
                                                      "': it must be on a file system that all share"}));
    if (ranks.is_first()) std::filesystem::remove(path, ignored);
    return all;
}

Status tidy_for_ranks(const std::filesystem::path& folder, Transport& ranks) {
    Status tidied = ok_status();
    if (ranks.is_first()) {
        Database database(folder);
        if (const auto writer = database.writer(); !writer) tidied = writer.error();
    }
    return ranks.agree(tidied);
}

Result<RankWriter> RankWriter::open(Database& database, Transport& ranks) {
    std::shared_ptr<DatabaseWriter> writer;
    Status opened = ok_status();
    if (ranks.is_first()) {
        const auto taken = database.writer();
        if (taken) {
            writer = *taken;
        } else {
            opened = taken.error();
        }
    }
    if (Status all = ranks.agree(opened); !all) return all.error();
    if (Status shared = check_shared(database.folder(), ranks); !shared) return shared.error();
    return RankWriter(database, ranks, std::move(writer));
}

Result<ManifestEntry> RankWriter::write(const TableSpec& spec, const RowSource& source, int threads,
                                        std::vector<std::uint32_t> first_rows) const {
    if (ranks_->alone()) return writer_->write(spec, source, threads);
    const auto written =
        write_table_on_ranks(database_->folder(), spec, source, threads,
                             {*ranks_, std::move(first_rows), writer_ ? writer_->busy() : Busy::kRefuse});
    if (!written) return written.error();
    return manifest_entry(spec, *written);
}

Status RankWriter::list(const std::string& collection, const std::string& rules,
                        std::span<const ManifestEntry> entries) const {
    return ranks_->agree(writer_ ? writer_->list(collection, rules, entries) : ok_status());
}

Status RankWriter::add_notes(const std::string& collection, const std::string& name, const Notes& notes) const {
    return ranks_->agree(writer_ && !notes.empty() ? writer_->add_notes(collection, name, notes) : ok_status());
}

}  // namespace merels
