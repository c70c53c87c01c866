// SPDX-License-Identifier: MIT
// What the bytes of an ultra-strong table mean (docs/table_format.md, section 11): for each drawn position the value K
// of the unit in which best play ends and the depth k2, both for the side to move.
//
//   auto codes = decode_ultra_codes(table.spec().metadata);
//   table.at(codes->row(address.row, plane), address.rank)     // for each plane: the bytes of one position
//   codes->entry(bytes)                                        // -> UltraEntry
//
// The table says nothing about positions that are won or lost: their bytes hold anything.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/subspace.h"
#include "index/subspace_values.h"
#include "merels/result.h"
#include "merels/variant.h"

namespace merels {

struct UltraEntry {
    int value = 0;             // K
    std::optional<int> depth;  // k2; none where K is the value of the position's own subspace
    friend bool operator==(const UltraEntry&, const UltraEntry&) = default;
    friend auto operator<=>(const UltraEntry&, const UltraEntry&) = default;
};

struct UltraCount {
    UltraEntry entry;
    std::uint64_t positions = 0;  // each once up to symmetry
    friend bool operator==(const UltraCount&, const UltraCount&) = default;
};

// How a table codes its entries, and its census: the metadata of the table.
struct UltraCodes {
    Subspace subspace;
    std::vector<UltraEntry> entries;  // by code; the first is an equal-valued draw
    std::vector<UltraCount> census;   // of the draws, ascending
    std::vector<int> values;          // the different values of the entries: the subspace's own, the others ascending

    // The codes of a subspace with this value and census: the most frequent entries have the smallest codes.
    static UltraCodes make(const Subspace& subspace, int own_value, std::vector<UltraCount> census);

    static constexpr int kMostPlanes = 3;
    int planes() const { return entries.size() <= 1u << 8 ? 1 : entries.size() <= 1u << 16 ? 2 : 3; }
    // Where the bytes of a position stand: the rank is that of the position, the row of the table is this one.
    std::uint32_t row(ClassIndex row_of_position, int plane) const {
        return row_of_position * static_cast<std::uint32_t>(planes()) + static_cast<std::uint32_t>(plane);
    }
    std::uint32_t rows() const { return row(row_count(subspace), 0); }  // of the table

    // The bytes of one position, plane by plane. kCorrupt for a code that the table does not have.
    Result<UltraEntry> entry(std::span<const std::uint8_t> bytes) const;
    // The code of an entry that the census has. Cost: a search; for loops make a table of them.
    std::uint32_t code(const UltraEntry& entry) const;
    std::uint64_t draws() const;  // counted once up to symmetry

    friend bool operator==(const UltraCodes&, const UltraCodes&) = default;
};

// JSON, one object; deterministic.
std::string encode_ultra_codes(const UltraCodes& codes);
Result<UltraCodes> decode_ultra_codes(std::string_view text);

// The collection of the ultra-strong tables of a start under a set of values: "nine-c1-ultra-published",
// "nine-c1-4-4-ultra-stones". A split set has two: with the computer to move, and "...-split-other" with the fallible
// player to move.
std::string ultra_collection(const Variant& variant, std::string_view heuristic, bool computer_moves = true);
// The rules text of its manifest: start, heuristic, digest of the set of values. Tables of different sets never mix.
std::string ultra_rules(const SubspaceValues& values);
// The set of values as JSON, beside the tables; its digest must be that of the manifest.
inline constexpr std::string_view kSubspaceValuesFile = "values.json";

}  // namespace merels
