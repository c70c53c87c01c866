// SPDX-License-Identifier: MIT
// The rules of the whole family, in one place: what is legal, what a turn does, when a game is over.
// All functions are pure and thread-safe. Notation lives in notation.cpp, the graph of the board in geometry.h.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "merels/position.h"
#include "merels/value.h"
#include "merels/variant.h"

namespace merels {

// The turns of one position, in a fixed order, without allocation.
class TurnList {
  public:
    // The worst case is far below: three flying men to 18 points, each closing a mill with nine men to choose from
    // (486), or Lasker with both placing and moving.
    static constexpr int kCapacity = 2048;

    TurnList() {}  // NOLINT: leaves the storage uninitialised on purpose, it is on every search stack
    void clear() { size_ = 0; }
    void push(const Turn& turn) { turns_[size_++] = turn; }
    int size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const Turn& operator[](int i) const { return turns_[i]; }
    Turn& operator[](int i) { return turns_[i]; }
    const Turn* begin() const { return turns_.data(); }
    const Turn* end() const { return turns_.data() + size_; }
    Turn* begin() { return turns_.data(); }
    Turn* end() { return turns_.data() + size_; }

  private:
    union {
        std::array<Turn, kCapacity> turns_;
    };
    int size_ = 0;
};

// Men on the board and in hand.
constexpr int men_in_all(const Position& p, Side side) { return count(p.men[index_of(side)]) + p.hand[index_of(side)]; }

// The result without any turn: a side short of three men, a blocked side, a full board. Empty while the game goes on.
// A side to move with too few men has lost in 0; where only the opponent has too few the side to move has won in 0
// (no legal game leads there, extended tables contain it).
std::optional<Value> final_value(const Variant& variant, const Position& position);

// All legal turns; none when the game is over. Turns come by origin, then target, then men taken.
void legal_turns(const Variant& variant, const Position& position, TurnList& out);

// Number of legal turns, without listing them.
std::int64_t count_turns(const Variant& variant, const Position& position);

// The position after a legal turn.
Position apply(const Position& position, const Turn& turn);

// Men of `other` that may be taken now, under the variant's protection rule (for one taking).
Mask takeable(const Variant& variant, Mask other);

// Number of complete turns at the given depth; depth 0 is 1. Cost: one visit a node, the last ply is only counted.
std::int64_t perft(const Variant& variant, const Position& position, int depth);

// True when the counts can occur in this variant's start: at least zero men, at most the start's men in all, no
// overlap. Positions that no game reaches are allowed (extended solution).
std::optional<std::string> why_impossible(const Variant& variant, const Position& position);

}  // namespace merels
