// SPDX-License-Identifier: MIT
#include "solve/moving/sweep_plan.h"

#include <algorithm>
#include <string>

#include "index/subspace.h"
#include "solve/costs/costs.h"
#include "solve/rows/depth_store.h"
#include "solve/rows/row_table.h"

namespace merels::solve {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

// Bytes besides the depths: bit sets, the capture images of the largest level, lists of new bits, classes, scratch.
std::uint64_t fixed_bytes(int max_men) {
    const Classes& classes = Classes::get();
    std::uint64_t level = 0;
    std::uint64_t rows = 0;
    for (int w = kMinMen; w <= max_men; ++w) {
        rows += classes.size(w);
        level = std::max(level, std::uint64_t{classes.size(w)} * words_of_row(axes_of(w)) * sizeof(Word));
    }
    const std::uint64_t bits = row_table_bytes(max_men);
    return bits + level + bits / 5 + rows * 64 + 128 * kMiB;
}

std::string gib(std::uint64_t bytes) {
    const std::uint64_t tenths = (bytes * 10 + (kMiB << 10) - 1) / (kMiB << 10);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GiB";
}

}  // namespace

Result<SweepPlan> plan_sweep(const SweepOptions& options) {
    if (options.max_men < kMinMen || options.max_men > kMaxMen) {
        return Error{ErrorCode::kBadInput, "the number of men a side must be 3 to 12"};
    }
    if (options.max_total < options.max_men + kMinMen) {
        return Error{ErrorCode::kBadInput, "the men of both sides together must be at least three more than a side's"};
    }
    if (options.threads < 1) return Error{ErrorCode::kBadInput, "the number of threads must be at least 1"};
    const ListShares& shares = options.shares;
    if (std::min({shares.losses, shares.wins.own, shares.wins.capture, shares.few_wins.own, shares.few_wins.capture,
                  shares.few}) < 1) {
        return Error{ErrorCode::kBadInput, "the shares of rows that go on lists must be at least 1"};
    }
    if (options.kernel_table == nullptr && find_kernels(options.kernel) == nullptr) {
        return Error{ErrorCode::kBadInput, "this CPU cannot run the kernel that was asked for"};
    }
    const std::uint64_t fixed = fixed_bytes(options.max_men);
    SweepPlan plan;
    std::uint64_t largest_level = 0;
    std::uint64_t largest_pass = 0;
    std::uint64_t in_pass = 0;
    for (int own = kMinMen; own <= options.max_men; ++own) {
        const std::uint64_t bytes = options.record_depths ? DepthStore::bytes_for(own, own, options.extent()) : 0;
        largest_level = std::max(largest_level, bytes);
        if (plan.owns.empty() || fixed + in_pass + bytes > options.memory_limit) {
            plan.owns.emplace_back();
            in_pass = 0;
        }
        plan.owns.back().push_back(own);
        in_pass += bytes;
        largest_pass = std::max(largest_pass, in_pass);
        for (int other = kMinMen; other <= most_other(options, own); ++other) {
            plan.needs.positions +=
                position_count({static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other), 0, 0});
        }
    }
    plan.needs.least_memory = fixed + largest_level;
    plan.needs.memory = fixed + largest_pass;
    plan.needs.passes = static_cast<int>(plan.owns.size());
    plan.needs.cpu_seconds =
        1e-9 * costs::kSweepNanoseconds * plan.needs.passes * static_cast<double>(plan.needs.positions);
    if (plan.needs.least_memory > options.memory_limit) {
        return Error{ErrorCode::kNoMemory, "the sweep needs at least " + gib(plan.needs.least_memory) +
                                               " of memory, the limit is " + gib(options.memory_limit)};
    }
    return plan;
}

}  // namespace merels::solve

namespace merels {

Result<SweepNeeds> estimate(const SweepOptions& options) {
    auto plan = solve::plan_sweep(options);
    if (!plan) return plan.error();
    return plan->needs;
}

}  // namespace merels
