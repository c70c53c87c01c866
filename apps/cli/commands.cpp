// SPDX-License-Identifier: MIT
#include "commands.h"

namespace merels::cli {

void CommandSet::add(const Command* command, Run run) {
    add_for_ranks(command, [run = std::move(run)](Transport& ranks) {
        if (ranks.alone()) return run();
        return ranks.agree(Error{ErrorCode::kBadInput, "this command runs in one process: leave out mpirun"});
    });
}

Status CommandSet::run_chosen() const {
    for (const auto& [command, run] : entries_) {
        if (command->parsed()) return run(ranks_);
    }
    return ok_status();
}

void add_all_commands(Command& app, CommandSet& commands) {
    add_variants_command(app, commands);
    add_show_command(app, commands);
    add_moves_command(app, commands);
    add_perft_command(app, commands);
    add_game_command(app, commands);
    add_solve_command(app, commands);
    add_starts_command(app, commands);
    add_verify_command(app, commands);
    add_check_command(app, commands);
    add_digest_command(app, commands);
    add_clean_command(app, commands);
    add_pack_command(app, commands);
    add_fetch_command(app, commands);
    add_export_command(app, commands);
    add_compare_malom_command(app, commands);
    add_probe_command(app, commands);
    add_line_command(app, commands);
    add_stats_command(app, commands);
    add_values_command(app, commands);
    add_compare_command(app, commands);
    add_reproduce_command(app, commands);
    add_match_command(app, commands);
    add_annotate_command(app, commands);
    add_openings_command(app, commands);
    add_engine_command(app, commands);
    add_serve_command(app, commands);
    add_bench_command(app, commands);
}

}  // namespace merels::cli
