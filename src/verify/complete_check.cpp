// SPDX-License-Identifier: MIT
#include "verify/complete_check.h"

#include <algorithm>
#include <bit>

#include "minimax/canonical_ranks.h"
#include "minimax/turn_setup.h"
#include "verify/turned_row.h"
#include "verify/wrong_position.h"

namespace merels::verify {
namespace {

constexpr std::uint8_t kNotWon = 255;  // goodness bytes, see row_kernel.h
constexpr std::uint8_t kNotLost = 0;

int most_men(const DecodedTables& tables) {
    int most = kMinMen;
    for (const Subspace& s : tables.present()) most = std::max<int>({most, s.own, s.other});
    return most;
}

// Goodness for the one who moved to a position lost like this, from the best that the loser can do.
std::uint8_t loss_goodness(int best, bool with_depth) {
    if (best == kNotWon) return kNotLost;
    return with_depth ? static_cast<std::uint8_t>(254 - best) : kBest;
}

// Examples of losses may be any (see census.h); they are looked at where the losses are known.
bool same_entry(const PlyCount& a, const PlyCount& b) {
    return a.ply == b.ply && a.positions == b.positions && (a.ply % 2 == 0 || a.example == b.example);
}

bool same_counts(const Census& a, const Census& b) {
    return a.subspace == b.subspace && a.positions == b.positions &&
           std::equal(a.plies.begin(), a.plies.end(), b.plies.begin(), b.plies.end(), same_entry);
}

}  // namespace

void CompleteCheck::Findings::add(const Subspace& subspace, Address address, int stored, int expected) {
    ++wrong;
    keep_smaller(first, make_wrong_position(subspace, address, stored, expected));
}

CompleteCheck::CompleteCheck(const Variant& variant, const DecodedTables& tables, const VerifyOptions& options)
    : variant_(variant),
      tables_(tables),
      options_(options),
      pool_(options.threads),
      classes_(0, most_men(tables)),
      wins_(options.memory / 2),
      losses_(options.memory / 2) {}

bool CompleteCheck::losses_derivable(const Subspace& subspace) const {
    const auto next = after_any_turn(variant_, subspace);
    return std::all_of(next.begin(), next.end(), [&](const Subspace& s) { return tables_.has(s); });
}

bool CompleteCheck::checkable(const Subspace& subspace) const {
    const auto next = after_any_turn(variant_, subspace);
    return losses_derivable(subspace) &&
           std::all_of(next.begin(), next.end(), [&](const Subspace& s) { return losses_derivable(s); });
}

Status CompleteCheck::interrupted() const {
    if (stopped()) return Error{ErrorCode::kInterrupted, "the check was stopped"};
    return ok_status();
}

template <class Body>
void CompleteCheck::for_each_row(ClassIndex rows, std::uint32_t row_size, bool report, Body&& body) {
    // Parts large enough not to crowd the counter, small enough to share evenly.
    const std::size_t chunk = std::clamp<std::size_t>(65536 / row_size, 1, 64);
    pool_.parallel_for(rows, chunk, [&](std::size_t first, std::size_t last, int worker) {
        if (stopped()) return;
        for (std::size_t row = first; row < last; ++row) body(static_cast<ClassIndex>(row), worker);
        if (!report) return;
        done_ += (last - first) * row_size;
        if (worker == 0 && options_.progress != nullptr) options_.progress->advance_to(done_);
    });
}

Status CompleteCheck::run(VerifyReport& report) {
    std::vector<Subspace> order;
    std::uint64_t total = 0;
    for (const Subspace& s : tables_.present()) {
        if (checkable(s)) {
            order.push_back(s);
            total += 2 * std::uint64_t{row_count(s)} * row_size(s);
        } else {
            report.unchecked.push_back(s);
        }
    }
    if (options_.progress != nullptr) options_.progress->begin("checking all positions", total);
    // Tables without depth make everything that reads them depthless. Those without hands come first and stand alone.
    const auto stage = [&](bool moving) -> Status {
        wins_.clear();
        losses_.clear();
        with_depth_ = true;
        for (const Subspace& s : tables_.present()) {
            const bool counts = !moving || s.own_hand + s.other_hand == 0;
            if (counts && tables_.table(s).spec().kind == ValueKind::kWdl) with_depth_ = false;
        }
        for (const Subspace& s : order) {
            if ((s.own_hand + s.other_hand == 0) != moving) continue;
            if (const Status status = check_table(s, report); !status.ok()) return status;
        }
        for (const Subspace& s : order) {
            if ((s.own_hand + s.other_hand == 0) != moving) continue;
            if (!losses_counted_.contains(s)) {
                if (const auto array = losses(s); !array.ok()) return array.error();
            }
            compare_census(s, report);
        }
        return ok_status();
    };
    for (const bool moving : {true, false}) {
        if (const Status status = stage(moving); !status.ok()) return status;
    }
    if (options_.progress != nullptr) options_.progress->end();
    return ok_status();
}

Status CompleteCheck::check_table(const Subspace& subspace, VerifyReport& report) {
    const auto stored = wins(subspace);
    if (!stored.ok()) return stored.error();
    std::vector<Findings> findings(pool_.threads());
    count_wins(subspace, **stored, findings);
    if (const Status status = compare_wins(subspace, **stored, findings); !status.ok()) return status;
    for (const Findings& f : findings) {
        counted_[subspace].merge(f.census);
        report.wrong += f.wrong;
        if (f.first) keep_smaller(report.first_wrong, *f.first);
    }
    ++report.subspaces;
    report.positions += position_count(subspace);
    return ok_status();
}

Result<ByteArray> CompleteCheck::wins(const Subspace& subspace) {
    if (ByteArray kept = wins_.find(subspace)) return kept;
    wins_.make_room(std::uint64_t{row_count(subspace)} * row_size(subspace));
    auto array = tables_.goodness(subspace, with_depth_, pool_);
    if (array.ok()) wins_.insert(subspace, *array);
    return array;
}

Result<ByteArray> CompleteCheck::losses(const Subspace& subspace) {
    if (ByteArray kept = losses_.find(subspace)) return kept;
    losses_.make_room(std::uint64_t{row_count(subspace)} * row_size(subspace));
    const auto by_fixed = losses_by_fixed(subspace);
    if (!by_fixed.ok()) return by_fixed.error();
    const bool first_time = losses_counted_.insert(subspace).second;
    auto array = std::make_shared<const BigArray<std::uint8_t>>(turn_losses(subspace, *by_fixed, first_time));
    if (const Status status = interrupted(); !status.ok()) return status.error();
    losses_.insert(subspace, array);
    return ByteArray(array);
}

// Losses of the side to move, as [class of the other side's men][rank of the mover's men].
Result<BigArray<std::uint8_t>> CompleteCheck::losses_by_fixed(const Subspace& subspace) {
    const auto setup = setup_turns(variant_, subspace, [&](const Subspace& s) { return wins(s); });
    if (!setup.ok()) return setup.error();
    const ClassIndex rows = classes_[subspace.other].size();
    const int axes = kPoints - subspace.other;
    const std::size_t size = binomial(axes, subspace.own);
    const bool full_board_draw = variant_.full_board_draw && subspace.own + subspace.other == kPoints;
    BigArray<std::uint8_t> result(rows * size);
    std::vector<RowKernel> kernels;
    for (int i = 0; i < pool_.threads(); ++i) kernels.emplace_back(variant_, classes_, setup->mover);
    for_each_row(rows, static_cast<std::uint32_t>(size), false, [&](ClassIndex row, int worker) {
        RowKernel& kernel = kernels[worker];
        kernel.begin(row);
        std::uint8_t* out = result.data() + row * size;
        for_each_subset(axes, subspace.own, [&](std::uint32_t men) {
            *out++ = full_board_draw ? kNotLost : loss_goodness(kernel.best(men), with_depth_);
        });
    });
    if (const Status status = interrupted(); !status.ok()) return status.error();
    return result;
}

BigArray<std::uint8_t> CompleteCheck::turn_losses(const Subspace& subspace, const BigArray<std::uint8_t>& by_fixed,
                                                  bool count) {
    const ClassTable& classes = classes_[subspace.own];
    const std::uint32_t size = row_size(subspace);
    BigArray<std::uint8_t> result(classes.size() * std::size_t{size});
    std::vector<CensusCounter> counters(pool_.threads());
    std::vector<TurnedRow> turned(pool_.threads(), TurnedRow(classes_, subspace.own, subspace.other));
    for_each_row(classes.size(), size, count, [&](ClassIndex row, int worker) {
        std::uint8_t* const out = result.data() + std::size_t{row} * size;
        const CanonicalRanks canonical(classes.representative(row), classes.stabiliser_of(row));
        turned[worker].for_each(row, by_fixed.data(), [&](std::uint32_t rank, std::uint32_t axes, std::uint8_t byte) {
            out[rank] = byte;
            if (count && byte != kNotLost && canonical.contains(axes)) {
                counters[worker].add(2 * (255 - byte), {row, rank});
            }
        });
    });
    if (count) {
        for (const CensusCounter& counter : counters) counted_[subspace].merge(counter);
        if (!loss_examples_right(subspace, result)) wrong_examples_.insert(subspace);
    }
    return result;
}

// Each example of a loss in the stored census is a canonical position that is lost in so many plies.
bool CompleteCheck::loss_examples_right(const Subspace& subspace, const BigArray<std::uint8_t>& losses) const {
    const auto stored = tables_.census(subspace);
    if (!stored.ok() || !stored->with_depth || !with_depth_) return true;  // said elsewhere, or nothing to compare
    if (subspace.own + subspace.other == kPoints) return true;             // full boards: the variant decides
    return std::all_of(stored->plies.begin(), stored->plies.end(), [&](const PlyCount& p) {
        if (p.ply % 2 != 0) return true;
        if (p.example.row >= row_count(subspace) || p.example.rank >= row_size(subspace)) return false;
        const std::size_t at = std::size_t{p.example.row} * row_size(subspace) + p.example.rank;
        return losses.data()[at] == 255 - p.ply / 2 && is_canonical(subspace, p.example);
    });
}

// Counts the stored wins, and compares the equivalent positions of symmetric rows.
void CompleteCheck::count_wins(const Subspace& subspace, const BigArray<std::uint8_t>& wins,
                               std::vector<Findings>& findings) {
    const ClassTable& classes = classes_[subspace.own];
    const PointSets& sets = PointSets::get();
    const std::uint32_t size = row_size(subspace);
    for_each_row(classes.size(), size, false, [&](ClassIndex row, int worker) {
        const std::uint8_t* const bytes = wins.data() + std::size_t{row} * size;
        const std::uint16_t stabiliser = classes.stabiliser_of(row);
        if (stabiliser == 0) {
            for (std::uint32_t rank = 0; rank < size; ++rank) {
                if (bytes[rank] != kNotWon) findings[worker].census.add(2 * bytes[rank] + 1, {row, rank});
            }
            return;
        }
        const Mask free = kBoardMask & ~classes.representative(row);
        std::uint32_t rank = 0;
        for_each_subset(kPoints - subspace.own, subspace.other, [&](std::uint32_t axes) {
            const Mask men = sets.expand(axes, free);
            Mask smallest = men;
            for (std::uint32_t stay = stabiliser; stay != 0; stay &= stay - 1) {
                smallest = std::min(smallest, sets.map(static_cast<Symmetry>(std::countr_zero(stay)), men));
            }
            if (smallest == men) {
                if (bytes[rank] != kNotWon) findings[worker].census.add(2 * bytes[rank] + 1, {row, rank});
            } else if (const std::uint8_t first = bytes[sets.rank(sets.compress(smallest, free))];
                       first != bytes[rank]) {
                findings[worker].add(subspace, {row, rank}, (bytes[rank] + 1) & 255, (first + 1) & 255);
            }
            ++rank;
        });
    });
}

// Compares every stored win with the quickest loss among the successors.
Status CompleteCheck::compare_wins(const Subspace& subspace, const BigArray<std::uint8_t>& wins,
                                   std::vector<Findings>& findings) {
    const auto setup = setup_turns(variant_, subspace, [&](const Subspace& s) { return losses(s); });
    if (!setup.ok()) return setup.error();
    const ClassTable& classes = classes_[subspace.other];
    std::vector<RowKernel> kernels;
    for (int i = 0; i < pool_.threads(); ++i) kernels.emplace_back(variant_, classes_, setup->mover);
    std::vector<TurnedRow> turned(pool_.threads(), TurnedRow(classes_, subspace.other, subspace.own));
    const std::uint32_t size = binomial(kPoints - subspace.other, subspace.own);
    for_each_row(classes.size(), size, true, [&](ClassIndex row, int worker) {
        RowKernel& kernel = kernels[worker];
        kernel.begin(row);
        const CanonicalRanks canonical(classes.representative(row), classes.stabiliser_of(row));
        turned[worker].for_each(row, wins.data(), [&](std::uint32_t, std::uint32_t men, std::uint8_t stored) {
            const int best = kernel.best(men);
            const int expected = best <= 0 ? kNotWon : 255 - best;
            if (stored == expected || !canonical.contains(men)) return;
            Position position;
            position.men[1] = classes.representative(row);
            position.men[0] = to_points(men, kBoardMask & ~position.men[1]);
            position.hand = {subspace.own_hand, subspace.other_hand};
            findings[worker].add(subspace, address_of(position), (stored + 1) & 255, (expected + 1) & 255);
        });
    });
    return interrupted();
}

void CompleteCheck::compare_census(const Subspace& subspace, VerifyReport& report) const {
    auto stored = tables_.census(subspace);
    if (!stored.ok()) {
        report.wrong_census.push_back({subspace, stored.error().message});
        return;
    }
    Census counted = counted_.at(subspace).census(subspace);
    counted.with_depth = with_depth_;
    if (subspace.own + subspace.other == kPoints) {
        // A full board is lost or drawn as the variant says, and the table is shared: only wins can be compared.
        for (Census* census : {&counted, &*stored}) {
            std::erase_if(census->plies, [](const PlyCount& p) { return p.ply == 0; });
        }
    }
    bool equal = same_counts(*stored, counted) && !wrong_examples_.contains(subspace);
    if (stored->with_depth && !counted.with_depth) {  // depths cannot be counted any more
        equal = stored->positions == counted.positions && stored->wins() == counted.wins() &&
                stored->losses() == counted.losses();
    }
    if (equal) return;
    std::string what = "the census of the table is not what it holds";
    if (wrong_examples_.contains(subspace)) what += " (an example of a loss is none)";
    for (std::size_t i = 0; i < std::max(stored->plies.size(), counted.plies.size()); ++i) {
        const bool theirs = i < stored->plies.size();
        const bool ours = i < counted.plies.size();
        if (theirs && ours && same_entry(stored->plies[i], counted.plies[i])) continue;
        const auto text = [](const PlyCount& p) {
            return std::to_string(p.positions) + " of ply " + std::to_string(p.ply) + " from " +
                   std::to_string(p.example.row) + ":" + std::to_string(p.example.rank);
        };
        what += " (says " + (theirs ? text(stored->plies[i]) : "nothing more") + ", counted " +
                (ours ? text(counted.plies[i]) : "nothing more") + ")";
        break;
    }
    report.wrong_census.push_back({subspace, what});
}

}  // namespace merels::verify
