// SPDX-License-Identifier: MIT
// merels-mpi bench mpi: what the ranks of a solve say to each other, how long that takes, and how evenly the work is
// dealt out. Solves a game into a folder that is removed again.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "arguments.h"
#include "base/stopwatch.h"
#include "base/transport_log.h"
#include "cmd_bench.h"
#include "machine.h"
#include "number_format.h"
#include "output.h"
#include "progress_sinks.h"
#include "solve_run.h"
#include "store/files/scratch_folder.h"
#include "text_table.h"

namespace merels::cli {
namespace {

using Json = nlohmann::ordered_json;
using Logs = std::vector<std::vector<TransportStage>>;  // by rank, by stage

constexpr int kUsualMaxMen = 6;
constexpr double kShown = 0.01;  // a stage with less of the time and of the bytes is one among others

struct Options {
    std::string variant;
    int max_men = 0;
    SolveSettings settings;
    std::string folder;
    bool json = false;
};

// Some stages, over all ranks. Times are means over the ranks where nothing else is said.
struct Figures {
    std::string kind, name;
    std::size_t stages = 0;
    std::uint64_t sent = 0;  // by all ranks
    double seconds = 0;      // of the slowest rank, stage by stage
    double waiting = 0;      // for the others
    double transfer = 0;     // the rest of the time in calls
    double least = 0;        // CPU outside calls, of the rank that had least of it in each stage,
    double compute = 0;      // of all ranks, divided by their number,
    double most = 0;         // of the rank that had most
    double balance() const { return most > 0 ? compute / most : 1; }

    void add(const Figures& more) {
        stages += more.stages;
        sent += more.sent;
        seconds += more.seconds;
        waiting += more.waiting;
        transfer += more.transfer;
        least += more.least;
        compute += more.compute;
        most += more.most;
    }
};

Figures figures_of(const Logs& logs, std::size_t stage) {
    const TransportStage& own = logs[0][stage];
    Figures result{own.kind, own.name};
    result.stages = 1;
    result.least = own.compute();
    const auto ranks = static_cast<double>(logs.size());
    for (const auto& log : logs) {
        const TransportStage& one = log[stage];
        result.sent += one.use.sent;
        result.seconds = std::max(result.seconds, one.seconds);
        result.waiting += one.use.waiting / ranks;
        result.transfer += (one.use.seconds - one.use.waiting) / ranks;
        result.least = std::min(result.least, one.compute());
        result.compute += one.compute() / ranks;
        result.most = std::max(result.most, one.compute());
    }
    return result;
}

struct Report {
    Variant variant;
    const SolvePlan* plan = nullptr;
    int ranks = 1;
    int machines_ranks = 1;  // on this machine
    double seconds = 0;
    Logs logs;
    std::vector<Figures> stages;  // in their order
    std::vector<Figures> kinds;   // likewise
    Figures all;

    void sum_up() {
        for (std::size_t i = 0; i < logs[0].size(); ++i) {
            stages.push_back(figures_of(logs, i));
            const Figures& one = stages.back();
            auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const Figures& k) { return k.kind == one.kind; });
            if (kind == kinds.end()) kind = kinds.insert(kinds.end(), Figures{one.kind, ""});
            kind->add(one);
            all.add(one);
        }
    }
};

Json json_of(const Figures& figures) {
    return {{"sent", figures.sent},
            {"seconds", figures.seconds},
            {"waiting_seconds", figures.waiting},
            {"transfer_seconds", figures.transfer},
            {"compute_least", figures.least},
            {"compute_mean", figures.compute},
            {"compute_most", figures.most},
            {"balance", figures.balance()}};
}

