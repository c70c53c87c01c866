// SPDX-License-Identifier: MIT
// An answer with its headers, ready to be written.
#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <string_view>

#include "server/http/http_message.h"

namespace merels::server {

// `head`: the body's length is told, but no body is sent.
boost::beast::http::response<boost::beast::http::string_body> to_message(Response response, bool head, bool http_1_0,
                                                                         bool keep_alive);

// Whether an Accept-Encoding header allows gzip.
bool accepts_gzip(std::string_view accept_encoding);

}  // namespace merels::server
