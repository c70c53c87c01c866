// SPDX-License-Identifier: MIT
// Values of subspaces: how good it is for the side to move when a game that nobody wins stays there for ever. They are
// data, not code: the ultra-strong solution (docs/subspace_values.md) of a variant is computed for one set of values.
//
//   auto values = stone_values(*parse_variant("nine-c1"));
//   values->value({6, 3, 0, 0});                          // 3
//   values->for_white({3, 6, 0, 0}, Side::kBlack);        // White has six men, Black three and the move: 3
//   auto same = decode_subspace_values(variant, values->encode());
//
// A set belongs to one start: only the subspaces that its play can reach have a value, and ranks depend on which those
// are. Sets are antisymmetric (the value of a non-transient subspace is the negative of its twin's) or split: then one
// side is the computer and the other the fallible player, and a subspace has two values, by who of them moves.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "index/layers.h"
#include "index/subspace.h"
#include "merels/result.h"
#include "merels/variant.h"

namespace merels {

// No play can stay in it: place-then-move games with men in hand; Lasker games where a side has no man on the board.
bool is_transient(const Variant& variant, const Subspace& subspace);

// What play from the start can reach, by counts of men alone (a man may be taken wherever there is one), seen from the
// side to move; ascending. No sides short of three men. Closed: a turn leads to one of them or ends the game. Where a
// subspace is not transient its twin is there too.
std::vector<Subspace> reachable_subspaces(const Variant& variant);

// What a subspace holds, each position once up to symmetry.
struct SubspaceCounts {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    std::uint64_t positions() const { return wins + draws + losses; }
};
using CountsBySubspace = std::map<Subspace, SubspaceCounts>;

class SubspaceValues {
  public:
    // One value of a file. For a set that is not split `computer_moves` says nothing.
    struct Entry {
        Subspace subspace;
        bool computer_moves = true;
        int value = 0;
        friend bool operator==(const Entry&, const Entry&) = default;
    };

    // Checks what decode_subspace_values promises; kBadInput names the first thing that is wrong.
    static Result<SubspaceValues> make(const Variant& variant, std::string heuristic, int win, bool split,
                                       const std::vector<Entry>& entries);

    const std::string& variant_id() const { return variant_id_; }
    const std::string& heuristic() const { return heuristic_; }
    int win() const { return win_; }  // larger than every value; a lost position is worth -win()
    bool antisymmetric() const { return !split_; }

    // Whether the start reaches it; the others have no value.
    bool contains(const Subspace& subspace) const { return of(subspace, true) != kNone; }
    // The value for the side to move of a subspace that is contained. In a split set the mover is the computer unless
    // said otherwise. Cost: a look-up.
    int value(const Subspace& subspace, bool computer_moves = true) const { return of(subspace, computer_moves); }
    // The same for White, who is the computer in a split set (where Black is, swap the colours first): White to move
    // v(s), Black to move -v(s).
    int for_white(const Subspace& seen_by_mover, Side to_move) const {
        return to_move == Side::kWhite ? value(seen_by_mover, true) : -value(seen_by_mover, false);
    }

    // The different values that a drawn position can have for the side to move, ascending: those of the non-transient
    // subspaces (of both kinds of movers in a split set), and 0.
    const std::vector<int>& draw_values() const { return draw_values_; }
    // The non-transient subspaces with a value, the side to move first: where a draw of that value ends. In a split
    // set those with the computer, or the fallible player, to move.
    std::vector<Subspace> units_of(int value, bool computer_moves = true) const;
    // The same as text: "6-3" where it is one subspace, else the difference of men that they share ("+3", "0", "-1"),
    // else all of them ("3-4 or 5-5").
    std::string ends_in(int value, bool computer_moves = true) const;

    const std::vector<Entry>& entries() const { return entries_; }  // ascending; of a split set the computer's first
    // The JSON text of the set, one value a line; the same for equal sets.
    std::string encode() const;
    std::uint64_t digest() const { return digest_; }  // XXH3 of encode()

    friend bool operator==(const SubspaceValues& a, const SubspaceValues& b) { return a.encode() == b.encode(); }

  private:
    static constexpr int kNone = 1 << 30;
    static constexpr int kSide = kMaxMen + 1;

    SubspaceValues() = default;
    static std::size_t slot(const Subspace& s, bool computer_moves) {
        const std::size_t men = ((std::size_t{s.own} * kSide + s.other) * kSide + s.own_hand) * kSide + s.other_hand;
        return men * 2 + (computer_moves ? 0 : 1);
    }
    int of(const Subspace& s, bool computer_moves) const { return table_[slot(s, computer_moves)]; }

    std::string variant_id_;
    std::string heuristic_;
    int win_ = 0;
    bool split_ = false;
    std::vector<Entry> entries_;
    std::vector<int> table_;  // by slot
    std::vector<int> draw_values_;
    std::vector<Entry> units_;  // the non-transient ones
    std::uint64_t digest_ = 0;
};

// Difference of men, hands counted: 3 for 6-3, for transient subspaces too.
Result<SubspaceValues> stone_values(const Variant& variant);
// Gévay and Danner's ranks by the share of wins, draws and losses. Needs the counts of every reachable subspace;
// kMissing names one that is not there.
Result<SubspaceValues> ratio_values(const Variant& variant, const CountsBySubspace& counts);
// The ranks of their published files: ratio_values with one change made by hand. kBadInput but for nine-c1.
Result<SubspaceValues> published_values(const Variant& variant, const CountsBySubspace& counts);
// One side is the computer: ranks by the share of positions that the computer wins. A unit counts by its positions with
// the computer to move (what the fallible player can walk into); draws and losses count alike.
Result<SubspaceValues> split_values(const Variant& variant, const CountsBySubspace& counts);

// Reads what encode() writes, edited by hand or not. kBadInput with one line unless the set is of this variant,
// complete (every reachable subspace once; twice in a split set), with whole numbers between -win and win, and
// opposite for the two subspaces of a non-transient unit (0 for equal men where it is not split).
Result<SubspaceValues> decode_subspace_values(const Variant& variant, std::string_view text);

}  // namespace merels
