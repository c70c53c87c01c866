// SPDX-License-Identifier: MIT
#include "verify/solved_table.h"

#include "minimax/canonical_ranks.h"

namespace merels::verify {

Value SolvedTable::value(Address address) const {
    const std::size_t i = offset(address);
    if (wins[i] != 0) return Value::win(2 * wins[i] - 1);
    if (losses[i] != 0) return Value::loss(2 * losses[i] - 2);
    return Value::draw();
}

void CensusCounter::merge(const CensusCounter& other) {
    for (std::size_t ply = 0; ply < entries_.size(); ++ply) {
        const Entry& theirs = other.entries_[ply];
        Entry& ours = entries_[ply];
        if (theirs.positions == 0) continue;
        if (ours.positions == 0 || theirs.example < ours.example) ours.example = theirs.example;
        ours.positions += theirs.positions;
    }
}

Census CensusCounter::census(const Subspace& subspace) const {
    Census census;
    census.subspace = subspace;
    census.positions = position_count(subspace);
    for (std::size_t ply = 0; ply < entries_.size(); ++ply) {
        const Entry& e = entries_[ply];
        if (e.positions > 0) census.plies.push_back({static_cast<Ply>(ply), e.positions, e.example});
    }
    return census;
}

Census census_of(const SolvedTable& table) {
    const Subspace& s = table.subspace;
    const int axes = kPoints - s.own;
    CensusCounter counter;
    const auto representatives = Classes::get().representatives(s.own);
    std::size_t i = 0;
    for (ClassIndex row = 0; row < representatives.size(); ++row) {
        const CanonicalRanks canonical(representatives[row], stabiliser(representatives[row]));
        std::uint32_t rank = 0;
        for_each_subset(axes, s.other, [&](std::uint32_t subset) {
            const int ply =
                table.wins[i] != 0 ? 2 * table.wins[i] - 1 : (table.losses[i] != 0 ? 2 * table.losses[i] - 2 : -1);
            if (ply >= 0 && canonical.contains(subset)) counter.add(ply, {row, rank});
            ++i;
            ++rank;
        });
    }
    return counter.census(s);
}

}  // namespace merels::verify
