// SPDX-License-Identifier: MIT
#include "analysis/subspace_walk.h"

#include <algorithm>
#include <bit>
#include <mutex>

#include "analysis/comparison.h"
#include "minimax/canonical_ranks.h"
#include "minimax/turn_setup.h"

namespace merels {
namespace {

constexpr int kLost = static_cast<int>(Wdl::kLoss);
constexpr int kDrawn = static_cast<int>(Wdl::kDraw);
constexpr int kWon = static_cast<int>(Wdl::kWin);
constexpr int kFarSteps = kFarPlies / 2;  // a step of a table's byte is two plies
constexpr std::size_t kDifferingKept = 4;
constexpr std::size_t kManyDiffer = 8;  // above one entry in so many the detour costs more than it saves

// Bytes of two tables against each other.
struct PairCounts {
    std::uint64_t both = 0;
    std::uint64_t only_a = 0;
    std::uint64_t only_b = 0;
    std::uint64_t nearer_a = 0;
    std::uint64_t nearer_b = 0;

    void add(std::uint8_t a, std::uint8_t b) {
        both += (a != 0) & (b != 0);
        only_a += (a != 0) & (b == 0);
        only_b += (a == 0) & (b != 0);
        nearer_a += (a != 0) & (b > a + kFarSteps);
        nearer_b += (b != 0) & (a > b + kFarSteps);
    }
    // Whole runs. Sums of a block fit a byte, so that the compiler can count 16 at a time.
    void add(const std::uint8_t* a, const std::uint8_t* b, std::size_t size) {
        constexpr std::size_t kBlock = 128;
        std::size_t i = 0;
        for (; i + kBlock <= size; i += kBlock) add_block<kBlock>(a + i, b + i);
        for (; i < size; ++i) add(a[i], b[i]);
    }

  private:
    template <std::size_t kSize>
    void add_block(const std::uint8_t* a, const std::uint8_t* b) {
        std::uint8_t sum_both = 0, sum_a = 0, sum_b = 0, sum_nearer_a = 0, sum_nearer_b = 0;
        for (std::size_t i = 0; i < kSize; ++i) {
            const std::uint8_t won_a = a[i] != 0, won_b = b[i] != 0;
            const std::uint8_t b_later = static_cast<std::uint8_t>(b[i] > a[i] ? b[i] - a[i] : 0);
            const std::uint8_t a_later = static_cast<std::uint8_t>(a[i] > b[i] ? a[i] - b[i] : 0);
            sum_both = static_cast<std::uint8_t>(sum_both + (won_a & won_b));
            sum_a = static_cast<std::uint8_t>(sum_a + won_a);
            sum_b = static_cast<std::uint8_t>(sum_b + won_b);
            sum_nearer_a = static_cast<std::uint8_t>(sum_nearer_a + (won_a & (b_later > kFarSteps)));
            sum_nearer_b = static_cast<std::uint8_t>(sum_nearer_b + (won_b & (a_later > kFarSteps)));
        }
        both += sum_both;
        only_a += sum_a - sum_both;
        only_b += sum_b - sum_both;
        nearer_a += sum_nearer_a;
        nearer_b += sum_nearer_b;
    }
};

bool test(const BigArray<std::uint64_t>& marks, std::size_t bit) { return (marks[bit / 64] >> (bit % 64) & 1) != 0; }

// Calls visit(bit) for the set bits from first to last - 1, ascending.
template <class Visit>
void for_each_mark(const BigArray<std::uint64_t>& marks, std::size_t first, std::size_t last, Visit&& visit) {
    for (std::size_t word = first / 64; word * 64 < last; ++word) {
        std::uint64_t bits = marks[word];
        if (word == first / 64) bits &= ~std::uint64_t{0} << (first % 64);
        if (last - word * 64 < 64) bits &= (std::uint64_t{1} << (last % 64)) - 1;
        for (; bits != 0; bits &= bits - 1) visit(word * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
    }
}

}  // namespace

void WalkTally::note_example(int a, int b, Address address) {
    auto& example = examples[a][b];
    if (!example || address < *example) example = address;
}

void WalkTally::add(const WalkTally& other) {
    for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b) {
            counts[a][b] += other.counts[a][b];
            if (other.examples[a][b]) note_example(a, b, *other.examples[a][b]);
        }
    }
    for (int i = 0; i < 2; ++i) {
        far[i] += other.far[i];
        contradictions[i] += other.contradictions[i];
    }
}

