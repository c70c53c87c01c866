// SPDX-License-Identifier: MIT
// What long jobs report while they run, and how they are stopped. Library code only calls these functions; how it looks
// (a bar on a terminal, plain lines in a log, JSON lines) is up to the implementation, which also decides how often to
// draw: a job may report as often as it likes. The program's are in apps/cli.
//
//   progress.begin("solving 5-4", rows);
//   for (...) progress.advance_to(rows_done);
//   progress.end();
//
// Calls come from one thread at a time: the one that runs the job, not its workers.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

namespace merels {

// Set it from any thread or from a signal's handler: a job that was given it ends soon, in an orderly way, with
// kInterrupted. Jobs take a pointer, which may be null.
using StopFlag = std::atomic<bool>;

class Progress {
  public:
    virtual ~Progress() = default;

    // A stage of the job starts. `total` is in units of the job's choice; 0 = not known.
    virtual void begin(std::string_view stage, std::uint64_t total) = 0;
    // So many units of the stage are done; never decreases within a stage.
    virtual void advance_to(std::uint64_t done) = 0;
    // What the stage is at right now ("ply 37"), until the next call or the end of the stage.
    virtual void detail(std::string_view) {}
    virtual void end() = 0;
    // One line worth keeping, within a stage or between stages.
    virtual void note(std::string_view line) = 0;
};

// For callers that do not want to hear anything. Has no state: thread-safe.
class SilentProgress final : public Progress {
  public:
    void begin(std::string_view, std::uint64_t) override {}
    void advance_to(std::uint64_t) override {}
    void end() override {}
    void note(std::string_view) override {}
};

}  // namespace merels
