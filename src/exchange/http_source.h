// SPDX-License-Identifier: MIT
// Files of a static web server, by range requests where it knows them. libcurl is included by http_source.cpp alone.
#pragma once

#include <memory>
#include <string>

#include "exchange/file_source.h"

namespace merels {

// Follows redirects to http and https. A server that is silent for a minute counts as gone.
Result<std::unique_ptr<FileSource>> open_http_source(const std::string& address, const StopFlag* stop);

}  // namespace merels
