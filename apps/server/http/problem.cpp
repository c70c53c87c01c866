// SPDX-License-Identifier: MIT
#include "server/http/problem.h"

#include <boost/beast/http/status.hpp>
#include <nlohmann/json.hpp>

namespace merels::server {

int http_status(ErrorCode code) {
    switch (code) {
        case ErrorCode::kBadInput: return 400;
        case ErrorCode::kMissing:
        case ErrorCode::kCorrupt:
        case ErrorCode::kTruncated:
        case ErrorCode::kWrongVariant:
        case ErrorCode::kNewerVersion:
        case ErrorCode::kIo:
        case ErrorCode::kNoSpace:
        case ErrorCode::kNoMemory:
        case ErrorCode::kInterrupted: return 503;
        case ErrorCode::kInternal: break;
    }
    return 500;
}

Problem to_problem(const Error& error) {
    const int status = http_status(error.code);
    if (status == 500) return {500, "something went wrong inside the server"};
    Problem problem{status, error.message};
    if (status == 400 && error.column > 0) problem.column = error.column;
    return problem;
}

Problem bad_request(std::string detail) { return {400, std::move(detail)}; }

Problem bad_text(std::string_view what, const Error& error) {
    Problem problem = to_problem(error);
    if (problem.status == 400 && !problem.detail.starts_with(what)) {
        problem.detail = std::string(what) + ": " + problem.detail;
    }
    return problem;
}

Response to_response(const Problem& problem) {
    const auto title =
        boost::beast::http::obsolete_reason(boost::beast::http::int_to_status(static_cast<unsigned>(problem.status)));
    nlohmann::ordered_json json{{"type", "about:blank"},
                                {"title", std::string(title.data(), title.size())},
                                {"status", problem.status},
                                {"detail", problem.detail}};
    if (problem.column) json["column"] = *problem.column;
    if (problem.index) json["index"] = *problem.index;
    Response response;
    response.status = problem.status;
    response.content_type = "application/problem+json";
    response.body = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    response.allow = problem.allow;
    response.retry_after = problem.retry_after.value_or(0);
    return response;
}

}  // namespace merels::server
