// SPDX-License-Identifier: MIT
// The list of addresses: docs/http_api.md as code.
#pragma once

#include <vector>

#include "server/api/endpoints.h"
#include "server/http/route.h"

namespace merels::server {

// For everybody. The context must outlive the routes.
std::vector<Route> api_routes(const Context& context);
// For those who run the server: /healthz, /readyz, /metrics.
std::vector<Route> operation_routes(const Context& context);

}  // namespace merels::server
