// SPDX-License-Identifier: MIT
#include "solve/jobs/ultra_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "base/stopwatch.h"
#include "base/worker_pool.h"
#include "solve/jobs/rank_writer.h"
#include "solve/rows/spill.h"
#include "solve/ultra/ultra_pass.h"
#include "store/database/database.h"
#include "store/files/atomic_file.h"
#include "store/files/text_file.h"

namespace merels {
namespace {

using solve::UltraItem;
using solve::UltraKey;

// Of CPU a position: where play can go on for ever (156 ns in the first 6.9 billion of Lasker), and where every turn
// places a man; the whole of nine-c1 took 77 ns. Of disk: nine-c1 took 1.3 (stones) and 1.5 bits (published).
constexpr double kNanosecondsInCycles = 165;
constexpr double kNanosecondsOfPlacings = 33;
constexpr double kBitsPerPosition = 1.6;
constexpr double kRecheckFactor = 1.35;
// Of an item that needs so many times the memory that there is: pages come and go at random. A unit of nine-c1 that
// needs six times as much took 15 times as long.
double spill_factor(double times) { return times <= 1 ? 1 : 1 + 2.5 * (times - 1); }
constexpr std::uint64_t kSpilledBytes = std::uint64_t{640} << 20;

std::string collection_for(const UltraJobOptions& options, bool computer_moves) {
    return ultra_collection(options.variant, options.values->heuristic(), computer_moves);
}

std::vector<bool> movers(const UltraJobOptions& options) {
    return options.values->antisymmetric() ? std::vector<bool>{true} : std::vector<bool>{true, false};
}

// The collection belongs to this set of values, or is not there yet.
Status check_values(const UltraJobOptions& options, const std::string& collection) {
    const auto other = [&] {
        return Error{ErrorCode::kWrongVariant,
                     fmt::format("{} was made with other values of subspaces that are called {} too",
                                 (options.database->folder() / collection).string(), options.values->heuristic())};
    };
    const auto manifest = options.database->manifest(collection);
    if (!manifest && manifest.error().code != ErrorCode::kMissing) return manifest.error();
    if (manifest && (*manifest)->rules != ultra_rules(*options.values)) return other();
    const auto text = read_text_file(options.database->folder() / collection / kSubspaceValuesFile);
    if (text && *text != options.values->encode()) return other();
    return ok_status();
}

std::vector<UltraItem> items_of(const UltraJobOptions& options, const solve::UltraScale& scale) {
    auto items = solve::ultra_order(options.variant, scale);
    if (options.moving_only) {
        std::erase_if(
            items, [](const UltraItem& item) { return item.key.subspace.own_hand + item.key.subspace.other_hand > 0; });
    }
    return items;
}

// Whether a table is listed and opens.
bool has_table(const UltraJobOptions& options, const UltraKey& key) {
    return options.database->table({collection_for(options, key.computer_moves), key.subspace.counts()}).ok();
}

// The subspaces that an item solves.
std::vector<UltraKey> keys_of(const solve::UltraScale& scale, const UltraItem& item) {
    std::vector<UltraKey> keys{item.key};
    if (item.cyclic && scale.twin_of(item.key) != item.key) keys.push_back(scale.twin_of(item.key));
    return keys;
}

// The tables that are there, as the first rank sees them: others may be writing soon.
std::set<UltraKey> tables_there(const UltraJobOptions& options, const solve::UltraScale& scale,
                                const std::vector<UltraItem>& items) {
    std::vector<UltraKey> keys;
    for (const UltraItem& item : items) {
        for (const UltraKey& key : keys_of(scale, item)) keys.push_back(key);
    }
    std::vector<std::uint8_t> there(keys.size());
    for (std::size_t i = 0; options.ranks->is_first() && i < keys.size(); ++i) there[i] = has_table(options, keys[i]);
    options.ranks->broadcast(std::as_writable_bytes(std::span(there)), 0);
    std::set<UltraKey> result;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (there[i] != 0) result.insert(keys[i]);
    }
    return result;
}

// The right to write. Several ranks write beside each other, in a folder that all see.
Result<std::shared_ptr<DatabaseWriter>> open_writer(const UltraJobOptions& options) {
    if (options.ranks->alone()) return options.database->writer();
    if (Status tidied = tidy_for_ranks(options.database->folder(), *options.ranks); !tidied) return tidied.error();
    if (Status shared = check_shared(options.database->folder(), *options.ranks); !shared) return shared.error();
    auto writer = options.database->writer();
    if (Status all = options.ranks->agree(writer ? ok_status() : Status(writer.error())); !all) return all.error();
    return writer;
}

// What subspaces are worth, beside the tables.
Status write_values(const UltraJobOptions& options, const UltraJobPlan& plan) {
    for (const std::string& collection : plan.collections) {
        if (Status good = check_values(options, collection); !good) return good;
        const auto path = options.database->folder() / collection / kSubspaceValuesFile;
        if (Status s = write_file_atomically(path, options.values->encode()); !s) return s;
    }
    return ok_status();
}

void sum_over_ranks(UltraJobResult& result, Transport& ranks) {
    std::array<std::uint64_t, 3> sums{result.tables, result.bytes,
                                      static_cast<std::uint64_t>(result.cpu_seconds * 1e6)};
    ranks.sum(sums);
    result.tables = sums[0];
    result.bytes = sums[1];
    result.cpu_seconds = static_cast<double>(sums[2]) * 1e-6;
}

Result<UltraJobPlan> plan_here(const UltraJobOptions& options) {
    UltraJobPlan plan;
    for (const bool computer_moves : movers(options)) {
        plan.collections.push_back(collection_for(options, computer_moves));
        if (Status good = check_values(options, plan.collections.back()); !good) return good.error();
    }
    const solve::UltraScale scale(*options.values);
    std::vector<UltraItem> open;
    for (const UltraItem& item : items_of(options, scale)) {
        const std::vector<UltraKey> keys = keys_of(scale, item);
        if (std::all_of(keys.begin(), keys.end(), [&](const UltraKey& key) { return has_table(options, key); }))
            continue;
        open.push_back(item);
        for (const UltraKey& key : keys) {
            plan.missing.push_back(key.subspace);
            plan.positions += position_count(key.subspace);
        }
    }
    if (open.empty()) return plan;
    const std::uint64_t whole = solve::ultra_pass_memory(options.variant, scale, open, options.recheck);
    const std::uint64_t one_item = solve::ultra_pass_least_memory(options.variant, scale, open, options.recheck);
    plan.least_memory = std::min(one_item, kSpilledBytes);
    plan.spills = options.spill || one_item > options.memory_limit;
    plan.memory = std::max(plan.least_memory, std::min(whole, options.memory_limit));
    if (plan.least_memory > options.memory_limit) {
        return Error{ErrorCode::kNoMemory,
                     fmt::format("the ultra-strong values of {} need {:.1f} GiB of memory", options.variant.id(),
                                 static_cast<double>(plan.least_memory) / (1 << 30))};
    }
    plan.disk_bytes = static_cast<std::uint64_t>(static_cast<double>(plan.positions) * kBitsPerPosition / 8);
    if (plan.spills) plan.disk_bytes += one_item;
    double nanoseconds = 0;
    for (const UltraItem& item : open) {
        const double needs =
            static_cast<double>(solve::ultra_pass_least_memory(options.variant, scale, {item}, options.recheck));
        const double factor = spill_factor(needs / static_cast<double>(options.memory_limit));
        for (const UltraKey& key : keys_of(scale, item)) {
            const bool placings = is_transient(options.variant, key.subspace);
            nanoseconds += static_cast<double>(position_count(key.subspace)) * factor *
                           (placings ? kNanosecondsOfPlacings : kNanosecondsInCycles);
        }
    }
    plan.cpu_seconds = nanoseconds * (options.recheck ? kRecheckFactor : 1) * 1e-9;
    return plan;
}

}  // namespace

