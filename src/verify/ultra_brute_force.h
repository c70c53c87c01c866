// SPDX-License-Identifier: MIT
// The ultra-strong solution of a small game straight from its definition (docs/subspace_values.md), as an oracle: it
// shares no code with src/solve, uses the rules' own turn generator, and finds wins and losses again on the way.
//
//   auto game = UltraBruteForce::solve(*parse_variant("nine-c1@4,4"), values, {.threads = 2});
//   UltraPair pair = game->at(position);
//
// A work unit is solved when all units that its turns lead to are. With v the value of the unit for White:
//   value  for each t > v that stands behind a turn out of the unit, the largest first: the set of positions from which
//          White forces the play out of the unit at t or better, as a least fixpoint. The first t whose set holds a
//          position is its value. For t < v the same for Black. What is in no set is worth v.
//   depth  given the values: each position's depth from its best successor's, from "unknown" on until nothing changes.
// Neither uses any order of plies.
//
// Cost: 8 bytes a position (both colours to move), and 4 for each move within the largest unit; a few microseconds a
// position. @4,4 takes seconds, @5,4 a minute or two and 3 GB.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "index/subspace_values.h"
#include "merels/position.h"
#include "merels/result.h"
#include "merels/variant.h"

namespace merels::verify {

// What a position is worth for White: first the value of the subspace in which best play ends (+-win() for a won or
// lost game), then how many plies are spent on the way in better ones, less those in worse ones (0 where the value is
// that of the subspace that the position is in). The larger the better for White.
struct UltraPair {
    std::int16_t value = 0;
    std::int16_t depth = 0;
    friend constexpr auto operator<=>(const UltraPair&, const UltraPair&) = default;
};

// The same as tables have it, for the side to move: K and k2. No depth where the value is that of the subspace.
struct UltraSeen {
    int value = 0;
    std::optional<int> depth;
    friend bool operator==(const UltraSeen&, const UltraSeen&) = default;
};

struct UltraBruteForceOptions {
    bool moving_only = false;  // only the positions without hands
    int threads = 1;
};

class UltraBruteForce {
  public:
    // `values` must be of this variant. kBadInput when a unit has 2^32 positions or more.
    static Result<UltraBruteForce> solve(const Variant& variant, const SubspaceValues& values,
                                         const UltraBruteForceOptions& options);

    const std::vector<Subspace>& subspaces() const { return subspaces_; }
    // A position of one of the subspaces, either colour to move (in a split set White is the computer), or one in which
    // a side is short of three men.
    UltraPair at(const Position& position) const;
    // The position of a table; empty where it is won or lost. In a split set by who moves.
    std::optional<UltraSeen> seen(const Subspace& subspace, Address address, bool computer_moves = true) const;

  private:
    struct Part {  // the positions of a subspace with one side to move
        Subspace subspace;
        Side to_move = Side::kWhite;
        friend auto operator<=>(const Part&, const Part&) = default;
    };
    using Pairs = std::vector<UltraPair>;

    UltraBruteForce(const Variant& variant, const SubspaceValues& values) : variant_(variant), values_(values) {}

    std::vector<std::vector<Part>> parts_in_order(bool moving_only) const;
    void solve_transient(const Part& part, int threads);
    void solve_unit(const std::vector<Part>& unit, int threads);
    void mirror(const Part& part);
    static Position position_of(const Part& part, std::size_t number);
    static std::size_t size_of(const Part& part);

    Variant variant_;
    SubspaceValues values_;
    std::vector<Subspace> subspaces_;
    std::map<Part, Pairs> pairs_;
};

}  // namespace merels::verify
