// SPDX-License-Identifier: MIT
// An opponent who errs, modelled by a short search of ours: which reply he would choose, and how likely it is that it
// loses by the tables. The model knows the rules and the game so far, nothing of the opponent himself.
#pragma once

#include <vector>

#include "engine/players/thinker.h"

namespace merels::engine {

struct ModelledReply {
    PackedTurn reply = kNoTurn;  // the one that the search likes in the end; kNoTurn: there is none
    int worth = 0;               // what the replies that it liked on the way cost the opponent, 0..kSureTrap
};

// The search liked a reply that loses the game at every depth.
inline constexpr int kSureTrap = 10'000;

// A search of `nodes` nodes (and of the request's own limits) after a `turn` of ours in the last position of `history`,
// which holds the game so far. The replies that it likes, depth by depth, are looked up; later ones weigh more. Losing
// a unit (ultra-strong players) weighs a tenth of losing the game.
ModelledReply model_reply(const Thinking& thinking, const std::vector<Position>& history, PackedTurn turn,
                          std::uint64_t nodes);

}  // namespace merels::engine
