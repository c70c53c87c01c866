// SPDX-License-Identifier: MIT
#include "index/ultra_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace merels {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostCodes = 65536;

std::uint32_t code_of(std::span<const std::uint8_t> bytes) {
    return bytes.size() == 1 ? bytes[0] : bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8;
}

// Throws what nlohmann::json throws, or invalid_argument.
UltraCodes codes_from(const Json& json) {
    UltraCodes codes;
    const auto counts = json.at("subspace").get<std::array<std::uint8_t, 4>>();
    codes.subspace = {counts[0], counts[1], counts[2], counts[3]};
    json.at("values").get_to(codes.values);
    json.at("depths").get_to(codes.depths);
    if (codes.values.empty() || codes.values.size() > kMostCodes || codes.depths.size() >= kMostCodes) {
        throw std::invalid_argument("number of codes");
    }
    for (const Json& row : json.at("draws")) {
        UltraCount count;
        row.at(0).get_to(count.entry.value);
        if (!row.at(1).is_null()) count.entry.depth = row.at(1).get<int>();
        row.at(2).get_to(count.positions);
        codes.census.push_back(count);
    }
    return codes;
}

}  // namespace

Result<UltraEntry> UltraCodes::entry(std::span<const std::uint8_t> bytes) const {
    const auto at = static_cast<std::size_t>(value_planes());
    const std::uint32_t value = code_of(bytes.first(at));
    const std::uint32_t depth = code_of(bytes.subspan(at, static_cast<std::size_t>(depth_planes())));
    if (value >= values.size() || depth > depths.size()) {
        return Error{ErrorCode::kCorrupt, "ultra-strong table: a code that the table does not have"};
    }
    return UltraEntry{values[value], depth == 0 ? std::nullopt : std::optional(depths[depth - 1])};
}

std::uint64_t UltraCodes::draws() const {
    std::uint64_t sum = 0;
    for (const UltraCount& count : census) sum += count.positions;
    return sum;
}

std::string encode_ultra_codes(const UltraCodes& codes) {
    Json draws = Json::array();
    for (const UltraCount& count : codes.census) {
        const Json depth = count.entry.depth ? Json(*count.entry.depth) : Json(nullptr);
        draws.push_back(Json::array({count.entry.value, depth, count.positions}));
    }
    const Json json = {{"subspace", codes.subspace.counts()},
                       {"values", codes.values},
                       {"depths", codes.depths},
                       {"draws", std::move(draws)}};
    return json.dump();
}

Result<UltraCodes> decode_ultra_codes(std::string_view text) {
    try {
        return codes_from(Json::parse(text));
    } catch (const std::exception& error) {
        return Error{ErrorCode::kCorrupt, fmt::format("metadata of an ultra-strong table: {}", error.what())};
    }
}

std::string ultra_collection(const Variant& variant, std::string_view heuristic, bool computer_moves) {
    std::string start = variant.id();
    std::replace_if(
        start.begin(), start.end(), [](char c) { return c == '@' || c == ','; }, '-');
    return fmt::format("{}-ultra-{}{}", start, heuristic, computer_moves ? "" : "-other");
}

std::string ultra_rules(const SubspaceValues& values) {
    return fmt::format("{} ultra {} {:016x}", values.variant_id(), values.heuristic(), values.digest());
}

}  // namespace merels
