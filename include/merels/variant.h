// SPDX-License-Identifier: MIT
// A game of the morris family as a value. No rule lives in a macro or in a copy of the code: whoever wants to know
// what is allowed asks a Variant.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "merels/result.h"

namespace merels {

enum class Board : std::uint8_t { kNine, kDiagonals };

enum class Phases : std::uint8_t {
    kPlaceThenMove,  // with men in hand a player must place
    kPlaceOrMove,    // with men in hand a player may place or move (Lasker)
};

enum class AllInMills : std::uint8_t {
    kAnyMayBeTaken,   // "always capture"
    kNoneMayBeTaken,  // "always protected"
};

inline constexpr int kMinMen = 3;   // a side with fewer men in all has lost; a side with exactly these flies
inline constexpr int kMaxMen = 12;  // the largest start

struct Variant {
    std::string_view base_id;  // static storage, e.g. "nine-c1"
    Board board = Board::kNine;
    Phases phases = Phases::kPlaceThenMove;
    AllInMills all_in_mills = AllInMills::kAnyMayBeTaken;
    std::uint8_t takes = 1;        // men taken when two mills close at once
    bool full_board_draw = false;  // a full board is a draw instead of a loss for the blocked side
    std::uint8_t base_men = 9;     // men a side in the plain game
    std::uint8_t white_men = 9;    // men a side in this start
    std::uint8_t black_men = 9;

    // "nine-c1", or "nine-c1@11,12" where the start differs from the plain game.
    std::string id() const;

    friend bool operator==(const Variant&, const Variant&) = default;
};

// The plain games, in the order in which they are listed to people.
std::span<const Variant> all_variants();

// Reads "ID" or "ID@W,B".
Result<Variant> parse_variant(std::string_view text);

// One sentence on the rules, for people.
std::string describe(const Variant& variant);

}  // namespace merels
