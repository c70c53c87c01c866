// SPDX-License-Identifier: MIT
// Solves the ultra-strong values of a start into a database that holds its strong tables: one item after the other,
// arrays in memory as long as a later item reads them, tables written as soon as they are known. What is on disk
// already is not solved again, but read where it is needed. Several ranks solve items side by side, each with the
// same options but its own threads and memory; errors are those of all.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "base/transport.h"
#include "merels/progress.h"
#include "solve/ultra/ultra_order.h"
#include "solve/ultra/ultra_tables.h"

namespace merels::solve {

struct UltraPassOptions {
    const Database* database = nullptr;
    const DatabaseWriter* writer = nullptr;
    Variant variant;
    std::uint64_t memory_limit = ~std::uint64_t{0};
    bool recheck = false;  // steps find wins, losses and depths again, and compare them with the strong tables
    Transport* ranks = &local_transport();  // who share the items (ultra_waves.h)
    // The tables of these keys were there before the pass began, on all ranks.
    std::function<bool(const UltraKey&)> has_table;
    // A table was written; both tables of a unit come together.
    std::function<Status(const std::vector<std::pair<UltraKey, ManifestEntry>>&)> written;
    Progress* progress = nullptr;
};

// Bytes in memory at the worst moment, where nothing is on disk and nothing needs to be dropped.
std::uint64_t ultra_pass_memory(const Variant& variant, const UltraScale& scale, const std::vector<UltraItem>& items,
                                bool recheck);
// The least limit that works.
std::uint64_t ultra_pass_least_memory(const Variant& variant, const UltraScale& scale,
                                      const std::vector<UltraItem>& items, bool recheck);

// `items` in their order. kMissing where a strong table is not there, kCorrupt where it disagrees.
Status run_ultra_pass(const UltraWork& work, const UltraPassOptions& options, const std::vector<UltraItem>& items);

}  // namespace merels::solve
