// SPDX-License-Identifier: MIT
// A SolveService that runs `PROGRAM solve ... --progress json` as a child process: a solve that runs out of memory or
// crashes takes nothing of the server with it, and cancelling is what Ctrl-C is in a shell.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/child_process.h"
#include "merels/result.h"
#include "server/api/solve_service.h"

namespace merels::server {

struct SolveEstimate {
    std::uint64_t positions = 0;
    std::uint64_t memory_bytes = 0;
    std::uint64_t disk_bytes = 0;
    double seconds = 0;   // rough
    bool done = false;    // nothing is left to solve
    std::string refusal;  // why it cannot run on this machine, one sentence; empty = it can
};

struct SolveProcessOptions {
    std::filesystem::path program;
    std::filesystem::path database;
    // What a solve would need. An error where the program does not offer that solve at all.
    std::function<Result<SolveEstimate>(const SolveRequest&)> estimate;
};

// The arguments of the program for a request, without the program's name.
std::vector<std::string> solve_arguments(const SolveRequest& request, const std::string& database);

// Folds the lines that the child writes into a job: {"stage","detail","done","total",...}, {"note"}, or plain text (an
// error message). The number of stages is not known beforehand, so each one takes most of what is left.
void read_progress_line(std::string_view line, SolveJob& job, double& stage_began_at, std::string& last_plain_line);

class SolveProcess final : public SolveService {
  public:
    explicit SolveProcess(SolveProcessOptions options) : options_(std::move(options)) {}
    ~SolveProcess() override;  // interrupts the child, which writes a checkpoint, and waits for it

    SolveSnapshot snapshot() const override;
    SolveStart start(const SolveRequest& request, std::string& why) override;
    bool cancel() override;
    // Estimates are made anew only after the database has changed, and not while a solve is changing it: a page asks
    // every second. Cost otherwise: a look at the write time of each manifest.
    std::vector<SolvePreset> presets(const Variant& variant) override;
    std::string database() const override { return options_.database.string(); }

  private:
    void follow(ChildProcess& child);
    void ended(int wait_status, const std::string& last_line);
    std::vector<SolvePreset> make_presets(const Variant& variant) const;

    struct KeptPresets {
        std::string database_state;
        std::vector<SolvePreset> presets;
    };

    SolveProcessOptions options_;
    mutable std::mutex mutex_;
    SolveSnapshot state_;
    std::chrono::steady_clock::time_point began_;
    bool cancelled_ = false;
    std::shared_ptr<ChildProcess> child_;  // null: none, or it has ended
    std::thread follower_;
    std::mutex presets_mutex_;
    std::map<std::string, KeptPresets> presets_;  // by variant
};

}  // namespace merels::server
