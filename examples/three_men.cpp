// SPDX-License-Identifier: MIT
// Solves nine men's morris with three men a side into a folder, and prints the value of every first turn.
#include <merels/solve.h>
#include <merels/tablebase.h>

#include <cstdio>

int main(int argc, char** argv) {
    using namespace merels;
    const Variant game = *parse_variant("nine-c1@3,3");
    SolveOptions options;
    options.database = argc > 1 ? argv[1] : "db";

    SilentProgress silent;
    auto plan = plan_solve(game, options);
    const Status solved = plan ? run_solve(*plan, silent) : Status(plan.error());
    if (!solved) return std::fprintf(stderr, "%s\n", solved.error().message.c_str()), 1;

    const auto tables = Tablebase::open(options.database);
    const auto start = tables->analyse(game, start_position(game));
    for (const TurnValue& turn : start.turns) {
        std::printf("%s  %s in %d\n", format_turn(turn.turn).c_str(), name(turn.value.wdl).data(), turn.value.dtw);
    }
}