Result<WalkTally> SubspaceWalk::run(const Subspace& subspace, std::array<std::uint64_t, 2> losses) {
    subspace_ = subspace;
    walked_ = 0;
    row_size_ = row_size(subspace);
    const std::size_t words = row_count(subspace) * row_size_ / 64 + 1;
    for (Marks& marks : lost_only_) marks = Marks(words, false);
    WalkTally tally;
    if (const Status status = count_losses(tally, losses); !status.ok()) return status.error();
    if (const Status status = count_wins(tally); !status.ok()) return status.error();
    return tally;
}

Result<ByteArray> SubspaceWalk::wins(int side, const Subspace& subspace) {
    RuleSide& rules = *sides_[side];
    if (ByteArray kept = rules.wins.find(subspace)) return kept;
    rules.wins.make_room(std::uint64_t{row_count(subspace)} * row_size(subspace));
    auto array = rules.tables.goodness(subspace, with_depth_, pool_);
    if (array.ok()) rules.wins.insert(subspace, *array);
    return array;
}

void SubspaceWalk::mark(Marks& marks, Mask own, Mask other) {
    const ClassTable& classes = classes_[subspace_.own];
    const ClassRef ref = classes.find(own);
    const Mask image = sets_.map(ref.to_representative, other);
    Mask smallest = image;  // of the equivalent ones of the row
    for (std::uint32_t stay = classes.stabiliser_of(ref.index); stay != 0; stay &= stay - 1) {
        smallest = std::min(smallest, sets_.map(static_cast<Symmetry>(std::countr_zero(stay)), image));
    }
    const Mask free = kBoardMask & ~classes.representative(ref.index);
    const std::size_t bit = ref.index * row_size_ + sets_.rank(sets_.compress(smallest, free));
    std::atomic_ref(marks[bit / 64]).fetch_or(std::uint64_t{1} << (bit % 64), std::memory_order_relaxed);
}

// True when the turns of a row differ at most in which men may be taken (turns_differ).
bool SubspaceWalk::same_turns() const {
    const Variant& a = sides_[0]->variant;
    const Variant& b = sides_[1]->variant;
    // On the plain board a move closes one mill at most, so that it does not matter how many men two mills take.
    const bool same_takes = a.takes == b.takes || (subspace_.own_hand == 0 && a.board == Board::kNine);
    return a.board == b.board && (a.phases == b.phases || subspace_.own_hand == 0) && same_takes &&
           subspace_.own + subspace_.other < kPoints;
}

Result<std::shared_ptr<const DifferingSets>> SubspaceWalk::differing(const Subspace& subspace) {
    for (const auto& [kept, sets] : differing_) {
        if (kept == subspace) return sets;
    }
    const auto a = wins(0, subspace);
    if (!a.ok()) return a.error();
    const auto b = wins(1, subspace);
    if (!b.ok()) return b.error();
    auto sets = std::make_shared<const DifferingSets>(subspace, *a, *b, pool_);
    differing_.emplace_front(subspace, sets);
    if (differing_.size() > kDifferingKept) differing_.pop_back();
    return sets;
}

// Empty when all positions have to be looked at: turns differ, or entries that do are many.
Result<std::optional<DifferingAfter>> SubspaceWalk::differing_after() {
    if (!same_turns()) return std::optional<DifferingAfter>{};
    DifferingAfter after;
    std::size_t entries = 0, different = 0;
    const Variant& variant = sides_[0]->variant;
    for (int takes = 0; takes <= variant.takes; ++takes) {
        for (const bool placed : {false, true}) {
            const auto next = after_turn(variant, subspace_, takes, placed);
            if (!next) continue;
            auto sets = differing(*next);
            if (!sets.ok()) return sets.error();
            entries += row_count(*next) * std::size_t{row_size(*next)};
            different += (*sets)->size();
            after[takes][placed ? 1 : 0] = std::move(*sets);
        }
    }
    if (different > entries / kManyDiffer) return std::optional<DifferingAfter>{};
    return std::optional(std::move(after));
}

