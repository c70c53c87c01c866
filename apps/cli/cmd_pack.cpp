// SPDX-License-Identifier: MIT
// merels pack: tables to carry around: endgames, results of the whole game, or everything.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "arguments.h"
#include "base/stopwatch.h"
#include "base/worker_pool.h"
#include "commands.h"
#include "exchange/fetch_job.h"
#include "index/collection.h"
#include "index/ultra_table.h"
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
    std::string tier = "medium";
    int threads = 0;
};

constexpr int kSmallMen = 6;  // a side, in the small tier

// Small and full are copies of tables as they are, each compared with its digest.
Status copy(const Options& options, const Variant& variant) {
    const bool small = options.tier == "small";
    const Stopwatch watch;
    std::error_code ignored;
    if (std::filesystem::equivalent(options.database, options.target, ignored)) {
        return Error{ErrorCode::kBadInput, "the packed tables need a folder of their own"};
    }
    const auto source = open_file_source(options.database, &stop_on_signals());
    if (!source) return source.error();
    const std::string moving = moving_collection(variant.board, variant.all_in_mills);
    FetchOptions wanted{.to = options.target, .collections = {}, .wanted = {}};
    wanted.wanted = [&](const TableId& id) {
        if (id.collection == moving) {
            const int most = small ? kSmallMen : std::max(int{variant.white_men}, int{variant.black_men});
            return id.counts[0] <= most && id.counts[1] <= most;
        }
        return !small && (id.collection == variant.base_id || id.collection.starts_with(ultra_collection(variant, "")));
    };
    const auto progress = make_progress(natural_style(stderr));
    const auto copied = fetch_tables(**source, wanted, *progress);
    if (!copied) return copied.error();
    print_text(fmt::format("{} tables, {} copied in {}; {} were there already\n", with_commas(copied->tables),
                           human_bytes(copied->bytes), human_seconds(watch.seconds()), with_commas(copied->there)));
    return ok_status();
}

Status run(const Options& options) {
    const auto variant = parse_variant(options.variant);
    if (!variant) return variant.error();
    if (options.tier != "medium") return copy(options, *variant);
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
    Command* command =
        app.add_subcommand("pack", "Make tables to carry around: endgames, results without depths, or everything");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT", options->variant, kVariantHelp)->required();
    add_database_option(*command, options->database)->required();
    command->add_option("--to", options->target, "Folder for the packed tables")->required();
    command->add_option("--values", options->values, "What to keep: wdl (results only)")
        ->check(IsMember({"wdl"}))
        ->capture_default_str();
    command
        ->add_option("--tier", options->tier,
                     "small: endgames of at most six men a side, with depths; medium: results of the whole game; full: "
                     "everything")
        ->check(IsMember({"small", "medium", "full"}))
        ->capture_default_str();
    command->add_option("--threads", options->threads, "Threads; all of the machine's if left out")
        ->check(Range(1, 256));
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
