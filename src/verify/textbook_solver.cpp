// SPDX-License-Identifier: MIT
#include "verify/textbook_solver.h"

#include <algorithm>
#include <ctime>
#include <map>
#include <mutex>
#include <set>

#include "base/worker_pool.h"
#include "verify/textbook_unit.h"

namespace merels::verify {
namespace {

using Pair = std::pair<int, int>;  // fewer men first

Pair pair_of(const TextbookUnit& unit) { return {std::min(unit.a, unit.b), std::max(unit.a, unit.b)}; }

Subspace moving_subspace(int own, int other) {
    return {static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other), 0, 0};
}

double thread_cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct SolvedUnit {
    std::vector<SolvedTable> tables;
    double cpu_seconds = 0;
};

class Job {
  public:
    Job(Board board, AllInMills rule, int most_men, const TextbookOptions& options)
        : rules_(board, rule), classes_(kMinMen, most_men), options_(options), pool_(options.threads) {}

    // Solves units of which none depends on another.
    void solve(const std::vector<Pair>& units) {
        std::vector<SolvedUnit> solved(units.size());
        pool_.parallel_for(units.size(), 1, [&](std::size_t first, std::size_t last, int) {
            for (std::size_t i = first; i < last; ++i) solved[i] = solve_unit(units[i]);
        });
        for (std::size_t i = 0; i < units.size(); ++i) solved_[units[i]] = std::move(solved[i]);
    }

    std::map<Pair, SolvedUnit>& solved() { return solved_; }

  private:
    SolvedUnit solve_unit(Pair unit) {
        const auto [a, b] = unit;
        if (options_.unit_started) {
            const std::lock_guard lock(mutex_);
            options_.unit_started({a, b});
        }
        const double start = thread_cpu_seconds();
        TextbookUnitSolver solver(rules_, classes_, a, b);
        if (b > kMinMen) solver.add_secondary(*find(b - 1, a));
        if (a > kMinMen && a != b) solver.add_secondary(*find(a - 1, b));
        solver.solve(options_.counting);
        SolvedUnit result;
        result.tables = solver.tables();
        result.cpu_seconds = thread_cpu_seconds() - start;
        return result;
    }

    const SolvedTable* find(int own, int other) const {
        const SolvedUnit& unit = solved_.at(pair_of({own, other}));
        for (const SolvedTable& table : unit.tables) {
            if (table.subspace == moving_subspace(own, other)) return &table;
        }
        return nullptr;
    }

    MovingRules rules_;
    ClassTables classes_;
    const TextbookOptions& options_;
    WorkerPool pool_;
    std::mutex mutex_;
    std::map<Pair, SolvedUnit> solved_;
};

}  // namespace

const SolvedTable* TextbookResult::find(const Subspace& subspace) const {
    for (const SolvedTable& table : tables) {
        if (table.subspace == subspace) return &table;
    }
    return nullptr;
}

Result<TextbookResult> solve_textbook(Board board, AllInMills all_in_mills, std::span<const TextbookUnit> units,
                                      const TextbookOptions& options) {
    std::map<int, std::set<Pair>> by_men;  // units with equally many men do not depend on each other
    int most_men = kMinMen;
    for (const TextbookUnit& unit : units) {
        const auto [a, b] = pair_of(unit);
        if (a < kMinMen || b > kMaxMen) {
            return Error{ErrorCode::kBadInput, "a unit of the moving phase has 3 to 12 men a side"};
        }
        most_men = std::max(most_men, b);
        for (int x = kMinMen; x <= a; ++x) {
            for (int y = x; y <= b; ++y) by_men[x + y].insert({x, y});
        }
    }
    Job job(board, all_in_mills, most_men, options);
    for (const auto& [men, pairs] : by_men) job.solve({pairs.begin(), pairs.end()});

    TextbookResult result;
    for (const TextbookUnit& unit : units) {
        const auto [a, b] = pair_of(unit);
        std::uint64_t positions = position_count(moving_subspace(a, b));
        if (a != b) positions += position_count(moving_subspace(b, a));
        const double seconds = job.solved().at({a, b}).cpu_seconds;
        result.units.push_back({unit, positions, seconds});
        result.positions += positions;
        result.cpu_seconds += seconds;
    }
    for (auto& [pair, solved] : job.solved()) {
        for (SolvedTable& table : solved.tables) result.tables.push_back(std::move(table));
    }
    std::sort(result.tables.begin(), result.tables.end(),
              [](const SolvedTable& x, const SolvedTable& y) { return x.subspace < y.subspace; });
    return result;
}

}  // namespace merels::verify
