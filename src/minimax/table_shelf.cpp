// SPDX-License-Identifier: MIT
#include "minimax/table_shelf.h"

#include <algorithm>
#include <tuple>

#include "index/collection.h"
#include "index/layers.h"
#include "store/database/notes.h"

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

Result<TableShelf> TableShelf::open(const Variant& variant, const std::filesystem::path& database, bool moving_only) {
    TableShelf shelf;
    shelf.database_ = database;
    std::vector<Subspace> subspaces = merels::subspaces_of(variant);
    std::sort(subspaces.begin(), subspaces.end(), [](const Subspace& x, const Subspace& y) {
        const auto key = [](const Subspace& s) {
            return std::tuple(s.own_hand + s.other_hand, s.own_hand, s.own, s.other);
        };
        return key(x) < key(y);
    });
    for (const Subspace& s : subspaces) {
        if (moving_only && s.own_hand + s.other_hand > 0) continue;
        const TableId id{collection_of(variant, s), s.counts()};
        auto table = Table::open(database, id);
        if (!table.ok()) {
            if (table.error().code != ErrorCode::kMissing) return table.error();
            shelf.missing_.push_back(s);
            continue;
        }
        const TableSpec& spec = (*table)->spec();
        if (spec.rows != row_count(s) || spec.row_size != row_size(s)) {
            return Error{ErrorCode::kCorrupt, "the table " + table_path(database, id).string() +
                                                  " has the wrong number of rows or positions"};
        }
        shelf.present_.push_back(s);
        shelf.tables_[s] = std::move(*table);
    }
    if (shelf.present_.empty()) {
        return Error{ErrorCode::kMissing, "there is no table of " + variant.id() + " in " + database.string()};
    }
    return shelf;
}

Result<Census> TableShelf::census(const Subspace& subspace) const {
    const TableSpec& spec = table(subspace).spec();
    auto census = decode_census(spec.metadata);
    if (!census || subspace.own_hand + subspace.other_hand == 0) return census;
    const auto notes = read_notes(database_, spec.id.collection, loss_notes_of(subspace));
    if (!notes) return notes.error().code == ErrorCode::kMissing ? census : notes.error();
    return with_losses(*census, *notes);
}

Result<BigArray<std::uint8_t>> TableShelf::decode(const Subspace& subspace, WorkerPool& pool) const {
    BigArray<std::uint8_t> bytes(std::size_t{row_count(subspace)} * row_size(subspace));
    if (Status read = read_all_rows(table(subspace), pool, bytes.span()); !read) return read.error();
    return bytes;
}

Result<ByteArray> TableShelf::goodness(const Subspace& subspace, bool with_depth, WorkerPool& pool) const {
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
