// SPDX-License-Identifier: MIT
#include "index/subspace.h"

#include <charconv>

#include "index/combination.h"

namespace merels {

Subspace subspace_of(const Position& p) {
    return {static_cast<std::uint8_t>(count(p.own())), static_cast<std::uint8_t>(count(p.other())),
            static_cast<std::uint8_t>(p.own_hand()), static_cast<std::uint8_t>(p.other_hand())};
}

ClassIndex row_count(const Subspace& s) { return Classes::get().size(s.own); }
std::uint32_t row_size(const Subspace& s) { return binomial(kPoints - s.own, s.other); }

Address address_of(const Position& p) {
    const Classes& classes = Classes::get();
    const ClassRef ref = classes.find(p.own());
    const Mask free = kBoardMask & ~classes.representative(count(p.own()), ref.index);
    return {ref.index, colex_rank_on(free, map_men(ref.to_representative, p.other()))};
}

Position position_at(const Subspace& s, Address address) {
    Position p;
    p.men[0] = Classes::get().representative(s.own, address.row);
    p.men[1] = to_points(colex_subset(address.rank, s.other), kBoardMask & ~p.men[0]);
    p.hand = {s.own_hand, s.other_hand};
    return p;
}

bool is_canonical(const Subspace& s, Address address) {
    const Position p = position_at(s, address);
    // Ranks order as masks do, so the smallest image of the other men among the row's own symmetries is the one.
    for (std::uint32_t stay = stabiliser(p.men[0]); stay != 0; stay &= stay - 1) {
        if (map_men(static_cast<Symmetry>(std::countr_zero(stay)), p.men[1]) < p.men[1]) return false;
    }
    return true;
}

std::uint64_t position_count(const Subspace& s) {
    // Burnside: the number of orbits is the mean number of fixed (own, other) pairs; a pair is fixed when each set is a
    // union of cycles of the permutation.
    std::uint64_t fixed = 0;
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
        // ways[a][b]: choices of cycles so far that put a own men and b other men.
        std::array<std::array<std::uint64_t, kPoints + 1>, kPoints + 1> ways{};
        ways[0][0] = 1;
        Mask seen = 0;
        for (Point start = 0; start < kPoints; ++start) {
            if ((seen & mask_of(start)) != 0) continue;
            int length = 0;
            for (Point p = start; (seen & mask_of(p)) == 0; p = map_point(static_cast<Symmetry>(symmetry), p)) {
                seen |= mask_of(p);
                ++length;
            }
            for (int a = s.own; a >= 0; --a) {
                for (int b = s.other; b >= 0; --b) {
                    if (a >= length) ways[a][b] += ways[a - length][b];
                    if (b >= length) ways[a][b] += ways[a][b - length];
                }
            }
        }
        fixed += ways[s.own][s.other];
    }
    return fixed / kSymmetries;
}

std::string format_subspace(const Subspace& s) {
    std::string text = std::to_string(s.own) + '-' + std::to_string(s.other);
    if (s.own_hand != 0 || s.other_hand != 0) {
        text += '+' + std::to_string(s.own_hand) + '-' + std::to_string(s.other_hand);
    }
    return text;
}

Result<Subspace> parse_subspace(std::string_view text) {
    std::array<std::uint8_t, 4> counts{};
    const char* at = text.data();
    const char* const end = at + text.size();
    for (std::size_t known = 0; known < counts.size() && at != end; ++known) {
        if (known > 0 && *at++ != "-+-"[known - 1]) break;
        const auto [next, error] = std::from_chars(at, end, counts[known]);
        if (error != std::errc{} || counts[known] > kMaxMen) break;
        at = next;
    }
    const Subspace subspace{counts[0], counts[1], counts[2], counts[3]};
    // The one spelling that format_subspace has: no leading zeros, no empty hands.
    if (at != end || format_subspace(subspace) != text) {
        return Error{ErrorCode::kBadInput,
                     "'" + std::string(text) + "' is no subspace; say 4-3, or 4-3+5-6 with men in hand"};
    }
    return subspace;
}

}  // namespace merels
