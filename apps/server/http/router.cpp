// SPDX-License-Identifier: MIT
#include "server/http/router.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "server/http/own_site.h"
#include "server/http/problem.h"

namespace merels::server {
namespace {

bool takes(std::string_view methods, Method method) {
    switch (method) {
        case Method::kGet: return methods.starts_with("GET");
        case Method::kHead: return methods.find("HEAD") != std::string_view::npos;
        case Method::kPost: return methods.find("POST") != std::string_view::npos;
        default: return false;
    }
}

// Whether the segments are those of the pattern; `names` are those at the places of '*'.
bool fits(std::string_view pattern, const std::vector<std::string>& segments, std::vector<std::string>& names) {
    names.clear();
    pattern.remove_prefix(1);
    for (const std::string& segment : segments) {
        if (pattern.data() == nullptr) return false;
        const std::size_t slash = pattern.find('/');
        const std::string_view wanted = pattern.substr(0, slash);
        if (wanted == "*") {
            names.push_back(segment);
        } else if (wanted != segment) {
            return false;
        }
        pattern = slash == std::string_view::npos ? std::string_view{} : pattern.substr(slash + 1);
    }
    return pattern.data() == nullptr;
}

Response preflight(const std::string& allow) {
    Response response;
    response.status = 204;
    response.content_type = {};
    response.preflight = true;
    response.allow = allow;
    return response;
}

// Beast reads lists of tokens, not of quoted tags.
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

std::optional<Response> unknown_parameter(const Route& route, const Target& target) {
    for (const auto& [name, value] : target.query) {
        if (std::find(route.parameters.begin(), route.parameters.end(), name) != route.parameters.end()) continue;
        return refusal(400, route.parameters.empty() ? fmt::format("{}: this address takes no parameters", name)
                                                     : fmt::format("{}: no such parameter here; there are {}", name,
                                                                   fmt::join(route.parameters, ", ")));
    }
    return std::nullopt;
}

Response guarded(const std::function<Response()>& answer) {
    try {
        return answer();
    } catch (const std::exception&) {
        return refusal(500, "something went wrong inside the server");
    }
}

}  // namespace

Response refusal(int status, std::string detail) { return to_response({status, std::move(detail)}); }

Router::Router(std::vector<Route> routes, Options options) : routes_(std::move(routes)), options_(options) {}

std::vector<std::string_view> Router::labels() const {
    std::vector<std::string_view> names{"none", "page"};
    for (const Route& route : routes_) names.push_back(route.name);
    return names;
}

// Finds the route by path and method; returns the methods that the address takes, empty where there is no such address.
// Paths without '*' go first.
std::string Router::find(Call& call, Match& match) const {
    std::string allow;
    bool plain_found = false;
    for (const bool plain : {true, false}) {
        if (!plain && plain_found) break;
        for (std::size_t i = 0; i < routes_.size(); ++i) {
            const Route& route = routes_[i];
            if ((route.path.find('*') == std::string_view::npos) != plain) continue;
            std::vector<std::string> names;
            if (!fits(route.path, call.target.segments, names)) continue;
            plain_found = plain_found || plain;
            allow += (allow.empty() ? "" : ", ") + std::string(route.methods);
            const bool asked = takes(route.methods, call.request.method);
            if (match.route != nullptr && !asked) continue;
            match.route = &route;  // of several methods, the one that was asked for
            match.label = static_cast<int>(i) + 2;
            match.lane = route.lane;
            call.names = std::move(names);
        }
    }
    if (!allow.empty()) allow += ", OPTIONS";
    return allow;
}

std::optional<Response> Router::refuse(const Match& match, const Call& call, const std::string& allow,
                                       bool draining) const {
    const Route& route = *match.route;
    if (!takes(route.methods, call.request.method)) {
        Problem problem{405, "this address takes " + allow};
        problem.allow = allow;
        return to_response(problem);
    }
    if (draining && !route.answers_while_draining) return refusal(503, "the server is shutting down");
    if (!route.open_to_other_sites && !from_own_site(call.request)) {
        return refusal(403, "only the page of this server may ask this");
    }
    // Whatever changes something takes JSON only: the proof that no form of another site was sent.
    if (!route.open_to_other_sites && call.request.method == Method::kPost && !says_json(call.request.content_type)) {
        return refusal(415, "the body must be application/json, and Content-Type must say so");
    }
    return unknown_parameter(route, call.target);
}

Match Router::match(Call& call, bool draining) const {
    Match match;
    const Request& request = call.request;
    if (options_.loopback_names && !names_loopback_only(request)) {
        match.ready = refusal(403, "this server is for its own machine: call it 127.0.0.1, [::1] or localhost");
        match.ready->cors = false;
        return match;
    }
    auto target = parse_target(request.target);
    if (!target) {
        match.ready = refusal(400, "the address cannot be read");
        return match;
    }
    call.target = std::move(*target);
    const std::string allow = find(call, match);
    if (match.route != nullptr) {
        match.ready = request.method == Method::kOptions ? preflight(allow) : refuse(match, call, allow, draining);
        return match;
    }
    std::string path;
    for (const std::string& segment : call.target.segments) path.append("/").append(segment);
    if (!options_.page || !page_.has(path)) {
        match.ready = refusal(404, "no such address");
        return match;
    }
    match.label = 1;
    if (request.method == Method::kOptions) {
        match.ready = preflight("GET, HEAD, OPTIONS");
    } else if (!takes("GET, HEAD", request.method)) {
        Problem problem{405, "this address takes GET, HEAD, OPTIONS"};
        problem.allow = "GET, HEAD, OPTIONS";
        match.ready = to_response(problem);
    } else if (draining) {
        match.ready = refusal(503, "the server is shutting down");
    } else {
        match.ready = page_.answer(path, request.accepts_gzip);
    }
    return match;
}

Work Router::begin(const Match& match, const Call& call) const {
    if (!match.route->begin) {
        return [this, &match, &call]() -> std::optional<Response> {
            return finish(match, call, guarded([&] { return match.route->answer(call); }));
        };
    }
    return [this, &match, &call, work = Work{}]() mutable -> std::optional<Response> {
        std::optional<Response> response;
        try {
            if (!work) work = match.route->begin(call);
            response = work();
        } catch (const std::exception&) {
            response = refusal(500, "something went wrong inside the server");
        }
        if (!response) return std::nullopt;
        return finish(match, call, std::move(*response));
    };
}

Response Router::finish(const Match& match, const Call& call, Response response) const {
    if (match.route != nullptr) response.cors = response.cors && match.route->open_to_other_sites;
    if (response.status == 200 && tag_matches(call.request.if_none_match, response.etag)) {
        response.status = 304;
        response.body.clear();
    }
    return response;
}

}  // namespace merels::server
