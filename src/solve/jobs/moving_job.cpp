// SPDX-License-Identifier: MIT
// Order of a pass: restore the checkpoint if it is of this pass, sweep (a checkpoint now and then), write the tables
// of the pass, remove the checkpoint. A checkpoint names the job it belongs to; one that does not fit, or cannot be
// read, is not used.
#include "solve/jobs/moving_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/stopwatch.h"
#include "index/collection.h"
#include "store/files/chunk_file.h"

namespace merels {
namespace {

// Before anything is measured on the data at hand: what our tables and checkpoints took on the plain board.
constexpr double kTableBitsPerPosition = 2.5;
constexpr double kCheckpointBitsPerPosition = 3.0;

std::filesystem::path checkpoint_path(const std::filesystem::path& database, const std::string& collection) {
    return database / collection / "checkpoint.mrc";
}

ValueKind values_of(const SweepOptions& sweep) { return sweep.record_depths ? ValueKind::kDtw : ValueKind::kWdl; }

// Of positions without hands only board and capture rule count.
Variant rules_of_sweep(const SweepOptions& sweep) {
    Variant variant;
    variant.board = sweep.board;
    variant.all_in_mills = sweep.all_in_mills;
    return variant;
}

class MovingJob {
  public:
    MovingJob(const MovingJobOptions& options, const MovingJobPlan& plan, const DatabaseWriter& writer,
              Progress& progress, const std::atomic<bool>* stop)
        : options_(options), plan_(plan), writer_(writer), progress_(progress), stop_(stop) {}

    Result<MovingJobResult> run() {
        const Stopwatch watch;
        auto sweep = MovingSweep::create(options_.sweep);
        if (!sweep) return sweep.error();
        sweep_ = std::move(*sweep);
        result_.kernel = sweep_->kernel_name();
        for (int pass = 0; pass < sweep_->passes(); ++pass) {
            if (const auto missing = missing_of(pass); !missing.empty()) {
                if (auto done = run_pass(pass, missing); !done) return done.error();
            }
        }
        std::error_code ignored;
        std::filesystem::remove(checkpoint_path(options_.database->folder(), plan_.collection), ignored);
        result_.cpu_seconds = watch.cpu_seconds();
        if (options_.keep_results && sweep_->passes() == 1) result_.sweep = std::move(sweep_);
        return std::move(result_);
    }

  private:
    std::vector<Subspace> missing_of(int pass) const {
        const auto owns = sweep_->owns_of_pass(pass);
        std::vector<Subspace> result;
        std::copy_if(plan_.missing.begin(), plan_.missing.end(), std::back_inserter(result),
                     [&](const Subspace& s) { return std::find(owns.begin(), owns.end(), s.own) != owns.end(); });
        return result;
    }

    // What a checkpoint must agree with to be of use: the rules, the extent, and how passes are cut.
    std::string job_name(int pass) const {
        std::string owns;
        for (const int own : sweep_->owns_of_pass(pass)) owns += fmt::format(" {}", own);
        return fmt::format("{} {} max-men {} max-total {} pass {} owns{}", plan_.collection,
                           options_.sweep.record_depths ? "dtw" : "wdl", options_.sweep.max_men,
                           options_.sweep.max_total, pass, owns);
    }

    Status run_pass(int pass, const std::vector<Subspace>& missing) {
        const Stopwatch watch;
        restore(pass);
        progress_.begin(fmt::format("sweeping {}, pass {} of {}", plan_.collection, pass + 1, sweep_->passes()),
                        plan_.needs.positions);
        Stopwatch since_checkpoint;
        Status saved = ok_status();
        std::atomic<bool> halt{false};  // stops the sweep also when a checkpoint fails
        const auto report = [&](const PlyReport& r) {
            progress_.detail(fmt::format("ply {}, {} new", r.ply, r.new_positions));
            progress_.advance_to(std::min(r.decided, plan_.needs.positions));
            if (since_checkpoint.seconds() >= options_.checkpoint_seconds) {
                saved = save(pass);
                since_checkpoint = Stopwatch();
            }
            if (!saved || (stop_ != nullptr && *stop_)) halt = true;
        };
        const Status swept = sweep_->run_pass(pass, report, &halt);
        progress_.end();
        result_.sweep_seconds += watch.seconds();
        if (!saved) return saved;
        if (!swept) return swept.error().code == ErrorCode::kInterrupted ? interrupted(pass) : swept;
        return write_tables(pass, missing);
    }

