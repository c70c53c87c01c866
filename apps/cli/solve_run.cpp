// SPDX-License-Identifier: MIT
#include "solve_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "arguments.h"
#include "base/worker_pool.h"
#include "machine.h"
#include "number_format.h"
#include "progress_sinks.h"

namespace merels::cli {
namespace {

solve::KernelKind kernel_of(const std::string& name) {
    if (name == "portable") return solve::KernelKind::kPortable;
    if (name == "avx2") return solve::KernelKind::kAvx2;
    if (name == "avx512") return solve::KernelKind::kAvx512;
    return solve::KernelKind::kAuto;
}

std::string tables_text(std::uint64_t tables, std::uint64_t bytes, std::uint64_t positions) {
    return fmt::format("{} tables, {}, {:.2f} bits a position\n", tables, human_bytes(bytes),
                       8.0 * static_cast<double>(bytes) / static_cast<double>(positions));
}

// Gives back the sweep where its results are wanted for the placing phase.
Result<std::unique_ptr<MovingSweep>> solve_moving(const SolvePlan& plan, Progress& progress, const Report& report) {
    auto done = run_moving_job(plan.moving_job, plan.moving, progress, &stop_on_signals());
    if (!done) return done.error();
    std::uint64_t positions = 0;
    for (const Subspace& s : plan.moving.missing) positions += position_count(s);
    report(fmt::format("moving phase in {}, {} kernel: sweep {}, tables {}; CPU {} = {:.1f} ns a position\n",
                       human_seconds(done->sweep_seconds + done->write_seconds), done->kernel,
                       human_seconds(done->sweep_seconds), human_seconds(done->write_seconds),
                       human_seconds(done->cpu_seconds), 1e9 * done->cpu_seconds / static_cast<double>(positions)) +
           tables_text(done->tables, done->bytes, positions));
    return std::move(done->sweep);
}

solve::TableReader reader_of(const MovingSweep& sweep) {
    return [&sweep](const Subspace& s, ClassIndex first, ClassIndex rows, std::span<std::uint8_t> out) -> Status {
        const RowSource source = sweep.row_source(s.own, s.other);
        const std::size_t size = row_size(s);
        for (ClassIndex i = 0; i < rows; ++i) source(first + i, out.subspan(i * size, size));
        return ok_status();
    };
}

Status solve_placing(const SolvePlan& plan, Progress& progress, const Report& report) {
    const auto done = run_placing_job(*plan.placing_job, plan.placing, progress, &stop_on_signals());
    if (!done) return done.error();
    const auto positions = std::max<std::uint64_t>(1, plan.placing.positions);
    report(fmt::format("placing phase in {}: steps and counts {}, tables {}; CPU {} = {:.1f} ns a position\n",
                       human_seconds(done->seconds), human_seconds(done->seconds - done->write_seconds),
                       human_seconds(done->write_seconds), human_seconds(done->cpu_seconds),
                       1e9 * done->cpu_seconds / static_cast<double>(positions)) +
           tables_text(done->tables, done->bytes, positions));
    return ok_status();
}

}  // namespace

void add_solve_options(CLI::App& command, SolveSettings& settings, bool with_ultra) {
    command.add_option("--db", settings.database, kDatabaseHelp)->required();
    std::vector<std::string> values{"dtw", "wdl"};
    if (with_ultra) values.emplace_back("ultra");
    command
        .add_option("--values", settings.values,
                    fmt::format("What to keep: dtw (results and depths) or wdl (results only){}",
                                with_ultra ? "; ultra: what draws are worth, on top of dtw" : ""))
        ->check(CLI::IsMember(values));
    command.add_option("--threads", settings.threads, "Threads; all of the machine's if left out")
        ->check(CLI::Range(1, 256));
    command.add_option("--memory", settings.memory, "Most memory to use, e.g. 16G")->capture_default_str();
    command.add_option("--checkpoint", settings.checkpoint, "Seconds between checkpoints")
        ->check(CLI::Range(0.0, 1e6))
        ->capture_default_str();
    command.add_option("--kernel", settings.kernel, "Which kernel: auto, portable, avx2, avx512")
        ->check(CLI::IsMember({"auto", "portable", "avx2", "avx512"}));
    command.add_option("--progress", settings.progress, "How to show progress: auto, bar, plain, json or none")
        ->check(CLI::IsMember({"auto", "bar", "plain", "json", "none"}));
}

Result<MovingJobOptions> moving_options(const SolveSettings& settings, const Variant& variant,
                                        std::optional<int> max_men) {
    const auto memory = parse_size(settings.memory);
    if (!memory) return memory.error();
    MovingJobOptions job;
    job.database = std::make_shared<Database>(settings.database);
    job.checkpoint_seconds = settings.checkpoint;
    set_extent(job.sweep, variant, max_men);
    job.sweep.threads = settings.threads == 0 ? hardware_threads() : settings.threads;
    job.sweep.memory_limit = *memory;
    job.sweep.kernel = kernel_of(settings.kernel);
    job.sweep.record_depths = settings.values == "dtw";
    return job;
}

std::unique_ptr<Progress> make_solve_progress(const SolveSettings& settings) {
    static const std::map<std::string, ProgressStyle> styles{{"bar", ProgressStyle::kBar},
                                                             {"plain", ProgressStyle::kLines},
                                                             {"json", ProgressStyle::kJsonLines},
                                                             {"none", ProgressStyle::kSilent}};
    const auto found = styles.find(settings.progress);
    return make_progress(found == styles.end() ? natural_style(stderr) : found->second);
}

Room room_for(const SolvePlan& plan) {
    return {available_memory(), available_disk(plan.moving_job.database->folder())};
}

Status check_room(const SolvePlan& plan, const Room& room) {
    if (room.memory != 0 && plan.memory() > room.memory) {
        return Error{ErrorCode::kNoMemory,
                     fmt::format("not enough memory: {} needed, {} available; a smaller --memory makes the moving "
                                 "phase take more passes (at least {})",
                                 human_bytes(plan.memory()), human_bytes(room.memory),
                                 human_bytes(plan.moving.needs.least_memory))};
    }
    if (plan.disk_bytes() > room.disk) {
        return Error{ErrorCode::kNoSpace, fmt::format("not enough disk: about {} needed, {} free",
                                                      human_bytes(plan.disk_bytes()), human_bytes(room.disk))};
    }
    return ok_status();
}

std::string plan_text(const SolvePlan& plan, const Room& room) {
    const int threads = plan.moving_job.sweep.threads;
    double seconds = 0;
    std::string text;
    if (const MovingJobPlan& moving = plan.moving; !moving.missing.empty()) {
        text += fmt::format("{}: up to {} men a side, {} positions in {} {}, {} tables to write{}\n", moving.collection,
                            plan.moving_job.sweep.max_men, with_commas(moving.needs.positions), moving.needs.passes,
                            moving.needs.passes == 1 ? "pass" : "passes", moving.missing.size(),
                            moving.resumes ? ", going on from a checkpoint" : "");
        seconds += moving.needs.cpu_seconds / threads;
    }
    if (plan.placing_job && !plan.placing.nothing_to_do()) {
        text += fmt::format("{}: {} positions with men in hand, {} tables to write\n", plan.placing.collection,
                            with_commas(plan.placing.positions), plan.placing.missing.size());
        seconds += plan.placing.cpu_seconds / threads;
    }
    return text + fmt::format("needs {} of memory ({} available), about {} of disk ({} free), roughly {}\n",
                              human_bytes(plan.memory()), human_bytes(room.memory), human_bytes(plan.disk_bytes()),
                              human_bytes(room.disk), human_seconds(seconds));
}

Status run_solve_plan(SolvePlan& plan, Progress& progress, const Report& report) {
    const auto writer = plan.moving_job.database->writer();  // through both phases
    if (!writer) return writer.error();
    Result<std::unique_ptr<MovingSweep>> sweep{std::unique_ptr<MovingSweep>()};
    if (!plan.moving.missing.empty()) {
        sweep = solve_moving(plan, progress, report);
        if (!sweep) return sweep.error();
    }
    if (!plan.placing_job) return ok_status();
    if (*sweep) plan.placing_job->moving = reader_of(**sweep);
    return solve_placing(plan, progress, report);
}

}  // namespace merels::cli
