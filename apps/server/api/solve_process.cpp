// SPDX-License-Identifier: MIT
#include "server/api/solve_process.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "merels/position.h"
#include "store/database/manifest.h"

namespace merels::server {
namespace {

constexpr double kShareOfStage = 0.8;  // of what is left of the bar
constexpr std::chrono::seconds kPatience{20};

std::string quoted_if_needed(const std::string& text) {
    const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || std::strchr("@%+=:,./-_", c) != nullptr;
    });
    if (plain) return text;
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

// Changes whenever a table is listed: the name and write time of each manifest.
std::string database_state(const std::filesystem::path& database) {
    std::string state;
    const auto collections = list_collections(database);
    if (!collections) return state;
    for (const std::string& collection : *collections) {
        std::error_code error;
        const auto written = std::filesystem::last_write_time(manifest_path(database, collection), error);
        state += collection + " " + std::to_string(error ? 0 : written.time_since_epoch().count()) + "\n";
    }
    return state;
}

std::string label_of(const SolveRequest& request) {
    if (!request.moving_only) return request.with_depth ? "The whole game" : "The whole game, results without depths";
    if (request.max_men) return "Endgames up to " + std::to_string(*request.max_men) + " men a side";
    return "All positions without men in hand";
}

}  // namespace

std::vector<std::string> solve_arguments(const SolveRequest& request, const std::string& database) {
    std::vector<std::string> arguments{"solve", request.variant.id()};
    if (request.moving_only) arguments.insert(arguments.end(), {"--phase", "moving"});
    if (request.max_men) arguments.insert(arguments.end(), {"--max-men", std::to_string(*request.max_men)});
    if (!request.with_depth) arguments.insert(arguments.end(), {"--values", "wdl"});
    arguments.insert(arguments.end(), {"--db", database});
    return arguments;
}

void read_progress_line(std::string_view line, SolveJob& job, double& stage_began_at, std::string& last_plain_line) {
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object()) {
        if (!line.empty()) last_plain_line = line;
        return;
    }
    if (!json.contains("stage") || !json["stage"].is_string()) return;
    const auto stage = json["stage"].get<std::string>();
    const auto detail = json.contains("detail") && json["detail"].is_string() ? json["detail"].get<std::string>() : "";
    const auto number = [&](const char* key) {
        return json.contains(key) && json[key].is_number() ? json[key].get<double>() : 0.0;
    };
    const double total = number("total");
    const double part = total > 0 ? std::clamp(number("done") / total, 0.0, 1.0) : 0.0;
    if (!job.stage.starts_with(stage)) stage_began_at = job.fraction;
    job.stage = detail.empty() ? stage : stage + ", " + detail;
    job.fraction = std::max(job.fraction, stage_began_at + (1 - stage_began_at) * kShareOfStage * part);
}

SolveSnapshot SolveProcess::snapshot() const {
    const std::lock_guard lock(mutex_);
    SolveSnapshot copy = state_;
    if (copy.state == SolveState::kRunning) {
        copy.job->elapsed_ms =
            std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began_).count();
        if (copy.job->fraction >= 0.05) {
            const double left = static_cast<double>(copy.job->elapsed_ms) * (1 / copy.job->fraction - 1);
            copy.job->remaining_ms = static_cast<std::int64_t>(left);
        }
    }
    return copy;
}

SolveStart SolveProcess::start(const SolveRequest& request, std::string& why) {
    const auto estimate = options_.estimate(request);
    if (!estimate || !estimate->refusal.empty()) {
        why = estimate ? estimate->refusal : estimate.error().message;
        return SolveStart::kRefused;
    }
    const std::lock_guard lock(mutex_);
    if (state_.state == SolveState::kRunning) return SolveStart::kBusy;
    if (follower_.joinable()) follower_.join();  // it has said its last word: it does so under the lock
    auto arguments = solve_arguments(request, options_.database.string());
    arguments.insert(arguments.end(), {"--progress", "json"});
    arguments.insert(arguments.begin(), options_.program.string());
    auto child = ChildProcess::start(
        {.arguments = std::move(arguments), .give_input = false, .read_errors = true, .own_group = false});
    if (!child) {
        why = "the solver cannot be started: " + child.error().message;
        return SolveStart::kRefused;
    }
    child_ = std::move(*child);
    SolveJob job;
    job.id = state_.job ? state_.job->id + 1 : 1;
    job.request = request;
    job.stage = "starting";
    job.positions = estimate->positions;
    state_ = {SolveState::kRunning, job};
    began_ = std::chrono::steady_clock::now();
    cancelled_ = false;
    follower_ = std::thread([this, child = child_] { follow(*child); });
    return SolveStart::kStarted;
}

