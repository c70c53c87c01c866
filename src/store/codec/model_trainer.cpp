// SPDX-License-Identifier: MIT
#include "store/codec/model_trainer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <mutex>

#include "base/worker_pool.h"

namespace merels {

namespace {

constexpr std::uint64_t kLeastSample = 4'000'000;
constexpr std::uint64_t kMostSample = 12'000'000;
constexpr std::uint64_t kSampleShare = 32;
constexpr int kRounds = 8;
constexpr int kLogBits = 10;  // fractional bits of a logarithm

// log2 of 1 + i / 256, by repeated squaring of whole numbers.
constexpr std::array<std::uint32_t, 256> kLogTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint64_t x = std::uint64_t{256 + i} << 22;  // 1.30 fixed point
        for (int bit = 0; bit < kLogBits; ++bit) {
            x = x * x >> 30;
            const bool carry = x >> 31 != 0;
            table[i] = table[i] * 2 + carry;
            if (carry) x >>= 1;
        }
    }
    return table;
}();

std::uint32_t log2_fixed(std::uint64_t x) {
    const int top = std::bit_width(x) - 1;
    const std::uint64_t fraction = top >= 8 ? x >> (top - 8) : x << (8 - top);
    return (static_cast<std::uint32_t>(top) << kLogBits) + kLogTable[fraction & 255];
}

struct ContextCounts {
    std::uint32_t context = 0;
    std::uint64_t total = 0;
    std::vector<std::pair<std::uint8_t, std::uint32_t>> values;  // value and how often
    std::uint8_t distribution = 0;
};

// How often each value occurs in each context of the sampled rows.
std::vector<std::uint32_t> count_sample(const TableLayout& layout, const RowShape& shape, const RowSource& source,
                                        int threads) {
    const std::uint32_t row_size = layout.spec.row_size;
    const std::uint64_t size = std::uint64_t{layout.spec.rows} * row_size;
    const std::uint64_t wanted = std::clamp(size / kSampleShare, kLeastSample, kMostSample);
    const std::uint64_t rows = std::clamp<std::uint64_t>(wanted / row_size, 1, layout.spec.rows);
    const std::vector<NeighbourPlan> plans = make_plans(shape, layout);
    std::vector<std::uint32_t> counts(std::size_t{context_count(shape.top)} * 256);
    std::mutex mutex;
    WorkerPool pool(threads);
    const std::size_t share = (rows + static_cast<std::size_t>(pool.threads()) - 1) / pool.threads();
    pool.parallel_for(rows, share, [&](std::size_t first, std::size_t last, int) {
        std::vector<std::uint32_t> own(counts.size());
        std::vector<std::uint8_t> row(row_size + kNeighbourPadding);
        ContextMaker maker;
        for (std::size_t i = first; i < last; ++i) {
            source(static_cast<std::uint32_t>(i * layout.spec.rows / rows), std::span(row).first(row_size));
            const std::uint8_t* values = row.data();
            for (const NeighbourPlan& plan : plans) {
                maker.begin(plan.size);
                for (const PlanStep& step : plan.steps) {
                    if (step.distance > 0) {
                        maker.look(step, values);
                        continue;
                    }
                    const std::uint16_t* const contexts = maker.finish(step, plan.places.data());
                    for (std::uint32_t j = 0; j < step.count; ++j) ++own[contexts[j] * 256u + values[step.start + j]];
                }
                values += plan.size;
            }
        }
        const std::lock_guard lock(mutex);
        for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += own[i];
    });
    return counts;
}

std::vector<ContextCounts> used_contexts(const std::vector<std::uint32_t>& counts) {
    std::vector<ContextCounts> used;
    for (std::uint32_t context = 0; context * std::size_t{256} < counts.size(); ++context) {
        ContextCounts entry;
        entry.context = context;
        for (std::uint32_t value = 0; value < 256; ++value) {
            const std::uint32_t count = counts[context * std::size_t{256} + value];
            if (count == 0) continue;
            entry.total += count;
            entry.values.emplace_back(static_cast<std::uint8_t>(value), count);
        }
        if (entry.total > 0) used.push_back(std::move(entry));
    }
    return used;
}

using Histogram = std::array<std::uint64_t, 256>;

// Bits for each value under a distribution, in 1/1024, with a little for what was never seen.
std::array<std::uint32_t, 256> costs_of(const Histogram& histogram) {
    std::uint64_t total = 0;
    for (const std::uint64_t count : histogram) total += count;
    std::array<std::uint32_t, 256> costs{};
    const std::uint32_t all = log2_fixed(total * 16 + 256);
    for (std::size_t value = 0; value < 256; ++value) costs[value] = all - log2_fixed(histogram[value] * 16 + 1);
    return costs;
}

