// SPDX-License-Identifier: MIT
// 1. The largest of the wanted starts, whose tables hold the rest; one that does not fit the machine is refused, and
// the next smaller ones take its place. 2. The positions without hands, once for all. 3. The starts, the cheapest
// first; several ranks in groups side by side, each with starts of its own.
#include <algorithm>
#include <map>
#include <numeric>

#include "base/transport.h"
#include "index/layers.h"
#include "merels/solve.h"
#include "solve/jobs/rank_writer.h"

namespace merels {
namespace {

using Pair = std::pair<int, int>;  // White's men, Black's
Pair pair_of(const Variant& start) { return {start.white_men, start.black_men}; }

Transport& ranks_of(const SolveOptions& options) {
    return options.ranks != nullptr ? *options.ranks : local_transport();
}

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

// CPU seconds; those that the first rank expects, since all must deal out alike.
double cost_of(const SolvePlan& plan) {
    double seconds = plan.placing ? plan.placing->cpu_seconds : 0;
    ranks_of(plan.options).broadcast(std::as_writable_bytes(std::span(&seconds, 1)), 0);
    return seconds;
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

// Starts one after another.
Status run_each(std::span<const Variant> starts, const SolveOptions& options, Progress& progress, const StopFlag* stop,
                const StartsEvents& events, std::vector<RefusedStart>& refused) {
    for (const Variant& start : starts) {
        auto whole = plan_whole(start, options);  // anew: what came before has changed what is missing, and the room
        if (!whole && does_not_fit(whole.error())) {
            refused.push_back({start, whole.error()});
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

// A group of ranks with its starts.
struct Group {
    int groups = 1;
    std::unique_ptr<Transport> ranks;
    std::vector<Variant> starts;  // the cheapest first
};

// The dearest start first, to whoever has least to do. By group, the cheapest first.
std::vector<std::vector<Variant>> deal_out(std::span<const Variant> starts, std::span<const double> costs, int groups) {
    std::vector<std::size_t> order(starts.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return costs[a] > costs[b]; });
    std::vector<double> load(static_cast<std::size_t>(groups), 0);
    std::vector<std::vector<Variant>> dealt(load.size());
    for (const std::size_t start : order) {
        const auto least = static_cast<std::size_t>(std::min_element(load.begin(), load.end()) - load.begin());
        load[least] += costs[start];
        dealt[least].insert(dealt[least].begin(), starts[start]);
    }
    return dealt;
}

// As many groups as there are ranks or starts, or as few as it takes for all starts to fit. One: side by side they do
// not fit, or positions without hands are missing, which all would solve.
Result<Group> choose_group(const StartsPlan& plan, const SolveOptions& options) {
    Transport& ranks = *options.ranks;
    SolveOptions plan_as = options;
    plan_as.open_tables = false;
    std::vector<double> costs;
    std::uint64_t disk = 0, free = ~std::uint64_t{0};
    for (const Variant& start : plan.starts) {
        const auto whole = plan_whole(start, plan_as);
        if (!whole && !does_not_fit(whole.error())) return whole.error();
        if (!whole || whole->moving) return Group{};
        costs.push_back(cost_of(*whole));
        disk += whole->disk_bytes;
        free = whole->disk_available;
    }
    if (ranks.any(disk > free)) return Group{};
    for (int groups = std::min(ranks.size(), static_cast<int>(plan.starts.size())); groups > 1; --groups) {
        const int own = ranks.rank() * groups / ranks.size();
        Group group{groups, ranks.split(own), deal_out(plan.starts, costs, groups)[static_cast<std::size_t>(own)]};
        plan_as.ranks = group.ranks.get();
        const bool fit = std::all_of(group.starts.begin(), group.starts.end(), [&](const Variant& start) {
            return static_cast<bool>(plan_whole(start, plan_as));
        });
        if (!ranks.any(!fit)) return group;
    }
    return Group{};
}

// What the group cannot do after all is left in `left`. A group that fails ends all: its first rank comes back to say
// why, the others wait for the end.
Status run_group(const Group& group, const SolveOptions& options, Progress& progress, const StopFlag* stop,
                 const StartsEvents& events, std::vector<RefusedStart>& left) {
    SolveOptions solve = options;
    solve.ranks = group.ranks.get();
    solve.beside_others = true;
    Status done = run_each(group.starts, solve, progress, stop, events, left);
    if (!done && group.ranks->has_agreed_on_failure() && !group.ranks->is_first()) options.ranks->barrier();
    return done;
}

// The starts that are left, for all ranks together.
Result<std::vector<Variant>> run_in_groups(const StartsPlan& plan, const SolveOptions& options, Progress& progress,
                                           const StopFlag* stop, const StartsEvents& events) {
    Transport& ranks = ranks_of(options);
    if (ranks.alone() || plan.starts.size() < 2) return plan.starts;
    const auto group = choose_group(plan, options);
    if (!group) return group.error();
    if (group->groups == 1) return plan.starts;
    if (Status tidied = tidy_for_ranks(options.database, ranks); !tidied) return tidied.error();
    if (events.splits) events.splits(group->groups);
    std::vector<RefusedStart> left;
    if (Status done = run_group(*group, options, progress, stop, events, left); !done) return done.error();
    std::vector<std::uint64_t> is_left(plan.starts.size(), 0);
    for (const RefusedStart& start : left) {
        const auto at = std::find(plan.starts.begin(), plan.starts.end(), start.start);
        is_left[static_cast<std::size_t>(at - plan.starts.begin())] = 1;
    }
    ranks.max(is_left);
    std::vector<Variant> rest;
    for (std::size_t i = 0; i < is_left.size(); ++i) {
        if (is_left[i] != 0) rest.push_back(plan.starts[i]);
    }
    return rest;
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
                cost[pair_of(start)] = cost_of(*plan);
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
    const auto rest = run_in_groups(plan, options, progress, stop, events);
    if (!rest) return rest.error();
    return run_each(*rest, options, progress, stop, events, plan.refused);
}

}  // namespace merels
