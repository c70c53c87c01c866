// SPDX-License-Identifier: MIT
// The placing pass in less memory: two plies at once, from tables to tables. A pair of layers is computed from the
// tables of the layer after it, which are read back, level by level with the row side's men descending:
//
//   after     the row side moves: tables
//   between   the cube side moves: B[w] needs after[w], and after[w-1] where it takes. Only counted
//   before    the row side moves: its row w-1 (placing) or w (sliding) needs between[w] and its capture images. Tables
//
// Rows are there only from their first to their last use (pair_plan.h); nothing lives between two pairs but tables, so
// there is nothing to keep for resuming. Values, counts and bytes are those of the pass in place.
//
// Cost: each table is decoded twice, some 1.25 times the pass in place. Memory: bytes().
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "solve/placing/pair_plan.h"
#include "solve/placing/placing_tables.h"
#include "store/files/scratch_file.h"

namespace merels::solve {

// What a role does: its layers in pairs, the last placing first.
struct LayerPair {
    Layer after;
    Layer between;
    bool between_counts = true;   // false: no men in hand, its losses are known
    std::optional<Layer> before;  // none: `between` is the start of the game
};
// From `after` (a layer in which the role's side moves, or no hands) on. `layers` as PlacingPass has them.
std::vector<LayerPair> pairs_of(const std::vector<Layer>& layers, Side role, std::optional<Layer> after);

struct PairForm {
    std::uint32_t batch = 0;  // rows of the layer before at once
    bool scratch = false;     // a level of the layer before waits in a file for its tables to be written
    friend auto operator<=>(const PairForm&, const PairForm&) = default;
};

class PlacingPairs {
  public:
    // The faster ones, which need more memory, first.
    static constexpr std::array<PairForm, 6> kForms = {
        {{1024, false}, {256, false}, {64, false}, {1024, true}, {256, true}, {64, true}}};

    // Bytes at the peak of all pairs of a role.
    static std::uint64_t bytes(const PlacingOptions& options, const PlacingRows& rows, Side role,
                               const std::vector<Layer>& layers, const PairForm& form);

    PlacingPairs(const PlacingOptions& options, Side role, const PlacingRows& rows, const PairForm& form);
    // For pairs of these layers. False when memory is refused.
    [[nodiscard]] bool allocate(const std::vector<Layer>& layers);
    Error refused() const { return work_.refused(); }

    // The reader has the tables of pair.after; the sink gets those of pair.before and the losses of pair.between.
    // Several ranks make different rows of pair.before, each from the rows of the other two that it needs.
    Status run(const LayerPair& pair, const TableReader& reader, PlacingSink& sink);

  private:
    // By men of the layer between, and turn.
    using Plans = std::map<std::pair<int, PairTurn>, PairPlan>;
    static Plans make_plans(const PlacingWorkspace& work, Side role, const std::vector<Layer>& layers,
                            std::uint32_t batch, const RowShare& share);
    // For any level of any pair: its rows, and the level of the layer before that waits to be written, if in memory.
    static std::size_t level_bytes(const Plans& plans, const PlacingOptions& options, const PlacingRows& rows,
                                   Side role, const std::vector<Layer>& layers, bool scratch);

    Status run_level(const LayerPair& pair, int men, const TableReader& reader, PlacingSink& sink);

    RoleWork work_;
    PairForm form_;
    ScratchFile file_;
    Plans plans_;
    BigMemory memory_;
};

}  // namespace merels::solve
