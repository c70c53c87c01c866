// SPDX-License-Identifier: MIT
#include "solve/moving/sweep_plan.h"

#include <algorithm>
#include <string>

#include "index/subspace.h"
#include "solve/costs/costs.h"
#include "solve/moving/depth_level.h"
#include "solve/moving/depth_log.h"
#include "solve/rows/row_table.h"
#include "solve/rows/spill.h"

namespace merels::solve {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kMostExchangeBytes = 768 * kMiB;  // with several ranks: what is sent and heard after a ply
constexpr std::uint64_t kWritingBytes = 256 * kMiB;       // classes, rows on their way into a table

// Bytes of bit sets and of the capture images of the largest level: what can be spilled.
std::uint64_t set_bytes(int max_men) {
    std::uint64_t level = 0;
    for (int w = kMinMen; w <= max_men; ++w) {
        level = std::max(level, std::uint64_t{Classes::get().size(w)} * words_of_row(axes_of(w)) * sizeof(Word));
    }
    return row_bits_bytes(max_men) + level;
}

// What is never spilled: lists of new bits, which take a share of the bits, classes, scratch rows.
std::uint64_t fixed_bytes(int max_men, std::uint32_t part_of_lists) {
    std::uint64_t rows = 0;
    for (int w = kMinMen; w <= max_men; ++w) rows += Classes::get().size(w);
    return row_bits_bytes(max_men) / 5 / part_of_lists + kClassTableBytes + rows * 64 + 128 * kMiB;
}

// A working set below which a spilled sweep would mostly wait: the rows that a few hundred rows read.
constexpr std::uint64_t kLeastSpillBytes = 192 * kMiB;
constexpr std::uint32_t kShorterLists = 8;

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
    const RowShare share(*options.ranks);
    std::uint64_t all_depths = 0, largest_level = 0;
    for (int own = kMinMen; own <= options.max_men; ++own) {
        const ClassIndex rows = options.record_depths ? share.own(own).size() : 0;
        const std::uint64_t bytes = DepthLevel::bytes_for(own, options.extent(), rows);
        largest_level = std::max(largest_level, bytes);
        all_depths += bytes;
        for (int other = kMinMen; other <= most_other(options, own); ++other) {
            plan.needs.positions +=
                position_count({static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other), 0, 0});
        }
    }
    const std::uint64_t buffers = (options.record_depths ? DepthLog::buffer_bytes(options.threads) : 0) +
                                  (share.alone() ? 0 : std::min(kMostExchangeBytes, row_bits_bytes(options.max_men)));
    const std::uint64_t log = DepthLog::expected_bytes(all_depths);
    const std::uint64_t sets = set_bytes(options.max_men);
    // While the tables are written a level of depths stands in the place of the bit sets.
    const std::uint64_t in_memory =
        std::max(fixed_bytes(options.max_men, 1) + sets + buffers, largest_level + kWritingBytes);
    plan.needs.least_memory =
        std::min(in_memory, fixed_bytes(options.max_men, kShorterLists) + buffers + kLeastSpillBytes);
    plan.shares = options.shares;
    plan.spills = options.spill || options.memory_limit < in_memory;
    if (plan.spills) {
        std::uint32_t part = 1;
        while (part < kShorterLists && fixed_bytes(options.max_men, part) + buffers > options.memory_limit / 2)
            part *= 2;
        const std::uint64_t fixed = fixed_bytes(options.max_men, part) + buffers + kLeastSpillBytes;
        if (!options.spill) plan.sets_in_memory = Spill::room_for_arrays(options.memory_limit, fixed);
        plan.shares.losses *= part;
        plan.shares.wins.own *= part;
        plan.shares.wins.capture *= part;
        plan.shares.few *= part;
        plan.needs.memory = std::max(options.memory_limit, plan.needs.least_memory);
        plan.needs.scratch = std::max(sets, largest_level) + log;
    } else {
        plan.log_memory = options.memory_limit - in_memory;
        plan.needs.memory = in_memory + std::min(log, plan.log_memory);
        plan.needs.scratch = log - std::min(log, plan.log_memory);
    }
    plan.needs.cpu_seconds = 1e-9 * (plan.spills ? costs::kSpilledSweepNanoseconds : costs::kSweepNanoseconds) *
                             static_cast<double>(plan.needs.positions);
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
