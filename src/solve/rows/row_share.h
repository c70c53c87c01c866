// SPDX-License-Identifier: MIT
// Which rows belong to which rank (base/transport.h): of every level one run of rows each, so that the blocks of a
// table nearly all lie within one rank. Everybody knows all runs.
#pragma once

#include <cstdint>
#include <vector>

#include "base/transport.h"
#include "index/classes.h"

namespace merels::solve {

class RowShare {
  public:
    struct Run {
        ClassIndex first = 0;
        ClassIndex last = 0;  // behind the run
        ClassIndex size() const { return last - first; }
        bool has(ClassIndex row) const { return row >= first && row < last; }
    };

    explicit RowShare(const Transport& ranks) : RowShare(ranks.rank(), ranks.size()) {}
    RowShare(int rank, int ranks) : rank_(rank), size_(ranks) {}

    bool alone() const { return size_ == 1; }
    int rank() const { return rank_; }
    int ranks() const { return size_; }
    Run of(int rank, int men) const { return {first(rank, men), first(rank + 1, men)}; }
    Run own(int men) const { return of(rank_, men); }
    // By rank the first row of its run, and behind the last one the number of rows.
    std::vector<std::uint32_t> first_rows(int men) const {
        std::vector<std::uint32_t> rows;
        for (int r = 0; r <= size_; ++r) rows.push_back(first(r, men));
        return rows;
    }

  private:
    ClassIndex first(int rank, int men) const {
        const auto rows = std::uint64_t{Classes::get().size(men)};
        return static_cast<ClassIndex>(rows * static_cast<std::uint64_t>(rank) / static_cast<std::uint64_t>(size_));
    }

    int rank_;
    int size_;
};

}  // namespace merels::solve
