// SPDX-License-Identifier: MIT
// Solving on behalf of the page: one job at a time, in the background. The server only knows this interface;
// solve_process.h runs the program's own `solve` command as a child.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "merels/variant.h"

namespace merels::server {

struct SolveRequest {
    Variant variant;
    bool moving_only = false;    // only positions without men in hand
    std::optional<int> max_men;  // at most so many men a side
    bool with_depth = true;      // else win, draw or loss only
};

enum class SolveState : std::uint8_t { kIdle, kRunning, kDone, kFailed, kCancelled };
constexpr std::string_view name(SolveState state) {
    switch (state) {
        case SolveState::kIdle: return "idle";
        case SolveState::kRunning: return "running";
        case SolveState::kDone: return "done";
        case SolveState::kFailed: return "failed";
        default: return "cancelled";
    }
}

struct SolveJob {
    int id = 0;
    SolveRequest request;
    std::string stage;
    double fraction = 0;          // 0..1, never falls
    std::uint64_t positions = 0;  // of the whole job
    std::int64_t elapsed_ms = 0;
    std::optional<std::int64_t> remaining_ms;
    std::string message;  // one sentence when it failed
};

struct SolveSnapshot {
    SolveState state = SolveState::kIdle;
    std::optional<SolveJob> job;  // the running or the last one
};

// What the page offers.
struct SolvePreset {
    std::string label;
    SolveRequest request;
    std::uint64_t positions = 0;
    std::uint64_t memory_bytes = 0;
    std::uint64_t disk_bytes = 0;
    double seconds = 0;  // rough, on this machine
    bool done = false;
    std::string command;
};

enum class SolveStart : std::uint8_t { kStarted, kBusy, kRefused };  // refused: no memory, no disk, no solver

// All members are thread-safe.
class SolveService {
  public:
    virtual ~SolveService() = default;

    virtual SolveSnapshot snapshot() const = 0;
    bool is_running() const { return snapshot().state == SolveState::kRunning; }
    // `why` is filled with one sentence when it is refused.
    virtual SolveStart start(const SolveRequest& request, std::string& why) = 0;
    // False when nothing runs. What was done is kept.
    virtual bool cancel() = 0;
    // Smallest first.
    virtual std::vector<SolvePreset> presets(const Variant& variant) = 0;
    virtual std::string database() const = 0;
};

}  // namespace merels::server
