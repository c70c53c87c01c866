// SPDX-License-Identifier: MIT
#include "server/api/routes.h"

#include "server/http/problem.h"

namespace merels::server {
namespace {

constexpr std::string_view kGet = "GET, HEAD";
constexpr std::string_view kPost = "POST";

// The answer of an address below /v1/VARIANT; 404 where there is no such variant.
template <class Answer>
auto for_variant(Answer answer) {
    return [answer](const Call& call) -> Response {
        const auto variant = parse_variant(call.names.at(0));
        if (!variant) return to_response({404, variant.error().message});
        return answer(*variant, call);
    };
}

template <class Begin>
auto begin_for_variant(Begin begin) {
    return [begin](const Call& call) -> Work {
        const auto variant = parse_variant(call.names.at(0));
        if (variant) return begin(*variant, call);
        return [response = to_response({404, variant.error().message})] { return std::optional(response); };
    };
}

void add_variant_routes(std::vector<Route>& routes, const Context& c) {
    routes.push_back({.name = "position",
                      .path = "/v1/*",
                      .methods = kGet,
                      .lane = Lane::kQuick,  // with replies too: it is what everybody at the page waits for
                      .parameters = {"fen", "replies", "subspace_values"},
                      .answer = for_variant([&c](const Variant& variant, const Call& call) {
                          return position_answer(c, variant, call.target);
                      })});
    routes.push_back({.name = "line",
                      .path = "/v1/*/line",
                      .methods = kGet,
                      .lane = Lane::kWork,
                      .parameters = {"fen", "plies", "subspace_values"},
                      .begin = begin_for_variant([&c](const Variant& variant, const Call& call) {
                          return line_work(c, variant, call.target);
                      })});
    routes.push_back({.name = "batch",
                      .path = "/v1/*/batch",
                      .methods = kPost,
                      .lane = Lane::kWork,
                      .begin = begin_for_variant([&c](const Variant& variant, const Call& call) {
                          return batch_work(c, variant, call.request);
                      })});
    routes.push_back({.name = "play",
                      .path = "/v1/*/play",
                      .methods = kPost,
                      .lane = Lane::kPlay,
                      .answer = for_variant(
                          [&c](const Variant& variant, const Call& call) { return play_answer(c, variant, call); })});
    routes.push_back({.name = "stats",
                      .path = "/v1/*/stats",
                      .methods = kGet,
                      .lane = Lane::kWork,
                      .parameters = {"subspace"},
                      .answer = for_variant([&c](const Variant& variant, const Call& call) {
                          return stats_answer(c, variant, call.target);
                      })});
    routes.push_back({.name = "exercise",
                      .path = "/v1/*/exercise",
                      .methods = kGet,
                      .lane = Lane::kWork,
                      .parameters = {"kind", "phase", "men", "min_depth", "max_depth", "seed"},
                      .begin = begin_for_variant([&c](const Variant& variant, const Call& call) {
                          return exercise_work(c, variant, call.target);
                      })});
    routes.push_back({.name = "opening",
                      .path = "/v1/*/opening",
                      .methods = kGet,
                      .lane = Lane::kQuick,
                      .parameters = {"fen"},
                      .answer = for_variant([](const Variant& variant, const Call& call) {
                          return opening_answer(variant, call.target);
                      })});
    routes.push_back({.name = "picture",
                      .path = "/v1/*/board.svg",
                      .methods = kGet,
                      .parameters = {"fen", "turn", "size"},
                      .answer = for_variant([](const Variant& variant, const Call& call) {
                          return picture_answer(variant, call.target);
                      })});
}

void add_solve_routes(std::vector<Route>& routes, const Context& c) {
    routes.push_back({.name = "solve",
                      .path = "/v1/solve",
                      .methods = kGet,
                      .lane = Lane::kQuick,
                      .parameters = {"variant"},
                      .answer = [&c](const Call& call) { return solve_answer(c, call.target); },
                      .open_to_other_sites = false});
    routes.push_back({.name = "solve",
                      .path = "/v1/solve",
                      .methods = kPost,
                      .lane = Lane::kQuick,
                      .answer = [&c](const Call& call) { return start_solve_answer(c, call.request); },
                      .open_to_other_sites = false});
    routes.push_back({.name = "solve_cancel",
                      .path = "/v1/solve/cancel",
                      .methods = kPost,
                      .lane = Lane::kQuick,
                      .answer = [&c](const Call&) { return cancel_solve_answer(c); },
                      .open_to_other_sites = false});
}

void add_health_routes(std::vector<Route>& routes, const Context& c) {
    routes.push_back({.name = "healthz",
                      .path = "/healthz",
                      .methods = kGet,
                      .answer = [](const Call&) { return health_answer(); },
                      .answers_while_draining = true});
    routes.push_back({.name = "readyz",
                      .path = "/readyz",
                      .methods = kGet,
                      .answer = [&c](const Call&) { return ready_answer(c); },
                      .answers_while_draining = true});
}

}  // namespace

std::vector<Route> api_routes(const Context& c) {
    std::vector<Route> routes;
    routes.push_back({.name = "variants",
                      .path = "/v1/variants",
                      .methods = kGet,
                      .lane = Lane::kQuick,
                      .answer = [&c](const Call&) { return variants_answer(c); }});
    routes.push_back({.name = "compare",
                      .path = "/v1/compare",
                      .methods = kGet,
                      .lane = Lane::kWork,
                      .parameters = {"fen", "variant"},
                      .answer = [&c](const Call& call) { return compare_answer(c, call.target); }});
    add_variant_routes(routes, c);
    add_solve_routes(routes, c);
    add_health_routes(routes, c);
    routes.push_back({.name = "version", .path = "/version", .methods = kGet, .answer = [](const Call&) {
                          return version_answer();
                      }});
    routes.push_back({.name = "openapi", .path = "/openapi.json", .methods = kGet, .answer = [](const Call&) {
                          return openapi_answer();
                      }});
    return routes;
}

std::vector<Route> operation_routes(const Context& c) {
    std::vector<Route> routes;
    add_health_routes(routes, c);
    routes.push_back(
        {.name = "metrics", .path = "/metrics", .methods = kGet, .lane = Lane::kQuick, .answer = [&c](const Call&) {
             return metrics_answer(c);
         }});
    return routes;
}

}  // namespace merels::server
