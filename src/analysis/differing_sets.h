// SPDX-License-Identifier: MIT
// Where a position one ply before can have another outcome under two rule sets, or one that is far off. The value of a
// lost position is the maximum over what follows, so it moves by no more than what follows moves: a position all of
// whose turns lead to entries that differ little differs little itself. In real tables few entries differ much (some in
// a thousand), so the losses of a row need a look only at the positions before those.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/worker_pool.h"
#include "index/subspace.h"
#include "merels/variant.h"
#include "minimax/decoded_tables.h"
#include "minimax/point_sets.h"
#include "rules/geometry.h"

namespace merels {

// The entries of two tables of one subspace, as RowKernel wants them, of which only one is a win, or that are wins more
// than kFarPlies apart: sets of axes, row by row.
class DifferingSets {
  public:
    // Cost: one pass over both arrays, under a nanosecond an entry. Memory: four bytes for each entry that differs.
    DifferingSets(const Subspace& subspace, const ByteArray& a, const ByteArray& b, WorkerPool& pool);

    std::span<const std::uint32_t> row(ClassIndex row) const {
        return std::span(sets_).subspan(first_[row], first_[row + 1] - first_[row]);
    }
    std::size_t size() const { return sets_.size(); }

  private:
    std::vector<std::size_t> first_;  // by row, and the end
    std::vector<std::uint32_t> sets_;
};

// What turns lead to, by number of men taken and whether a man is placed; null where there is no such table.
using DifferingAfter = std::array<std::array<std::shared_ptr<const DifferingSets>, 2>, 3>;

// Lists the positions of a row of fixed men from which a turn may lead to an entry that differs. It asks less than the
// rules do (any fixed man may have been taken), so it may list too many, never too few. Not thread-safe: one a thread.
class PositionsBefore {
  public:
    // `classes` must cover subspace.other and two fewer, and outlive this.
    PositionsBefore(const Variant& variant, const Subspace& subspace, const ClassTables& classes,
                    const DifferingAfter& after);

    // The mover's men as axes of the row, each set once, in no particular order; valid until the next call. Symmetric:
    // with a position its equivalents of the row are listed.
    std::span<const std::uint32_t> of_row(ClassIndex row);

  private:
    void add_before(std::uint32_t men, std::uint32_t arrivals, bool placed);
    void add_captures(Mask taken, bool placed);
    void add(std::uint32_t men);

    const Geometry& geometry_;
    Subspace subspace_;
    bool flies_;
    const ClassTables& classes_;
    DifferingAfter after_;
    const PointSets& sets_ = PointSets::get();
    Mask fixed_ = 0;
    Mask free_ = 0;
    std::uint32_t all_axes_;
    std::array<std::uint32_t, kPoints> neighbours_{};  // by axis, as axes
    std::vector<std::uint64_t> seen_;                  // one bit a set of axes
    std::vector<std::uint32_t> found_;
};

// True when some row of fixed men allows other turns under `a` than under `b`, apart from what they lead to. The two
// must agree on board, phases and men taken at once.
bool turns_differ(const Variant& a, const Variant& b, Mask fixed);

}  // namespace merels
