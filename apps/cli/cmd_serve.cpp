// SPDX-License-Identifier: MIT
// merels serve: the page and the HTTP interface over a database.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "machine.h"
#include "merels/solve.h"
#include "output.h"
#include "server/api/solve_process.h"
#include "server/server.h"
#include "store/table/block_cache.h"

namespace merels::cli {
namespace {

struct Options {
    std::string database;
    std::string listen = "127.0.0.1:9000";
    int threads = 0;
    std::string cache;
    bool no_solve = false;
    bool for_strangers = false;
    bool behind_proxy = false;
    std::string metrics;
};

// What --public allows one stranger (docs/deploying.md).
server::Limits limits_for_strangers() {
    server::Limits limits;
    limits.address_connections = 32;
    limits.client_jobs = 8;
    limits.client_searches = 1;
    limits.quotas = {.requests_per_second = 50, .requests_at_once = 200, .work_share = 0.25, .work_seconds = 5};
    limits.play_milliseconds = 1000;
    limits.play_milliseconds_default = 500;
    limits.play_nodes = 5'000'000;
    limits.idle_timeout = std::chrono::seconds(20);
    limits.header_timeout = std::chrono::seconds(5);
    limits.body_timeout = std::chrono::seconds(10);
    limits.write_timeout = std::chrono::seconds(10);
    limits.any_host = true;
    return limits;
}

// What `merels solve` would need for the request, by the same plan.
Result<server::SolveEstimate> estimate(const std::string& database, const server::SolveRequest& request) {
    const Variant& variant = request.variant;
    SolveOptions options;
    options.database = database;
    options.open_tables = false;
    options.moving_only = request.moving_only;
    options.max_men = request.max_men;
    options.values = request.with_depth ? SolveValues::kDtw : SolveValues::kWdl;
    const auto plan = plan_solve(variant, options);
    if (!plan) return plan.error();
    if (!request.moving_only && !request.max_men && !plan->reaches_start) {
        return Error{ErrorCode::kBadInput, "the whole of " + variant.id() + " is not offered, only its moving phase"};
    }
    server::SolveEstimate result;
    result.positions = (plan->moving ? plan->moving->positions : 0) + (plan->placing ? plan->placing->positions : 0);
    result.memory_bytes = plan->memory;
    result.disk_bytes = plan->disk_bytes;
    result.seconds = plan->seconds();
    result.done = plan->nothing_to_do();
    if (result.done) return result;
    if (Status fits = plan->check_room(); !fits) result.refusal = fits.error().message;
    return result;
}

void announce(const server::ListeningAt& at, bool for_strangers) {
    if (!at.loopback && !for_strangers) {
        std::fputs(
            "\n"
            "*** WARNING: this server is not on loopback. Everybody who can reach this machine over the network can\n"
            "*** use it: there are no passwords and no encryption. Solving from the page is switched off.\n"
            "*** Leave --listen out to serve this machine only; for strangers there is --public.\n\n",
            stderr);
    }
    print_text(fmt::format("Merels is at {} (Ctrl-C ends it)\n", at.url));
    if (!at.metrics_url.empty()) print_text(fmt::format("Metrics are at {}\n", at.metrics_url));
    flush_output();
}

// Of decoded blocks. The tables of six men a side fit the most that is taken unasked (docs/results/: load).
constexpr std::uint64_t kMostCache = std::uint64_t{1} << 30;

Result<std::uint64_t> cache_bytes(const std::string& asked) {
    if (!asked.empty()) return parse_size(asked);
    const std::uint64_t memory = available_memory();
    return memory == 0 ? BlockCache::kDefaultBytes : std::min(kMostCache, memory / 8);
}

Status run(const Options& options) {
    const auto cache = cache_bytes(options.cache);
    if (!cache) return cache.error();
    server::ServerOptions server;
    server.database = options.database;
    server.listen = options.listen;
    server.threads = options.threads;
    server.cache_bytes = *cache;
    server.fill_bytes = *cache / 4 * 3;
    if (options.for_strangers) server.limits = limits_for_strangers();
    server.limits.behind_proxy = options.behind_proxy;
    if (options.behind_proxy) server.limits.any_host = true;
    server.metrics_listen = options.metrics;
    server.on_listening = [&](const server::ListeningAt& at) { announce(at, options.for_strangers); };
    if (!options.no_solve && !options.for_strangers && !options.behind_proxy) {
        server.solver = std::make_shared<server::SolveProcess>(server::SolveProcessOptions{
            "/proc/self/exe", options.database, [database = options.database](const server::SolveRequest& request) {
                return estimate(database, request);
            }});
    }
    return run_server(server);
}

}  // namespace

void add_serve_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("serve", "Serve the page and the HTTP interface (docs/http_api.md)");
    const auto options = std::make_shared<Options>();
    add_database_option(*command, options->database)->required();
    command->add_option("--listen", options->listen, "ADDRESS:PORT; port 0 takes any free one")->capture_default_str();
    command->add_option("--threads", options->threads, "Threads for connections; the machine's if left out")
        ->check(Range(1, 256));
    command->add_option("--cache", options->cache,
                        "Memory for decoded tables, as in 512M; an eighth of what is free, at most 1G, if left out");
    command->add_flag("--no-solve", options->no_solve, "Do not offer to solve from the page");
    command->add_flag(
        "--public", options->for_strangers,
        "For strangers: limits for each address, shorter times, no solving, no metrics (docs/deploying.md)");
    command->add_flag("--proxy", options->behind_proxy,
                      "A proxy on this machine stands in front; its X-Forwarded-For names the client");
    command->add_option("--metrics", options->metrics, "ADDRESS:PORT for /metrics, and for nothing else");
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
