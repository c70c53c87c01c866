// SPDX-License-Identifier: MIT
// merels solve: solves what a variant needs and a database does not hold yet.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "arguments.h"
#include "base/worker_pool.h"
#include "commands.h"
#include "machine.h"
#include "number_format.h"
#include "output.h"
#include "progress_sinks.h"
#include "solve_plan.h"

namespace merels::cli {
namespace {

struct Options {
    std::string variant;
    std::string database;
    std::string phase = "all";
    std::string memory = "16G";
    std::string progress = "auto";
    std::string kernel = "auto";
    std::string values = "dtw";
    int max_men = 0;
    int threads = 0;
    double checkpoint = 300;
    bool dry_run = false;
};

ProgressStyle style_of(const std::string& name) {
    static const std::map<std::string, ProgressStyle> styles{{"bar", ProgressStyle::kBar},
                                                             {"plain", ProgressStyle::kLines},
                                                             {"json", ProgressStyle::kJsonLines},
                                                             {"none", ProgressStyle::kSilent}};
    const auto found = styles.find(name);
    return found == styles.end() ? natural_style(stderr) : found->second;
}

solve::KernelKind kernel_of(const std::string& name) {
    if (name == "portable") return solve::KernelKind::kPortable;
    if (name == "avx2") return solve::KernelKind::kAvx2;
    if (name == "avx512") return solve::KernelKind::kAvx512;
    return solve::KernelKind::kAuto;
}

Result<MovingJobOptions> moving_options(const Options& options, const Variant& variant) {
    const auto memory = parse_size(options.memory);
    if (!memory) return memory.error();
    MovingJobOptions job;
    job.database = options.database;
    job.checkpoint_seconds = options.checkpoint;
    job.sweep.board = variant.board;
    job.sweep.all_in_mills = variant.all_in_mills;
    const int most = std::max(variant.white_men, variant.black_men);
    job.sweep.max_men = options.max_men == 0 ? most : options.max_men;
    job.sweep.threads = options.threads == 0 ? hardware_threads() : options.threads;
    job.sweep.memory_limit = *memory;
    job.sweep.kernel = kernel_of(options.kernel);
    job.sweep.record_depths = options.values == "dtw";
    return job;
}

void print_plan(const SolvePlan& plan, std::uint64_t memory, std::uint64_t disk) {
    const int threads = plan.moving_job.sweep.threads;
    double seconds = 0;
    if (const MovingJobPlan& moving = plan.moving; !moving.missing.empty()) {
        print_text(fmt::format("{}: up to {} men a side, {} positions in {} {}, {} tables to write{}\n",
                               moving.collection, plan.moving_job.sweep.max_men, with_commas(moving.needs.positions),
                               moving.needs.passes, moving.needs.passes == 1 ? "pass" : "passes", moving.missing.size(),
                               moving.resumes ? ", going on from a checkpoint" : ""));
        seconds += moving.needs.cpu_seconds / threads;
    }
    if (plan.placing_job && !plan.placing.nothing_to_do()) {
        print_text(fmt::format("{}: {} positions with men in hand, {} tables to write\n", plan.placing.collection,
                               with_commas(plan.placing.positions), plan.placing.missing.size()));
        seconds += plan.placing.cpu_seconds / threads;
    }
    print_text(fmt::format("needs {} of memory ({} available), about {} of disk ({} free), roughly {}\n",
                           human_bytes(plan.memory()), human_bytes(memory), human_bytes(plan.disk_bytes()),
                           human_bytes(disk), human_seconds(seconds)));
}

Status check_room(const SolvePlan& plan, std::uint64_t memory, std::uint64_t disk) {
    if (memory != 0 && plan.memory() > memory) {
        return Error{
            ErrorCode::kNoMemory,
            fmt::format("not enough memory: {} needed, {} available; a smaller --memory makes the moving phase "
                        "take more passes (at least {})",
                        human_bytes(plan.memory()), human_bytes(memory), human_bytes(plan.moving.needs.least_memory))};
    }
    if (plan.disk_bytes() > disk) {
        return Error{ErrorCode::kNoSpace, fmt::format("not enough disk: about {} needed, {} free",
                                                      human_bytes(plan.disk_bytes()), human_bytes(disk))};
    }
    return ok_status();
}

void print_tables(std::uint64_t tables, std::uint64_t bytes, std::uint64_t positions) {
    print_text(fmt::format("{} tables, {}, {:.2f} bits a position\n", tables, human_bytes(bytes),
                           8.0 * static_cast<double>(bytes) / static_cast<double>(positions)));
    flush_output();
}

// Gives back the sweep where its results are wanted for the placing phase.
Result<std::unique_ptr<MovingSweep>> solve_moving(const SolvePlan& plan, Progress& progress) {
    auto done = run_moving_job(plan.moving_job, plan.moving, progress, &stop_on_signals());
    if (!done) return done.error();
    std::uint64_t positions = 0;
    for (const Subspace& s : plan.moving.missing) positions += position_count(s);
    print_text(fmt::format("moving phase in {}, {} kernel: sweep {}, tables {}; CPU {} = {:.1f} ns a position\n",
                           human_seconds(done->sweep_seconds + done->write_seconds), done->kernel,
                           human_seconds(done->sweep_seconds), human_seconds(done->write_seconds),
                           human_seconds(done->cpu_seconds), 1e9 * done->cpu_seconds / static_cast<double>(positions)));
    print_tables(done->tables, done->bytes, positions);
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

Status solve_placing(const SolvePlan& plan, Progress& progress) {
    const auto done = run_placing_job(*plan.placing_job, plan.placing, progress, &stop_on_signals());
    if (!done) return done.error();
    const auto positions = std::max<std::uint64_t>(1, plan.placing.positions);
    print_text(fmt::format("placing phase in {}: steps and counts {}, tables {}; CPU {} = {:.1f} ns a position\n",
                           human_seconds(done->seconds), human_seconds(done->seconds - done->write_seconds),
                           human_seconds(done->write_seconds), human_seconds(done->cpu_seconds),
                           1e9 * done->cpu_seconds / static_cast<double>(positions)));
    print_tables(done->tables, done->bytes, positions);
    return ok_status();
}

Status run(const Options& options) {
    const auto variant = parse_variant(options.variant);
    if (!variant) return variant.error();
    const auto job = moving_options(options, *variant);
    if (!job) return job.error();
    auto plan = make_solve_plan(*job, *variant, options.phase == "moving");
    if (!plan) return plan.error();
    if (plan->nothing_to_do()) {
        print_text(fmt::format("{}: nothing to do, all tables up to {} men a side are there\n",
                               plan->placing_job ? variant->id() : plan->moving.collection,
                               plan->moving_job.sweep.max_men));
        return ok_status();
    }
    const std::uint64_t memory = available_memory();
    const std::uint64_t disk = available_disk(plan->moving_job.database);
    print_plan(*plan, memory, disk);
    if (options.dry_run) return ok_status();
    if (Status room = check_room(*plan, memory, disk); !room) return room;
    flush_output();
    const auto progress = make_progress(style_of(options.progress));
    Result<std::unique_ptr<MovingSweep>> sweep{std::unique_ptr<MovingSweep>()};
    if (!plan->moving.missing.empty()) {
        sweep = solve_moving(*plan, *progress);
        if (!sweep) return sweep.error();
    }
    if (!plan->placing_job) return ok_status();
    if (*sweep) plan->placing_job->moving = reader_of(**sweep);
    return solve_placing(*plan, *progress);
}

}  // namespace

void add_solve_command(CLI::App& app, CommandSet& commands) {
    CLI::App* command = app.add_subcommand("solve", "Solve a game and write its tables; goes on where it was stopped");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT", options->variant, kVariantHelp)->required();
    command->add_option("--db", options->database, kDatabaseHelp)->required();
    command->add_option("--phase", options->phase, "moving: only positions without men in hand")
        ->check(CLI::IsMember({"all", "moving"}));
    command
        ->add_option("--max-men", options->max_men,
                     "At most so many men a side; fewer than the game's: positions without men in hand only")
        ->check(CLI::Range(kMinMen, kMaxMen));
    command->add_option("--values", options->values, "What to keep: dtw (results and depths) or wdl (results only)")
        ->check(CLI::IsMember({"dtw", "wdl"}));
    command->add_option("--threads", options->threads, "Threads; all of the machine's if left out")
        ->check(CLI::Range(1, 256));
    command->add_option("--memory", options->memory, "Most memory to use, e.g. 16G")->capture_default_str();
    command->add_option("--checkpoint", options->checkpoint, "Seconds between checkpoints")
        ->check(CLI::Range(0.0, 1e6))
        ->capture_default_str();
    command->add_option("--kernel", options->kernel, "Which kernel: auto, portable, avx2, avx512")
        ->check(CLI::IsMember({"auto", "portable", "avx2", "avx512"}));
    command->add_flag("--dry-run", options->dry_run, "Only say what it would need");
    command->add_option("--progress", options->progress, "How to show progress: auto, bar, plain, json or none")
        ->check(CLI::IsMember({"auto", "bar", "plain", "json", "none"}));
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
