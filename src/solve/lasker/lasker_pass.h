// SPDX-License-Identifier: MIT
// Solves the layers with men in hand of a game where a side may place or slide. The roles are those of the placing pass
// (placing_pass.h): rows = the men of the role's side, value = how soon it wins. Here a pair of hands is solved with
// either side to move at once (lasker_levels.h), and gives the tables of the layer in which the role's side moves and
// the counts of losses of the other. With equal starts one role gives everything: the twin of a layer is the layer with
// the hands exchanged.
//
// All that a pair of hands (r, c) of row and cube side reads of others are their tables: (r, c - 1) for the cube side's
// placings, (r - 1, c) and (r - 1, c - 1) for the row side's, whose losses of the cube side are derived anew. So pairs
// of hands may be solved in any order that has those first, a solve can go on after any of them, and nothing else is
// kept on disk.
//
// Cost and memory: docs/solving_lasker.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "merels/result.h"
#include "solve/placing/placing_rows.h"
#include "solve/placing/placing_tables.h"

namespace merels::solve {

using Hands = std::array<std::uint8_t, 2>;  // by side

class LaskerPass {
  public:
    explicit LaskerPass(const PlacingOptions& options);
    ~LaskerPass();

    // Every pair of hands with men in it, in an order in which they can be solved.
    const std::vector<Hands>& hands() const { return hands_; }
    // The pairs whose tables are read to solve a pair.
    static std::vector<Hands> read_hands(const Hands& hands);
    // kBadInput, kNoMemory: the options cannot be run.
    Status check() const;
    // To be asked after check(). Bytes at the peak, without what reader and sink use.
    std::uint64_t memory_needed() const;
    // Bytes of the scratch file, where levels are spilled.
    std::uint64_t scratch_needed() const;
    // Which part of the memory that it needs where nothing is spilled is more than the limit, 0 to 1.
    double missing_share() const;

    // Takes the memory for a role.
    Status begin(Side role);
    // Solves a pair of hands in the role that was begun. Errors: kInterrupted, kInternal (a depth too large for a
    // byte), and those of reader and sink.
    Status run(const Hands& hands, const TableReader& reader, PlacingSink& sink);
    // Gives the memory back.
    void end();

  private:
    struct Work;
    std::uint64_t bytes() const;  // of all levels in memory
    std::uint64_t least_memory() const;

    PlacingOptions options_;
    std::unique_ptr<const PlacingRows> rows_;
    std::vector<Hands> hands_;
    std::unique_ptr<Work> work_;
};

}  // namespace merels::solve
