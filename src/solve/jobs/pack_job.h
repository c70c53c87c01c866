// SPDX-License-Identifier: MIT
// Makes the small form of solved tables from the full one: results without depths, pressed harder (a
// fifth smaller than what the solver writes, slower to read), in another database.
//
// May be killed at any moment; the same job again skips what is there. Memory: one byte for each position of the
// largest table (0.6 GB).
#pragma once

#include <cstdint>
#include <filesystem>

#include "merels/progress.h"
#include "merels/result.h"
#include "merels/variant.h"

namespace merels {

struct PackOptions {
    std::filesystem::path from;
    std::filesystem::path to;  // another folder
    Variant variant;           // all of its tables that are there, those without hands included
    int threads = 1;
};

struct PackResult {
    std::uint64_t tables = 0;  // written now
    std::uint64_t positions = 0;
    std::uint64_t bytes_before = 0;
    std::uint64_t bytes = 0;
    double seconds = 0;
};

// kBadInput when both folders are the same, kMissing when there is nothing to pack, kInterrupted when *stop was set.
Result<PackResult> pack_tables(const PackOptions& options, Progress& progress, const StopFlag* stop);

}  // namespace merels
