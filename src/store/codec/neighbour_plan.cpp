// SPDX-License-Identifier: MIT
#include "store/codec/neighbour_plan.h"

#include <algorithm>
#include <array>

namespace merels {

namespace {

using Binomials = std::array<std::array<std::uint32_t, kMostAxes + 1>, kMostAxes + 1>;

constexpr Binomials kChoose = [] {
    Binomials c{};
    for (std::size_t n = 0; n <= kMostAxes; ++n) {
        c[n][0] = 1;
        for (std::size_t k = 1; k <= n; ++k) c[n][k] = c[n - 1][k - 1] + c[n - 1][k];
    }
    return c;
}();

class Planner {
  public:
    Planner(const RowShape& shape, std::uint32_t begin, std::uint32_t size)
        : last_(shape.subset - shape.top + 1), begin_(begin), end_(begin + size) {
        plan_.size = size;
        plan_.places.assign(size, 0);
    }

    // The ranks from `start` on whose elements above the j-th are fixed and whose j-th is `element`.
    void visit(int j, int element, std::uint32_t start) {
        const std::uint32_t count = kChoose[static_cast<std::size_t>(element)][static_cast<std::size_t>(j) - 1];
        if (start >= end_ || start + count <= begin_) return;
        // With the j-th element one lower, the lower elements stay when they fit below it: the first ones of the group.
        std::uint32_t distance = 0;
        for (int lower = element - 1; lower >= std::max(j - 1, element - 2); --lower) {
            const std::uint32_t fit = kChoose[static_cast<std::size_t>(lower)][static_cast<std::size_t>(j) - 1];
            distance += fit;
            add_neighbour(start, fit, distance);
        }
        if (j == last_) return add_leaf(start, count);
        std::uint32_t at = start;
        for (int below = j - 2; below < element; ++below) {
            visit(j - 1, below, at);
            at += kChoose[static_cast<std::size_t>(below)][static_cast<std::size_t>(j) - 2];
        }
    }

    void add_leaf(std::uint32_t start, std::uint32_t count) {
        const std::uint32_t from = std::max(start, begin_);
        const std::uint32_t to = std::min(start + count, end_);
        if (from >= to) return;
        if (!plan_.steps.empty() && plan_.steps.back().distance == 0) {
            plan_.steps.back().count += to - from;  // nothing in between: one longer leaf
        } else {
            plan_.steps.push_back({from - begin_, to - from, 0});
        }
    }

    NeighbourPlan take() {
        for (std::uint8_t& place : plan_.places) place = static_cast<std::uint8_t>(place * (place + 1) / 2);
        plan_.places.resize(plan_.size + kPlanPadding);
        return std::move(plan_);
    }

  private:
    void add_neighbour(std::uint32_t start, std::uint32_t count, std::uint32_t distance) {
        const std::uint32_t from = std::max(start, begin_ + distance);
        const std::uint32_t to = std::min(start + count, end_);
        if (from >= to) return;
        plan_.steps.push_back({from - begin_, to - from, distance});
        for (std::uint32_t i = from - begin_; i < to - begin_; ++i) ++plan_.places[i];
    }

    int last_;  // the smallest j that makes neighbours
    std::uint32_t begin_;
    std::uint32_t end_;
    NeighbourPlan plan_;
};

}  // namespace

std::uint32_t ranks_of(const RowShape& shape) {
    if (shape.axes > kMostAxes || shape.subset > shape.axes) return 0;
    return kChoose[shape.axes][shape.subset];
}

NeighbourPlan make_plan(const RowShape& shape, std::uint32_t begin, std::uint32_t size) {
    Planner planner(shape, begin, size);
    if (shape.top == 0) {
        planner.add_leaf(begin, size);
    } else {
        std::uint32_t at = 0;
        for (int element = shape.subset - 1; element < shape.axes; ++element) {
            planner.visit(shape.subset, element, at);
            at += kChoose[static_cast<std::size_t>(element)][static_cast<std::size_t>(shape.subset) - 1];
        }
    }
    return planner.take();
}

}  // namespace merels
