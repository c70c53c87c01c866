// SPDX-License-Identifier: MIT
// The figures of the papers, from data/published/*.json as they were when the library was built.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace merels {

// `paper` is the name of a file without its ending, e.g. "loewer-2016"; null for a name that does not exist.
nlohmann::ordered_json published_figures(std::string_view paper);

}  // namespace merels
