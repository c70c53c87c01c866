// SPDX-License-Identifier: MIT
#include "verify/wrong_position.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "index/combination.h"

namespace merels::verify {
namespace {

std::string describe_byte(int byte) { return byte == 0 ? "no win" : "a win in " + std::to_string(2 * byte - 1); }

}  // namespace

WrongPosition make_wrong_position(const Subspace& subspace, Address address, int stored, int expected) {
    Position p = position_at(subspace, address);
    const Mask men = p.men[1];
    for (std::uint32_t stay = stabiliser(p.men[0]); stay != 0; stay &= stay - 1) {
        p.men[1] = std::min(p.men[1], map_men(static_cast<Symmetry>(std::countr_zero(stay)), men));
    }
    address.rank = colex_rank(to_axes(p.men[1], kBoardMask & ~p.men[0]));
    return {subspace, address, p, stored, expected, {}};
}

void keep_smaller(std::optional<WrongPosition>& kept, const WrongPosition& other) {
    const auto key = [](const WrongPosition& w) {
        const Subspace& s = w.subspace;
        return std::tuple(s.own_hand + s.other_hand, s.own + s.other, s, w.address, w.stored, w.expected);
    };
    if (!kept || key(other) < key(*kept)) kept = other;
}

std::string WrongPosition::describe() const {
    return format_position(position) + " (subspace " + format_subspace(subspace) + ", row " +
           std::to_string(address.row) + ", rank " + std::to_string(address.rank) + "): " +
           (said.empty() ? "the table has " + describe_byte(stored) + ", the successors say " + describe_byte(expected)
                         : said);
}

}  // namespace merels::verify
