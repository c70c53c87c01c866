// SPDX-License-Identifier: MIT
// The files of Malom, the program of Gevay and Danner: one for each subspace, with the ultra-strong value of every
// position, and one text with the values of the subspaces. docs/malom_files.md describes the bytes.
//
// An entry has two numbers, for the side to move: k1, the value of the position less that of its subspace, and k2, the
// depth. Both 0: an equal-valued draw. k1 = 0 and k2 < 0: the position is written elsewhere, at its image under the
// symmetry number -(k2 + 1).
//
// Malom numbers the points of the board otherwise than Merels, but its numbering is a symmetry away from Merels' own:
// so classes of men, rows and ranks come out the same, and entry number (row * row size + rank) of a file is that of a
// table.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/subspace.h"
#include "index/subspace_values.h"
#include "merels/position.h"
#include "merels/result.h"
#include "merels/variant.h"

namespace merels {

struct MalomEntry {
    int k1 = 0;
    int k2 = 0;
    bool is_image() const { return k1 == 0 && k2 < 0; }
    friend bool operator==(const MalomEntry&, const MalomEntry&) = default;
};

// How the files of a game and a set of values look.
struct MalomFormat {
    std::string prefix;   // "std", "lask", "mora"
    bool stones = false;  // values are differences of men
    int entry_bytes = 3;
    int depth_bit = 12;  // where k2 begins

    static constexpr std::size_t kHeaderBytes = 64;

    // kBadInput for games that Malom does not have, and for sets of values that are not the same for both sides.
    static Result<MalomFormat> of(const Variant& variant, const SubspaceValues& values);

    std::string file_name(const Subspace& subspace) const;  // "std_4_3_0_0.sec2"
    std::string values_name() const { return prefix + ".secval"; }
    std::array<std::uint8_t, kHeaderBytes> header() const;
    // A header that is not this one: kCorrupt, or kWrongVariant where it is one of other values.
    Status check_header(std::span<const std::uint8_t> bytes) const;

    int least_depth() const { return -(1 << (8 * entry_bytes - depth_bit - 1)); }
    // A depth that fits nowhere is written as the least one, and stands in a list behind the entries.
    bool fits(const MalomEntry& entry) const { return entry.k2 > least_depth() && entry.k2 < -least_depth(); }
    // Entries as bytes, little-endian.
    void put(const MalomEntry& entry, std::uint8_t* out) const;
    MalomEntry get(const std::uint8_t* bytes) const;
    // False: k1 does not fit (no set of values of a game of Malom's has such a one).
    bool can_hold(int k1) const { return k1 >= -(1 << (depth_bit - 1)) && k1 < 1 << (depth_bit - 1); }

    std::uint64_t entries_bytes(const Subspace& subspace) const;  // header and entries, without the list
};

// The prefix of the files of a game; empty where Malom has no such game.
std::string malom_prefix(const Variant& variant);

// The text of the .secval file.
std::string malom_values_text(const SubspaceValues& values);

inline constexpr int kMalomIdentity = 15;
// A set of points under symmetry 0..15 of Malom's, in its numbering of the points.
Mask malom_map(int symmetry, Mask men);
// Of the symmetries that keep the own men the one with the smallest image of the other men, the first of several;
// kMalomIdentity where that is the set itself. `keeping` are the symmetries that keep the own men.
int malom_image(std::span<const int> keeping, Mask other);
// The symmetries other than the identity that keep a set of men, ascending.
std::vector<int> malom_keeping(Mask own);

}  // namespace merels
