// SPDX-License-Identifier: MIT
// A subspace: all positions with given counts, seen from the side to move; and the place of a position in its table.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "index/classes.h"
#include "merels/position.h"
#include "merels/result.h"

namespace merels {

struct Subspace {
    std::uint8_t own = 0;  // the side to move: men on the board
    std::uint8_t other = 0;
    std::uint8_t own_hand = 0;
    std::uint8_t other_hand = 0;

    constexpr std::array<std::uint8_t, 4> counts() const { return {own, other, own_hand, other_hand}; }

    friend constexpr bool operator==(const Subspace&, const Subspace&) = default;
    friend constexpr auto operator<=>(const Subspace&, const Subspace&) = default;
};

Subspace subspace_of(const Position& position);

// Rows of the subspace (classes of the side to move's men) and entries of a row (subsets of the free points).
ClassIndex row_count(const Subspace& subspace);
std::uint32_t row_size(const Subspace& subspace);

// Where a position stands in the table of its subspace: the row of the side to move's men, then the colex rank of the
// other side's men among the free points. Positions that differ by a symmetry of the row's own men share a value, but
// not an address: the smallest of those addresses is the canonical one.
struct Address {
    ClassIndex row = 0;
    std::uint32_t rank = 0;
    friend constexpr bool operator==(const Address&, const Address&) = default;
    friend constexpr auto operator<=>(const Address&, const Address&) = default;
};
Address address_of(const Position& position);
Position position_at(const Subspace& subspace, Address address);  // White to move
// True for exactly one address of each class of equivalent positions.
bool is_canonical(const Subspace& subspace, Address address);

// Number of positions up to symmetry (Burnside's lemma; no enumeration).
std::uint64_t position_count(const Subspace& subspace);

// "4-3" or "4-3+5-6" with hands, the side to move first.
std::string format_subspace(const Subspace& subspace);
// Reads it back. kBadInput.
Result<Subspace> parse_subspace(std::string_view text);

}  // namespace merels
