// SPDX-License-Identifier: MIT
// Writes Malom's files from ultra-strong tables, and compares such files with them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "exchange/malom_source.h"
#include "merels/progress.h"
#include "merels/result.h"

namespace merels {

struct MalomPlan {
    std::vector<Subspace> subspaces;  // whose files are not there yet
    std::uint64_t there = 0;          // files that are
    std::uint64_t bytes = 0;          // to be written
    std::uint64_t disk_available = 0;

    Status check_room() const;  // kNoSpace
};

// What is to be written to a folder. A file counts as there where header and size are right (files appear under their
// names when they are complete). kWrongVariant where the folder has files of other values, kMissing names the first
// subspace without table.
Result<MalomPlan> plan_malom_export(const MalomSource& source, const std::vector<Subspace>& wanted,
                                    const std::filesystem::path& folder);

struct MalomReport {
    std::uint64_t files = 0;
    std::uint64_t entries = 0;
    std::uint64_t bytes = 0;
};

// Writes them one after the other. May be stopped or killed at any moment: the next run goes on with the file that was
// not complete. Cost: about a microsecond a position and thread.
Result<MalomReport> run_malom_export(const MalomSource& source, const MalomPlan& plan,
                                     const std::filesystem::path& folder, int threads, Progress& progress,
                                     const StopFlag* stop);

// The first entry that differs.
struct MalomDifference {
    std::string file;
    std::uint64_t entry = 0;
    Position position;  // White to move
    MalomEntry theirs;
    MalomEntry ours;
};
struct MalomComparison {
    std::uint64_t files = 0;
    std::uint64_t entries = 0;
    std::uint64_t different = 0;
    std::optional<MalomDifference> first;
};

// Holds every entry of the files of a folder against our tables, and the values of subspaces. kMissing where the folder
// has none of the game, kCorrupt and kTruncated for a broken file, kWrongVariant where the values of subspaces differ.
Result<MalomComparison> compare_malom(const MalomSource& source, const std::filesystem::path& folder, int threads,
                                      Progress& progress, const StopFlag* stop);

}  // namespace merels
