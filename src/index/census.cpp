// SPDX-License-Identifier: MIT
#include "index/census.h"

#include <algorithm>
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

Result<Census> join(const Census& wins, const Census& losses) {
    if (wins.with_depth != losses.with_depth) return join(without_depth(wins), without_depth(losses));
    Census both = wins;
    both.plies.insert(both.plies.end(), losses.plies.begin(), losses.plies.end());
    std::sort(both.plies.begin(), both.plies.end(), [](const PlyCount& a, const PlyCount& b) { return a.ply < b.ply; });
    const bool fit = wins.subspace == losses.subspace && wins.positions == losses.positions && wins.losses() == 0 &&
                     losses.wins() == 0 && both.wins() + both.losses() <= both.positions;
    if (!fit) return Error{ErrorCode::kCorrupt, "wins and losses of " + format_subspace(wins.subspace) + " do not fit"};
    return both;
}

}  // namespace

std::uint64_t Census::wins() const { return sum_of_parity(*this, 1); }
std::uint64_t Census::losses() const { return sum_of_parity(*this, 0); }

Census without_depth(const Census& census) {
    Census result = census;
    result.with_depth = false;
    result.plies.clear();
    for (const Ply outcome : {Ply{0}, Ply{1}}) {
        PlyCount all{outcome, 0, {}};
        for (const PlyCount& p : census.plies) {
            if (p.ply % 2 != outcome) continue;
            all.example = all.positions == 0 ? p.example : std::min(all.example, p.example);
            all.positions += p.positions;
        }
        if (all.positions > 0) result.plies.push_back(all);
    }
    return result;
}

Result<Census> with_losses(const Census& wins, const std::map<std::string, std::string>& notes) {
    const auto note = notes.find(format_subspace(wins.subspace));
    if (note == notes.end()) return Error{ErrorCode::kMissing, "the losses are not counted yet"};
    const auto losses = decode_census(note->second);
    if (!losses) return losses.error();
    return join(wins, *losses);
}

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
    try {
        const auto json = nlohmann::json::parse(text);
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
        return Error{ErrorCode::kCorrupt, "the census of a table cannot be read"};
    }
}

}  // namespace merels
