// SPDX-License-Identifier: MIT
// The ETag of a body, in quotes: changes when the body does. Cost: a hash of the body, 10 KB a microsecond.
#pragma once

#include <fmt/format.h>
#include <xxhash.h>

#include <string>
#include <string_view>

namespace merels::server {

inline std::string etag_of(std::string_view body) {
    return fmt::format("\"{:016x}\"", XXH3_64bits(body.data(), body.size()));
}

}  // namespace merels::server