    Status write_tables(int pass, const std::vector<Subspace>& missing) {
        const Stopwatch watch;
        std::uint64_t total = 0, done = 0;
        for (const Subspace& s : missing) total += position_count(s);
        progress_.begin("writing tables", total);
        for (const Subspace& s : missing) {
            if (stop_ != nullptr && *stop_) return interrupted(pass);
            progress_.detail(format_subspace(s));
            const bool depth = options_.sweep.record_depths;
            const Census census = sweep_->census(s.own, s.other);
            const TableSpec spec{{plan_.collection, s.counts()},
                                 values_of(options_.sweep),
                                 row_count(s),
                                 row_size(s),
                                 encode_census(depth ? census : without_depth(census))};
            const auto written = writer_.write(spec, sweep_->row_source(s.own, s.other), options_.sweep.threads);
            if (!written) return written.error();
            const std::string rules = rules_of(rules_of_sweep(options_.sweep), s);
            if (auto listed = writer_.list(plan_.collection, rules, std::span(&*written, 1)); !listed) return listed;
            ++result_.tables;
            result_.bytes += written->bytes;
            done += position_count(s);
            progress_.advance_to(done);
        }
        progress_.end();
        result_.write_seconds += watch.seconds();
        result_.write_cpu_seconds += watch.cpu_seconds();
        return ok_status();
    }

    Status interrupted(int pass) {
        progress_.end();
        if (auto saved = save(pass); !saved) return saved;
        return Error{ErrorCode::kInterrupted, "interrupted; the same command goes on from here"};
    }

    Status save(int pass) {
        auto writer =
            ChunkWriter::create(checkpoint_path(options_.database->folder(), plan_.collection), options_.sweep.threads);
        if (!writer) return writer.error();
        const std::string job = job_name(pass);
        if (auto s = writer->write("job", std::span(reinterpret_cast<const std::uint8_t*>(job.data()), job.size())); !s)
            return s;
        auto swept = sweep_->save([&](std::string_view name, std::span<const std::byte> bytes) {
            return writer->write(std::string(name),
                                 std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
        });
        if (!swept) return swept;
        return writer->finish();
    }

    // Takes up the checkpoint if it is of this pass of this job; otherwise the pass begins anew.
    void restore(int pass) {
        const auto path = checkpoint_path(options_.database->folder(), plan_.collection);
        auto reader = ChunkReader::open(path);
        if (!reader) {
            if (reader.error().code != ErrorCode::kMissing)
                progress_.note("checkpoint not used: " + reader.error().message);
            return;
        }
        const Chunk* chunk = reader->find("job");
        if (chunk == nullptr || chunk->bytes > 4096) return;
        std::string job(chunk->bytes, '\0');
        const auto read = reader->read("job", std::span(reinterpret_cast<std::uint8_t*>(job.data()), job.size()), 1);
        if (!read || job != job_name(pass)) return;
        const Status restored = sweep_->restore([&](std::string_view name, std::span<std::byte> bytes) -> Status {
            const Chunk* part = reader->find(std::string(name));
            if (part == nullptr || part->bytes != bytes.size()) {
                return Error{ErrorCode::kCorrupt,
                             path.string() + ": '" + std::string(name) + "' is missing or of another size"};
            }
            return reader->read(std::string(name),
                                std::span(reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()),
                                options_.sweep.threads);
        });
        progress_.note(restored ? "going on from a checkpoint" : "checkpoint not used: " + restored.error().message);
    }

    const MovingJobOptions& options_;
    const MovingJobPlan& plan_;
    const DatabaseWriter& writer_;
    Progress& progress_;
    const std::atomic<bool>* stop_;
    std::unique_ptr<MovingSweep> sweep_;
    MovingJobResult result_;
};

}  // namespace

Result<MovingJobPlan> plan_moving_job(const MovingJobOptions& options, Trust trust) {
    MovingJobPlan plan;
    plan.collection = moving_collection(options.sweep.board, options.sweep.all_in_mills);
    const auto needs = estimate(options.sweep);
    if (!needs) return needs.error();
    plan.needs = *needs;
    if (const auto usable = options.database->manifest(plan.collection);
        !usable && usable.error().code != ErrorCode::kMissing) {
        return usable.error();
    }
    const Variant rules = rules_of_sweep(options.sweep);
    std::uint64_t positions = 0;
    for (int own = kMinMen; own <= options.sweep.max_men; ++own) {
        for (int other = kMinMen; other <= most_other(options.sweep, own); ++other) {
            const Subspace s{static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other), 0, 0};
            if (has_table(*options.database, rules, s, values_of(options.sweep), trust)) continue;
            plan.missing.push_back(s);
            positions += position_count(s);
        }
    }
    plan.resumes = std::filesystem::exists(checkpoint_path(options.database->folder(), plan.collection));
    plan.disk_bytes = static_cast<std::uint64_t>(static_cast<double>(positions) * kTableBitsPerPosition / 8);
    // A checkpoint is only written by solves that last.
    if (plan.needs.cpu_seconds / options.sweep.threads > options.checkpoint_seconds) {
        plan.disk_bytes +=
            static_cast<std::uint64_t>(static_cast<double>(plan.needs.positions) * kCheckpointBitsPerPosition / 8);
    }
    return plan;
}

Result<MovingJobResult> run_moving_job(const MovingJobOptions& options, const MovingJobPlan& plan, Progress& progress,
                                       const std::atomic<bool>* stop) {
    if (plan.missing.empty()) return MovingJobResult{};
    const auto writer = options.database->writer();
    if (!writer) return writer.error();
    return MovingJob(options, plan, **writer, progress, stop).run();
}

}  // namespace merels
