// SPDX-License-Identifier: MIT
// What one client, and all clients together, may take from the server. docs/http_api.md tells the ones clients can see.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "server/http/quotas.h"

namespace merels::server {

struct Limits {
    // One request.
    std::size_t request_line_bytes = 8 * 1024;  // 414 above
    std::size_t header_bytes = 16 * 1024;       // 431 above, request line included
    std::size_t body_bytes = 256 * 1024;        // 413 above
    std::size_t batch_entries = 1024;           // 413 above
    std::size_t history_entries = 1000;
    std::size_t compare_variants = 16;
    int line_plies = 1000;
    int line_plies_default = 400;
    int play_milliseconds = 5000;
    int play_milliseconds_default = 1000;
    std::uint64_t play_nodes = 20'000'000;

    // All together: beyond these a request is refused at once instead of waiting.
    int connections = 1024;       // idle ones are closed for new ones; 503 where none is idle
    int address_connections = 0;  // of one address; 0 = no other limit
    int quick_queue = 512;        // requests of small cost that run or wait; 429 above
    int work_queue = 256;         // requests of middling cost; 429 above
    int play_queue = 16;          // searches; 429 above
    int client_jobs = 64;         // of one client in the first two queues; 429 above
    int client_searches = 16;     // of one client in the last
    int retry_after_seconds = 1;
    Quotas::Rates quotas;  // of one client

    bool any_host = false;      // by whatever name it is called, also on loopback: a proxy stands in front
    bool behind_proxy = false;  // the client is whom X-Forwarded-For names, where the connection comes from loopback

    // Slow clients.
    std::chrono::seconds idle_timeout{75};    // between requests of a connection
    std::chrono::seconds header_timeout{10};  // from the first byte of a request to the end of its headers
    std::chrono::seconds body_timeout{20};
    std::chrono::seconds write_timeout{20};
    std::chrono::seconds linger_timeout{2};  // after an answer that ends the connection, for the client to read it
    std::chrono::seconds drain_timeout{10};  // after SIGTERM, for requests under way
};

}  // namespace merels::server
