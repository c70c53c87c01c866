// SPDX-License-Identifier: MIT
// A file of Malom's as a table: rows and ranks are the same (malom_format.h), what it says of a position is more. Every
// entry that is looked at is checked: a depth of the wrong parity, a value that no unit has, an image that is none are
// kCorrupt, naming file and entry.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "index/census.h"
#include "index/subspace_values.h"
#include "index/ultra_table.h"
#include "malom/malom_file.h"
#include "store/table/table.h"

namespace merels {

// What a file holds, each position once up to symmetry.
struct MalomCounts {
    Census census;                  // losses too, with men in hand as well
    std::vector<UltraCount> draws;  // ascending
};

// Const and thread-safe. Cost: a read of three bytes for each position, which the system keeps in its cache.
class MalomTable final : public Table {
  public:
    // `values` must contain the subspace. The kind is kDtw or kUltra; at() speaks of wins whichever it is.
    MalomTable(TableId id, ValueKind kind, std::shared_ptr<const MalomFile> file, const Subspace& subspace,
               std::shared_ptr<const SubspaceValues> values);

    const TableSpec& spec() const override { return spec_; }
    std::uint64_t file_bytes() const override { return file_->size(); }
    Result<std::uint8_t> at(std::uint32_t row, std::uint32_t rank) const override;
    Status gather(std::uint32_t row, std::span<const std::uint32_t> ranks, std::span<std::uint8_t> out) const override;
    Status read_rows(std::uint32_t first, std::uint32_t rows, std::span<std::uint8_t> out) const override;
    Status fill_cache(const std::atomic<bool>& /*stop*/) const override { return ok_status(); }
    Status check() const override;
    bool tells_all() const override { return true; }
    Result<WholeValue> whole_value(std::uint32_t row, std::uint32_t rank) const override;

    int own_value() const { return own_value_; }
    // Reads every entry. Cost: about a second for a hundred million.
    Result<MalomCounts> count() const;

  private:
    Result<WholeValue> meaning(const MalomEntry& entry, std::uint64_t number) const;
    Result<std::uint32_t> image_of(std::uint32_t row, std::uint32_t rank, int symmetry) const;
    Error corrupt(std::uint64_t entry, const char* what) const;

    TableSpec spec_;
    std::shared_ptr<const MalomFile> file_;
    Subspace subspace_;
    std::shared_ptr<const SubspaceValues> values_;
    int own_value_;
};

}  // namespace merels
