// SPDX-License-Identifier: MIT
// What the tables of a variant hold, subspace by subspace. Reads only the censuses that the tables carry: milliseconds.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "index/census.h"
#include "merels/result.h"
#include "merels/variant.h"
#include "store/database/database.h"

namespace merels {

struct SubspaceStatistics {
    Subspace subspace;
    std::uint64_t positions = 0;
    bool solved = false;   // false: no table, and the rest says nothing
    bool counted = false;  // false: solved, but not all losses are counted yet, and the census says nothing
    ValueKind kind = ValueKind::kDtw;
    Census census;
    std::uint64_t file_bytes = 0;
};

// What one table holds. A table that is listed but whose counts cannot be believed is an error.
Result<SubspaceStatistics> read_statistics(const Database& database, const Variant& variant, const Subspace& subspace);

// One entry for each subspace of the variant's start (index/layers.h), solved or not.
Result<std::vector<SubspaceStatistics>> collect_statistics(const Database& database, const Variant& variant);

// The same for servers: what was read is kept until the files change. Thread-safe.
class Statistics {
  public:
    explicit Statistics(std::shared_ptr<const Database> database) : database_(std::move(database)) {}

    // Cost, when known: two or three system calls.
    Result<std::shared_ptr<const SubspaceStatistics>> find(const Variant& variant, const Subspace& subspace) const;

  private:
    struct Source {  // the texts that an entry was made of; the database hands out the same ones while nothing changes
        std::shared_ptr<const std::string> census;
        std::shared_ptr<const Notes> losses;
        friend bool operator==(const Source&, const Source&) = default;
    };
    struct Entry {
        Source source;
        std::shared_ptr<const SubspaceStatistics> statistics;
    };
    // Games that share a table may disagree on a full board, which its statistics know.
    struct Key {
        std::string collection;
        Subspace subspace;
        bool full_board_draw;
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    std::shared_ptr<const Database> database_;
    mutable std::mutex mutex_;
    mutable std::map<Key, Entry> entries_;
};

// An example of the longest result, White to move; of the longest win or loss when asked for by parity (1 or 0).
std::optional<Position> longest_example(const Census& census);
std::optional<PlyCount> longest(const Census& census, int parity);

}  // namespace merels
