// SPDX-License-Identifier: MIT
#include "solve/moving/sweep_plan.h"

#include <algorithm>
#include <string>

#include "index/subspace.h"
#include "solve/costs/costs.h"
#include "solve/moving/depth_level.h"
#include "solve/moving/depth_log.h"
#include "solve/rows/row_table.h"

namespace merels::solve {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kWritingBytes = 256 * kMiB;  // classes, rows on their way into a table

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
    SweepPlan plan;
    std::uint64_t fixed = fixed_bytes(options.max_men);
    std::uint64_t all_depths = 0, largest_level = 0;
    for (int own = kMinMen; own <= options.max_men; ++own) {
        const std::uint64_t bytes = options.record_depths ? DepthLevel::bytes_for(own, options.extent()) : 0;
        largest_level = std::max(largest_level, bytes);
        all_depths += bytes;
        for (int other = kMinMen; other <= most_other(options, own); ++other) {
            plan.needs.positions +=
                position_count({static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other), 0, 0});
        }
    }
    if (options.record_depths) fixed += DepthLog::buffer_bytes(options.threads);
    // While the tables are written a level of depths stands in the place of the bit sets.
    plan.needs.least_memory = std::max(fixed, largest_level + kWritingBytes);
    if (options.memory_limit > plan.needs.least_memory) {
        plan.log_memory = options.memory_limit - plan.needs.least_memory;
    }
    const std::uint64_t log = DepthLog::expected_bytes(all_depths);
    plan.needs.memory = plan.needs.least_memory + std::min(log, plan.log_memory);
    plan.needs.scratch = log - std::min(log, plan.log_memory);
    plan.needs.cpu_seconds = 1e-9 * costs::kSweepNanoseconds * static_cast<double>(plan.needs.positions);
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