Status SubspaceWalk::count_losses(WalkTally& tally, std::array<std::uint64_t, 2> losses) {
    const auto after = differing_after();
    if (!after.ok()) return after.error();
    const bool look_at_few = after->has_value();
    const ClassTable& classes = classes_[subspace_.other];
    const int axes = kPoints - subspace_.other;
    std::array<std::vector<RowKernel>, 2> kernels;
    std::array<TurnSetup, 2> setups;
    std::array<bool, 2> never_lost{};
    std::vector<PositionsBefore> before;
    for (int side = 0; side < 2; ++side) {
        const Variant& variant = sides_[side]->variant;
        auto setup = setup_turns(variant, subspace_, [&](const Subspace& s) { return wins(side, s); });
        if (!setup.ok()) return setup.error();
        setups[side] = std::move(*setup);
        for (int i = 0; i < pool_.threads(); ++i) kernels[side].emplace_back(variant, classes_, setups[side].mover);
        never_lost[side] = variant.full_board_draw && subspace_.own + subspace_.other == kPoints;
    }
    for (int i = 0; look_at_few && i < pool_.threads(); ++i) {
        before.emplace_back(sides_[0]->variant, subspace_, classes_, **after);
    }
    std::vector<WalkTally> tallies(pool_.threads());
    std::vector<std::array<std::uint64_t, 2>> only(pool_.threads());
    const std::size_t size = binomial(axes, subspace_.own);
    const std::size_t chunk = std::clamp<std::size_t>(65536 / size, 1, 64);
    pool_.parallel_for(classes.size(), chunk, [&](std::size_t first, std::size_t last, int worker) {
        if (stopped()) return;
        WalkTally& mine = tallies[worker];
        RowKernel& kernel_a = kernels[0][worker];
        RowKernel& kernel_b = kernels[1][worker];
        for (auto row = static_cast<ClassIndex>(first); row < last; ++row) {
            const Mask fixed = classes.representative(row);
            const CanonicalRanks canonical(fixed, classes.stabiliser_of(row));
            const auto look = [&](std::uint32_t men) {
                const int best_a = never_lost[0] ? kBest : kernel_a.best(men);
                const int best_b = never_lost[1] ? kBest : kernel_b.best(men);
                if ((best_a == kBest && best_b == kBest) || !canonical.contains(men)) return;
                if (best_a != kBest && best_b != kBest) {
                    ++mine.counts[kLost][kLost];
                    mine.far[0] += best_b > best_a + kFarSteps;
                    mine.far[1] += best_a > best_b + kFarSteps;
                } else {
                    const int side = best_a == kBest ? 1 : 0;
                    ++only[worker][side];
                    mark(lost_only_[side], sets_.expand(men, kBoardMask & ~fixed), fixed);
                }
            };
            const bool few = look_at_few && !turns_differ(sides_[0]->variant, sides_[1]->variant, fixed);
            const auto some = few ? before[worker].of_row(row) : std::span<const std::uint32_t>{};
            if (few && some.empty()) continue;
            kernel_a.begin(row);
            kernel_b.begin(row);
            if (few) {
                std::ranges::for_each(some, look);
            } else {
                for_each_subset(axes, subspace_.own, look);
            }
        }
        report((last - first) * size, worker);
    });
    std::array<std::uint64_t, 2> lost_only{};
    for (int i = 0; i < pool_.threads(); ++i) {
        tally.add(tallies[i]);
        for (int side = 0; side < 2; ++side) lost_only[side] += only[i][side];
    }
    // Lost under both is what the first census has beyond; the second one is held against it by the caller.
    if (look_at_few) tally.counts[kLost][kLost] = losses[0] - lost_only[0];
    return interrupted();
}

