// SPDX-License-Identifier: MIT
// merels solve: solves what a variant needs and a database does not hold yet.
#include <fmt/format.h>

#include <memory>

#include "arguments.h"
#include "commands.h"
#include "index/collection.h"
#include "machine.h"
#include "output.h"
#include "solve_run.h"
#include "solve_ultra.h"
#include "tables/value_sources.h"

namespace merels::cli {
namespace {

struct Options {
    std::string variant;
    SolveSettings settings;
    std::string phase = "all";
    int max_men = 0;
    bool dry_run = false;
    std::string subspace_values = "ratio";
    bool recheck = false;
};

Status run(const Options& options, Transport& ranks);

// The strong tables first, where they are missing.
Status run_ultra(const Options& options, const Variant& variant, Transport& ranks) {
    if (options.max_men != 0) {
        return ranks.agree(Error{ErrorCode::kBadInput, "--max-men does not go with --values ultra"});
    }
    // A bad file is refused before hours of solving; what is made from tables may not be there yet.
    const auto values = find_subspace_values(options.settings.database, variant, options.subspace_values);
    const bool refused = !values && values.error().code != ErrorCode::kMissing;
    if (Status all = ranks.agree(refused ? Status(values.error()) : ok_status()); !all) return all;
    Options strong = options;
    strong.settings.values = "dtw";
    // What subspaces are worth is counted in all of them.
    if (options.subspace_values != "stones") strong.phase = "all";
    if (Status solved = run(strong, ranks); !solved) return solved;
    return solve_ultra(variant, strong.settings,
                       {options.subspace_values, options.phase == "moving", options.dry_run, options.recheck}, ranks);
}

Status run(const Options& options, Transport& ranks) {
    const auto variant = parse_variant(options.variant);
    if (!variant) return ranks.agree(variant.error());
    if (options.settings.values == "ultra") return run_ultra(options, *variant, ranks);
    auto solve = solve_options(options.settings);
    if (!solve) return ranks.agree(solve.error());
    solve->ranks = &ranks;
    solve->moving_only = options.phase == "moving";
    solve->open_tables = !options.dry_run;
    if (options.max_men != 0) solve->max_men = options.max_men;
    auto plan = plan_solve(*variant, *solve);
    if (!plan) return plan.error();
    if (plan->nothing_to_do()) {
        SilentProgress quiet;
        if (!options.dry_run) {  // a checkpoint may be left of a solve that ended just before it was done
            if (Status tidied = run_solve(*plan, quiet, nullptr, {}); !tidied) return tidied;
        }
        const std::string what =
            plan->reaches_start ? variant->id() : moving_collection(variant->board, variant->all_in_mills);
        print_text(fmt::format("{}: nothing to do, all tables up to {} men a side are there\n", what, plan->max_men));
        return ok_status();
    }
    print_text(plan_text(*plan));
    if (options.dry_run) return ok_status();
    if (Status fits = plan->check_room(); !fits) return fits;
    flush_output();
    const auto progress = ranks.is_first() ? make_solve_progress(options.settings) : std::make_unique<SilentProgress>();
    return run_solve(*plan, *progress, &stop_on_signals(), [](const PhaseReport& report) {
        print_text(phase_text(report));
        flush_output();
    });
}

}  // namespace

void add_solve_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("solve", "Solve a game and write its tables; goes on where it was stopped");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT", options->variant, kVariantHelp)->required();
    add_solve_options(*command, options->settings, true);
    command->add_option("--phase", options->phase, "moving: only positions without men in hand")
        ->check(IsMember({"all", "moving"}));
    command
        ->add_option("--max-men", options->max_men,
                     "At most so many men a side; fewer than the game's: positions without men in hand only")
        ->check(Range(kMinMen, kMaxMen));
    command->add_option("--subspace-values", options->subspace_values, kSubspaceValuesHelp)->capture_default_str();
    command->add_flag("--recheck", options->recheck,
                      "With --values ultra: find wins, losses and depths with men in hand again and compare them with "
                      "the strong tables (a third more time)");
    command->add_flag("--dry-run", options->dry_run, "Only say what it would need");
    commands.add_for_ranks(command, [options](Transport& ranks) { return run(*options, ranks); });
}

}  // namespace merels::cli
