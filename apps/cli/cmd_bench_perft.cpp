// SPDX-License-Identifier: MIT
// merels bench perft: turns counted a second on one core.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "arguments.h"
#include "base/stopwatch.h"
#include "cmd_bench.h"
#include "number_format.h"
#include "output.h"
#include "rules/rules.h"

namespace merels::cli {
namespace {

constexpr int kMaxDepth = 9;  // minutes

struct Options {
    std::string variant = "nine-c1";
    int depth = 7;
    bool json = false;
};

Status run(const Options& options) {
    const auto variant = parse_variant(options.variant);
    if (!variant) return variant.error();
    const Stopwatch watch;
    const std::int64_t turns = perft(*variant, start_position(*variant), options.depth);
    const double wall = watch.seconds();
    const double cpu = watch.cpu_seconds();
    const double rate = static_cast<double>(turns) / std::max(cpu, 1e-9);
    if (options.json) {
        print_json({{"bench", "perft"},
                    {"variant", variant->id()},
                    {"depth", options.depth},
                    {"turns", turns},
                    {"wall_seconds", wall},
                    {"cpu_seconds", cpu},
                    {"turns_per_cpu_second", rate}});
        return ok_status();
    }
    print_text(fmt::format("perft {} {}: {} turns, {} wall, {} CPU, {} on one core\n", variant->id(), options.depth,
                           with_commas(static_cast<std::uint64_t>(turns)), human_seconds(wall), human_seconds(cpu),
                           human_rate(rate)));
    return ok_status();
}

}  // namespace

void add_bench_perft_command(Command& bench, CommandSet& commands) {
    Command* command = bench.add_subcommand("perft", "Turns counted a second, one core (nine-c1 to depth 7)");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT", options->variant, kVariantHelp);
    command->add_option("DEPTH", options->depth, "Number of turns, 1 to 9")->check(Range(1, kMaxDepth));
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
