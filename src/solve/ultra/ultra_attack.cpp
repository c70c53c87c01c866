// SPDX-License-Identifier: MIT
// A round handles the entries of one code: first those with the attacker to move (their predecessors in the same row
// count down), then those with the defender to move (their predecessors are claimed at once). Counters start when a
// position is first touched.
#include "solve/ultra/ultra_attack.h"

#include <algorithm>

namespace merels::solve {
namespace {

constexpr int kNothing = std::numeric_limits<int>::min();

template <class Code, class Visit>
void for_each_image(const UltraIndex& index, std::uint16_t stabiliser, Mask men, Visit&& visit) {
    visit(men);
    if (stabiliser == 0) return;
    std::array<Mask, kSymmetries> seen{men};
    int n = 1;
    for (std::uint32_t s = stabiliser; s != 0; s &= s - 1) {
        const Mask image = index.map(static_cast<Symmetry>(std::countr_zero(s)), men);
        if (std::find(seen.begin(), seen.begin() + n, image) != seen.begin() + n) continue;
        seen[n++] = image;
        visit(image);
    }
}

}  // namespace

// Gives the position and its images their code if it has none yet. `men` becomes the smallest image.
template <class Code>
bool UltraAttack<Code>::claim(CodeArray<Code>& array, ClassIndex row, Mask& men, Code code) {
    const int size = array.set_men();
    const Mask free = index_.free_of(array.row_men(), row);
    const std::uint16_t stabiliser = index_.stabiliser_of(array.row_men(), row);
    men = index_.smallest(stabiliser, men);  // the one cell that threads compete for
    Code* const codes = array.row(row);
    const std::atomic_ref<Code> cell(codes[index_.rank_on(men, free, size)]);
    Code found = cell.load(std::memory_order_relaxed);
    if (found != rule_.own && !is_counter(found)) return false;
    if (!cell.compare_exchange_strong(found, code, std::memory_order_relaxed)) return false;
    for (std::uint32_t s = stabiliser; s != 0; s &= s - 1) {
        const Mask image = index_.map(static_cast<Symmetry>(std::countr_zero(s)), men);
        if (image == men) continue;
        std::atomic_ref<Code>(codes[index_.rank_on(image, free, size)]).store(code, std::memory_order_relaxed);
    }
    return true;
}

template <class Code>
void UltraAttack<Code>::claim_scheduled(CodeArray<Code>& array, std::vector<Schedule>& scheduled, int code,
                                        EntryGroups& claimed) {
    std::vector<EntryList> lists;
    std::vector<std::span<const Entry>> blocks;
    for (Schedule& schedule : scheduled) {
        lists.push_back(schedule.take(code));
        for (std::size_t b = 0; b < lists.back().blocks(); ++b) blocks.push_back(lists.back().block(b));
    }
    pool_.parallel_for(blocks.size(), 2, [&](std::size_t first, std::size_t last, int worker) {
        for (std::size_t b = first; b < last; ++b) {
            for (std::size_t i = 0; i < blocks[b].size(); ++i) {
                const ClassIndex row = row_of(blocks[b][i]);
                Mask men = men_of(blocks[b][i]);
                if (claim(array, row, men, static_cast<Code>(code))) claimed.add(worker, entry_of(row, men));
                if (i % 256 == 0) array.keep_to_limit();
            }
        }
    });
}

// One quiet slide of this defender-to-move position has become a member.
template <class Code>
void UltraAttack<Code>::count_down(TurnRow<Code>& turns, int worker, ClassIndex row, Mask men, std::uint32_t rank,
                                   Code code) {
    Code& cell = arrays_.theirs->row(row)[rank];
    const int size = arrays_.theirs->set_men();
    if (is_counter(cell)) {
        if (cell == UltraRule<Code>::kCounter) return;  // waits for its exits
        --cell;
    } else if (cell == rule_.own) {
        const Code* const slides = arrays_.mine->row(row);
        int left = 0;  // slides that are no members before this round
        turns.quiet_slides(men, [&](Mask after) {
            left += slides[index_.rank_on(after, turns.free(), size)] <= code ? 1 : 0;
            return true;
        });
        cell = static_cast<Code>(UltraRule<Code>::kCounter + left - 1);
    } else {
        return;
    }
    if (cell != UltraRule<Code>::kCounter) return;
    const Code best = std::min(code, turns.worst(men));  // of the defender: his worst for the attacker
    if (UltraRule<Code>::index_of(best) < rule_.above) return;
    if (best < code) {
        theirs_[static_cast<std::size_t>(worker)].add(best - 1, entry_of(row, men));
    } else if (claim(*arrays_.theirs, row, men, static_cast<Code>(code - 1))) {
        next_.theirs.add(worker, entry_of(row, men));
    }
}

template <class Code>
void UltraAttack<Code>::defender_back(EntryGroups& entered, Code code) {
    const int size = arrays_.theirs->set_men();
    pool_.parallel_for(entered.groups(), 1, [&](std::size_t group, std::size_t, int worker) {
        constexpr std::size_t kBatch = 64;
        struct Before {
            Mask men;
            std::uint32_t rank;
        };
        std::array<Before, kBatch> batch;
        std::size_t n = 0;
        std::vector<Entry> entries;
        entered.take(group, entries);
        TurnRow<Code> turns(index_, *arrays_.exits_of_defender);
        for (std::size_t i = 0; i < entries.size();) {
            const ClassIndex row = row_of(entries[i]);
            turns.begin(row);
            const Code* const codes = arrays_.theirs->row(row);
            const std::uint16_t stabiliser = index_.stabiliser_of(arrays_.theirs->row_men(), row);
            const auto drain = [&] {
                for (std::size_t b = 0; b < n; ++b) count_down(turns, worker, row, batch[b].men, batch[b].rank, code);
                n = 0;
            };
            for (; i < entries.size() && row_of(entries[i]) == row; ++i) {
                for_each_image<Code>(index_, stabiliser, men_of(entries[i]), [&](Mask men) {
                    turns.quiet_slides_back(men, [&](Mask before) {
                        const std::uint32_t rank = index_.rank_on(before, turns.free(), size);
                        __builtin_prefetch(codes + rank, 1);
                        batch[n++] = {before, rank};
                        if (n == kBatch) drain();
                    });
                });
            }
            drain();
        }
    });
}

template <class Code>
void UltraAttack<Code>::attacker_back(EntryGroups& entered, Code code) {
    const CodeArray<Code>& array = *arrays_.mine;
    const int men = array.row_men();
    const int size = array.set_men();
    const Geometry& board = index_.board();
    const TurnSources<Code>& moves = *arrays_.exits_of_attacker;
    pool_.parallel_for(entered.groups(), 1, [&](std::size_t group, std::size_t, int worker) {
        constexpr std::size_t kBatch = 32;
        struct Before {
            Code* cell;
            ClassIndex row;
            Mask men;
        };
        std::array<Before, kBatch> batch;
        std::size_t n = 0;
        std::size_t drained = 0;  // batches
        struct Slide {
            Mask from;
            bool closes;
            ClassIndex row;
            Symmetry symmetry;
            Mask free;
        };
        std::vector<Slide> slides;
        ClassIndex at = ~ClassIndex{0};
        std::vector<Entry> entries;
        entered.take(group, entries);
        const TurnRow<Code> turns(index_, moves);
        const auto drain = [&] {
            for (std::size_t i = 0; i < n; ++i) {
                // Others may be claiming it: one that looks unclaimed still has to be won by claim(), and one that has
                // a code keeps it.
                if (std::atomic_ref<Code>(*batch[i].cell).load(std::memory_order_relaxed) != rule_.own) continue;
                Mask set = batch[i].men;
                if (claim(*arrays_.mine, batch[i].row, set, static_cast<Code>(code - 1))) {
                    next_.mine.add(worker, entry_of(batch[i].row, set));
                }
            }
            n = 0;
            if (++drained % 8 == 0) array.keep_to_limit();
        };
        for (const Entry entry : entries) {
            if (row_of(entry) != at) {
                at = row_of(entry);
                slides.clear();
                const Mask own = index_.men_of(men, at);
                for (Mask arrived = own; arrived != 0; arrived &= arrived - 1) {
                    const Mask rest = own & ~(arrived & (~arrived + 1));
                    const Point to = lowest(arrived);
                    const bool closes = board.mills_at(rest, to) > 0;
                    if (closes && moves.all_in_mills == AllInMills::kAnyMayBeTaken) continue;
                    for (Mask from = (moves.flies ? kBoardMask : board.neighbours[to]) & ~own; from != 0;
                         from &= from - 1) {
                        const Mask one = from & (~from + 1);
                        const auto place = index_.find(rest | one, men);
                        slides.push_back({one, closes, place.row, place.symmetry, index_.free_of(men, place.row)});
                    }
                }
            }
            const Mask defender = men_of(entry);
            // A mill takes nothing where all men of the defender are protected.
            const bool mills_are_quiet =
                moves.all_in_mills == AllInMills::kNoneMayBeTaken && turns.takeable(defender) == 0;
            for (const Slide& s : slides) {
                if ((s.from & defender) != 0 || (s.closes && !mills_are_quiet)) continue;
                const Mask set = index_.map(s.symmetry, defender);
                Code* const cell = array.row(s.row) + index_.rank_on(set, s.free, size);
                __builtin_prefetch(cell, 1);
                batch[n++] = {cell, s.row, set};
                if (n == kBatch) drain();
            }
        }
        drain();
    });
}

template <class Code>
int UltraAttack<Code>::highest_scheduled() const {
    int highest = kNothing;
    for (const Schedule& schedule : mine_) highest = schedule.highest(highest);
    for (const Schedule& schedule : theirs_) highest = schedule.highest(highest);
    return highest;
}

template <class Code>
Status UltraAttack<Code>::run(const std::function<bool()>& stopped) {
    int code = highest_scheduled();
    while (code != kNothing) {
        if (stopped()) return Error{ErrorCode::kInterrupted, "interrupted"};
        std::swap(now_, next_);
        claim_scheduled(*arrays_.mine, mine_, code, now_.mine);
        claim_scheduled(*arrays_.theirs, theirs_, code, now_.theirs);
        if (now_.mine.empty() && now_.theirs.empty()) {
            code = highest_scheduled();
            continue;
        }
        const int distance = UltraRule<Code>::distance_of(static_cast<Code>(code));
        if (distance <= 2 - UltraRule<Code>::kHalf || distance >= UltraRule<Code>::kHalf - 2) {
            return Error{ErrorCode::kInternal, "an ultra-strong depth does not fit its code"};
        }
        defender_back(now_.mine, static_cast<Code>(code));
        attacker_back(now_.theirs, static_cast<Code>(code));
        --code;
    }
    return ok_status();
}

template class UltraAttack<std::int16_t>;
template class UltraAttack<std::int32_t>;

}  // namespace merels::solve
