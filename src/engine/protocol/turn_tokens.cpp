// SPDX-License-Identifier: MIT
#include "engine/protocol/turn_tokens.h"

#include <algorithm>

#include "rules/rules.h"

namespace merels::engine {
namespace {

Turn step_of(const Turn& turn) { return {turn.from, turn.to, {kNoPoint, kNoPoint}}; }

}  // namespace

std::vector<std::string> turn_parts(const Turn& turn) {
    std::vector<std::string> parts{format_turn(step_of(turn))};
    for (const Point taken : turn.take) {
        if (taken != kNoPoint) parts.push_back("x" + point_name(taken));
    }
    return parts;
}

void TokenGame::complete(const Turn& turn) {
    history_.push_back(position_);
    turns_.push_back(turn);
    position_ = apply(position_, turn);
    pending_.clear();
    taken_ = 0;
}

Status TokenGame::feed(std::string_view token) {
    if (token.starts_with('x')) return feed_taking(token);
    if (!pending_.empty()) {
        return Error{ErrorCode::kBadInput, "'" + std::string(token) + "': the turn before it must take a man first"};
    }
    const auto whole = parse_turn(variant_, position_, token);
    if (whole) {
        complete(*whole);
        return ok_status();
    }
    TurnList turns;
    legal_turns(variant_, position_, turns);
    for (const Turn& turn : turns) {
        if (format_turn(step_of(turn)) == token) pending_.push_back(turn);
    }
    if (pending_.empty()) return Error{ErrorCode::kBadInput, "'" + std::string(token) + "': " + whole.error().message};
    return ok_status();
}

Status TokenGame::feed_taking(std::string_view token) {
    if (pending_.empty()) {
        return Error{ErrorCode::kBadInput, "'" + std::string(token) + "': no man may be taken here"};
    }
    std::vector<Turn> left;
    Mask taken = taken_;
    for (const Turn& turn : pending_) {
        for (const Point point : turn.take) {
            if (point == kNoPoint || (taken_ & mask_of(point)) != 0) continue;
            if (token.substr(1) != point_name(point)) continue;
            left.push_back(turn);
            taken = taken_ | mask_of(point);
        }
    }
    if (left.empty()) return Error{ErrorCode::kBadInput, "'" + std::string(token) + "': this man may not be taken"};
    pending_ = std::move(left);
    taken_ = taken;
    const auto done =
        std::find_if(pending_.begin(), pending_.end(), [this](const Turn& turn) { return turn.taken() == taken_; });
    if (done != pending_.end()) complete(Turn(*done));
    return ok_status();
}

}  // namespace merels::engine
