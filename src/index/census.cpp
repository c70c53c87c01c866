// SPDX-License-Identifier: MIT
#include "index/census.h"

#include <nlohmann/json.hpp>

namespace merels {
namespace {

std::uint64_t sum_of_parity(const Census& census, int parity) {
    std::uint64_t sum = 0;
    for (const PlyCount& p : census.plies) {
        if (p.ply % 2 == parity) sum += p.positions;
    }
    return sum;
}

}  // namespace

std::uint64_t Census::wins() const { return sum_of_parity(*this, 1); }
std::uint64_t Census::losses() const { return sum_of_parity(*this, 0); }

std::string encode_census(const Census& census) {
    nlohmann::ordered_json json;
    const Subspace& s = census.subspace;
    json["subspace"] = {s.own, s.other, s.own_hand, s.other_hand};
    json["positions"] = census.positions;
    json["depth"] = census.with_depth;
    auto& plies = json["plies"] = nlohmann::ordered_json::array();
    for (const PlyCount& p : census.plies) plies.push_back({p.ply, p.positions, p.example.row, p.example.rank});
    return json.dump();
}

Result<Census> decode_census(std::string_view text) {
    const Error corrupt{ErrorCode::kCorrupt, "the census of a table cannot be read"};
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object()) return corrupt;
    try {
        Census census;
        const auto& s = json.at("subspace");
        census.subspace = {s.at(0).get<std::uint8_t>(), s.at(1).get<std::uint8_t>(), s.at(2).get<std::uint8_t>(),
                           s.at(3).get<std::uint8_t>()};
        census.positions = json.at("positions").get<std::uint64_t>();
        census.with_depth = json.at("depth").get<bool>();
        for (const auto& p : json.at("plies")) {
            census.plies.push_back({p.at(0).get<Ply>(),
                                    p.at(1).get<std::uint64_t>(),
                                    {p.at(2).get<ClassIndex>(), p.at(3).get<std::uint32_t>()}});
        }
        return census;
    } catch (const nlohmann::json::exception&) {
        return corrupt;
    }
}

}  // namespace merels
