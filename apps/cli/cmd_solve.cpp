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
#include "solve/moving_job.h"

namespace merels::cli {
namespace {

struct Options {
    std::string variant;
    std::string database;
    std::string phase = "all";
    std::string memory = "16G";
    std::string progress = "auto";
    std::string kernel = "auto";
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
    return job;
}

void print_plan(const MovingJobOptions& job, const MovingJobPlan& plan, std::uint64_t memory, std::uint64_t disk) {
    print_text(fmt::format("{}: up to {} men a side, {} positions, {} tables to write{}\n", plan.collection,
                           job.sweep.max_men, with_commas(plan.needs.positions), plan.missing.size(),
                           plan.resumes ? ", going on from a checkpoint" : ""));
    print_text(fmt::format("needs {} of memory ({} available) in {} {}, about {} of disk ({} free), roughly {}\n",
                           human_bytes(plan.needs.memory), human_bytes(memory), plan.needs.passes,
                           plan.needs.passes == 1 ? "pass" : "passes", human_bytes(plan.disk_bytes), human_bytes(disk),
                           human_seconds(plan.needs.cpu_seconds / job.sweep.threads)));
}

Status solve_moving(const Options& options, const Variant& variant) {
    const auto job = moving_options(options, variant);
    if (!job) return job.error();
    const auto plan = plan_moving_job(*job);
    if (!plan) return plan.error();
    if (plan->missing.empty()) {
        print_text(fmt::format("{}: nothing to do, all tables up to {} men a side are there\n", plan->collection,
                               job->sweep.max_men));
        return ok_status();
    }
    const std::uint64_t memory = available_memory();
    const std::uint64_t disk = available_disk(job->database);
    print_plan(*job, *plan, memory, disk);
    if (options.dry_run) return ok_status();
    if (memory != 0 && plan->needs.memory > memory) {
        return Error{
            ErrorCode::kNoMemory,
            fmt::format(
                "not enough memory: {} needed, {} available; a smaller --memory takes more passes (at least {})",
                human_bytes(plan->needs.memory), human_bytes(memory), human_bytes(plan->needs.least_memory))};
    }
    if (plan->disk_bytes > disk) {
        return Error{ErrorCode::kNoSpace, fmt::format("not enough disk: about {} needed, {} free",
                                                      human_bytes(plan->disk_bytes), human_bytes(disk))};
    }
    flush_output();
    const auto progress = make_progress(style_of(options.progress));
    const auto done = run_moving_job(*job, *plan, *progress, &stop_on_signals());
    if (!done) return done.error();
    std::uint64_t positions = 0;
    for (const Subspace& s : plan->missing) positions += position_count(s);
    print_text(fmt::format("solved in {}, {} kernel: sweep {}, tables {}; CPU {} = {:.1f} ns a position\n",
                           human_seconds(done->sweep_seconds + done->write_seconds), done->kernel,
                           human_seconds(done->sweep_seconds), human_seconds(done->write_seconds),
                           human_seconds(done->cpu_seconds), 1e9 * done->cpu_seconds / static_cast<double>(positions)));
    print_text(fmt::format("{} tables, {}, {:.2f} bits a position\n", done->tables, human_bytes(done->bytes),
                           8.0 * static_cast<double>(done->bytes) / static_cast<double>(positions)));
    return ok_status();
}

Status run(const Options& options) {
    const auto variant = parse_variant(options.variant);
    if (!variant) return variant.error();
    return solve_moving(options, *variant);
}

}  // namespace

void add_solve_command(CLI::App& app, CommandSet& commands) {
    CLI::App* command = app.add_subcommand("solve", "Solve a game and write its tables; goes on where it was stopped");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT", options->variant, kVariantHelp)->required();
    command->add_option("--db", options->database, kDatabaseHelp)->required();
    command->add_option("--phase", options->phase, "moving: only positions without men in hand")
        ->check(CLI::IsMember({"all", "moving"}));
    command->add_option("--max-men", options->max_men, "At most so many men a side (moving phase)")
        ->check(CLI::Range(kMinMen, kMaxMen));
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
