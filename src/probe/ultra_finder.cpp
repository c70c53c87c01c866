// SPDX-License-Identifier: MIT
#include "probe/ultra_finder.h"

#include <array>
#include <fstream>
#include <iterator>
#include <mutex>
#include <span>

namespace merels {

Result<std::string> UltraFinder::only_heuristic(const Variant& variant) const {
    const std::string prefix = ultra_collection(variant, "");
    const auto collections = database_->collections();
    if (!collections) return collections.error();
    std::vector<std::string> names;
    for (const std::string& collection : *collections) {
        if (!collection.starts_with(prefix) || collection.ends_with("-other")) continue;
        names.push_back(collection.substr(prefix.size()));
    }
    if (names.size() == 1) return names.front();
    if (names.empty()) return Error{ErrorCode::kMissing, "no ultra-strong tables of " + variant.id()};
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return Error{ErrorCode::kBadInput, "ultra-strong tables with several sets of values (" + list + "): say which"};
}

Result<std::shared_ptr<const SubspaceValues>> UltraFinder::values(const Variant& variant,
                                                                  std::string_view heuristic) const {
    const std::string collection = ultra_collection(variant, heuristic);
    {
        const std::shared_lock lock(mutex_);
        if (const auto found = values_.find(collection); found != values_.end()) return found->second;
    }
    const auto manifest = database_->manifest(collection);
    if (!manifest) return manifest.error();
    std::ifstream file(database_->folder() / collection / kSubspaceValuesFile, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    auto read = decode_subspace_values(variant, text);
    if (!read) return Error{ErrorCode::kCorrupt, collection + ": " + read.error().message};
    if (ultra_rules(*read) != (*manifest)->rules) {
        return Error{ErrorCode::kWrongVariant, collection + ": its values.json is not the one it was made with"};
    }
    auto shared = std::make_shared<const SubspaceValues>(*std::move(read));
    const std::unique_lock lock(mutex_);
    return values_.emplace(collection, std::move(shared)).first->second;
}

Result<std::shared_ptr<const UltraFinder::Opened>> UltraFinder::open(const Variant& variant, std::string_view heuristic,
                                                                     bool computer_moves,
                                                                     const Subspace& subspace) const {
    const std::string collection = ultra_collection(variant, heuristic, computer_moves);
    const TableKey key{collection, computer_moves, subspace};
    {
        const std::shared_lock lock(mutex_);
        if (const auto found = tables_.find(key); found != tables_.end()) return found->second;
    }
    auto table = database_->table({collection, {subspace.own, subspace.other, subspace.own_hand, subspace.other_hand}});
    if (!table) return table.error();
    auto codes = decode_ultra_codes((*table)->spec().metadata);
    if (!codes) return codes.error();
    auto opened = std::make_shared<const Opened>(Opened{*std::move(table), *std::move(codes)});
    const std::unique_lock lock(mutex_);
    return tables_.emplace(key, std::move(opened)).first->second;
}

Result<UltraFound> UltraFinder::find(const Variant& variant, const Position& position, std::string_view heuristic,
                                     Side computer) const {
    if (heuristic.empty()) {
        const auto only = only_heuristic(variant);
        if (!only) return only.error();
        return find(variant, position, *only, computer);
    }
    const auto set = values(variant, heuristic);
    if (!set) return set.error();
    const bool computer_moves = (*set)->antisymmetric() || position.to_move == computer;
    const auto opened = open(variant, heuristic, computer_moves, subspace_of(position));
    if (!opened) return opened.error();
    const UltraCodes& codes = (*opened)->codes;
    const Address address = address_of(position);
    std::array<std::uint8_t, UltraCodes::kMostPlanes> bytes{};
    const auto planes = static_cast<std::size_t>(codes.planes());
    for (std::size_t plane = 0; plane < planes; ++plane) {
        const auto byte = (*opened)->table->at(codes.row(address.row, static_cast<int>(plane)), address.rank);
        if (!byte) return byte.error();
        bytes[plane] = *byte;
    }
    const auto entry = codes.entry(std::span(bytes).first(planes));
    if (!entry) return entry.error();
    return UltraFound{*entry, codes.values.front()};
}

}  // namespace merels
