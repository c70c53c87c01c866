// SPDX-License-Identifier: MIT
// The plainest possible solver of a small game, as an oracle for everything else: every position of the extended
// solution, all legal turns by the rules' own generator, values by iteration over the plies. It knows nothing of
// moves backwards, mills, bits or symmetry beyond the numbering of positions.
//
//   auto game = BruteForce::solve(*parse_variant("nine-c1@4,4"), {});
//   Value value = game->value(position);
//
// Cost: 4 bytes for each turn of the largest group of layers, about 60 bytes a position; the CPU time goes into
// listing turns, about a microsecond a position. @4,4 has 8 million positions, @5,5 some 100 million.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "merels/position.h"
#include "merels/result.h"
#include "merels/value.h"
#include "merels/variant.h"
#include "verify/solved_table.h"

namespace merels::verify {

struct BruteForceOptions {
    bool moving_only = false;  // only the positions without hands
    int threads = 1;
};

class BruteForce {
  public:
    // kBadInput when the game has 2^32 positions or more.
    static Result<BruteForce> solve(const Variant& variant, const BruteForceOptions& options);

    // In the order of index/layers.h: every subspace where both sides have three men or more in all.
    const std::vector<Subspace>& subspaces() const { return subspaces_; }
    // A position of one of the subspaces, or a final one.
    Value value(const Position& position) const;
    SolvedTable table(const Subspace& subspace) const;

  private:
    BruteForce() = default;

    // Number of a position: where it stands in value_. Sides short of men share number 0, lost in 0.
    std::uint32_t number_of(const Position& position) const;
    void solve_group(const std::vector<Subspace>& group, int threads);

    Variant variant_;
    std::vector<Subspace> subspaces_;
    std::map<Subspace, std::uint32_t> first_;  // number of the first position of a subspace
    std::vector<Ply> value_;                   // odd: win, even: loss, kNoPly: neither
};

}  // namespace merels::verify
