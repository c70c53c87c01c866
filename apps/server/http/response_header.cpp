// SPDX-License-Identifier: MIT
#include "server/http/response_header.h"

#include <boost/beast/core/string.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <ctime>
#include <string>

namespace merels::server {

namespace http = boost::beast::http;

namespace {

using Message = http::response<http::string_body>;

constexpr const char* kServerName = "merels/" MERELS_VERSION;

// What the page loads is its own; its one inline script is known by its digest (web/check-dist.sh compares).
constexpr const char* kPagePolicy =
    "default-src 'self'; script-src 'self' 'sha256-BLuX/64N99+zPAdoFVFNxU7DLYSAOXyIaFhWiML9nIo='; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; ";

// Nobody may show an answer in a frame of his page but the board that is made for it.
std::string policy_text(Policy policy) {
    switch (policy) {
        case Policy::kPage: return std::string(kPagePolicy) + "frame-ancestors 'none'";
        case Policy::kEmbed: return std::string(kPagePolicy) + "frame-ancestors *";
        case Policy::kPicture: return "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
        case Policy::kData: break;
    }
    return "default-src 'none'; frame-ancestors 'none'";
}

void set_date(Message& message) {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[40];
    const std::size_t length = std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts);
    message.set(http::field::date, boost::beast::string_view(text, length));
}

void set_caching(Message& message, const Response& response) {
    switch (response.caching) {
        case Caching::kNoStore: message.set(http::field::cache_control, "no-store"); break;
        case Caching::kRevalidate: message.set(http::field::cache_control, "no-cache"); break;
        case Caching::kImmutable: message.set(http::field::cache_control, "public, max-age=31536000, immutable"); break;
    }
    if (!response.etag.empty()) message.set(http::field::etag, response.etag);
    if (response.varies_by_encoding) message.set(http::field::vary, "Accept-Encoding");
}

void set_sharing(Message& message, const Response& response) {
    if (!response.cors) return;
    message.set(http::field::access_control_allow_origin, "*");
    if (!response.preflight) return;
    message.set(http::field::access_control_allow_methods, "GET, POST, OPTIONS");
    message.set(http::field::access_control_allow_headers, "Content-Type");
    message.set(http::field::access_control_max_age, "86400");
}

}  // namespace

Message to_message(Response response, bool head, bool http_1_0, bool keep_alive) {
    Message message;
    message.version(http_1_0 ? 10 : 11);
    message.result(static_cast<unsigned>(response.status));
    message.set(http::field::server, kServerName);
    set_date(message);
    message.set("X-Content-Type-Options", "nosniff");
    if (!response.content_type.empty() && response.status != 304) {
        message.set(http::field::content_type,
                    boost::beast::string_view(response.content_type.data(), response.content_type.size()));
    }
    set_caching(message, response);
    set_sharing(message, response);
    if (response.gzip) message.set(http::field::content_encoding, "gzip");
    message.set("Content-Security-Policy", policy_text(response.policy));
    // For browsers that do not know frame-ancestors.
    if (response.policy != Policy::kEmbed) message.set("X-Frame-Options", "DENY");
    if (!response.allow.empty()) message.set(http::field::allow, response.allow);
    if (response.retry_after > 0) message.set(http::field::retry_after, std::to_string(response.retry_after));
    if (response.status != 304 && response.status != 204) message.content_length(response.body.size());
    message.keep_alive(keep_alive);
    if (!head) message.body() = std::move(response.body);
    return message;
}

bool accepts_gzip(std::string_view accept_encoding) {
    for (const auto& [coding, parameters] :
         http::ext_list(boost::beast::string_view(accept_encoding.data(), accept_encoding.size()))) {
        if (!boost::beast::iequals(coding, "gzip")) continue;
        for (const auto& [name, value] : parameters) {  // q=0, q=0.000: not this one
            if (boost::beast::iequals(name, "q")) return value.find_first_of("123456789") != value.npos;
        }
        return true;
    }
    return false;
}

}  // namespace merels::server
