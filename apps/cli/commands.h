// SPDX-License-Identifier: MIT
// The commands of the program. A new command is one file cmd_NAME.cpp, one declaration here and one line in
// commands.cpp.
//
// An add_NAME_command function makes a subcommand, binds its arguments to an options object of its own, and registers
// what to run. Running returns an error as a value; a command that fails has printed nothing on standard output.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "command.h"
#include "merels/result.h"

namespace merels::cli {

class CommandSet {
  public:
    using Run = std::function<Status()>;

    void add(const CLI::App* command, Run run) { entries_.emplace_back(command, std::move(run)); }
    // Runs the command that the parsed line asked for; nothing to run is not an error.
    Status run_chosen() const;

  private:
    std::vector<std::pair<const CLI::App*, Run>> entries_;
};

void add_variants_command(CLI::App& app, CommandSet& commands);
void add_show_command(CLI::App& app, CommandSet& commands);
void add_moves_command(CLI::App& app, CommandSet& commands);
void add_perft_command(CLI::App& app, CommandSet& commands);
void add_game_command(CLI::App& app, CommandSet& commands);
void add_solve_command(CLI::App& app, CommandSet& commands);
void add_starts_command(CLI::App& app, CommandSet& commands);
void add_verify_command(CLI::App& app, CommandSet& commands);
void add_check_command(CLI::App& app, CommandSet& commands);
void add_pack_command(CLI::App& app, CommandSet& commands);
void add_export_command(CLI::App& app, CommandSet& commands);
void add_compare_malom_command(CLI::App& app, CommandSet& commands);
void add_probe_command(CLI::App& app, CommandSet& commands);
void add_line_command(CLI::App& app, CommandSet& commands);
void add_stats_command(CLI::App& app, CommandSet& commands);
void add_values_command(CLI::App& app, CommandSet& commands);
void add_compare_command(CLI::App& app, CommandSet& commands);
void add_reproduce_command(CLI::App& app, CommandSet& commands);
void add_match_command(CLI::App& app, CommandSet& commands);
void add_annotate_command(CLI::App& app, CommandSet& commands);
void add_engine_command(CLI::App& app, CommandSet& commands);
void add_serve_command(CLI::App& app, CommandSet& commands);
void add_bench_command(CLI::App& app, CommandSet& commands);

// Calls every function above, in the order in which help lists them.
void add_all_commands(CLI::App& app, CommandSet& commands);

}  // namespace merels::cli
