// SPDX-License-Identifier: MIT
// Between codes in memory and tables on disk: wins come from strong tables, draws from and to ultra-strong ones.
#pragma once

#include "index/census.h"
#include "merels/result.h"
#include "solve/ultra/ultra_steps.h"
#include "store/database/database.h"

namespace merels::solve {

// What wins of a strong table do to an array of its subspace.
enum class WinUse {
    kFill,   // wins, and `otherwise` everywhere else
    kCheck,  // nothing, but kCorrupt where the array's wins are not the same, with depth where the table has it
};
template <class Code>
Status read_wins(const UltraWork& work, const UltraRule<Code>& rule, const Table& strong, WinUse use, Code otherwise,
                 CodeArray<Code>& array);

// Enters the draws of an ultra-strong table where the array holds the subspace's own code.
template <class Code>
Status read_draws(const UltraWork& work, const UltraKey& key, const Table& ultra, CodeArray<Code>& array);

// Positions by code, each once up to symmetry.
template <class Code>
struct CodeCount {
    Code code;
    std::uint64_t positions;
};
template <class Code>
std::vector<CodeCount<Code>> count_codes(const UltraWork& work, const Subspace& s, const CodeArray<Code>& array);

// The counts of the array agree with the strong tables': wins and losses (where the array has them), by ply where both
// have depths. Gives the census of the draws. kCorrupt where they differ.
template <class Code>
Result<std::vector<UltraCount>> census_of_draws(const UltraWork& work, const UltraKey& key, const Census& strong,
                                                bool with_losses, const std::vector<CodeCount<Code>>& counts);

// Writes the table of a subspace; gives its line of the manifest.
template <class Code>
Result<ManifestEntry> write_ultra_table(const UltraWork& work, const DatabaseWriter& writer,
                                        const std::string& collection, const UltraKey& key,
                                        std::vector<UltraCount> census, const CodeArray<Code>& array);

}  // namespace merels::solve
