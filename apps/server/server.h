// SPDX-License-Identifier: MIT
// The server: tables, page and players behind one address. docs/http_api.md is what it speaks.
//
//     ServerOptions options;
//     options.database = "db";
//     options.on_listening = [](const ListeningAt& at) { ... at.url ... };
//     Status status = run_server(options);   // returns after SIGTERM or SIGINT, when requests under way are answered
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "merels/result.h"
#include "server/api/solve_service.h"
#include "server/http/server_limits.h"
#include "store/table/block_cache.h"

namespace merels::server {

struct ListeningAt {
    std::string url;  // "http://127.0.0.1:9000/"
    bool loopback = true;
    std::string metrics_url = {};  // empty: /metrics is at the same address
};

struct ServerOptions {
    std::filesystem::path database;
    std::string listen = "127.0.0.1:9000";  // ADDRESS:PORT, [ADDRESS]:PORT or localhost:PORT; port 0 = any free one
    std::string metrics_listen = {};        // where /metrics is, and only there; empty = at `listen`
    int threads = 0;                        // for connections; 0 = as many as the machine can run, at least 2
    std::size_t hash_mebibytes = 16;        // of each engine that plays
    std::uint64_t cache_bytes = BlockCache::kDefaultBytes;  // most bytes of decoded tables
    std::uint64_t fill_bytes = 0;  // tables to decode ahead of questions, in the background (Tablebase)
    Limits limits;
    std::shared_ptr<SolveService> solver;  // may be null; used only where `listen` is a loopback address
    std::function<void(const ListeningAt&)> on_listening;
};

// kBadInput for an address that cannot be read or is taken already, kMissing for a database that is not there, kIo
// where the system refuses the address.
Status run_server(const ServerOptions& options);

}  // namespace merels::server
