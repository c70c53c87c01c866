// SPDX-License-Identifier: MIT
// merels solve: solves what a variant needs and a database does not hold yet.
#include <fmt/format.h>

#include <memory>

#include "tables/value_sources.h"
#include "arguments.h"
#include "commands.h"
#include "output.h"
#include "solve_run.h"
#include "solve_ultra.h"

namespace merels::cli {
namespace {

struct Options {
    std::string variant;
    SolveSettings settings;
    std::string phase = "all";
    int max_men = 0;
    bool dry_run = false;
    std::string subspace_values = "ratio";
};

Status run(const Options& options);

// The strong tables first, where they are missing.
Status run_ultra(const Options& options, const Variant& variant) {
    if (options.max_men != 0) return Error{ErrorCode::kBadInput, "--max-men does not go with --values ultra"};
    Options strong = options;
    strong.settings.values = "dtw";
    // What subspaces are worth is counted in all of them.
    if (options.subspace_values != "stones") strong.phase = "all";
    if (Status solved = run(strong); !solved) return solved;
    return solve_ultra(variant, strong.settings, {options.subspace_values, options.phase == "moving", options.dry_run});
}

Status run(const Options& options) {
    const auto variant = parse_variant(options.variant);
    if (!variant) return variant.error();
    if (options.settings.values == "ultra") return run_ultra(options, *variant);
    const auto max_men = options.max_men == 0 ? std::nullopt : std::optional(options.max_men);
    const auto job = moving_options(options.settings, *variant, max_men);
    if (!job) return job.error();
    auto plan =
        make_solve_plan(*job, *variant, options.phase == "moving", options.dry_run ? Trust::kManifest : Trust::kOpened);
    if (!plan) return plan.error();
    if (plan->nothing_to_do()) {
        print_text(fmt::format("{}: nothing to do, all tables up to {} men a side are there\n",
                               plan->reaches_start() ? variant->id() : plan->moving.collection,
                               plan->moving_job.sweep.max_men));
        return ok_status();
    }
    const Room room = room_for(*plan);
    print_text(plan_text(*plan, room));
    if (options.dry_run) return ok_status();
    if (Status fits = check_room(*plan, room); !fits) return fits;
    flush_output();
    const auto progress = make_solve_progress(options.settings);
    return run_solve_plan(*plan, *progress, [](const std::string& text) {
        print_text(text);
        flush_output();
    });
}

}  // namespace

void add_solve_command(CLI::App& app, CommandSet& commands) {
    CLI::App* command = app.add_subcommand("solve", "Solve a game and write its tables; goes on where it was stopped");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT", options->variant, kVariantHelp)->required();
    add_solve_options(*command, options->settings, true);
    command->add_option("--phase", options->phase, "moving: only positions without men in hand")
        ->check(CLI::IsMember({"all", "moving"}));
    command
        ->add_option("--max-men", options->max_men,
                     "At most so many men a side; fewer than the game's: positions without men in hand only")
        ->check(CLI::Range(kMinMen, kMaxMen));
    command->add_option("--subspace-values", options->subspace_values, kSubspaceValuesHelp)->capture_default_str();
    command->add_flag("--dry-run", options->dry_run, "Only say what it would need");
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
