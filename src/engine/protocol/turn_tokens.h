// SPDX-License-Identifier: MIT
// A game read token by token, in both forms that hosts write: whole turns (`d1-a1xd7`) and steps followed by the men
// they take (`d1-a1`, `xd7`). A step that must take a man leaves the turn pending until its `x` tokens have come.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "merels/position.h"
#include "merels/result.h"

namespace merels::engine {

class TokenGame {
  public:
    TokenGame(const Variant& variant, const Position& start) : variant_(variant), position_(start) {}

    // One more token. On an error nothing has changed.
    Status feed(std::string_view token);

    // The position before the pending turn, if one is pending.
    const Position& position() const { return position_; }
    const std::vector<Position>& history() const { return history_; }  // earlier positions, oldest first
    const std::vector<Turn>& turns() const { return turns_; }
    // The turns that the tokens of a pending turn leave open; empty when no turn is pending.
    const std::vector<Turn>& pending() const { return pending_; }
    Mask pending_taken() const { return taken_; }

  private:
    void complete(const Turn& turn);
    Status feed_taking(std::string_view token);

    Variant variant_;
    Position position_;
    std::vector<Position> history_;
    std::vector<Turn> turns_;
    std::vector<Turn> pending_;
    Mask taken_ = 0;  // men that the pending turn has taken so far
};

// The parts of a turn in the two-token form: the step, then each man taken with an x before it.
std::vector<std::string> turn_parts(const Turn& turn);

}  // namespace merels::engine
