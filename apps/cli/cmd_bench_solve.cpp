// SPDX-License-Identifier: MIT
// merels bench solve: the sweep against the textbook solver, and probing, in one run. CPU times, because the machine
// may be busy with other things.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "arguments.h"
#include "base/stopwatch.h"
#include "base/worker_pool.h"
#include "cmd_bench.h"
#include "index/subspace.h"
#include "merels/tablebase.h"
#include "number_format.h"
#include "output.h"
#include "progress_sinks.h"
#include "solve/jobs/kernel_kind.h"
#include "solve/jobs/moving_job.h"
#include "solve_run.h"
#include "store/database/digest.h"
#include "store/files/scratch_folder.h"
#include "verify/textbook_solver.h"

namespace merels::cli {
namespace {

struct Options {
    int max_men = 9;
    int threads = 0;
    std::string folder;
    std::string kernel = "auto";
    bool sweep_only = false;
    bool json = false;
};

struct SweepFigures {
    std::uint64_t positions = 0;
    double ns_per_position = 0;         // of CPU: the solving alone, as the textbook solver is timed
    double tables_ns_per_position = 0;  // of CPU, on top: packing and writing the tables
    double system_ns_per_position = 0;  // of both: what the system took, for fresh memory and files
    double positions_per_second = 0;
    double bits_per_position = 0;
    std::string kernel;
    std::string digest;
};

Result<SweepFigures> bench_sweep(const Options& options, const std::filesystem::path& database, Progress& progress) {
    MovingJobOptions job;
    job.database = std::make_shared<Database>(database);
    job.sweep.max_men = options.max_men;
    job.sweep.threads = options.threads;
    job.sweep.kernel = kernel_kind(kernel_of(options.kernel));
    job.checkpoint_seconds = 1e6;
    const auto plan = plan_moving_job(job);
    if (!plan) return plan.error();
    const double system_before = process_system_seconds();
    const auto done = run_moving_job(job, *plan, progress, nullptr);
    if (!done) return done.error();
    SweepFigures figures;
    figures.positions = plan->needs.positions;
    const auto positions = static_cast<double>(figures.positions);
    figures.ns_per_position = 1e9 * (done->cpu_seconds - done->write_cpu_seconds) / positions;
    figures.tables_ns_per_position = 1e9 * done->write_cpu_seconds / positions;
    figures.system_ns_per_position = 1e9 * (process_system_seconds() - system_before) / positions;
    figures.positions_per_second = positions / (done->sweep_seconds + done->write_seconds);
    figures.bits_per_position = 8.0 * static_cast<double>(done->bytes) / positions;
    figures.kernel = done->kernel;
    const auto digests = digest_database(*job.database, DigestOf::kTables, options.threads, progress);
    if (!digests) return digests.error();
    figures.digest = format_digest(digests->front().digest());
    return figures;
}

// Full values of random positions, drawn from all subspaces in proportion to their sizes, one thread. The first round
// brings the files into memory and is not timed.
Result<double> bench_probes(const Options& options, const std::filesystem::path& database) {
    const auto tables = Tablebase::open(database);
    if (!tables) return tables.error();
    const Variant variant = *parse_variant("nine-c1@12,12");
    std::vector<Subspace> subspaces;
    std::vector<double> weights;
    for (int own = kMinMen; own <= options.max_men; ++own) {
        for (int other = kMinMen; other <= options.max_men; ++other) {
            subspaces.push_back({static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other), 0, 0});
            weights.push_back(static_cast<double>(position_count(subspaces.back())));
        }
    }
    std::mt19937_64 random(1);
    std::discrete_distribution<std::size_t> pick(weights.begin(), weights.end());
    std::vector<Position> positions;
    for (int i = 0; i < 20'000; ++i) {
        const Subspace& s = subspaces[pick(random)];
        positions.push_back(position_at(
            s, {static_cast<ClassIndex>(random() % row_count(s)), static_cast<std::uint32_t>(random() % row_size(s))}));
    }
    double best = 0;
    for (int round = 0; round < 3; ++round) {
        const Stopwatch watch;
        for (const Position& p : positions) {
            if (const auto value = tables->value(variant, p); !value) return value.error();
        }
        if (round > 0) best = std::max(best, static_cast<double>(positions.size()) / watch.cpu_seconds());
    }
    return best;
}

struct Comparison {
    double textbook_ns_per_position = 0;
    std::uint64_t textbook_positions = 0;
    double probes_per_second = 0;
};

// What the sweep is compared with: the textbook solver on two units, and probing the tables of the sweep.
Result<Comparison> bench_others(const Options& options, const std::filesystem::path& database, Progress& progress) {
    const auto probes = bench_probes(options, database);
    if (!probes) return probes.error();
    constexpr std::array<verify::TextbookUnit, 2> units{{{5, 5}, {4, 6}}};
    verify::TextbookOptions how;
    how.threads = options.threads;
    how.unit_started = [&](const verify::TextbookUnit& unit) {
        progress.note(fmt::format("textbook solver: unit {}-{}", unit.a, unit.b));
    };
    const auto textbook = verify::solve_textbook(Board::kNine, AllInMills::kAnyMayBeTaken, units, how);
    if (!textbook) return textbook.error();
    return Comparison{textbook->ns_per_position(), textbook->positions, *probes};
}

void print_figures_as_json(const Options& options, const SweepFigures& sweep, const std::optional<Comparison>& others) {
    nlohmann::ordered_json json{{"sweep_ns_per_position", sweep.ns_per_position},
                                {"tables_ns_per_position", sweep.tables_ns_per_position},
                                {"system_ns_per_position", sweep.system_ns_per_position},
                                {"sweep_positions", sweep.positions},
                                {"sweep_positions_per_second", sweep.positions_per_second},
                                {"bits_per_position", sweep.bits_per_position},
                                {"digest", sweep.digest},
                                {"kernel", sweep.kernel},
                                {"threads", options.threads},
                                {"max_men", options.max_men}};
    if (others) {
        json["textbook_ns_per_position"] = others->textbook_ns_per_position;
        json["textbook_positions"] = others->textbook_positions;
        json["ratio"] = others->textbook_ns_per_position / sweep.ns_per_position;
        json["probes_per_second"] = others->probes_per_second;
    }
    print_json(json);
}

void print_figures(const Options& options, const SweepFigures& sweep, const std::optional<Comparison>& others) {
    if (others) {
        print_text(fmt::format("textbook, units 5-5 and 4-6: {:8.1f} ns of CPU a position\n",
                               others->textbook_ns_per_position));
    }
    print_text(fmt::format("sweep, up to {} men a side: {:9.1f} ns of CPU a position, depths recorded ({} kernel)\n",
                           options.max_men, sweep.ns_per_position, sweep.kernel));
    print_text(fmt::format("tables of the sweep: {:16.1f} ns of CPU a position more; {} with them\n",
                           sweep.tables_ns_per_position, human_rate(sweep.positions_per_second)));
    print_text(
        fmt::format("of both, the system's: {:14.1f} ns, mostly for fresh memory\n", sweep.system_ns_per_position));
    print_text(fmt::format("{:.2f} bits a position on disk; digest of the tables {}\n", sweep.bits_per_position,
                           sweep.digest));
    if (others) {
        print_text(fmt::format("ratio {:.1f}; {} probes/s on one core\n",
                               others->textbook_ns_per_position / sweep.ns_per_position,
                               with_commas(static_cast<std::uint64_t>(others->probes_per_second))));
    }
}

Status run(Options options) {
    if (options.threads == 0) options.threads = hardware_threads();
    const auto progress = make_progress(natural_style(stderr));
    const auto parent =
        options.folder.empty() ? std::filesystem::temp_directory_path() : std::filesystem::path(options.folder);
    if (!std::filesystem::is_directory(parent)) {
        return Error{ErrorCode::kBadInput, "there is no folder '" + parent.string() + "'"};
    }
    const ScratchFolder scratch(parent);
    const auto sweep = bench_sweep(options, scratch.path(), *progress);
    if (!sweep) return sweep.error();
    std::optional<Comparison> others;
    if (!options.sweep_only) {
        const auto measured = bench_others(options, scratch.path(), *progress);
        if (!measured) return measured.error();
        others = *measured;
    }
    options.json ? print_figures_as_json(options, *sweep, others) : print_figures(options, *sweep, others);
    return ok_status();
}

}  // namespace

void add_bench_solve_command(Command& bench, CommandSet& commands) {
    Command* command = bench.add_subcommand("solve", "The sweep against the textbook solver, and probing");
    const auto options = std::make_shared<Options>();
    command->add_option("--max-men", options->max_men, "Men a side of the sweep's part")
        ->check(Range(kMinMen, kMaxMen))
        ->capture_default_str();
    add_threads_option(*command, options->threads);
    add_kernel_option(*command, options->kernel);
    command->add_option("--folder", options->folder, "Where to put the tables for the time of the run");
    command->add_flag("--sweep-only", options->sweep_only, "No textbook solver and no probing");
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
