// SPDX-License-Identifier: MIT
#include "solve/jobs/pack_job.h"

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "base/stopwatch.h"
#include "base/worker_pool.h"
#include "index/census.h"
#include "index/collection.h"
#include "index/layers.h"
#include "store/database/database.h"
#include "tables/variant_tables.h"

namespace merels {
namespace {

class PackJob {
  public:
    explicit PackJob(const PackOptions& options)
        : options_(options), pool_(options.threads), from_(options.from), to_(options.to) {}

    // The tables that are there, and their positions in all.
    Result<std::uint64_t> find_tables() {
        std::uint64_t positions = 0;
        for (const Subspace& s : subspaces_of(options_.variant)) {
            auto table = open_table(from_, options_.variant, s);
            if (!table && table.error().code == ErrorCode::kMissing) continue;
            if (!table) return table.error();
            tables_.push_back({s, std::move(*table)});
            positions += position_count(s);
        }
        if (tables_.empty()) {
            return Error{ErrorCode::kMissing, options_.from.string() + " has no table of " + options_.variant.id()};
        }
        return positions;
    }

    Result<PackResult> run(Progress& progress, const StopFlag* stop) {
        auto writer = to_.writer();
        if (!writer) return writer.error();
        writer_ = *writer;
        for (const auto& [s, table] : tables_) {
            if (stop != nullptr && *stop) {
                return Error{ErrorCode::kInterrupted, "interrupted; the same command goes on from here"};
            }
            progress.detail(format_subspace(s));
            if (Status done = pack(s, *table); !done) return done.error();
            result_.positions += position_count(s);
            progress.advance_to(result_.positions);
        }
        return result_;
    }

  private:
    Status pack(const Subspace& s, const Table& table) {
        const std::string& collection = table.spec().id.collection;
        if (Status counted = copy_losses(s, collection); !counted) return counted;
        result_.bytes_before += table.file_bytes();
        if (const auto there = open_table(to_, options_.variant, s)) {
            result_.bytes += (*there)->file_bytes();
            return ok_status();
        }
        const auto census = decode_census(table.spec().metadata);
        if (!census) return census.error();
        TableSpec spec = table.spec();
        spec.kind = ValueKind::kWdl;
        spec.metadata = encode_census(without_depth(*census));
        const std::size_t size = spec.row_size;
        const std::size_t bytes = spec.rows * size;
        const auto values = std::make_unique_for_overwrite<std::uint8_t[]>(bytes);
        if (Status read = read_all_rows(table, pool_, std::span(values.get(), bytes)); !read) return read;
        const RowSource results = [&](std::uint32_t row, std::span<std::uint8_t> out) {
            std::transform(values.get() + row * size, values.get() + (row + 1) * size, out.begin(),
                           [](std::uint8_t value) { return value != 0 ? 1 : 0; });
        };
        const auto written = writer_->write(spec, results, options_.threads, Packing::kDense);
        if (!written) return written.error();
        ++result_.tables;
        result_.bytes += written->bytes;
        return writer_->list(collection, rules_of(options_.variant, s), std::span(&*written, 1));
    }

    // The counts that stand beside a table with men in hand.
    Status copy_losses(const Subspace& s, const std::string& collection) const {
        if (s.own_hand + s.other_hand == 0) return ok_status();
        const std::string name = loss_notes_of(s);
        const auto notes = from_.notes(collection, name);
        if (!notes) return notes.error().code == ErrorCode::kMissing ? ok_status() : Status(notes.error());
        const auto note = (*notes)->find(format_subspace(s));
        if (note == (*notes)->end()) return ok_status();
        const auto losses = decode_census(note->second);
        if (!losses) return losses.error();
        return writer_->add_notes(collection, name, {{note->first, encode_census(without_depth(*losses))}});
    }

    const PackOptions& options_;
    WorkerPool pool_;
    Database from_;
    Database to_;
    std::shared_ptr<DatabaseWriter> writer_;
    std::vector<std::pair<Subspace, std::shared_ptr<const Table>>> tables_;
    PackResult result_;
};

}  // namespace

Result<PackResult> pack_tables(const PackOptions& options, Progress& progress, const StopFlag* stop) {
    std::error_code ignored;
    if (std::filesystem::equivalent(options.from, options.to, ignored)) {
        return Error{ErrorCode::kBadInput, "the packed tables need a folder of their own"};
    }
    const Stopwatch watch;
    PackJob job(options);
    const auto positions = job.find_tables();
    if (!positions) return positions.error();
    progress.begin("packing " + options.variant.id(), *positions);
    auto result = job.run(progress, stop);
    progress.end();
    if (result) result->seconds = watch.seconds();
    return result;
}

}  // namespace merels
