// SPDX-License-Identifier: MIT
// A request and an answer as plain values: everything between the connection (session.cpp) and the endpoints.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace merels::server {

enum class Method { kGet, kHead, kPost, kOptions, kOther };

struct Request {
    Method method = Method::kGet;
    std::string target;  // as it came: path and query, still percent-encoded
    std::string body;
    std::string content_type;
    std::string origin;
    std::string fetch_site;           // Sec-Fetch-Site, which browsers send and pages cannot set
    std::optional<std::string> host;  // nothing only in HTTP/1.0
    std::string if_none_match;
    bool accepts_gzip = false;
    std::string client;  // whose request it is: what limits and queues go by (client_key.h)
};

enum class Caching {
    kNoStore,
    kRevalidate,  // with an ETag: the client may keep it, but asks each time
    kImmutable,   // the name changes with the content
};

// Which Content-Security-Policy an answer carries.
enum class Policy {
    kData,     // runs nothing, loads nothing
    kPage,     // loads from this server
    kEmbed,    // the same, and others may show it in a frame
    kPicture,  // an SVG with styles of its own
};

struct Response {
    int status = 200;
    std::string_view content_type = "application/json";  // static storage
    std::string body;
    Caching caching = Caching::kNoStore;
    std::string etag;   // in quotes; empty = none
    bool cors = true;   // other sites may read it
    bool gzip = false;  // the body is compressed
    Policy policy = Policy::kData;
    bool varies_by_encoding = false;
    bool preflight = false;  // the answer to OPTIONS
    std::string allow;       // with 405 and OPTIONS
    int retry_after = 0;     // seconds; 0 = none
};

}  // namespace merels::server
