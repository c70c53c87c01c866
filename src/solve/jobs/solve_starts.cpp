// SPDX-License-Identifier: MIT
// 1. The largest of the wanted starts, whose tables hold the rest; one that does not fit the machine is refused, and
// the next smaller ones take its place. 2. The positions without hands, once for all. 3. The starts, the cheapest
// first.
#include <algorithm>
#include <map>

#include "index/layers.h"
#include "merels/solve.h"

namespace merels {
namespace {

using Pair = std::pair<int, int>;  // White's men, Black's
Pair pair_of(const Variant& start) { return {start.white_men, start.black_men}; }

bool does_not_fit(const Error& error) {
    return error.code == ErrorCode::kNoMemory || error.code == ErrorCode::kNoSpace;
}

Result<SolvePlan> plan_whole(const Variant& start, const SolveOptions& options) {
    auto plan = plan_solve(start, options);
    if (!plan) return plan.error();
    if (!plan->reaches_start) {
        return Error{ErrorCode::kBadInput, "the whole of " + start.id() + " cannot be solved yet"};
    }
    if (Status fits = plan->check_room(); !fits) return fits.error();
    return plan;
}

// Those starts whose tables hold all the others' (contains_start). Milliseconds for all 100.
std::vector<Variant> largest_starts(std::span<const Variant> starts) {
    std::vector<Variant> by_size(starts.begin(), starts.end());
    const auto men = [](const Variant& v) { return v.white_men + v.black_men; };
    std::stable_sort(by_size.begin(), by_size.end(),
                     [&](const Variant& a, const Variant& b) { return men(a) > men(b); });
    std::vector<Variant> largest;
    for (const Variant& start : by_size) {
        if (std::none_of(largest.begin(), largest.end(),
                         [&](const Variant& larger) { return contains_start(larger, start); })) {
            largest.push_back(start);
        }
    }
    return largest;
}

// One sweep for the positions without hands of all starts. Where it needs more than there is, each start does its own.
Status solve_moving(const StartsPlan& starts, const SolveOptions& options, Progress& progress, const StopFlag* stop,
                    const StartsEvents& events) {
    SolveOptions moving = options;
    moving.moving_only = true;
    moving.max_men = moving.max_total = 0;
    for (const Variant& start : starts.starts) {
        moving.max_men = std::max<int>({*moving.max_men, start.white_men, start.black_men});
        moving.max_total = std::max<int>(*moving.max_total, start.white_men + start.black_men);
    }
    auto plan = plan_solve(starts.starts.front(), moving);
    if (!plan || plan->nothing_to_do() || !plan->check_room()) return ok_status();
    if (events.begins) events.begins(*plan, false);
    return run_solve(*plan, progress, stop, events.phase_done);
}

}  // namespace

Result<StartsPlan> plan_starts(std::span<const Variant> wanted, const SolveOptions& options) {
    StartsPlan result;
    std::vector<Variant> open(wanted.begin(), wanted.end());
    SolveOptions plan_as = options;
    plan_as.open_tables = false;
    std::map<Pair, double> cost;
    for (;;) {
        std::vector<Variant> largest = largest_starts(open);
        bool all_fit = true;
        for (const Variant& start : largest) {
            if (cost.contains(pair_of(start))) continue;
            const auto plan = plan_whole(start, plan_as);
            if (plan) {
                cost[pair_of(start)] = plan->placing ? plan->placing->cpu_seconds : 0;
                continue;
            }
            if (!does_not_fit(plan.error())) return plan.error();
            result.refused.push_back({start, plan.error()});
            std::erase(open, start);
            all_fit = false;
        }
        if (!all_fit) continue;
        std::sort(largest.begin(), largest.end(),
                  [&](const Variant& a, const Variant& b) { return cost.at(pair_of(a)) < cost.at(pair_of(b)); });
        result.starts = std::move(largest);
        return result;
    }
}

Status run_starts(StartsPlan& plan, const SolveOptions& options, Progress& progress, const StopFlag* stop,
                  const StartsEvents& events) {
    if (plan.starts.size() > 1) {
        if (Status moved = solve_moving(plan, options, progress, stop, events); !moved) return moved;
    }
    for (const Variant& start : plan.starts) {
        auto whole = plan_whole(start, options);  // anew: what came before has changed what is missing, and the room
        if (!whole && does_not_fit(whole.error())) {
            plan.refused.push_back({start, whole.error()});
            continue;
        }
        if (!whole) return whole.error();
        if (events.begins) events.begins(*whole, true);
        if (Status done = run_solve(*whole, progress, stop, events.phase_done); !done) return done;
        if (!events.start_done) continue;
        if (Status told = events.start_done(start); !told) return told;
    }
    return ok_status();
}

}  // namespace merels
