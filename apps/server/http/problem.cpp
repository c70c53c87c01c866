// SPDX-License-Identifier: MIT
#include "server/http/problem.h"

#include <charconv>

#include "server/api/json_writer.h"

namespace merels::server {
namespace {

std::optional<int> column_in(std::string_view message) {
    constexpr std::string_view kWord = "column ";
    const std::size_t at = message.find(kWord);
    if (at == std::string_view::npos) return std::nullopt;
    int column = 0;
    const char* begin = message.data() + at + kWord.size();
    const auto [end, error] = std::from_chars(begin, message.data() + message.size(), column);
    if (error != std::errc{}) return std::nullopt;
    return column;
}

}  // namespace

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
    return {status, error.message, status == 400 ? column_in(error.message) : std::nullopt};
}

Problem bad_request(std::string detail) { return {400, std::move(detail)}; }

Problem bad_text(std::string_view what, const Error& error) {
    Problem problem = to_problem(error);
    if (problem.status == 400 && !problem.detail.starts_with(what)) {
        problem.detail = std::string(what) + ": " + problem.detail;
    }
    return problem;
}

std::string_view status_title(int status) {
    switch (status) {
        case 200: return "OK";
        case 202: return "Accepted";
        case 204: return "No Content";
        case 304: return "Not Modified";
        case 400: return "Bad Request";
        case 403: return "Forbidden";
        case 404: return "Not Found";
        case 405: return "Method Not Allowed";
        case 408: return "Request Timeout";
        case 409: return "Conflict";
        case 413: return "Content Too Large";
        case 414: return "URI Too Long";
        case 415: return "Unsupported Media Type";
        case 429: return "Too Many Requests";
        case 431: return "Request Header Fields Too Large";
        case 503: return "Service Unavailable";
        default: return "Internal Server Error";
    }
}

Response to_response(const Problem& problem) {
    JsonWriter json;
    json.begin_object();
    json.field("type", "about:blank");
    json.field("title", status_title(problem.status));
    json.field("status", problem.status);
    json.field("detail", problem.detail);
    if (problem.column) json.field("column", *problem.column);
    if (problem.index) json.field("index", *problem.index);
    json.end_object();
    Response response;
    response.status = problem.status;
    response.content_type = "application/problem+json";
    response.body = std::move(json).text();
    response.allow = problem.allow;
    response.retry_after = problem.retry_after.value_or(0);
    return response;
}

}  // namespace merels::server
