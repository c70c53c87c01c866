// SPDX-License-Identifier: MIT
#include "base/child_process.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

namespace merels {
namespace {

using namespace std::chrono_literals;

auto soon(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

std::unique_ptr<ChildProcess> started(ChildOptions options) {
    auto child = ChildProcess::start(options);
    EXPECT_TRUE(child.ok());
    return child.ok() ? *std::move(child) : nullptr;
}

TEST(ChildProcess, AnswersLineByLine) {
    const auto cat = started({.arguments = {"/bin/cat"}});
    ASSERT_TRUE(cat->write_line("one").ok());
    ASSERT_TRUE(cat->write_line("two\r").ok());
    EXPECT_EQ(*cat->read_line(soon(10s)), "one");
    EXPECT_EQ(*cat->read_line(soon(10s)), "two");
    const auto late = cat->read_line(soon(20ms));
    ASSERT_FALSE(late.ok());
    EXPECT_EQ(late.error().code, ErrorCode::kInterrupted);
    EXPECT_TRUE(cat->running());
}

TEST(ChildProcess, KnowsHowItEnded) {
    const auto child = started({.arguments = shell_command("echo last; exit 7")});
    EXPECT_EQ(*child->read_line(soon(10s)), "last");
    EXPECT_EQ(child->read_line(soon(10s)).error().code, ErrorCode::kMissing);
    const int status = child->wait();
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 7);
    EXPECT_FALSE(child->running());
    EXPECT_FALSE(child->write_line("too late").ok());
}

TEST(ChildProcess, ReadsErrorsAndGivesNoInput) {
    const auto child = started(
        {.arguments = shell_command("echo not this; cat; echo this >&2"), .give_input = false, .read_errors = true});
    EXPECT_EQ(*child->read_line(soon(10s)), "this");
    EXPECT_FALSE(child->read_line(soon(10s)).ok());
}

TEST(ChildProcess, IsInterruptedAndKilled) {
    const auto polite =
        started({.arguments = shell_command("trap 'echo bye; exit 3' INT; echo on; while :; do sleep 0.01; done")});
    EXPECT_EQ(*polite->read_line(soon(10s)), "on");
    polite->interrupt();
    EXPECT_EQ(*polite->read_line(soon(10s)), "bye");
    EXPECT_EQ(WEXITSTATUS(polite->wait()), 3);

    const auto deaf = started({.arguments = shell_command("trap '' INT; echo on; while :; do sleep 0.01; done")});
    EXPECT_EQ(*deaf->read_line(soon(10s)), "on");
    deaf->interrupt();
    EXPECT_TRUE(deaf->running());
    deaf->kill();
    EXPECT_EQ(WTERMSIG(deaf->wait()), SIGKILL);
}

TEST(ChildProcess, RefusesWhatIsNotThere) {
    EXPECT_FALSE(ChildProcess::start({.arguments = {"/no/such/program"}}).ok());
}

}  // namespace
}  // namespace merels
