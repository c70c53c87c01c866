// SPDX-License-Identifier: MIT
#include "server/api/input.h"

#include <algorithm>

#include <fmt/format.h>

#include <charconv>

#include "server/http/own_site.h"

namespace merels::server {
namespace {

const nlohmann::json* member(const nlohmann::json& body, const char* name) {
    const auto found = body.find(name);
    return found == body.end() || found->is_null() ? nullptr : &*found;
}

}  // namespace

std::optional<Position> read_fen(const Variant& variant, const Target& target, Problem& problem) {
    const auto fen = target.parameter("fen");
    if (!fen) return start_position(variant);
    auto position = parse_position(variant, *fen);
    if (position) return *position;
    problem = bad_text("position", position.error());
    return std::nullopt;
}

std::optional<std::int64_t> read_number(const Target& target, std::string_view name, std::int64_t low,
                                        std::int64_t high, std::int64_t otherwise, Problem& problem) {
    const auto text = target.parameter(name);
    if (!text) return otherwise;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
    if (error == std::errc{} && end == text->data() + text->size() && number >= low && number <= high) return number;
    problem = bad_request(fmt::format("{}: expected a whole number from {} to {}", name, low, high));
    return std::nullopt;
}

std::optional<nlohmann::json> read_json(const Request& request, Problem& problem) {
    if (!says_json(request.content_type)) {
        problem = {415, "the body must be application/json, and Content-Type must say so"};
        return std::nullopt;
    }
    auto body = nlohmann::json::parse(request.body, nullptr, false);
    if (body.is_object()) return body;
    problem = bad_request(body.is_discarded() ? "the body is not JSON" : "the body must be a JSON object");
    return std::nullopt;
}

std::optional<std::string> read_text(const nlohmann::json& body, const char* name, std::string_view otherwise,
                                     Problem& problem) {
    const auto* found = member(body, name);
    if (found == nullptr) return std::string(otherwise);
    if (found->is_string()) return found->get<std::string>();
    problem = bad_request(fmt::format("{}: expected a text", name));
    return std::nullopt;
}

std::optional<std::uint64_t> read_count(const nlohmann::json& body, const char* name, std::uint64_t low,
                                        std::uint64_t high, std::uint64_t otherwise, Problem& problem) {
    const auto* found = member(body, name);
    if (found == nullptr) return otherwise;
    if (found->is_number_unsigned()) {
        const auto number = found->get<std::uint64_t>();
        if (number >= low && number <= high) return number;
    }
    problem = bad_request(fmt::format("{}: expected a whole number from {} to {}", name, low, high));
    return std::nullopt;
}

std::optional<bool> read_flag(const nlohmann::json& body, const char* name, bool otherwise, Problem& problem) {
    const auto* found = member(body, name);
    if (found == nullptr) return otherwise;
    if (found->is_boolean()) return found->get<bool>();
    problem = bad_request(fmt::format("{}: expected true or false", name));
    return std::nullopt;
}

std::optional<std::vector<std::string>> read_texts(const nlohmann::json& body, const char* name, std::size_t most,
                                                   Problem& problem) {
    std::vector<std::string> texts;
    const auto* found = member(body, name);
    if (found == nullptr) return texts;
    if (!found->is_array()) {
        problem = bad_request(fmt::format("{}: expected a list of texts", name));
        return std::nullopt;
    }
    if (found->size() > most) {
        problem = {413, fmt::format("{}: at most {} entries, not {}", name, most, found->size())};
        return std::nullopt;
    }
    for (const auto& entry : *found) {
        if (!entry.is_string()) {
            problem = bad_request(fmt::format("{}: expected a list of texts", name));
            problem.index = static_cast<int>(texts.size());
            return std::nullopt;
        }
        texts.push_back(entry.get<std::string>());
    }
    return texts;
}

std::optional<UltraChoice> read_ultra_choice(const std::vector<std::string>& sets, std::string_view name,
                                             Problem& problem) {
    if (name.empty() || std::find(sets.begin(), sets.end(), name) != sets.end()) {
        return UltraChoice{.values = std::string(name)};
    }
    problem = {404, "no ultra-strong tables of this start for the values '" + std::string(name) + "'"};
    return std::nullopt;
}

}  // namespace merels::server