std::vector<Histogram> histograms_of(const std::vector<ContextCounts>& contexts, std::size_t distributions) {
    std::vector<Histogram> histograms(distributions, Histogram{});
    for (const ContextCounts& context : contexts) {
        for (const auto& [value, count] : context.values) histograms[context.distribution][value] += count;
    }
    return histograms;
}

// Gives each context the distribution that codes it in the fewest bits, and repeats with the new distributions. The
// first ones are those of the most frequent contexts.
std::vector<Histogram> merge_contexts(std::vector<ContextCounts>& contexts) {
    std::vector<std::size_t> by_total(contexts.size());
    for (std::size_t i = 0; i < by_total.size(); ++i) by_total[i] = i;
    std::stable_sort(by_total.begin(), by_total.end(),
                     [&](std::size_t a, std::size_t b) { return contexts[a].total > contexts[b].total; });
    const std::size_t distributions = std::min<std::size_t>(kMostDistributions, contexts.size());
    std::vector<Histogram> histograms(distributions, Histogram{});
    for (std::size_t d = 0; d < distributions; ++d) {
        for (const auto& [value, count] : contexts[by_total[d]].values) histograms[d][value] = count;
    }
    std::vector<std::array<std::uint32_t, 256>> costs(distributions);
    for (int round = 0; round < kRounds; ++round) {
        for (std::size_t d = 0; d < distributions; ++d) costs[d] = costs_of(histograms[d]);
        for (ContextCounts& context : contexts) {
            std::uint64_t best = ~std::uint64_t{0};
            for (std::size_t d = 0; d < distributions; ++d) {
                std::uint64_t bits = 0;
                for (const auto& [value, count] : context.values) bits += std::uint64_t{count} * costs[d][value];
                if (bits < best) {
                    best = bits;
                    context.distribution = static_cast<std::uint8_t>(d);
                }
            }
        }
        histograms = histograms_of(contexts, distributions);
    }
    return histograms;
}

// Whole slots for each symbol; what is too rare for one slot is left to the escape, which has at least one.
TansSlots slots_of(const Histogram& histogram, std::uint32_t symbols) {
    std::uint64_t total = 0;
    for (const std::uint64_t count : histogram) total += count;
    TansSlots slots(symbols + 1, 0);
    std::uint64_t rare = 0;
    for (std::uint32_t symbol = 0; symbol < symbols; ++symbol) {
        const std::uint64_t scaled = histogram[symbol] * kTansStates;
        if (scaled * 2 < total) {
            rare += histogram[symbol];
        } else {
            slots[symbol] = static_cast<std::uint16_t>(std::max<std::uint64_t>(1, (scaled + total / 2) / total));
        }
    }
    slots[symbols] = static_cast<std::uint16_t>(
        std::max<std::uint64_t>(1, (rare * kTansStates + total / 2) / std::max<std::uint64_t>(1, total)));
    std::int64_t sum = 0;
    for (const std::uint16_t count : slots) sum += count;
    while (sum != kTansStates) {
        std::uint16_t& largest = *std::max_element(slots.begin(), slots.end());
        const std::int64_t change =
            sum < kTansStates ? kTansStates - sum : -std::min<std::int64_t>(sum - kTansStates, (largest + 7) / 8);
        largest = static_cast<std::uint16_t>(largest + change);
        sum += change;
    }
    return slots;
}

}  // namespace

ModelNumbers train_model(const TableLayout& layout, const RowShape& shape, const RowSource& source, int threads) {
    std::vector<ContextCounts> contexts = used_contexts(count_sample(layout, shape, source, threads));
    const std::vector<Histogram> histograms = merge_contexts(contexts);
    ModelNumbers numbers;
    numbers.shape = shape;
    for (const ContextCounts& context : contexts) {
        numbers.symbols = std::max<std::uint32_t>(numbers.symbols, context.values.back().first + 1u);
    }
    std::vector<std::uint8_t> renumbered(histograms.size(), 0);
    for (std::size_t d = 0; d < histograms.size(); ++d) {
        if (std::all_of(histograms[d].begin(), histograms[d].end(), [](std::uint64_t n) { return n == 0; })) continue;
        renumbered[d] = static_cast<std::uint8_t>(numbers.slots.size());
        numbers.slots.push_back(slots_of(histograms[d], numbers.symbols));
    }
    // Contexts that the sample does not have go with the one before them.
    numbers.distribution_of.assign(context_count(shape.top), 0);
    std::size_t next = 0;
    std::uint8_t last = renumbered[contexts.front().distribution];
    for (std::uint32_t context = 0; context < numbers.distribution_of.size(); ++context) {
        if (next < contexts.size() && contexts[next].context == context) {
            last = renumbered[contexts[next++].distribution];
        }
        numbers.distribution_of[context] = last;
    }
    return numbers;
}

}  // namespace merels
