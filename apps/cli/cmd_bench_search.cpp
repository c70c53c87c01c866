// SPDX-License-Identifier: MIT
// merels bench search: nodes a second of the alpha-beta search on one core, and its signature.
#include <fmt/format.h>

#include <memory>

#include "arguments.h"
#include "cmd_bench.h"
#include "engine/search/search_bench.h"
#include "number_format.h"
#include "output.h"

namespace merels::cli {
namespace {

struct Options {
    int depth = kBenchDepth;
    bool json = false;
};

Status run(const Options& options) {
    const SearchBenchmark result = run_search_benchmark(options.depth);
    if (options.json) {
        print_json({{"bench", "search"},
                    {"depth", options.depth},
                    {"positions", result.positions},
                    {"signature", result.signature},
                    {"cpu_seconds", result.seconds},
                    {"nodes_per_second", result.nodes_per_second()}});
        return ok_status();
    }
    print_text(fmt::format("search: {} positions to depth {}, signature {}, {} CPU, {} nodes on one core\n",
                           result.positions, options.depth, result.signature, human_seconds(result.seconds),
                           human_rate(result.nodes_per_second())));
    return ok_status();
}

}  // namespace

void add_bench_search_command(Command& bench, CommandSet& commands) {
    Command* command =
        bench.add_subcommand("search", "Nodes a second of the search, one core, and its signature (a node count)");
    const auto options = std::make_shared<Options>();
    command->add_option("--depth", options->depth, "Plies; the signature belongs to the depth")->check(Range(4, 20));
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