Json json_of(const Report& report) {
    Json json{{"bench", "mpi"},
              {"variant", report.variant.id()},
              {"max_men", report.plan->max_men},
              {"with_hands", report.plan->reaches_start},
              {"values", report.plan->options.values == SolveValues::kDtw ? "dtw" : "wdl"},
              {"ranks", report.ranks},
              {"ranks_on_this_machine", report.machines_ranks},
              {"threads_of_a_rank", report.plan->options.threads},
              {"positions_without_hands", report.plan->moving ? report.plan->moving->positions : 0},
              {"positions_with_hands", report.plan->placing ? report.plan->placing->positions : 0},
              {"wall_seconds", report.seconds},
              {"all", json_of(report.all)}};
    for (const Figures& kind : report.kinds) {
        Json entry{{"kind", kind.kind}, {"stages", kind.stages}};
        entry.update(json_of(kind));
        json["kinds"].push_back(entry);
    }
    for (const auto& log : report.logs) {
        TransportStage sum;
        for (const TransportStage& stage : log) {
            sum.use.sent += stage.use.sent;
            sum.use.received += stage.use.received;
            sum.use.waiting += stage.use.waiting;
            sum.use.seconds += stage.use.seconds;
            sum.cpu_seconds += stage.compute();
        }
        json["by_rank"].push_back({{"sent", sum.use.sent},
                                   {"received", sum.use.received},
                                   {"waiting_seconds", sum.use.waiting},
                                   {"transfer_seconds", sum.use.seconds - sum.use.waiting},
                                   {"compute_seconds", sum.cpu_seconds}});
    }
    for (std::size_t i = 0; i < report.stages.size(); ++i) {
        Json entry{{"kind", report.stages[i].kind}, {"name", report.stages[i].name}};
        entry.update(json_of(report.stages[i]));
        for (const auto& log : report.logs) entry["sent_by_rank"].push_back(log[i].use.sent);
        json["stages"].push_back(entry);
    }
    return json;
}

TextTable table_of_figures(const std::string& heading) {
    return TextTable({{heading},
                      {"sent", Align::kRight},
                      {"time", Align::kRight},
                      {"waiting", Align::kRight},
                      {"transfer", Align::kRight},
                      {"least CPU", Align::kRight},
                      {"most CPU", Align::kRight},
                      {"balance", Align::kRight}});
}

void add_line(TextTable& table, const std::string& name, const Figures& figures) {
    table.add({name, human_bytes(figures.sent), human_seconds(figures.seconds), human_seconds(figures.waiting),
               human_seconds(figures.transfer), human_seconds(figures.least), human_seconds(figures.most),
               fmt::format("{:.0f} %", 100 * figures.balance())});
}

void print_report(const Report& report) {
    print_text(fmt::format("{}, {}{} men a side, {} ranks of {} threads ({} on this machine): {}\n",
                           report.variant.id(), report.plan->reaches_start ? "" : "without men in hand, up to ",
                           report.plan->max_men, report.ranks, report.plan->options.threads, report.machines_ranks,
                           human_seconds(report.seconds)));
    TextTable kinds = table_of_figures("");
    for (const Figures& kind : report.kinds) {
        add_line(kinds, kind.stages == 1 ? kind.kind : fmt::format("{} ({})", kind.kind, kind.stages), kind);
    }
    add_line(kinds, "all", report.all);
    print_text(kinds.text());
    for (const Figures& kind : report.kinds) {
        if (kind.stages == 1) continue;
        print_text("\n");
        TextTable stages = table_of_figures(kind.kind);
        Figures others;
        for (const Figures& stage : report.stages) {
            if (stage.kind != kind.kind) continue;
            const bool shown = stage.seconds >= kShown * report.all.seconds ||
                               static_cast<double>(stage.sent) >= kShown * static_cast<double>(report.all.sent);
            shown ? add_line(stages, stage.name, stage) : others.add(stage);
        }
        if (others.stages != 0) add_line(stages, fmt::format("{} others", others.stages), others);
        print_text(stages.text());
    }
    print_text(
        "\nsent: by all ranks. time: of the slowest rank. waiting: until the others had come. CPU: outside calls.\n");
}

