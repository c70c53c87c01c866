// SPDX-License-Identifier: MIT
// merels bench: measurements. Each is a subcommand with a file of its own, cmd_bench_NAME.cpp.
#include "cmd_bench.h"

#include "commands.h"

namespace merels::cli {

void add_bench_command(Command& app, CommandSet& commands) {
    Command* bench = app.add_subcommand("bench", "Measure how fast things are on this machine");
    bench->require_subcommand(1);
    add_bench_solve_command(*bench, commands);
    add_bench_perft_command(*bench, commands);
    add_bench_search_command(*bench, commands);
    add_bench_probe_command(*bench, commands);
    add_bench_mpi_command(*bench, commands);
}

}  // namespace merels::cli
