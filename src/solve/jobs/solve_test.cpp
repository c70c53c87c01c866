// SPDX-License-Identifier: MIT
// Solving as a library call (merels/solve.h), on games of three and four men.
#include "merels/solve.h"

#include <gtest/gtest.h>

#include "store/files/scratch_folder.h"

namespace merels {
namespace {

Variant game(const char* id) { return *parse_variant(id); }

SolveOptions options_in(const ScratchFolder& folder) {
    SolveOptions options;
    options.database = folder.path();
    options.threads = 2;
    return options;
}

TEST(Solve, PlansAndRuns) {
    const ScratchFolder folder;
    auto plan = plan_solve(game("nine-c1@3,3"), options_in(folder));
    ASSERT_TRUE(plan) << plan.error().message;
    ASSERT_TRUE(plan->moving && plan->placing && plan->reaches_start);
    EXPECT_EQ(plan->moving->tables, 1U);
    EXPECT_EQ(plan->memory, std::max(plan->moving->memory, plan->placing->memory));
    ASSERT_TRUE(plan->check_room());
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "a plan writes nothing";

    std::vector<PhaseReport> phases;
    SilentProgress silent;
    const Status done = run_solve(*plan, silent, nullptr, [&](const PhaseReport& phase) { phases.push_back(phase); });
    ASSERT_TRUE(done) << done.error().message;
    ASSERT_EQ(phases.size(), 2U);
    EXPECT_EQ(phases[0].tables, plan->moving->tables);
    EXPECT_EQ(phases[1].tables, plan->placing->tables);

    plan = plan_solve(game("nine-c1@3,3"), options_in(folder));
    ASSERT_TRUE(plan);
    EXPECT_TRUE(plan->nothing_to_do());
    // Depths serve where results are wanted.
    SolveOptions results = options_in(folder);
    results.values = SolveValues::kWdl;
    EXPECT_TRUE(plan_solve(game("nine-c1@3,3"), results)->nothing_to_do());
}

TEST(Solve, MemoryIsWhatIsAvailableOrWhatIsAsked) {
    const ScratchFolder folder;
    SolveOptions options = options_in(folder);
    auto plan = plan_solve(game("nine-c1@3,3"), options);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->options.memory, plan->memory_available);
    options.memory = plan->memory / 2;
    EXPECT_EQ(plan_solve(game("nine-c1@3,3"), options).error().code, ErrorCode::kNoMemory);
    plan->memory_available = plan->memory - 1;
    EXPECT_EQ(plan->check_room().error().code, ErrorCode::kNoMemory);
    plan->memory_available = plan->memory;
    EXPECT_TRUE(plan->check_room());
    plan->disk_available = plan->disk_bytes - 1;
    EXPECT_EQ(plan->check_room().error().code, ErrorCode::kNoSpace);
}

// A solve of positions without hands with so many men that was stopped after its first ply.
void begin_and_stop(const ScratchFolder& folder, int max_men) {
    SolveOptions options = options_in(folder);
    options.max_men = max_men;
    options.moving_only = true;
    auto plan = plan_solve(game("nine-c1"), options);
    ASSERT_TRUE(plan);
    const StopFlag stop{true};
    SilentProgress silent;
    EXPECT_EQ(run_solve(*plan, silent, &stop).error().code, ErrorCode::kInterrupted);
}

bool resumes(const ScratchFolder& folder, int max_men) {
    SolveOptions options = options_in(folder);
    options.max_men = max_men;
    options.moving_only = true;
    return plan_solve(game("nine-c1"), options)->moving->resumes;
}

Status finish(const ScratchFolder& folder, int max_men) {
    SolveOptions options = options_in(folder);
    options.max_men = max_men;
    options.moving_only = true;
    auto plan = plan_solve(game("nine-c1"), options);
    SilentProgress silent;
    return run_solve(*plan, silent);
}

TEST(Solve, ASmallerSolveKeepsTheCheckpointOfALargerOne) {
    const ScratchFolder folder;
    begin_and_stop(folder, 4);
    EXPECT_TRUE(resumes(folder, 4));
    EXPECT_FALSE(resumes(folder, 3));
    ASSERT_TRUE(finish(folder, 3));
    EXPECT_TRUE(resumes(folder, 4));
}

TEST(Solve, ALargerSolveRemovesTheCheckpointOfASmallerOne) {
    const ScratchFolder folder;
    begin_and_stop(folder, 3);
    begin_and_stop(folder, 4);
    EXPECT_TRUE(resumes(folder, 3)) << "the larger one is not done";
    ASSERT_TRUE(finish(folder, 4));
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path())) {
        EXPECT_NE(entry.path().extension(), ".mrc") << entry.path();
    }
}

TEST(SolveStarts, TheLargestHoldTheOthers) {
    const ScratchFolder folder;
    const std::vector<Variant> wanted{game("nine-c1@3,3"), game("nine-c1@3,4"), game("nine-c1@4,3"),
                                      game("nine-c1@4,4")};
    SolveOptions options = options_in(folder);
    const auto plan = plan_starts(wanted, options);
    ASSERT_TRUE(plan) << plan.error().message;
    ASSERT_EQ(plan->starts.size(), 2U);  // 4,4 holds 4,3 and 3,3, but not 3,4
    EXPECT_EQ(plan->starts[0], wanted[1]);
    EXPECT_EQ(plan->starts[1], wanted[3]);
    EXPECT_TRUE(plan->refused.empty());

    options.memory = 1;
    const auto none = plan_starts(wanted, options);
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->starts.empty());
    EXPECT_EQ(none->refused.size(), wanted.size());
}

TEST(SolveStarts, AnErrorOfTheCallerEndsTheRun) {
    const ScratchFolder folder;
    auto plan = plan_starts(std::vector{game("nine-c1@3,3")}, options_in(folder));
    ASSERT_TRUE(plan);
    StartsEvents events;
    int begun = 0;
    events.begins = [&](const SolvePlan&, bool whole) { begun += whole; };
    events.start_done = [](const Variant&) { return Status(Error{ErrorCode::kIo, "full"}); };
    SilentProgress silent;
    EXPECT_EQ(run_starts(*plan, options_in(folder), silent, nullptr, events).error().code, ErrorCode::kIo);
    EXPECT_EQ(begun, 1);
}

}  // namespace
}  // namespace merels