// A folder that the first rank makes and removes, known to all.
class SharedFolder {
  public:
    static Result<std::unique_ptr<SharedFolder>> make(const std::string& parent_text, Transport& ranks) {
        const std::filesystem::path parent =
            parent_text.empty() ? std::filesystem::temp_directory_path() : std::filesystem::path(parent_text);
        std::error_code ignored;
        Status usable = ok_status();
        if (!std::filesystem::is_directory(parent, ignored)) {
            usable = Error{ErrorCode::kBadInput, "there is no folder '" + parent.string() + "'"};
        }
        if (Status all = ranks.agree(usable); !all) return all.error();
        auto shared = std::make_unique<SharedFolder>();
        std::string path;
        if (ranks.is_first()) {
            shared->folder_.emplace(parent);
            path = shared->folder_->path().string();
        }
        const auto said = ranks.all_gather(std::as_bytes(std::span(path)))[0];
        shared->path_ = std::string(reinterpret_cast<const char*>(said.data()), said.size());
        return shared;
    }
    const std::filesystem::path& path() const { return path_; }

  private:
    std::optional<ScratchFolder> folder_;
    std::filesystem::path path_;
};

Status run(const Options& options, Transport& ranks) {
    if (&ranks == &local_transport()) {
        return Error{ErrorCode::kBadInput,
                     "bench mpi measures several processes: mpirun -n 2 merels-mpi bench mpi (docs/cluster.md)"};
    }
    const auto variant = parse_variant(options.variant.empty() ? "nine-c1" : options.variant);
    if (!variant) return ranks.agree(variant.error());
    auto solve = solve_options(options.settings);
    if (!solve) return ranks.agree(solve.error());
    const auto folder = SharedFolder::make(options.folder, ranks);
    if (!folder) return folder.error();
    solve->ranks = &ranks;
    solve->database = (*folder)->path();
    solve->checkpoint_seconds = 1e6;
    if (options.max_men != 0) solve->max_men = options.max_men;
    if (options.max_men == 0 && options.variant.empty()) solve->max_men = kUsualMaxMen;
    auto plan = plan_solve(*variant, *solve);
    if (!plan) return plan.error();
    if (Status fits = plan->check_room(); !fits) return fits;
    const auto progress = ranks.is_first() ? make_solve_progress(options.settings) : std::make_unique<SilentProgress>();
    const Stopwatch watch;
    TransportLog log(ranks);
    if (Status solved = run_solve(*plan, *progress, &stop_on_signals(), {}); !solved) return solved;
    Report report{*variant, &*plan, ranks.size(), ranks.neighbours(), watch.seconds(), {}, {}, {}, {}};
    auto logs = log.of_all_ranks();
    if (!logs) return logs.error();
    report.logs = std::move(*logs);
    report.sum_up();
    options.json ? print_json(json_of(report)) : print_report(report);
    return ok_status();
}

}  // namespace

void add_bench_mpi_command(Command& bench, CommandSet& commands) {
    Command* command = bench.add_subcommand(
        "mpi", "What the ranks of a solve send, how long they wait and how even their work is (docs/cluster.md)");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT", options->variant,
                        "A game: ID or ID@WHITE,BLACK; nine-c1 without men in hand, up to 6 men a side, if left out");
    command
        ->add_option("--max-men", options->max_men,
                     "At most so many men a side; fewer than the game's: positions without men in hand only")
        ->check(Range(kMinMen, kMaxMen));
    command
        ->add_option("--values", options->settings.values,
                     "What to keep: dtw (results and depths) or wdl (results only)")
        ->check(IsMember({"dtw", "wdl"}));
    add_threads_option(*command, options->settings.threads);
    command->add_option("--memory", options->settings.memory, "Most memory of a rank, e.g. 2G");
    command->add_option("--folder", options->folder,
                        "Where to put the tables for the time of the run; all ranks must see it");
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add_for_ranks(command, [options](Transport& ranks) { return run(*options, ranks); });
}

}  // namespace merels::cli
