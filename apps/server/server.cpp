// SPDX-License-Identifier: MIT
// Puts the two rooms together: what answers (api) and what listens (http).
#include "server/server.h"

#include <sys/resource.h>

#include <atomic>
#include <thread>
#include <utility>

#include "server/api/routes.h"
#include "server/http/http_server.h"

namespace merels::server {
namespace {

// Open tables and connections both take file descriptors; ask for as many as the system grants.
void raise_descriptor_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

// Decodes tables ahead of questions while it lives.
class CacheFiller {
  public:
    CacheFiller(const Tablebase& tables, std::uint64_t bytes) {
        if (bytes > 0) thread_ = std::thread([this, &tables, bytes] { tables.fill_cache(bytes, stop_); });
    }
    ~CacheFiller() {
        stop_ = true;
        if (thread_.joinable()) thread_.join();
    }

  private:
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

std::vector<std::string_view> labels_of(const std::vector<Listener>& listeners) {
    std::vector<std::string_view> all;
    for (const Listener& listener : listeners) {
        const auto labels = listener.router->labels();
        all.insert(all.end(), labels.begin(), labels.end());
    }
    return all;
}

// All addresses at one place where there is only one.
std::vector<Route> main_routes(const Context& context, bool with_metrics) {
    std::vector<Route> routes = api_routes(context);
    if (!with_metrics) return routes;
    for (Route& route : operation_routes(context)) {
        if (route.name == "metrics") routes.push_back(std::move(route));
    }
    return routes;
}

}  // namespace

Status run_server(const ServerOptions& options) {
    raise_descriptor_limit();
    auto opened = Tablebase::open(options.database, options.cache_bytes);
    if (!opened) return opened.error();
    const auto tables = std::make_shared<const Tablebase>(std::move(*opened));
    const Statistics statistics(tables->database());
    EnginePool players(tables, options.hash_mebibytes);
    Metrics metrics;
    const Evaluator evaluator(tables, metrics);
    const HttpServer* server = nullptr;
    Context context{.limits = options.limits,
                    .tables = tables,
                    .statistics = statistics,
                    .evaluator = evaluator,
                    .metrics = metrics,
                    .players = players,
                    .solver = options.solver.get(),
                    .draining = [&server] { return server->draining(); }};

    const bool two = !options.metrics_listen.empty();
    Router main_router(main_routes(context, !two), {.page = true});
    Router second_router(operation_routes(context), {.page = false});
    std::vector<Listener> listeners{{options.listen, &main_router}};
    if (two) listeners.push_back({options.metrics_listen, &second_router});
    metrics.set_labels(labels_of(listeners));
    HttpServer http({options.threads, options.limits}, listeners, metrics);
    server = &http;
    if (Status listening = http.listen(); !listening) return listening;
    const Listener& at = http.listeners().front();
    context.loopback = at.loopback;
    context.metrics_here = two || (at.loopback && !options.limits.any_host);
    if (options.on_listening) {
        options.on_listening({at.url, at.loopback, two ? http.listeners().back().url + "metrics" : ""});
    }
    const CacheFiller filler(*tables, options.fill_bytes);
    http.run();
    return ok_status();
}

}  // namespace merels::server
