// SPDX-License-Identifier: MIT
// The complete values of one subspace in memory, in the layout of a table on disk: what the two oracles of this folder
// return, made to be compared byte for byte.
#pragma once

#include <cstdint>
#include <vector>

#include "index/census.h"
#include "index/subspace.h"
#include "merels/value.h"

namespace merels::verify {

struct SolvedTable {
    Subspace subspace;
    std::vector<std::uint8_t> wins;    // as in store/table.h: 0 = no win, s = win in 2s - 1 plies
    std::vector<std::uint8_t> losses;  // 0 = no loss, l = loss in 2l - 2 plies

    std::size_t offset(Address address) const { return std::size_t{address.row} * row_size(subspace) + address.rank; }
    Value value(Address address) const;
    friend bool operator==(const SolvedTable&, const SolvedTable&) = default;
};

// Counts each position once. Cost: one visit of each byte.
Census census_of(const SolvedTable& table);

// Counts positions by ply while a table is walked in any order, then makes the census.
class CensusCounter {
  public:
    void add(int ply, Address address) {
        Entry& e = entries_[ply];
        if (e.positions++ == 0 || address < e.example) e.example = address;
    }
    void merge(const CensusCounter& other);
    Census census(const Subspace& subspace) const;

  private:
    struct Entry {
        std::uint64_t positions = 0;
        Address example;
    };
    std::array<Entry, 512> entries_{};
};

}  // namespace merels::verify
