// SPDX-License-Identifier: MIT
#include "minimax/decoded_tables.h"

#include <algorithm>
#include <tuple>

#include "index/layers.h"
#include "tables/variant_tables.h"

namespace merels {

ByteArray ArrayCache::find(const Subspace& subspace) {
    const auto found =
        std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.subspace == subspace; });
    if (found == entries_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found);
    return found->array;
}

void ArrayCache::insert(const Subspace& subspace, ByteArray array) {
    make_room(array->bytes());
    bytes_ += array->bytes();
    entries_.push_front({subspace, std::move(array)});
}

void ArrayCache::make_room(std::uint64_t bytes) {
    while (!entries_.empty() && bytes_ + bytes > most_bytes_) {
        bytes_ -= entries_.back().array->bytes();
        entries_.pop_back();
    }
}

void ArrayCache::clear() {
    entries_.clear();
    bytes_ = 0;
}

Result<DecodedTables> DecodedTables::open(const Variant& variant, const Database& database, bool moving_only) {
    DecodedTables tables(variant, database);
    std::vector<Subspace> subspaces = merels::subspaces_of(variant);
    std::sort(subspaces.begin(), subspaces.end(), [](const Subspace& x, const Subspace& y) {
        const auto key = [](const Subspace& s) {
            return std::tuple(s.own_hand + s.other_hand, s.own_hand, s.own, s.other);
        };
        return key(x) < key(y);
    });
    for (const Subspace& s : subspaces) {
        if (moving_only && s.own_hand + s.other_hand > 0) continue;
        auto table = open_table(database, variant, s);
        if (!table.ok()) {
            if (table.error().code != ErrorCode::kMissing) return table.error();
            tables.missing_.push_back(s);
            continue;
        }
        tables.present_.push_back(s);
        tables.tables_[s] = std::move(*table);
    }
    if (tables.present_.empty()) {
        return Error{ErrorCode::kMissing, "there is no table of " + variant.id() + " in " + database.folder().string()};
    }
    return tables;
}

Result<Census> DecodedTables::census(const Subspace& subspace) const {
    auto census = read_census(*database_, variant_, subspace);
    if (!census && census.error().code == ErrorCode::kMissing) return decode_census(table(subspace).spec().metadata);
    return census;
}

Result<BigArray<std::uint8_t>> DecodedTables::decode(const Subspace& subspace, WorkerPool& pool) const {
    BigArray<std::uint8_t> bytes(std::size_t{row_count(subspace)} * row_size(subspace));
    if (Status read = read_all_rows(table(subspace), pool, bytes.span()); !read) return read.error();
    return bytes;
}

Result<ByteArray> DecodedTables::goodness(const Subspace& subspace, bool with_depth, WorkerPool& pool) const {
    auto bytes = decode(subspace, pool);
    if (!bytes.ok()) return bytes.error();
    pool.parallel_for(bytes->size(), std::size_t{1} << 20, [&](std::size_t first, std::size_t last, int) {
        for (std::uint8_t& byte : bytes->span().subspan(first, last - first)) {
            byte = static_cast<std::uint8_t>((!with_depth && byte != 0 ? 1 : byte) - 1);
        }
    });
    return ByteArray(std::make_shared<const BigArray<std::uint8_t>>(std::move(*bytes)));
}

}  // namespace merels
