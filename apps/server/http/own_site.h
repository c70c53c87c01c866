// SPDX-License-Identifier: MIT
// Guards against other sites in the browser of somebody who runs the server on his own machine.
#pragma once

#include <string_view>

#include "server/http/http_message.h"

namespace merels::server {

// "127.0.0.1:9000", "[::1]", "localhost:80": a loopback address (parsed as one, not by its beginning) or localhost,
// with or without a port. Everything else is somebody's name, which may be bent to this machine (DNS rebinding).
bool names_loopback(std::string_view host);

// Host, and the host in the target where it has one, name loopback. HTTP/1.0 without Host is no browser, and passes.
bool names_loopback_only(const Request& request);

// No other site's page asks: the Origin, where there is one, is this server by the name it was called, and
// Sec-Fetch-Site, where there is one, is same-origin or none.
bool from_own_site(const Request& request);

// A body that browsers let other sites send only after a preflight, which addresses that change something do not grant.
bool says_json(std::string_view content_type);

}  // namespace merels::server
