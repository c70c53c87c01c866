// SPDX-License-Identifier: MIT
// merels pack: makes the small form of solved tables from the full one.
#include <fmt/format.h>

#include <memory>

#include "arguments.h"
#include "base/worker_pool.h"
#include "commands.h"
#include "machine.h"
#include "number_format.h"
#include "output.h"
#include "progress_sinks.h"
#include "solve/jobs/pack_job.h"

namespace merels::cli {
namespace {

struct Options {
    std::string variant;
    std::string database;
    std::string target;
    std::string values = "wdl";
    int threads = 0;
};

Status run(const Options& options) {
    const auto variant = parse_variant(options.variant);
    if (!variant) return variant.error();
    const auto progress = make_progress(natural_style(stderr));
    const int threads = options.threads == 0 ? hardware_threads() : options.threads;
    const auto packed =
        pack_tables({options.database, options.target, *variant, threads}, *progress, &stop_on_signals());
    if (!packed) return packed.error();
    print_text(fmt::format("{} positions: {} became {} ({:.2f} bits a position), {} tables written in {}\n",
                           with_commas(packed->positions), human_bytes(packed->bytes_before),
                           human_bytes(packed->bytes),
                           8.0 * static_cast<double>(packed->bytes) / static_cast<double>(packed->positions),
                           packed->tables, human_seconds(packed->seconds)));
    return ok_status();
}

}  // namespace

void add_pack_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("pack", "Make the small form of solved tables: results without depths");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT", options->variant, kVariantHelp)->required();
    add_database_option(*command, options->database)->required();
    command->add_option("--to", options->target, "Folder for the packed tables")->required();
    command->add_option("--values", options->values, "What to keep: wdl (results only)")
        ->check(IsMember({"wdl"}))
        ->capture_default_str();
    command->add_option("--threads", options->threads, "Threads; all of the machine's if left out")
        ->check(Range(1, 256));
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
