// SPDX-License-Identifier: MIT
// What clients send, read and checked. Every function returns nothing and fills `problem` where the input is wrong.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "merels/position.h"
#include "merels/tablebase.h"
#include "server/http/http_message.h"
#include "server/http/problem.h"
#include "server/http/url.h"

namespace merels::server {

// The `fen` parameter; the start of the variant where there is none.
std::optional<Position> read_fen(const Variant& variant, const Target& target, Problem& problem);

// A whole number in [low, high]; `otherwise` where the parameter is missing.
std::optional<std::int64_t> read_number(const Target& target, std::string_view name, std::int64_t low,
                                        std::int64_t high, std::int64_t otherwise, Problem& problem);

// The body as a JSON object: 415 for another content type, 400 for anything but an object.
std::optional<nlohmann::json> read_json(const Request& request, Problem& problem);

// Members of a body. A member that is missing or null gives `otherwise`.
std::optional<std::string> read_text(const nlohmann::json& body, const char* name, std::string_view otherwise,
                                     Problem& problem);
std::optional<std::uint64_t> read_count(const nlohmann::json& body, const char* name, std::uint64_t low,
                                        std::uint64_t high, std::uint64_t otherwise, Problem& problem);
std::optional<bool> read_flag(const nlohmann::json& body, const char* name, bool otherwise, Problem& problem);
// A list of texts; empty where it is missing. `most` is the largest length (413 above).
std::optional<std::vector<std::string>> read_texts(const nlohmann::json& body, const char* name, std::size_t most,
                                                   Problem& problem);

// Which ultra-strong tables, by the name of a set among those that there are; empty: the first. 404 for another.
std::optional<UltraChoice> read_ultra_choice(const std::vector<std::string>& sets, std::string_view name,
                                             Problem& problem);

}  // namespace merels::server
