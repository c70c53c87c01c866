// SPDX-License-Identifier: MIT
#include "solve/ultra/ultra_exits.h"

namespace merels::solve {

template <class Code>
void find_exits(const UltraIndex& index, WorkerPool& pool, const ExitSearch<Code>& search,
                std::vector<Schedule>& attack, std::vector<Schedule>& defence) {
    using Rule = UltraRule<Code>;
    const CodeArray<Code>& rows = search.open;
    const int set_men = rows.set_men();
    const bool places = search.exits.places;
    pool.parallel_for(rows.rows(), rows.chunk(), [&](std::size_t first, std::size_t last, int worker) {
        Schedule& attacks = attack[static_cast<std::size_t>(worker)];
        Schedule& defends = defence[static_cast<std::size_t>(worker)];
        TurnRow<Code> turns(index, search.exits);
        ExitRow<Code> takings(index, search.exits);
        for (std::size_t r = first; r < last; ++r) {
            const auto row = static_cast<ClassIndex>(r);
            turns.begin(row);
            if (!places) takings.begin(turns);
            const Code* const codes = rows.row(row);
            const Code* const answers = search.answers.row(row);
            const std::uint16_t stabiliser = index.stabiliser_of(rows.row_men(), row);
            std::uint32_t set = (1u << set_men) - 1;
            for (std::size_t i = 0; i < rows.row_size(); ++i, set = set == 0 ? 0 : next_subset(set)) {
                if (codes[i] != search.waiter.own) continue;
                const Mask men = index.points(set, turns.free());
                // Exits first: they tell lost positions, whose slides would all have to be looked at, from draws.
                const Code worst = places ? turns.worst(men) : takings.worst(men);
                if (worst == Rule::kNone || search.waiter.is_win(worst)) continue;
                const bool attacker = Rule::index_of(static_cast<Code>(-worst)) >= search.mover.above;
                const bool defender =
                    Rule::index_of(worst) >= search.waiter.above && turns.quiet_slides(men, [&](Mask after) {
                        return search.waiter.is_win(answers[index.rank_on(after, turns.free(), set_men)]);
                    });
                if (!attacker && !defender) continue;
                if (stabiliser != 0 && !index.is_smallest(stabiliser, men)) continue;
                if (attacker) {
                    const auto place = index.find(men, set_men);
                    attacks.add(-worst - 1, entry_of(place.row, index.map(place.symmetry, turns.waiting())));
                }
                if (defender) defends.add(worst - 1, entry_of(row, men));
            }
        }
    });
}

template void find_exits(const UltraIndex&, WorkerPool&, const ExitSearch<std::int16_t>&, std::vector<Schedule>&,
                         std::vector<Schedule>&);
template void find_exits(const UltraIndex&, WorkerPool&, const ExitSearch<std::int32_t>&, std::vector<Schedule>&,
                         std::vector<Schedule>&);

}  // namespace merels::solve
