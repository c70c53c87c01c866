// SPDX-License-Identifier: MIT
// The tables of a variant for walks over all positions: decoded into memory on demand, and kept while there is room.
// Not thread-safe: decoding uses the pool's threads, but only one thread asks.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <vector>

#include "base/worker_pool.h"
#include "index/census.h"
#include "index/subspace.h"
#include "merels/result.h"
#include "merels/variant.h"
#include "minimax/big_array.h"
#include "store/database/database.h"

namespace merels {

using ByteArray = std::shared_ptr<const BigArray<std::uint8_t>>;

// Arrays by subspace, the least recently used ones dropped when they are more than so many bytes together. What the
// caller still holds stays alive.
class ArrayCache {
  public:
    explicit ArrayCache(std::uint64_t most_bytes) : most_bytes_(most_bytes) {}

    ByteArray find(const Subspace& subspace);
    void insert(const Subspace& subspace, ByteArray array);
    // Makes room before an array of so many bytes is made.
    void make_room(std::uint64_t bytes);
    void clear();

  private:
    struct Entry {
        Subspace subspace;
        ByteArray array;
    };
    std::uint64_t most_bytes_;
    std::uint64_t bytes_ = 0;
    std::list<Entry> entries_;  // most recently used first
};

class DecodedTables {
  public:
    // Opens every table of the variant that is there. Errors other than a missing table are errors. The database must
    // live as long.
    static Result<DecodedTables> open(const Variant& variant, const Database& database, bool moving_only);

    // In the order of checking: men in hand, then hands, then men of the side to move, then the others.
    const std::vector<Subspace>& present() const { return present_; }
    const std::vector<Subspace>& missing() const { return missing_; }
    bool has(const Subspace& subspace) const { return tables_.contains(subspace); }
    const Table& table(const Subspace& subspace) const { return *tables_.at(subspace); }
    // What the database says that the table holds; of a table with men in hand the wins only where its losses are not
    // counted yet.
    Result<Census> census(const Subspace& subspace) const;

    // All bytes of a table, as stored. Cost: decoding, on all threads of the pool.
    Result<BigArray<std::uint8_t>> decode(const Subspace& subspace, WorkerPool& pool) const;
    // The same as a RowKernel wants them (row_kernel.h): s - 1 for a win, 255 for none; without depth 0 and 255.
    Result<ByteArray> goodness(const Subspace& subspace, bool with_depth, WorkerPool& pool) const;

  private:
    DecodedTables(const Variant& variant, const Database& database) : variant_(variant), database_(&database) {}

    Variant variant_;
    const Database* database_;
    std::vector<Subspace> present_;
    std::vector<Subspace> missing_;
    std::map<Subspace, std::shared_ptr<const Table>> tables_;
};

}  // namespace merels
