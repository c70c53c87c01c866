// SPDX-License-Identifier: MIT
// Solves all layers with men in hand of a place-then-move game, with exact depth, from the solved moving phase.
//
// While a side has men in hand no position can occur twice, so a layer (the men in hand of both sides, and who moves)
// is one pass over the layer after it: no iteration. The game is solved in two roles, one after the other, which never
// read each other:
//
//   role White   rows = White's men, cube = Black's men, value = how soon White wins
//   role Black   rows = Black's men, cube = White's men, value = how soon Black wins
//
// A role starts from the wins of its row side in the moving phase (the tables without hands), and goes back ply by ply
// in one array (placing_array.h), in place (placing_steps.h). In layers where its row side is to move, its values are
// exactly the tables of those layers (own men = row, wins of the side to move); in the others they are the losses of
// the side to move, of which only the census is of use. So the two roles together give everything: draws are what is
// left.
//
//   PlacingPass pass(options);
//   for (Side role : {Side::kWhite, Side::kBlack}) status = pass.run(role, reader, sink);
//
// Resuming: a role can start again after any finished layer in which its row side moves, because the tables of that
// layer hold all that the array held; `reader` then gives those tables instead of the moving ones. The result is the
// same byte for byte.
//
// Cost for nine men, two cores: see docs/solving_placing.md. Memory: memory_needed().
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "index/layers.h"
#include "merels/result.h"
#include "solve/placing/placing_pairs.h"
#include "solve/placing/placing_rows.h"
#include "solve/placing/placing_tables.h"

namespace merels::solve {

struct RoleSize;  // placing_work.h

class PlacingPass {
  public:
    explicit PlacingPass(const PlacingOptions& options);
    ~PlacingPass();

    // The layers with men in hand, in the order in which they are solved (the last placing first).
    const std::vector<Layer>& layers() const { return layers_; }
    // kBadInput, kNoMemory: the options cannot be run.
    Status check() const;
    // Which one kAuto stands for.
    PlacingLayout layout() const;
    // To be asked after check(). Bytes at the peak of one role, without what reader and sink use.
    std::uint64_t memory_needed() const;
    // Bytes of the scratch file, where levels are spilled.
    std::uint64_t scratch_needed() const;
    // Roughly, of CPU, for these layers in one role, with counts and tables; from what was measured with AVX2.
    double seconds_of(Side role, std::span<const Layer> layers) const { return seconds_of(role, layers, layout()); }

    // Solves one role. `after`: a layer where the role's side is to move, all of whose tables the reader has; the pass
    // goes on with the layer that comes before it in play. Without it, the reader is asked for tables without hands.
    // Errors: kBadInput (not a place-then-move game, or a layer that cannot be resumed from), kNoMemory, kInterrupted,
    // kInternal (a depth too large for a byte), and those of reader and sink.
    Status run(Side role, const TableReader& reader, PlacingSink& sink, std::optional<Layer> after = std::nullopt);

  private:
    RoleSize size_of(Side role) const;
    std::uint64_t bytes_of(PlacingLayout layout) const;
    std::uint64_t least_memory() const;
    std::uint64_t pair_bytes(const PairForm& form) const;
    // For kPairs: the fastest that fits.
    PairForm pair_form() const;
    Status run_pairs(Side role, const TableReader& reader, PlacingSink& sink, std::optional<Layer> after);
    double seconds_of(Side role, std::span<const Layer> layers, PlacingLayout layout) const;

    PlacingOptions options_;
    std::unique_ptr<const PlacingRows> rows_;
    std::vector<Layer> layers_;
    mutable std::map<PairForm, std::uint64_t> pair_bytes_;  // once asked for
};

}  // namespace merels::solve