Status SubspaceWalk::count_wins(WalkTally& tally) {
    const std::array<const Table*, 2> tables{&sides_[0]->tables.table(subspace_), &sides_[1]->tables.table(subspace_)};
    const std::size_t chunk = std::max<std::size_t>(1, (std::size_t{1} << 19) / row_size_);
    std::vector<WalkTally> tallies(pool_.threads());
    std::vector<std::array<std::vector<std::uint8_t>, 2>> buffers(pool_.threads());
    std::mutex mutex;
    std::optional<Error> failure;
    pool_.parallel_for(row_count(subspace_), chunk, [&](std::size_t first, std::size_t last, int worker) {
        if (stopped()) return;
        for (int side = 0; side < 2; ++side) {
            auto& buffer = buffers[worker][side];
            buffer.resize((last - first) * row_size_);
            const Status read = tables[side]->read_rows(static_cast<std::uint32_t>(first),
                                                        static_cast<std::uint32_t>(last - first), buffer);
            if (!read.ok()) {
                const std::lock_guard lock(mutex);
                if (!failure) failure = read.error();
                return;
            }
        }
        for (std::size_t row = first; row < last; ++row) {
            const std::uint8_t* const a = buffers[worker][0].data() + (row - first) * row_size_;
            const std::uint8_t* const b = buffers[worker][1].data() + (row - first) * row_size_;
            count_win_row(static_cast<ClassIndex>(row), a, b, tallies[worker]);
            settle_marks(static_cast<ClassIndex>(row), a, b, tallies[worker]);
        }
        report((last - first) * row_size_, worker);
    });
    if (failure) return *failure;
    for (const WalkTally& t : tallies) tally.add(t);
    return interrupted();
}

// Counts the wins of a row, and those under one rule set only as if the other called them drawn.
void SubspaceWalk::count_win_row(ClassIndex row, const std::uint8_t* a, const std::uint8_t* b, WalkTally& tally) const {
    const ClassTable& classes = classes_[subspace_.own];
    const CanonicalRanks canonical(classes.representative(row), classes.stabiliser_of(row));
    PairCounts pairs;
    if (canonical.all()) {
        pairs.add(a, b, row_size_);
    } else {
        std::uint32_t rank = 0;
        for_each_subset(kPoints - subspace_.own, subspace_.other, [&](std::uint32_t axes) {
            if ((a[rank] | b[rank]) != 0 && canonical.contains(axes)) pairs.add(a[rank], b[rank]);
            ++rank;
        });
    }
    tally.counts[kWon][kWon] += pairs.both;
    tally.counts[kWon][kDrawn] += pairs.only_a;
    tally.counts[kDrawn][kWon] += pairs.only_b;
    tally.far[0] += pairs.nearer_a;
    tally.far[1] += pairs.nearer_b;
    // A worker's rows come in ascending order, so its first example is its smallest.
    const bool want_lost_win = pairs.only_a > 0 && !tally.examples[kWon][kDrawn];
    const bool want_new_win = pairs.only_b > 0 && !tally.examples[kDrawn][kWon];
    if (!want_lost_win && !want_new_win) return;
    std::uint32_t rank = 0;
    for_each_subset(kPoints - subspace_.own, subspace_.other, [&](std::uint32_t axes) {
        const std::size_t bit = row * row_size_ + rank;
        if ((a[rank] != 0) != (b[rank] != 0) && canonical.contains(axes)) {
            if (want_lost_win && a[rank] != 0 && !test(lost_only_[1], bit))
                tally.note_example(kWon, kDrawn, {row, rank});
            if (want_new_win && b[rank] != 0 && !test(lost_only_[0], bit))
                tally.note_example(kDrawn, kWon, {row, rank});
        }
        ++rank;
    });
}

// What becomes of the positions that are lost under one rule set only.
void SubspaceWalk::settle_marks(ClassIndex row, const std::uint8_t* a, const std::uint8_t* b, WalkTally& tally) const {
    const std::size_t first = row * row_size_;
    for (int side = 0; side < 2; ++side) {
        const std::uint8_t* const losing = side == 0 ? a : b;
        const std::uint8_t* const elsewhere = side == 0 ? b : a;
        for_each_mark(lost_only_[side], first, first + row_size_, [&](std::size_t bit) {
            const auto rank = static_cast<std::uint32_t>(bit - first);
            if (losing[rank] != 0) ++tally.contradictions[side];
            const auto at = [&](int lost, int other) -> std::uint64_t& {
                return side == 0 ? tally.counts[lost][other] : tally.counts[other][lost];
            };
            const int other = elsewhere[rank] != 0 ? kWon : kDrawn;
            ++at(kLost, other);
            if (other == kWon) --at(kDrawn, kWon);
            tally.note_example(side == 0 ? kLost : other, side == 0 ? other : kLost, {row, rank});
        });
    }
}

void SubspaceWalk::report(std::uint64_t positions, int worker) {
    walked_ += positions;
    if (worker == 0) done(walked_);
}

Status SubspaceWalk::interrupted() const {
    if (stopped()) return Error{ErrorCode::kInterrupted, "the comparison was stopped"};
    return ok_status();
}

}  // namespace merels
