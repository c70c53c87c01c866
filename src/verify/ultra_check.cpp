// SPDX-License-Identifier: MIT
#include "verify/ultra_check.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>
#include <set>

#include "verify/ultra_sample.h"
#include "verify/wrong_position.h"

namespace merels::verify {
namespace {

constexpr ClassIndex kMostPieces = 16;

const Error kStopped{ErrorCode::kInterrupted, "the check was stopped"};

int most_men(const Variant& variant) { return std::max(variant.white_men, variant.black_men); }

// Calls visit(set without them) for every way to take so many of the men.
template <class Visit>
void for_each_taking(Mask men, int takes, Visit&& visit) {
    for (Mask firsts = men; firsts != 0; firsts &= firsts - 1) {
        const Mask left = men & ~(firsts & (~firsts + 1));
        if (takes == 1) {
            visit(left);
            continue;
        }
        for (Mask seconds = firsts & (firsts - 1); seconds != 0; seconds &= seconds - 1) {
            visit(left & ~(seconds & (~seconds + 1)));
        }
    }
}

// Piece `i` of `pieces` of 0..count-1.
std::pair<ClassIndex, ClassIndex> piece(ClassIndex count, ClassIndex i, ClassIndex pieces) {
    const auto at = [&](std::uint64_t n) { return static_cast<ClassIndex>(count * n / pieces); };
    return {at(i), at(i + std::uint64_t{1})};
}

}  // namespace

UltraCheck::UltraCheck(const Variant& variant, const Database& database, const UltraCollection& set,
                       const VerifyOptions& options)
    : options_(options), parts_(variant, database, set), pool_(options.threads), classes_(0, most_men(variant)) {}

Status UltraCheck::run(VerifyReport& report) {
    if (Status opened = parts_.open(options_.moving_only, report); !opened.ok()) return opened;
    const std::vector<UltraPart>& parts = parts_.checkable();
    std::vector<std::uint64_t> positions;
    for (const UltraPart& part : parts) positions.push_back(position_count(part.subspace));
    const bool sampled = options_.sample > 0;
    if (sampled) positions = deal_sample(positions, options_.sample);
    if (options_.progress != nullptr) {
        options_.progress->begin(sampled ? "checking a sample of ultra-strong values" : "checking ultra-strong values",
                                 std::accumulate(positions.begin(), positions.end(), std::uint64_t{0}));
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (positions[i] == 0) continue;
        if (options_.progress != nullptr) options_.progress->detail(format_subspace(parts[i].subspace));
        const Status checked = sampled ? check_sample(parts[i], positions[i], report) : check_all(parts[i], report);
        if (!checked.ok()) return checked;
        ++report.subspaces;
    }
    if (options_.progress != nullptr) options_.progress->end();
    return ok_status();
}

UltraRows& UltraCheck::rows_of(const UltraPart& part) {
    Kept& kept = kept_[part];
    if (!kept.rows) kept.rows = std::make_unique<UltraRows>(parts_, part);
    kept.used = ++uses_;
    return *kept.rows;
}

UltraWalk UltraCheck::walk_of(const UltraPart& part) {
    return {parts_, part, classes_, pool_.threads(),
            [&](const UltraPart& p) -> const UltraRows& { return rows_of(p); }};
}

void UltraCheck::want_rows(Wanted& wanted, const UltraPart& part, ClassIndex first, ClassIndex end) {
    const UltraRows& rows = rows_of(part);
    UltraRows::RunFlags& runs = wanted[part];
    runs.resize(rows.runs());
    if (first < end) std::fill(runs.begin() + rows.run_of(first), runs.begin() + rows.run_of(end - 1) + 1, 1);
}

void UltraCheck::want_after(Wanted& wanted, const UltraPart& part, ClassIndex first, ClassIndex end) {
    const ClassTable& classes = classes_[part.subspace.other];
    for (const UltraParts::Turn& turn : parts_.turns(part)) {
        if (turn.takes == 0 || end - first == classes.size()) {
            const ClassIndex all = row_count(turn.after.subspace);
            want_rows(wanted, turn.after, turn.takes == 0 ? first : 0, turn.takes == 0 ? end : all);
            continue;
        }
        const ClassTable& after = classes_[turn.after.subspace.own];
        const UltraRows& rows = rows_of(turn.after);
        UltraRows::RunFlags& runs = wanted[turn.after];
        runs.resize(rows.runs());
        for (ClassIndex row = first; row < end; ++row) {
            for_each_taking(classes.representative(row), turn.takes,
                            [&](Mask left) { runs[rows.run_of(after.find(left).index)] = 1; });
        }
    }
}

Status UltraCheck::hold(const Wanted& wanted) {
    std::uint64_t bytes = 0;
    for (const auto& [part, runs] : wanted) {
        rows_of(part).release_all_but(runs);
        bytes += rows_of(part).bytes_of(runs);
    }
    for (const auto& [part, kept] : kept_) bytes += wanted.contains(part) ? 0 : kept.rows->bytes_held();
    while (bytes > options_.memory) {  // drop what was used the longest ago
        auto oldest = kept_.end();
        for (auto k = kept_.begin(); k != kept_.end(); ++k) {
            if (wanted.contains(k->first)) continue;
            if (oldest == kept_.end() || k->second.used < oldest->second.used) oldest = k;
        }
        if (oldest == kept_.end()) break;
        bytes -= oldest->second.rows->bytes_held();
        kept_.erase(oldest);
    }
    for (const auto& [part, runs] : wanted) {
        if (Status held = rows_of(part).hold(runs, pool_, options_.stop); !held.ok()) return held;
    }
    return ok_status();
}

void UltraCheck::advance(std::uint64_t positions, int worker) {
    const std::uint64_t done = done_.fetch_add(positions) + positions;
    if (options_.progress != nullptr && worker == 0) options_.progress->advance_to(done);
}

void UltraCheck::add(const Findings& found, VerifyReport& report) const {
    report.positions += found.positions;
    report.wrong += found.wrong;
    if (found.first) keep_smaller(report.first_wrong, *found.first);
}

// As few pieces as fit. Rows after takings are wanted from almost everywhere, so those tables stay in memory; each
// piece of the mover's rows passes over all positions and reads the rows after quiet turns again.
UltraCheck::Pieces UltraCheck::pieces_of(const UltraPart& part) {
    const std::uint64_t stored = rows_of(part).bytes_of_all();
    std::set<UltraPart> quiet, taken;
    for (const UltraParts::Turn& turn : parts_.turns(part)) (turn.takes == 0 ? quiet : taken).insert(turn.after);
    const auto bytes_of = [&](const std::set<UltraPart>& list) {
        std::uint64_t bytes = 0;
        for (const UltraPart& p : list) bytes += rows_of(p).bytes_of_all();
        return bytes;
    };
    const std::uint64_t after_quiet = bytes_of(quiet), after_taking = bytes_of(taken);
    std::set<UltraPart> all = quiet;
    all.insert(taken.begin(), taken.end());
    all.insert(part);
    if (bytes_of(all) <= options_.memory) return {};
    for (ClassIndex movers = 1; movers <= kMostPieces; ++movers) {
        const std::uint64_t fixed = stored / movers + after_taking;
        for (ClassIndex waiting = 1; waiting <= kMostPieces; ++waiting) {
            if (fixed + after_quiet / waiting <= options_.memory) return {movers, waiting};
        }
    }
    return {kMostPieces, kMostPieces};
}

Status UltraCheck::check_all(const UltraPart& part, VerifyReport& report) {
    const Subspace& s = part.subspace;
    const ClassIndex rows = row_count(s), waiting_rows = classes_[s.other].size();
    const Pieces pieces = pieces_of(part);
    UltraWalk walk = walk_of(part);
    std::vector<UltraWalk::Counts> counts(pool_.threads(), walk.no_counts());
    std::vector<Findings> found(pool_.threads());
    // Parts large enough not to crowd the counter, small enough to share evenly.
    const std::size_t chunk = UltraRows::rows_of_a_run(binomial(kPoints - s.other, s.own));
    for (ClassIndex m = 0; m < pieces.movers; ++m) {
        const auto [first, end] = piece(rows, m, pieces.movers);
        UltraWalk::RowFlags movers(rows, 0);
        std::fill(movers.begin() + first, movers.begin() + end, 1);
        for (ClassIndex w = 0; w < pieces.waiting; ++w) {
            const auto [waiting_first, waiting_end] = piece(waiting_rows, w, pieces.waiting);
            Wanted wanted;
            want_rows(wanted, part, first, end);
            want_after(wanted, part, waiting_first, waiting_end);
            if (Status held = hold(wanted); !held.ok()) return held;
            const ClassIndex base = waiting_first;
            pool_.parallel_for(waiting_end - base, chunk, [&](std::size_t from, std::size_t to, int worker) {
                if (stopped()) return;
                const Findings f = walk.check(base + static_cast<ClassIndex>(from), base + static_cast<ClassIndex>(to),
                                              movers, worker, UltraWalk::kNoLimit, &counts[worker]);
                found[worker].merge(f);
                advance(f.positions, worker);
            });
            if (stopped()) return kStopped;
        }
        if (Status images = check_images(walk, first, end, found.front()); !images.ok()) return images;
    }
    for (const Findings& f : found) add(f, report);
    check_census(part, counts, report);
    return ok_status();
}

Status UltraCheck::check_images(const UltraWalk& walk, ClassIndex first, ClassIndex end, Findings& found) {
    std::mutex mutex;
    Status failure = ok_status();
    pool_.parallel_for(end - first, 16, [&](std::size_t from, std::size_t to, int) {
        for (std::size_t row = from; row < to && !stopped(); ++row) {
            const auto images = walk.check_images(first + static_cast<ClassIndex>(row));
            if (images.ok() && images->wrong == 0) continue;
            const std::lock_guard lock(mutex);
            if (images.ok()) {
                found.merge(*images);
            } else {
                failure = images.error();
            }
        }
    });
    if (stopped()) return kStopped;
    return failure;
}

void UltraCheck::check_census(const UltraPart& part, const std::vector<UltraWalk::Counts>& counts,
                              VerifyReport& report) const {
    const UltraParts::Codes& codes = parts_.codes(part);
    const PairCodes& pairs = parts_.pairs();
    std::vector<UltraCount> counted;
    for (int code = 1; code <= pairs.size(); ++code) {
        std::uint64_t positions = 0;
        for (const UltraWalk::Counts& c : counts) positions += c[code];
        if (positions == 0) continue;
        const SidePair seen = pairs.pair(pairs.negative(static_cast<PairCodes::Code>(code)));
        counted.push_back({entry_of(seen, codes.own), positions});
    }
    std::sort(counted.begin(), counted.end(), [](const auto& a, const auto& b) { return a.entry < b.entry; });
    std::vector<UltraCount> stored = codes.stored.census;
    std::erase_if(stored, [](const UltraCount& c) { return c.positions == 0; });
    if (stored == counted) return;
    std::string what = "the census of the table is not what it holds";
    for (std::size_t i = 0; i < std::max(stored.size(), counted.size()); ++i) {
        if (i < stored.size() && i < counted.size() && stored[i] == counted[i]) continue;
        const auto text = [](const std::vector<UltraCount>& list, std::size_t at) {
            if (at >= list.size()) return std::string("nothing more");
            const UltraEntry& e = list[at].entry;
            return std::to_string(list[at].positions) + " of value " + std::to_string(e.value) +
                   (e.depth ? " depth " + std::to_string(*e.depth) : "");
        };
        what += " (says " + text(stored, i) + ", counted " + text(counted, i) + ")";
        break;
    }
    report.wrong_census.push_back({part.subspace, what});
}

ClassIndex UltraCheck::most_runs(const UltraPart& part, ClassIndex run_rows) {
    std::uint64_t of_a_run = 1;
    for (const UltraParts::Turn& turn : parts_.turns(part)) {
        const std::uint64_t others = part.subspace.other;
        const std::uint64_t rows = turn.takes == 0 ? 1 : turn.takes == 1 ? others : others * (others - 1) / 2;
        const std::uint32_t size = row_size(turn.after.subspace);
        of_a_run += rows * run_rows * UltraRows::rows_of_a_run(size) * size * sizeof(UltraParts::Code);
    }
    return static_cast<ClassIndex>(std::clamp<std::uint64_t>(options_.memory / 2 / of_a_run, 1, 1U << 16U));
}

Status UltraCheck::check_sample(const UltraPart& part, std::uint64_t positions, VerifyReport& report) {
    const Subspace& s = part.subspace;
    std::seed_seq seed{static_cast<std::uint32_t>(options_.seed),
                       static_cast<std::uint32_t>(options_.seed >> 32),
                       std::uint32_t{s.own},
                       std::uint32_t{s.other},
                       std::uint32_t{s.own_hand},
                       std::uint32_t{s.other_hand},
                       std::uint32_t{part.computer_moves}};
    std::mt19937_64 random(seed);
    const UltraRows& stored = rows_of(part);
    UltraWalk walk = walk_of(part);
    const ClassIndex rows = row_count(s), waiting_rows = classes_[s.other].size();
    const ClassIndex run_rows = UltraRows::rows_of_a_run(binomial(kPoints - s.other, s.own));
    const ClassIndex waiting_runs = (waiting_rows + run_rows - 1) / run_rows, most = most_runs(part, run_rows);
    const auto size = static_cast<double>(position_count(s));
    const double by_memory = static_cast<double>(options_.memory) / 4 / static_cast<double>(stored.bytes_of_all());
    const double share = std::min(share_of_mover_rows(static_cast<double>(positions) / size), by_memory);
    const auto slab =
        std::clamp<ClassIndex>(static_cast<ClassIndex>(std::ceil(share * stored.runs())), 1, stored.runs());
    const double in_a_run = size * slab / stored.runs() / waiting_runs;  // positions to expect
    const std::vector<ClassIndex> order = shuffled(stored.runs(), random);
    std::uint64_t left = positions;
    // One slab of the mover's rows is enough but by bad luck.
    for (ClassIndex begin = 0; begin < order.size() && left > 0; begin += slab) {
        UltraWalk::RowFlags movers(rows, 0);
        Wanted stored_rows;
        for (ClassIndex i = begin; i < std::min(begin + slab, stored.runs()); ++i) {
            const ClassIndex first = order[i] * stored.rows_of_a_run(row_size(s));
            const ClassIndex end = std::min(rows, first + stored.rows_of_a_run(row_size(s)));
            std::fill(movers.begin() + first, movers.begin() + end, 1);
            want_rows(stored_rows, part, first, end);
        }
        const std::vector<ClassIndex> waiting = shuffled(waiting_runs, random);
        for (std::size_t next = 0; next < waiting.size() && left > 0;) {
            const auto enough = static_cast<std::uint64_t>(static_cast<double>(left) / in_a_run) + 1;
            const auto batch =
                std::span(waiting).subspan(next, std::min<std::size_t>({waiting.size() - next, most, enough}));
            next += batch.size();
            const auto end_of = [&](ClassIndex run) { return std::min(waiting_rows, (run + 1) * run_rows); };
            Wanted wanted = stored_rows;
            for (const ClassIndex run : batch) want_after(wanted, part, run * run_rows, end_of(run));
            if (Status held = hold(wanted); !held.ok()) return held;
            std::vector<Findings> found(batch.size());
            pool_.parallel_for(batch.size(), 1, [&](std::size_t i, std::size_t, int worker) {
                if (stopped()) return;
                found[i] =
                    walk.check(batch[i] * run_rows, end_of(batch[i]), movers, worker, UltraWalk::kNoLimit, nullptr);
            });
            if (stopped()) return kStopped;
            // In order, whatever thread was first; the run that has too many is looked at once more, up to there.
            for (std::size_t i = 0; i < batch.size() && left > 0; ++i) {
                if (found[i].positions > left) {
                    found[i] = walk.check(batch[i] * run_rows, end_of(batch[i]), movers, 0, left, nullptr);
                }
                add(found[i], report);
                left -= found[i].positions;
                advance(found[i].positions, 0);
            }
        }
    }
    return ok_status();
}

}  // namespace merels::verify