void SolveProcess::follow(ChildProcess& child) {
    std::string last_plain_line;
    double stage_began_at = 0;
    while (true) {
        const auto line = child.read_line();
        if (!line) {
            if (line.error().code == ErrorCode::kBadInput) child.kill();  // an endless line: that is no solver
            break;
        }
        const std::lock_guard lock(mutex_);
        read_progress_line(*line, *state_.job, stage_began_at, last_plain_line);
    }
    ended(child.wait(), last_plain_line);
}

void SolveProcess::ended(int wait_status, const std::string& last_line) {
    const std::lock_guard lock(mutex_);
    child_.reset();
    SolveJob& job = *state_.job;
    job.elapsed_ms =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began_).count();
    job.remaining_ms.reset();
    if (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 0) {
        state_.state = SolveState::kDone;
        job.stage = "done";
        job.fraction = 1;
        job.remaining_ms = 0;
    } else if (cancelled_) {
        state_.state = SolveState::kCancelled;
    } else {
        state_.state = SolveState::kFailed;
        job.message = !last_line.empty() ? last_line
                      : WIFSIGNALED(wait_status)
                          ? "the solver was ended by signal " + std::to_string(WTERMSIG(wait_status))
                          : "the solver failed";
    }
}

bool SolveProcess::cancel() {
    const std::lock_guard lock(mutex_);
    if (state_.state != SolveState::kRunning || !child_) return false;
    cancelled_ = true;
    child_->interrupt();
    return true;
}

std::vector<SolvePreset> SolveProcess::presets(const Variant& variant) {
    const bool running = is_running();
    const std::string state = database_state(options_.database);
    const std::lock_guard lock(presets_mutex_);
    KeptPresets& kept = presets_[variant.id()];
    if (kept.presets.empty() || (!running && kept.database_state != state)) {
        kept = {state, make_presets(variant)};
    }
    return kept.presets;
}

std::vector<SolvePreset> SolveProcess::make_presets(const Variant& variant) const {
    const int most = std::max(variant.white_men, variant.black_men);
    std::vector<SolveRequest> requests;
    for (int men = 5; men < most && men <= 7; ++men) requests.push_back({variant, true, men, true});
    requests.push_back({variant, true, std::nullopt, true});
    for (const bool with_depth : {false, true}) requests.push_back({variant, false, std::nullopt, with_depth});
    std::vector<SolvePreset> presets;
    for (SolveRequest request : requests) {
        auto estimate = options_.estimate(request);
        if (!estimate && estimate.error().code == ErrorCode::kNoMemory) {  // morabaraba with depths: 17 GiB and more
            request.with_depth = false;
            estimate = options_.estimate(request);
        }
        const bool offered = std::any_of(presets.begin(), presets.end(),
                                         [&](const SolvePreset& preset) { return preset.label == label_of(request); });
        if (!estimate || offered) continue;
        std::string command = "merels";
        for (const std::string& argument : solve_arguments(request, options_.database.string())) {
            command += " " + quoted_if_needed(argument);
        }
        presets.push_back({label_of(request), request, estimate->positions, estimate->memory_bytes,
                           estimate->disk_bytes, estimate->seconds, estimate->done, std::move(command)});
    }
    return presets;
}

SolveProcess::~SolveProcess() {
    cancel();
    for (const auto deadline = std::chrono::steady_clock::now() + kPatience;
         is_running() && std::chrono::steady_clock::now() < deadline;) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    {
        const std::lock_guard lock(mutex_);
        if (child_) child_->kill();  // tables and checkpoints are complete or not there at all
    }
    if (follower_.joinable()) follower_.join();
}

}  // namespace merels::server
