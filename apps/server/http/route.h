// SPDX-License-Identifier: MIT
// The addresses of the server: what each takes, what it costs, who may read the answer.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace merels::server {

enum class Route : std::uint8_t {
    kPosition,
    kLine,
    kBatch,
    kPlay,
    kStats,
    kCompare,
    kVariants,
    kSolve,
    kSolveCancel,
    kHealth,
    kReady,
    kVersion,
    kMetrics,
    kPage,
    kNone,  // no such address
};
inline constexpr int kRoutes = static_cast<int>(Route::kNone) + 1;

// Where a request runs. Threads that serve connections must not wait for anything long.
enum class Lane : std::uint8_t {
    kConnection,  // on the thread that read it: up to about a millisecond
    kWork,        // on a worker: up to a second or so
    kPlay,        // on a worker of low priority: searches for seconds
};

struct RouteInfo {
    std::string_view name;   // label in the metrics
    std::string_view allow;  // methods; OPTIONS is answered everywhere
    Lane lane = Lane::kConnection;
    bool open_to_other_sites = true;  // CORS
};

constexpr RouteInfo info(Route route) {
    switch (route) {
        case Route::kPosition: return {"position", "GET, HEAD, OPTIONS", Lane::kConnection};
        case Route::kLine: return {"line", "GET, HEAD, OPTIONS", Lane::kWork};
        case Route::kBatch: return {"batch", "POST, OPTIONS", Lane::kWork};
        case Route::kPlay: return {"play", "POST, OPTIONS", Lane::kPlay};
        case Route::kStats: return {"stats", "GET, HEAD, OPTIONS", Lane::kWork};
        case Route::kCompare: return {"compare", "GET, HEAD, OPTIONS", Lane::kWork};
        case Route::kVariants: return {"variants", "GET, HEAD, OPTIONS", Lane::kWork};
        case Route::kSolve: return {"solve", "GET, HEAD, POST, OPTIONS", Lane::kWork, false};
        case Route::kSolveCancel: return {"solve_cancel", "POST, OPTIONS", Lane::kWork, false};
        case Route::kHealth: return {"healthz", "GET, HEAD, OPTIONS", Lane::kConnection};
        case Route::kReady: return {"readyz", "GET, HEAD, OPTIONS", Lane::kConnection};
        case Route::kVersion: return {"version", "GET, HEAD, OPTIONS", Lane::kConnection};
        case Route::kMetrics: return {"metrics", "GET, HEAD, OPTIONS", Lane::kWork};
        case Route::kPage: return {"page", "GET, HEAD, OPTIONS", Lane::kConnection};
        case Route::kNone: break;
    }
    return {"none", "GET, HEAD, POST, OPTIONS", Lane::kConnection};
}

}  // namespace merels::server
