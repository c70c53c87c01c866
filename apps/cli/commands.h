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

#include "base/transport.h"
#include "command.h"
#include "merels/result.h"

namespace merels::cli {

class CommandSet {
  public:
    using Run = std::function<Status()>;
    using RunOnRanks = std::function<Status(Transport& ranks)>;

    // The processes that run the commands.
    explicit CommandSet(Transport& ranks) : ranks_(ranks) {}

    void add(const Command* command, Run run);
    // A command that many processes can share.
    void add_for_ranks(const Command* command, RunOnRanks run) { entries_.emplace_back(command, std::move(run)); }
    // Runs the command that the parsed line asked for; nothing to run is not an error. Errors are those of all ranks.
    Status run_chosen() const;

  private:
    Transport& ranks_;
    std::vector<std::pair<const Command*, RunOnRanks>> entries_;
};

void add_variants_command(Command& app, CommandSet& commands);
void add_show_command(Command& app, CommandSet& commands);
void add_moves_command(Command& app, CommandSet& commands);
void add_perft_command(Command& app, CommandSet& commands);
void add_game_command(Command& app, CommandSet& commands);
void add_solve_command(Command& app, CommandSet& commands);
void add_starts_command(Command& app, CommandSet& commands);
void add_verify_command(Command& app, CommandSet& commands);
void add_check_command(Command& app, CommandSet& commands);
void add_digest_command(Command& app, CommandSet& commands);
void add_clean_command(Command& app, CommandSet& commands);
void add_pack_command(Command& app, CommandSet& commands);
void add_fetch_command(Command& app, CommandSet& commands);
void add_probe_command(Command& app, CommandSet& commands);
void add_line_command(Command& app, CommandSet& commands);
void add_stats_command(Command& app, CommandSet& commands);
void add_values_command(Command& app, CommandSet& commands);
void add_compare_command(Command& app, CommandSet& commands);
void add_reproduce_command(Command& app, CommandSet& commands);
void add_match_command(Command& app, CommandSet& commands);
void add_annotate_command(Command& app, CommandSet& commands);
void add_openings_command(Command& app, CommandSet& commands);
void add_engine_command(Command& app, CommandSet& commands);
void add_serve_command(Command& app, CommandSet& commands);
void add_bench_command(Command& app, CommandSet& commands);
void add_export_command(Command& app, CommandSet& commands);
void add_compare_malom_command(Command& app, CommandSet& commands);

// Calls every function above, in the order in which help lists them.
void add_all_commands(Command& app, CommandSet& commands);

}  // namespace merels::cli
