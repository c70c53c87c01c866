// SPDX-License-Identifier: MIT
// Where two rule sets differ: how many positions change from what to what when the rules change from A to B, by
// subspace, by ply of the game and by phase (Loewer's question). Each position is counted once up to the symmetries.
//
//   auto comparison = compare_variants("db", a, b, options);
//   comparison->moving.positions(Wdl::kDraw, Wdl::kWin)
//
// Losses are not in the tables: they are derived by a one-ply look at every position. Cost: about 100 ns of CPU a
// position; memory: six bytes for each position of the largest subspace (3.2 GB with nine men, up to 4 GB where two men
// may be taken at once), and what `memory` allows to keep. The counts of each subspace are held against the censuses of
// both tables, so that a fault here or there does not pass.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "index/layers.h"
#include "merels/position.h"
#include "merels/progress.h"
#include "merels/result.h"
#include "merels/value.h"
#include "merels/variant.h"

namespace merels {

// A value that keeps its outcome is far off when it differs by more plies than these (Loewer, section 7.1).
inline constexpr int kFarPlies = 30;

struct ChangedPosition {
    Position position;  // the side to move is that of the layer; White without hands
    Value a;
    Value b;
};

struct OutcomeChanges {
    // By outcome under A, then under B (Wdl), for the side to move.
    std::array<std::array<std::uint64_t, 3>, 3> counts{};
    // Positions of equal outcome whose ends are more than kFarPlies apart, by the rules under which the end is nearer.
    // Only where both tables have depth.
    std::uint64_t nearer_under_a = 0;
    std::uint64_t nearer_under_b = 0;
    bool with_depth = true;
    // One of each change of outcome: of the first subspace that has it, the smallest address.
    std::array<std::array<std::optional<ChangedPosition>, 3>, 3> examples{};

    std::uint64_t positions(Wdl a, Wdl b) const { return counts[static_cast<int>(a)][static_cast<int>(b)]; }
    std::uint64_t all() const;
    std::uint64_t changed() const;   // outcome not the same
    std::uint64_t reversed() const;  // win to loss or loss to win
    void add(const OutcomeChanges& other);
};

struct SubspaceComparison {
    Subspace subspace;
    OutcomeChanges changes;
};

// One layer of men in hand. Both sides' layers without hands are one; Lasker layers that hold the same subspaces too.
struct LayerComparison {
    Layer layer;
    int ply = 0;  // of the game, 1 = the empty board; 0: without hands, or the game does not fix it (Lasker)
    std::vector<SubspaceComparison> subspaces;
    OutcomeChanges changes;
};

struct Comparison {
    std::vector<LayerComparison> layers;  // in the order of play
    OutcomeChanges placing;
    OutcomeChanges moving;
    std::vector<Subspace> missing;  // not compared: their table, or one that a turn leads to, is not there

    // The first layer in which an outcome changes, in which one is reversed; null when there is none.
    const LayerComparison* first_change() const;
    const LayerComparison* first_reversal() const;
};

struct CompareOptions {
    bool moving = true;  // the phases to look at
    bool placing = true;
    int last_ply = 0;  // of the placing phase: stop there; 0 = all
    int threads = 1;
    std::uint64_t memory = std::uint64_t{4} << 30;  // for decoded tables that are needed again
    Progress* progress = nullptr;                   // may be null
    const std::atomic<bool>* stop = nullptr;        // may be null; set it to end with kInterrupted
};

// Subspaces that only one of the two games has are left out. Errors: kBadInput when the starts differ, kMissing when no
// subspace can be compared, kCorrupt when counts disagree with a census, and those of store/table.h.
Result<Comparison> compare_variants(const std::filesystem::path& database, const Variant& a, const Variant& b,
                                    const CompareOptions& options);

}  // namespace merels
