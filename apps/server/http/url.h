// SPDX-License-Identifier: MIT
// Reading the target of a request. Nothing here touches the file system: paths are names.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace merels::server {

struct Target {
    std::vector<std::string> segments;                       // of the path, decoded: "/v1/nine-c1" = {"v1", "nine-c1"}
    std::vector<std::pair<std::string, std::string>> query;  // decoded, in order

    // The first parameter of that name.
    std::optional<std::string_view> parameter(std::string_view name) const;
};

// "%41" and, in queries, "+" decoded; nothing where an escape is broken or stands for a zero byte.
std::optional<std::string> percent_decode(std::string_view text, bool plus_is_space);

// Nothing where the target is not a path (or "http://host/path") or an escape is broken.
std::optional<Target> parse_target(std::string_view target);

}  // namespace merels::server
