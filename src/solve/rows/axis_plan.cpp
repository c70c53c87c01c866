// SPDX-License-Identifier: MIT
#include "solve/rows/axis_plan.h"

#include <bit>
#include <utility>

namespace merels::solve {
namespace {

constexpr auto kIdentity = [] {
    std::array<std::int8_t, kPoints + 1> places{};
    for (int i = 0; i <= kPoints; ++i) places[i] = static_cast<std::int8_t>(i);
    return places;
}();

// Which source axis lies at which place, and back.
struct Places {
    std::array<std::int8_t, kPoints + 1> axis_at = kIdentity;
    std::array<std::int8_t, kPoints + 1> place_of = kIdentity;

    void swap(int a, int b) {
        std::swap(axis_at[a], axis_at[b]);
        place_of[axis_at[a]] = static_cast<std::int8_t>(a);
        place_of[axis_at[b]] = static_cast<std::int8_t>(b);
    }
};

int highest_bit(std::uint32_t set) { return 31 - std::countl_zero(set); }

// Step 1. Chooses the inner places that give way: first the one whose axis is only wanted at 0 (that halves the rest
// of the work), then the very place that the incoming axis is wanted at, then one of the same kind (bit or byte).
void plan_exchanges(const AxisMap& map, int vector_axes, Places& places, AxisPlan& plan) {
    const std::uint32_t inside = (std::uint32_t{1} << vector_axes) - 1;
    const std::uint32_t all_addresses = (std::uint32_t{1} << (map.source_axes() - vector_axes)) - 1;
    std::uint32_t needed = 0;
    for (int i = 0; i < vector_axes; ++i) needed |= std::uint32_t{1} << map.source_of[i];

    // A source axis that is only wanted at 0. Where it lies in an absent axis inside the vector, that half is masked
    // at the end instead.
    const int dead = map.absent == kNoAxis || map.absent >= vector_axes ? map.dropped : kNoAxis;
    std::uint32_t skip = dead >= vector_axes ? std::uint32_t{1} << (dead - vector_axes) : 0;
    std::uint32_t yielding = inside & ~needed;  // places
    if ((needed & ~inside) == 0) return;

    constexpr std::uint32_t kBitPlaces = (1u << kBitAxes) - 1;
    for (int i = 0; i < vector_axes; ++i) {
        const int axis = map.source_of[i];
        if (axis < vector_axes) continue;
        int inner;
        const std::uint32_t same_kind = yielding & (i < kBitAxes ? kBitPlaces : ~kBitPlaces);
        if (dead != kNoAxis && (yielding >> dead & 1) != 0) {
            inner = dead;
        } else if ((yielding >> i & 1) != 0) {
            inner = i;
        } else {
            inner = highest_bit(same_kind != 0 ? same_kind : yielding);
        }
        yielding &= ~(std::uint32_t{1} << inner);
        const int outer = places.place_of[axis];
        const std::uint32_t address = std::uint32_t{1} << (outer - vector_axes);
        const bool halves = inner == dead;
        plan.exchanges[plan.exchange_count++] = {static_cast<std::uint8_t>(inner), halves, address,
                                                 all_addresses & ~(address | skip)};
        if (halves) skip |= address;
        places.swap(inner, outer);
    }
}

// Step 2. All axes that the target wants inside are inside now; only their order is left.
void plan_order(const AxisMap& map, int vector_axes, Places& places, AxisPlan& plan) {
    // Axes wanted in the bits of a byte must stand below place 6 for a swap.
    bool reachable = true;
    for (int i = 0; i < kBitAxes; ++i) reachable &= places.place_of[map.source_of[i]] < 6;
    if (!reachable) {
        const Places before = places;
        for (int i = 0; i < kBitAxes; ++i) {
            const int place = places.place_of[map.source_of[i]];
            if (place < 6) continue;
            int to = kBitAxes;  // a byte place below 6 whose axis is not wanted in the bits
            while (places.axis_at[to] == map.source_of[0] || places.axis_at[to] == map.source_of[1] ||
                   places.axis_at[to] == map.source_of[2]) {
                ++to;
            }
            places.swap(place, to);
        }
        plan.shuffle_first = true;
        for (int i = kBitAxes; i < vector_axes; ++i) {
            plan.first_order[i] = static_cast<std::uint8_t>(before.place_of[places.axis_at[i]]);
        }
    }
    for (int i = 0; i < kBitAxes; ++i) {
        const int place = places.place_of[map.source_of[i]];
        if (place == i) continue;
        plan.swaps[plan.swap_count++] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(place)};
        places.swap(i, place);
    }
    for (int i = kBitAxes; i < vector_axes; ++i) {
        const int place = places.place_of[map.source_of[i]];
        plan.shuffle_last |= place != i;
        plan.last_order[i] = static_cast<std::uint8_t>(place);
    }
}

}  // namespace

void make_axis_plan(const AxisMap& map, int vector_axes, AxisPlan& plan) {
    plan.exchange_count = 0;
    plan.swap_count = 0;
    plan.shuffle_first = false;
    plan.shuffle_last = false;
    plan.absent_inside = map.absent < vector_axes ? map.absent : kNoAxis;
    Places places;
    plan_exchanges(map, vector_axes, places, plan);
    plan_order(map, vector_axes, places, plan);
    plan.address_bits = 0;
    for (int i = vector_axes; i < map.axes; ++i) {
        if (i == map.absent) continue;
        plan.target_bit[plan.address_bits] = std::uint32_t{1} << (i - vector_axes);
        plan.source_bit[plan.address_bits++] = std::uint32_t{1} << (places.place_of[map.source_of[i]] - vector_axes);
    }
}

}  // namespace merels::solve
