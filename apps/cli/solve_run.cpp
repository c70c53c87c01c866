// SPDX-License-Identifier: MIT
#include "solve_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "arguments.h"
#include "machine.h"
#include "number_format.h"
#include "progress_sinks.h"

namespace merels::cli {

void add_kernel_option(Command& command, std::string& kernel) {
    command.add_option("--kernel", kernel, "Which kernel: auto, portable, avx2, avx512")
        ->check(IsMember({"auto", "portable", "avx2", "avx512"}));
}

SolveKernel kernel_of(const std::string& name) {
    if (name == "portable") return SolveKernel::kPortable;
    if (name == "avx2") return SolveKernel::kAvx2;
    if (name == "avx512") return SolveKernel::kAvx512;
    return SolveKernel::kAuto;
}

void add_solve_options(Command& command, SolveSettings& settings, bool with_ultra) {
    add_database_option(command, settings.database)->required();
    std::vector<std::string> values{"dtw", "wdl"};
    if (with_ultra) values.emplace_back("ultra");
    command
        .add_option("--values", settings.values,
                    fmt::format("What to keep: dtw (results and depths) or wdl (results only){}",
                                with_ultra ? "; ultra: what draws are worth, on top of dtw" : ""))
        ->check(IsMember(values));
    command.add_option("--threads", settings.threads, "Threads; all of the machine's if left out")
        ->check(Range(1, 256));
    command.add_option("--memory", settings.memory, "Most memory to use, e.g. 16G; what is available if left out");
    command.add_option("--scratch", settings.scratch,
                       "Folder for what does not fit the memory; the database's if left out");
    command.add_option("--checkpoint", settings.checkpoint, "Seconds between checkpoints")
        ->check(Range(0.0, 1e6))
        ->capture_default_str();
    add_kernel_option(command, settings.kernel);
    command.add_option("--progress", settings.progress, "How to show progress: auto, bar, plain, json or none")
        ->check(IsMember({"auto", "bar", "plain", "json", "none"}));
}

Result<SolveOptions> solve_options(const SolveSettings& settings) {
    SolveOptions options;
    options.database = settings.database;
    options.values = settings.values == "dtw" ? SolveValues::kDtw : SolveValues::kWdl;
    options.threads = settings.threads;
    options.scratch = settings.scratch;
    options.checkpoint_seconds = settings.checkpoint;
    options.kernel = kernel_of(settings.kernel);
    if (!settings.memory.empty()) {
        const auto memory = parse_size(settings.memory);
        if (!memory) return memory.error();
        options.memory = *memory;
    }
    return options;
}

std::unique_ptr<Progress> make_solve_progress(const SolveSettings& settings) {
    static const std::map<std::string, ProgressStyle> styles{{"bar", ProgressStyle::kBar},
                                                             {"plain", ProgressStyle::kLines},
                                                             {"json", ProgressStyle::kJsonLines},
                                                             {"none", ProgressStyle::kSilent}};
    const auto found = styles.find(settings.progress);
    return make_progress(found == styles.end() ? natural_style(stderr) : found->second);
}

std::string plan_text(const SolvePlan& plan) {
    std::string text;
    if (const auto& moving = plan.moving) {
        text += fmt::format("{}: up to {} men a side, {} positions, {} tables to write{}\n", moving->collection,
                            plan.max_men, with_commas(moving->positions), moving->tables,
                            moving->resumes ? ", going on from a checkpoint" : "");
    }
    if (const auto& placing = plan.placing) {
        text += fmt::format("{}: {} positions with men in hand, {} tables to write\n", placing->collection,
                            with_commas(placing->positions), placing->tables);
    }
    if (plan.moving && plan.moving->scratch_bytes != 0) {
        text += fmt::format("with {} more memory nothing would go to a scratch file\n",
                            human_bytes(plan.moving->scratch_bytes));
    }
    return text + fmt::format("needs {} of memory ({} available), about {} of disk ({} free), roughly {}\n",
                              human_bytes(plan.memory), human_bytes(plan.memory_available),
                              human_bytes(plan.disk_bytes), human_bytes(plan.disk_available),
                              human_seconds(plan.seconds()));
}

std::string phase_text(const PhaseReport& report) {
    const auto positions = static_cast<double>(std::max<std::uint64_t>(1, report.positions));
    const std::string phase =
        report.moving
            ? fmt::format("moving phase in {}, {} kernel: sweep", human_seconds(report.seconds), report.kernel)
            : fmt::format("placing phase in {}: steps and counts", human_seconds(report.seconds));
    return fmt::format("{} {}, tables {}; CPU {} = {:.1f} ns a position\n{} tables, {}, {:.2f} bits a position\n",
                       phase, human_seconds(report.seconds - report.table_seconds), human_seconds(report.table_seconds),
                       human_seconds(report.cpu_seconds), 1e9 * report.cpu_seconds / positions, report.tables,
                       human_bytes(report.bytes), 8.0 * static_cast<double>(report.bytes) / positions);
}

}  // namespace merels::cli
