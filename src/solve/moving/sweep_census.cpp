// SPDX-License-Identifier: MIT
#include "solve/moving/sweep_census.h"

#include <algorithm>
#include <bit>

#include "index/combination.h"
#include "index/symmetry.h"

namespace merels::solve {

Census make_census(const std::vector<PlyTally>& tallies, int own, int other) {
    Census census;
    census.subspace = {static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other), 0, 0};
    census.positions = position_count(census.subspace);
    for (std::size_t ply = 0; ply < tallies.size(); ++ply) {
        const bool win = ply % 2 == 1;
        const int white = win ? own : other;
        const int black = win ? other : own;
        const std::uint64_t positions = tallies[ply].positions[white][black];
        if (positions == 0) continue;
        const std::uint64_t example = tallies[ply].example[white][black];
        const auto index = static_cast<ClassIndex>(example >> 24);
        const auto set = static_cast<AxisSet>(example & 0xFFFFFF);
        PlyCount entry;
        entry.ply = static_cast<Ply>(ply);
        entry.positions = positions;
        if (win) {
            entry.example = {index, colex_rank(set)};
        } else {
            // A loss of Black: the side to move comes first in its own table.
            Position p;
            const Mask men = Classes::get().representative(white, index);
            p.men = {men, to_points(set, kBoardMask & ~men)};
            p.to_move = Side::kBlack;
            entry.example = address_of(p);
            const Position same = position_at(census.subspace, entry.example);
            for (std::uint32_t rest = stabiliser(same.own()); rest != 0; rest &= rest - 1) {
                const auto symmetry = static_cast<Symmetry>(std::countr_zero(rest));
                entry.example = std::min(entry.example, address_of(map_position(symmetry, same)));
            }
        }
        census.plies.push_back(entry);
    }
    return census;
}

}  // namespace merels::solve
