// SPDX-License-Identifier: MIT
// Listens, reads requests, has a Router answer them, and ends in good order.
//
//     HttpServer server(options, {{"127.0.0.1:9000", &router}});
//     if (Status status = server.listen(); !status) ...
//     server.run();   // returns after SIGTERM or SIGINT, when requests under way are answered
//
// A few threads serve all connections without waiting for any of them; whatever reads a table runs on bounded workers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "merels/result.h"
#include "server/http/metrics.h"
#include "server/http/router.h"
#include "server/http/server_limits.h"

namespace merels::server {

struct Listener {
    std::string address;  // ADDRESS:PORT, [ADDRESS]:PORT or localhost:PORT; port 0 = any free one
    Router* router = nullptr;
    // Filled by listen().
    std::string url = {};  // "http://127.0.0.1:9000/"
    bool loopback = true;
};

class HttpServer {
  public:
    struct Options {
        int threads = 0;  // for connections; 0 = as many as the machine can run, at least 2
        Limits limits;
    };
    // The labels of `metrics` are those of the listeners' routers, one after the other.
    HttpServer(const Options& options, std::vector<Listener> listeners, Metrics& metrics);
    ~HttpServer();

    // kBadInput for an address that cannot be read or is taken already, kIo where the system refuses it.
    Status listen();
    const std::vector<Listener>& listeners() const;
    void run();
    bool draining() const;

  private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace merels::server
