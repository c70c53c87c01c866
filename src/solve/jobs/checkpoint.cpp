// SPDX-License-Identifier: MIT
#include "solve/jobs/checkpoint.h"

#include <fmt/format.h>

#include <cstdio>
#include <optional>
#include <span>
#include <vector>

#include "store/files/chunk_file.h"

namespace merels {
namespace {

const char* const kJob = "job";  // the chunk that tells it
constexpr std::uint64_t kLongestName = 4096;

std::string file_name(bool depths, int max_men, int max_total) {
    return fmt::format("checkpoint-{}-{}-{}.mrc", depths ? "dtw" : "wdl", max_men, max_total);
}

}  // namespace

Checkpoint::Checkpoint(const std::filesystem::path& database, const std::string& collection, const SweepOptions& sweep)
    : folder_(database / collection),
      path_(folder_ / file_name(sweep.record_depths, sweep.max_men, sweep.max_total)),
      ranks_(*sweep.ranks),
      max_men_(sweep.max_men),
      max_total_(sweep.max_total),
      threads_(sweep.threads),
      depths_(sweep.record_depths) {}

bool Checkpoint::exists() const {
    std::error_code ignored;
    return std::filesystem::exists(path_, ignored);
}

std::string Checkpoint::job_name() const {
    return fmt::format("{} {} max-men {} max-total {}", folder_.filename().string(), depths_ ? "dtw" : "wdl", max_men_,
                       max_total_);
}

Status Checkpoint::save(const MovingSweep& sweep) const {
    ranks_.stage("checkpoint", "");
    std::optional<ChunkWriter> writer;  // of the first rank
    Status written = ok_status();
    if (ranks_.is_first()) {
        auto created = ChunkWriter::create(path_, threads_);
        if (created) {
            writer.emplace(*std::move(created));
        } else {
            written = created.error();
        }
    }
    const auto write = [&](std::string_view chunk, std::span<const std::byte> bytes) -> Status {
        if (writer && written) {
            written = writer->write(std::string(chunk),
                                    std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
        }
        // Where it fails the others must not be left waiting.
        return ranks_.alone() ? written : ok_status();
    };
    const std::string name = job_name();
    Status saved = write(kJob, std::as_bytes(std::span(name)));
    if (saved) saved = sweep.save(write);
    if (written) written = saved;
    if (written && writer) written = writer->finish();
    return ranks_.agree(written);
}

void Checkpoint::restore(MovingSweep& sweep, Progress& progress) const {
    const Status restored = restore_here(sweep);
    if (!ranks_.any(!restored)) {
        progress.note("going on from a checkpoint");
        return;
    }
    sweep.forget();
    if (restored) {
        progress.note("checkpoint not used: another rank cannot read it");
    } else if (restored.error().code != ErrorCode::kMissing) {
        progress.note("checkpoint not used: " + restored.error().message);
    }
}

// kMissing where there is none of this job.
Status Checkpoint::restore_here(MovingSweep& sweep) const {
    const Error other_job{ErrorCode::kMissing, path_.string() + " is of another job"};
    auto reader = ChunkReader::open(path_);
    if (!reader) return reader.error();
    const Chunk* chunk = reader->find(kJob);
    if (chunk == nullptr || chunk->bytes > kLongestName) return other_job;
    std::string name(chunk->bytes, '\0');
    const auto read = reader->read(kJob, std::span(reinterpret_cast<std::uint8_t*>(name.data()), name.size()), 1);
    if (!read || name != job_name()) return other_job;
    return sweep.restore([&](std::string_view part_name, std::span<std::byte> bytes) -> Status {
        const Chunk* part = reader->find(std::string(part_name));
        if (part == nullptr || part->bytes != bytes.size()) {
            return Error{ErrorCode::kCorrupt,
                         path_.string() + ": '" + std::string(part_name) + "' is missing or of another size"};
        }
        return reader->read(std::string(part_name),
                            std::span(reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()), threads_);
    });
}

void Checkpoint::remove() const {
    if (!ranks_.is_first()) return;
    std::error_code ignored;
    std::vector<std::filesystem::path> contained{folder_ / "checkpoint.mrc"};  // of version 0.1, which none can read
    for (const auto& entry : std::filesystem::directory_iterator(folder_, ignored)) {
        int men = 0, total = 0, end = 0;
        char kind[4] = "";
        const std::string name = entry.path().filename().string();
        if (std::sscanf(name.c_str(), "checkpoint-%3[a-z]-%d-%d.mrc%n", kind, &men, &total, &end) != 3) continue;
        if (static_cast<std::size_t>(end) != name.size()) continue;
        const bool has_depths = std::string_view(kind) == "dtw";
        if (men <= max_men_ && total <= max_total_ && (depths_ || !has_depths)) contained.push_back(entry.path());
    }
    for (const auto& path : contained) std::filesystem::remove(path, ignored);
}

}  // namespace merels
