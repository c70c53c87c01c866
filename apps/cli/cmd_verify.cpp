// SPDX-License-Identifier: MIT
// merels verify: looks at every position of every table with a move generator and a minimax of its own.
#include <fmt/format.h>

#include <memory>

#include "arguments.h"
#include "commands.h"
#include "machine.h"
#include "number_format.h"
#include "output.h"
#include "progress_sinks.h"
#include "tables/ultra_collection.h"
#include "verify/verifier.h"

namespace merels::cli {
namespace {

struct Options {
    std::string variant;
    std::string database;
    std::string phase = "all";
    std::string values = "strong";
    std::string subspace_values;
    std::string memory = "4G";
    std::uint64_t sample = 0;
    std::uint64_t seed = 1;
    int threads = 0;
    bool json = false;
};

nlohmann::ordered_json to_json(const verify::VerifyReport& report) {
    using Json = nlohmann::ordered_json;
    const auto names = [](const std::vector<Subspace>& list) {
        Json json = Json::array();
        for (const Subspace& s : list) json.push_back(format_subspace(s));
        return json;
    };
    Json json{{"passed", report.passed()},
              {"subspaces", report.subspaces},
              {"positions", report.positions},
              {"wrong", report.wrong},
              {"first_wrong", report.first_wrong ? Json(report.first_wrong->describe()) : Json()},
              {"missing", names(report.missing)},
              {"unchecked", names(report.unchecked)},
              {"seconds", report.seconds},
              {"cpu_seconds", report.cpu_seconds}};
    Json& census = json["wrong_census"] = Json::array();
    for (const auto& wrong : report.wrong_census) census.push_back(format_subspace(wrong.subspace) + ": " + wrong.what);
    return json;
}

Status run(const Options& options) {
    const auto variant = parse_variant(options.variant);
    if (!variant) return variant.error();
    const auto memory = parse_size(options.memory);
    if (!memory) return memory.error();
    if (options.values != "ultra" && !options.subspace_values.empty()) {
        return Error{ErrorCode::kBadInput, "--subspace-values goes with --values ultra"};
    }
    const auto progress = make_progress(natural_style(stderr));
    verify::VerifyOptions how;
    how.sample = options.sample;
    how.seed = options.seed;
    how.moving_only = options.phase == "moving";
    how.threads = thread_count(options.threads);
    how.memory = *memory;
    how.progress = progress.get();
    how.stop = &stop_on_signals();
    const auto report = options.values == "ultra"
                            ? verify::verify_ultra_tables(*variant, options.database, options.subspace_values, how)
                            : verify::verify_tables(*variant, options.database, how);
    if (!report) return report.error();
    if (options.json) {
        print_json(to_json(*report));
    } else if (report->passed()) {
        print_text(fmt::format(
            "{} subspaces, {} positions {}: all right, in {} (CPU {} = {:.0f} ns a position)\n", report->subspaces,
            with_commas(report->positions), options.sample == 0 ? "checked" : "sampled", human_seconds(report->seconds),
            human_seconds(report->cpu_seconds), 1e9 * report->cpu_seconds / static_cast<double>(report->positions)));
        if (!report->missing.empty()) print_text(fmt::format("{} subspaces have no table\n", report->missing.size()));
        if (!report->unchecked.empty()) {
            print_text(fmt::format("{} tables were not checked: tables that their turns lead to are missing\n",
                                   report->unchecked.size()));
        }
    }
    if (report->passed()) return ok_status();
    if (report->first_wrong) {
        return Error{ErrorCode::kCorrupt, fmt::format("{} wrong of {}; the first: {}", with_commas(report->wrong),
                                                      with_commas(report->positions), report->first_wrong->describe())};
    }
    return Error{ErrorCode::kCorrupt,
                 format_subspace(report->wrong_census.front().subspace) + ": " + report->wrong_census.front().what};
}

}  // namespace

void add_verify_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("verify", "Check every value of the tables by other code than the solver's");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT", options->variant, kVariantHelp)->required();
    add_database_option(*command, options->database)->required();
    command->add_option("--phase", options->phase, "moving: only positions without men in hand")
        ->check(IsMember({"all", "moving"}));
    command->add_option("--values", options->values, "strong, or ultra: the ultra-strong tables")
        ->check(IsMember({"strong", "ultra"}));
    command->add_option("--subspace-values", options->subspace_values, kUltraSetHelp);
    command->add_option("--sample", options->sample, "Check so many random positions instead of all");
    command->add_option("--seed", options->seed, "Seed of the sample")->capture_default_str();
    add_threads_option(*command, options->threads);
    add_table_memory_option(*command, options->memory);
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
