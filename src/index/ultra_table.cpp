// SPDX-License-Identifier: MIT
#include "index/ultra_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace merels {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostCodes = std::size_t{1} << 24;

Json to_json(const UltraEntry& entry) {
    return Json::array({entry.value, entry.depth ? Json(*entry.depth) : Json(nullptr)});
}

// Throw what nlohmann::json throws, or invalid_argument.
UltraEntry entry_from(const Json& json) {
    UltraEntry entry;
    json.at(0).get_to(entry.value);
    if (!json.at(1).is_null()) entry.depth = json.at(1).get<int>();
    return entry;
}

void set_values(UltraCodes& codes) {
    const int own = codes.entries.front().value;
    std::set<int> others;
    for (const UltraEntry& entry : codes.entries) others.insert(entry.value);
    others.erase(own);
    codes.values = {own};
    codes.values.insert(codes.values.end(), others.begin(), others.end());
}

UltraCodes codes_from(const Json& json) {
    UltraCodes codes;
    const auto counts = json.at("subspace").get<std::array<std::uint8_t, 4>>();
    codes.subspace = {counts[0], counts[1], counts[2], counts[3]};
    for (const Json& entry : json.at("entries")) codes.entries.push_back(entry_from(entry));
    if (codes.entries.empty() || codes.entries.size() > kMostCodes) throw std::invalid_argument("number of codes");
    for (const Json& row : json.at("draws")) codes.census.push_back({entry_from(row), row.at(2).get<std::uint64_t>()});
    set_values(codes);
    return codes;
}

}  // namespace

UltraCodes UltraCodes::make(const Subspace& subspace, int own_value, std::vector<UltraCount> census) {
    UltraCodes codes;
    codes.subspace = subspace;
    codes.entries.push_back({own_value, std::nullopt});
    std::vector<UltraCount> others = census;
    std::erase_if(others, [&](const UltraCount& count) { return count.entry == codes.entries.front(); });
    std::stable_sort(others.begin(), others.end(),
                     [](const UltraCount& a, const UltraCount& b) { return a.positions > b.positions; });
    for (const UltraCount& count : others) codes.entries.push_back(count.entry);
    codes.census = std::move(census);
    set_values(codes);
    return codes;
}

Result<UltraEntry> UltraCodes::entry(std::span<const std::uint8_t> bytes) const {
    std::uint32_t code = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) code |= std::uint32_t{bytes[i]} << (8 * i);
    if (code >= entries.size()) {
        return Error{ErrorCode::kCorrupt, "ultra-strong table: a code that the table does not have"};
    }
    return entries[code];
}

std::uint32_t UltraCodes::code(const UltraEntry& entry) const {
    return static_cast<std::uint32_t>(std::find(entries.begin(), entries.end(), entry) - entries.begin());
}

std::uint64_t UltraCodes::draws() const {
    std::uint64_t sum = 0;
    for (const UltraCount& count : census) sum += count.positions;
    return sum;
}

std::string encode_ultra_codes(const UltraCodes& codes) {
    Json entries = Json::array();
    for (const UltraEntry& entry : codes.entries) entries.push_back(to_json(entry));
    Json draws = Json::array();
    for (const UltraCount& count : codes.census) {
        draws.push_back(to_json(count.entry));
        draws.back().push_back(count.positions);
    }
    const Json json = {
        {"subspace", codes.subspace.counts()}, {"entries", std::move(entries)}, {"draws", std::move(draws)}};
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
