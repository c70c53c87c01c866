// SPDX-License-Identifier: MIT
#include "server/http/router.h"

#include <exception>

namespace merels::server {
namespace {

bool fits(std::string_view allow, Method method) {
    switch (method) {
        case Method::kGet: return allow.starts_with("GET");
        case Method::kHead: return allow.find("HEAD") != std::string_view::npos;
        case Method::kPost: return allow.find("POST") != std::string_view::npos;
        default: return false;
    }
}

Route below_variant(const std::vector<std::string>& segments) {
    if (segments.size() == 2) return Route::kPosition;
    if (segments.size() != 3) return Route::kNone;
    const std::string& what = segments[2];
    if (what == "line") return Route::kLine;
    if (what == "batch") return Route::kBatch;
    if (what == "play") return Route::kPlay;
    if (what == "stats") return Route::kStats;
    return Route::kNone;
}

Route top_level(std::string_view name) {
    if (name == "healthz") return Route::kHealth;
    if (name == "readyz") return Route::kReady;
    if (name == "version") return Route::kVersion;
    if (name == "metrics") return Route::kMetrics;
    return Route::kNone;
}

// The address; fills in the variant, or the problem where there is no such variant.
Route find_route(const Target& target, std::optional<Variant>& variant, std::optional<Problem>& problem) {
    const auto& segments = target.segments;
    if (segments.size() == 1) return top_level(segments[0]);
    if (segments[0] != "v1") return Route::kNone;
    if (segments.size() == 2) {
        if (segments[1] == "variants") return Route::kVariants;
        if (segments[1] == "compare") return Route::kCompare;
        if (segments[1] == "solve") return Route::kSolve;
    }
    if (segments.size() == 3 && segments[1] == "solve") {
        return segments[2] == "cancel" ? Route::kSolveCancel : Route::kNone;
    }
    const Route route = below_variant(segments);
    if (route == Route::kNone) return route;
    const auto parsed = parse_variant(segments[1]);
    if (parsed) {
        variant = *parsed;
    } else {
        problem = Problem{404, parsed.error().message};
    }
    return route;
}

Response preflight(const RouteInfo& about) {
    Response response;
    response.status = 204;
    response.content_type = {};
    response.preflight = true;
    response.allow = about.allow;
    return response;
}

bool tag_matches(std::string_view if_none_match, std::string_view etag) {
    if (etag.empty() || if_none_match.empty()) return false;
    if (if_none_match == "*") return true;
    while (!if_none_match.empty()) {
        const std::size_t comma = if_none_match.find(',');
        std::string_view tag = if_none_match.substr(0, comma);
        if_none_match = comma == std::string_view::npos ? std::string_view{} : if_none_match.substr(comma + 1);
        while (tag.starts_with(' ')) tag.remove_prefix(1);
        while (tag.ends_with(' ')) tag.remove_suffix(1);
        if (tag.starts_with("W/")) tag.remove_prefix(2);
        if (tag == etag) return true;
    }
    return false;
}

}  // namespace

Response refusal(int status, std::string detail) { return to_response({status, std::move(detail)}); }

Match Router::match(const Request& request) const {
    Match match;
    auto target = parse_target(request.target);
    if (!target) {
        match.ready = refusal(400, "the address cannot be read");
        return match;
    }
    match.target = std::move(*target);
    for (const std::string& segment : match.target.segments) match.path.append("/").append(segment);

    std::optional<Problem> problem;
    match.route = find_route(match.target, match.variant, problem);
    if (match.route == Route::kNone && page_.has(match.path)) match.route = Route::kPage;
    const RouteInfo about = info(match.route);
    match.lane = about.lane;
    if (match.route == Route::kPosition && match.target.parameter("replies") == "1") match.lane = Lane::kWork;

    if (request.method == Method::kOptions) {
        match.ready = preflight(about);
    } else if (match.route == Route::kNone) {
        match.ready = refusal(404, "no such address");
    } else if (!fits(about.allow, request.method)) {
        problem = Problem{405, "this address takes " + std::string(about.allow)};
        problem->allow = about.allow;
        match.ready = to_response(*problem);
    } else if (problem) {
        match.ready = to_response(*problem);
    } else if (context_.draining && match.route != Route::kHealth && match.route != Route::kReady) {
        match.ready = refusal(503, "the server is shutting down");
    }
    return match;
}

Response Router::answer(const Match& match, const Request& request) const {
    Response response;
    try {
        response = match.ready ? *match.ready : dispatch(match, request);
    } catch (const std::exception&) {
        response = refusal(500, "something went wrong inside the server");
    }
    response.cors = response.cors && info(match.route).open_to_other_sites;
    if (response.status == 200 && tag_matches(request.if_none_match, response.etag)) {
        response.status = 304;
        response.body.clear();
    }
    return response;
}

Response Router::dispatch(const Match& match, const Request& request) const {
    switch (match.route) {
        case Route::kPosition: return position_answer(context_, *match.variant, match.target);
        case Route::kLine: return line_answer(context_, *match.variant, match.target);
        case Route::kBatch: return batch_answer(context_, *match.variant, request);
        case Route::kPlay: return play_answer(context_, *match.variant, request);
        case Route::kStats: return stats_answer(context_, *match.variant, match.target);
        case Route::kCompare: return compare_answer(context_, match.target);
        case Route::kVariants: return variants_answer(context_);
        case Route::kSolve:
            return request.method == Method::kPost ? start_solve_answer(context_, request)
                                                   : solve_answer(context_, match.target);
        case Route::kSolveCancel: return cancel_solve_answer(context_, request);
        case Route::kHealth: return health_answer();
        case Route::kReady: return ready_answer(context_);
        case Route::kVersion: return version_answer();
        case Route::kMetrics: return metrics_answer(context_);
        case Route::kPage: return page_.answer(match.path, request.accepts_gzip);
        case Route::kNone: break;
    }
    return refusal(404, "no such address");
}

}  // namespace merels::server
