// SPDX-License-Identifier: MIT
#include "server/api/solve_process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace merels::server {
namespace {

TEST(SolveProcess, ProgressNeverFalls) {
    SolveJob job;
    double stage_began_at = 0;
    std::string plain;
    double before = 0;
    for (const char* line :
         {R"({"stage":"sweep","detail":"ply 1","done":0,"total":10})",
          R"({"stage":"sweep","detail":"ply 2","done":5,"total":10})", R"({"note":"checkpoint"})",
          R"({"stage":"sweep","detail":"ply 3","done":3,"total":10})", "not json", "[]", R"({"stage":7})",
          R"({"stage":"sweep","done":10,"total":10})", R"({"stage":"writing tables","done":0,"total":0})",
          R"({"stage":"writing tables","done":9,"total":4})"}) {
        read_progress_line(line, job, stage_began_at, plain);
        EXPECT_GE(job.fraction, before) << line;
        EXPECT_LE(job.fraction, 1) << line;
        before = job.fraction;
    }
    EXPECT_EQ(job.stage, "writing tables");
    EXPECT_GT(job.fraction, 0.9);
    EXPECT_LT(job.fraction, 1);
    EXPECT_EQ(plain, "[]");
}

SolveProcessOptions options_with(const char* program) {
    return {program, "some db", [](const SolveRequest& request) -> Result<SolveEstimate> {
                if (!request.moving_only) return Error{ErrorCode::kBadInput, "not offered"};
                SolveEstimate estimate;
                estimate.positions = 7;
                if (request.max_men == 9) estimate.refusal = "not enough memory";
                return estimate;
            }};
}

TEST(SolveProcess, ReportsWhatTheChildDid) {
    const SolveRequest request{all_variants().front(), true, 3, true};
    for (const auto& [program, state] :
         {std::pair("/bin/true", SolveState::kDone), {"/bin/false", SolveState::kFailed}}) {
        SolveProcess process(options_with(program));
        std::string why;
        ASSERT_EQ(process.start(request, why), SolveStart::kStarted);
        while (process.is_running()) std::this_thread::yield();
        EXPECT_EQ(process.snapshot().state, state);
        EXPECT_EQ(process.snapshot().job->message.empty(), state == SolveState::kDone);
        EXPECT_EQ(process.start(request, why), SolveStart::kStarted);  // and again
        while (process.is_running()) std::this_thread::yield();
        EXPECT_EQ(process.snapshot().job->id, 2);
        EXPECT_FALSE(process.cancel());
    }
}

TEST(SolveProcess, RefusesWhatCannotRun) {
    std::string why;
    SolveProcess missing(options_with("/nowhere/merels"));
    EXPECT_EQ(missing.start({all_variants().front(), true, 3, true}, why), SolveStart::kRefused);
    EXPECT_NE(why.find("cannot be started"), std::string::npos);
    SolveProcess process(options_with("/bin/true"));
    EXPECT_EQ(process.start({all_variants().front(), true, 9, true}, why), SolveStart::kRefused);
    EXPECT_EQ(why, "not enough memory");
    EXPECT_EQ(process.start({all_variants().front(), false, 3, true}, why), SolveStart::kRefused);
    EXPECT_EQ(process.snapshot().state, SolveState::kIdle);
}

TEST(SolveProcess, PresetsAreCommandsForAShell) {
    SolveProcess process(options_with("/bin/true"));
    const auto presets = process.presets(all_variants().front());
    ASSERT_FALSE(presets.empty());
    EXPECT_EQ(presets[0].command, "merels solve nine-c1 --phase moving --max-men 5 --db 'some db'");
    for (const SolvePreset& preset : presets) EXPECT_TRUE(preset.request.moving_only);  // the rest is not offered here
}

TEST(SolveProcess, EstimatesAgainOnlyWhenTheDatabaseHasChanged) {
    const auto folder = std::filesystem::temp_directory_path() / ("merels-presets-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder / "nine-capture");
    int asked = 0;
    SolveProcess process({"/bin/true", folder, [&](const SolveRequest&) -> Result<SolveEstimate> {
                              ++asked;
                              return SolveEstimate{};
                          }});
    const Variant& variant = all_variants().front();
    const std::size_t offered = process.presets(variant).size();
    const int once = asked;
    EXPECT_EQ(process.presets(variant).size(), offered);
    EXPECT_EQ(asked, once);
    std::ofstream(folder / "nine-capture" / "manifest.json") << "{}";
    process.presets(variant);
    EXPECT_EQ(asked, 2 * once);
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace merels::server