Result<UltraJobPlan> plan_ultra_job(const UltraJobOptions& options) {
    auto plan = plan_here(options);
    if (Status all = options.ranks->agree(plan ? ok_status() : Status(plan.error())); !all) return all.error();
    if (options.ranks->alone()) return plan;
    // The ranks see the same tables, and find that subspaces are worth the same.
    std::string seen = options.values->encode();
    for (const Subspace& s : plan->missing) seen += ' ' + format_subspace(s);
    const auto all = options.ranks->all_gather(std::as_bytes(std::span(seen)));
    if (std::all_of(all.begin(), all.end(), [&](const auto& bytes) { return bytes == all[0]; })) return plan;
    return options.ranks
        ->agree(Error{ErrorCode::kBadInput, fmt::format("the ranks see different tables in '{}': it must be on a file "
                                                        "system that all share",
                                                        options.database->folder().string())})
        .error();
}

Result<UltraJobResult> run_ultra_job(const UltraJobOptions& options, const UltraJobPlan& plan, Progress& progress,
                                     const std::atomic<bool>* stop) {
    UltraJobResult result;
    if (plan.missing.empty()) return result;
    const Stopwatch watch;
    const auto writer = open_writer(options);
    if (!writer) return writer.error();
    Transport& ranks = *options.ranks;
    if (Status s = ranks.agree(ranks.is_first() ? write_values(options, plan) : ok_status()); !s) return s.error();
    WorkerPool pool(options.threads);
    const auto index = std::make_unique<solve::UltraIndex>(
        options.variant.board, std::max(options.variant.white_men, options.variant.black_men), pool);
    const solve::UltraScale scale(*options.values);
    std::unique_ptr<solve::Spill> spill;
    if (plan.spills) {
        spill = std::make_unique<solve::Spill>(options.database->folder(), options.memory_limit, 0);
        pool.after_chunks([&spill] { spill->keep_to_limit(); });
    }
    solve::PageArena memory(plan.memory, spill.get());
    if (!memory.reserve(4 * plan.memory + (std::size_t{16} << 30))) {
        return Error{ErrorCode::kNoMemory, "the system refuses the addresses for subspaces"};
    }
    const solve::UltraWork work{*index, pool, memory, scale, [stop] { return stop != nullptr && *stop; }};
    solve::UltraPassOptions pass;
    pass.database = options.database.get();
    pass.writer = writer->get();
    pass.variant = options.variant;
    // Spilled arrays need not fit, but what is not read by the item at work would only take disk.
    pass.memory_limit = plan.spills ? 0 : ranks.alone() ? options.memory_limit : plan.memory;
    pass.recheck = options.recheck;
    pass.ranks = &ranks;
    const std::vector<UltraItem> items = items_of(options, scale);
    const std::set<UltraKey> there = tables_there(options, scale, items);
    pass.has_table = [&](const UltraKey& key) { return there.contains(key); };
    pass.progress = &progress;
    pass.written = [&](const std::vector<std::pair<UltraKey, ManifestEntry>>& tables) -> Status {
        std::map<bool, std::vector<ManifestEntry>> entries;
        for (const auto& [key, entry] : tables) {
            entries[key.computer_moves].push_back(entry);
            ++result.tables;
            result.bytes += entry.bytes;
        }
        for (const auto& [computer_moves, list] : entries) {
            Status listed =
                (*writer)->list(collection_for(options, computer_moves), ultra_rules(*options.values), list);
            if (!listed) return listed;
        }
        return ok_status();
    };
    Status done = solve::run_ultra_pass(work, pass, items);
    if (!done && done.error().code == ErrorCode::kInterrupted) {
        return Error{ErrorCode::kInterrupted, "interrupted; the same command goes on from here"};
    }
    if (!done) return done.error();
    result.seconds = watch.seconds();
    result.cpu_seconds = watch.cpu_seconds();
    sum_over_ranks(result, ranks);
    return result;
}

}  // namespace merels
