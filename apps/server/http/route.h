// SPDX-License-Identifier: MIT
// An address of the server: its path, what it takes, where it runs, who answers. The list is made by the application
// (api/routes.cpp); connections and router know no single address.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/http/http_message.h"
#include "server/http/url.h"

namespace merels::server {

// Where a request runs. Threads that serve connections read no table and wait for nothing.
enum class Lane : std::uint8_t {
    kConnection,  // on the thread that read it: microseconds, nothing that blocks
    kQuick,       // on a worker: some look-ups
    kWork,        // on a worker, in pieces where it is long
    kPlay,        // on a worker of low priority: searches for seconds
};
inline constexpr int kLanes = 4;

// One request on its way to its answer.
struct Call {
    Request request;
    Target target;
    std::vector<std::string> names;      // what stood at the places of '*' in the path
    std::atomic<bool> abandoned{false};  // the client has gone or the server ends: nobody will read the answer
};

// An answer made in pieces: each call does some milliseconds of work; nothing = there is more to do. Between pieces
// other clients get their turn, and what was abandoned ends.
using Work = std::function<std::optional<Response>()>;

struct Route {
    std::string_view name;     // label in the metrics
    std::string_view path;     // "/v1/*/line": a '*' is any one segment
    std::string_view methods;  // "GET, HEAD" or "POST"; OPTIONS is answered everywhere
    Lane lane = Lane::kConnection;
    // Names of parameters of the query; another is refused with 400.
    std::vector<std::string_view> parameters = {};
    std::function<Response(const Call&)> answer = {};
    std::function<Work(const Call&)> begin = {};  // instead of `answer`, where it is long; the call outlives it
    bool open_to_other_sites = true;              // CORS; others also want a proof that our own page asks
    bool answers_while_draining = false;
};

}  // namespace merels::server
