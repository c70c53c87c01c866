// SPDX-License-Identifier: MIT
// The subcommands of `merels bench`; a new one is one file, one declaration here and one line in cmd_bench.cpp.
#pragma once

#include "commands.h"

namespace merels::cli {

void add_bench_solve_command(Command& bench, CommandSet& commands);
void add_bench_perft_command(Command& bench, CommandSet& commands);
void add_bench_search_command(Command& bench, CommandSet& commands);
void add_bench_probe_command(Command& bench, CommandSet& commands);
void add_bench_mpi_command(Command& bench, CommandSet& commands);

}  // namespace merels::cli
