// SPDX-License-Identifier: MIT
// What a node looks like it is worth, for the side to move, without searching. 100 is about a man in the moving phase;
// the result that a score promises is 1 / (1 + exp(-score / 100)), where a win is 1 and a draw 1/2.
//
// The score is a sum: numbers that are read off the board (terms), times the weights of the phase of the game. The
// weights were fitted to the tables of nine-c1 (tools/fit_evaluation.cpp), on positions like those at which searches
// end; other games use them too. While men are placed, a man is worth about as much as having the move, and two men in
// a line that the opponent has blocked cost as much: a search that takes men at any price loses there.
#pragma once

#include <array>
#include <cstdint>

#include "engine/search/node.h"
#include "engine/search/turn_generator.h"

namespace merels::engine {

// Each term but those of closing steps is that of the side to move less that of the opponent.
enum Term : int {
    kToMove,      // 1
    kMan,         // men on the board and in hand
    kCrowd,       // the same, times the men of both sides in all
    kOwnStep,     // 1 where the side to move can close a mill at once
    kOwnSteps,    // points on which it can
    kOtherStep,   // -1 where the opponent could
    kOtherSteps,  // less the points on which he could
    kSlide,       // slides
    kBlocked,     // men without a free neighbour
    kSafeMill,    // 1 for a mill that can be opened where no opponent stands beside
    kDoubleMill,  // 1 for a mill that opens by closing another
    // Lines by what is on them, own men O and the opponent's @: eight contents (kLineContents) for each of three kinds,
    // the sides of the inner and the outer ring, those of the middle ring, and the lines across the rings.
    kLines,
    kTerms = kLines + 24,
};

// Order of the eight contents; each is meant with its mirror image.
inline constexpr std::array<const char*, 8> kLineContents = {"O**", "*O*", "OO*", "O*O", "OOO", "OO@", "O@O", "O@*"};

// A multiple of eight, for the vectors of the machine; the rest stays 0.
using Terms = std::array<std::int16_t, 40>;
static_assert(kTerms <= 40);

enum Phase : int {
    kFlying,      // one side at least has three men in all
    kFewMen,      // at most 12 men
    kManyMen,     // more
    kLastInHand,  // 1 or 2 men in hand of both sides together
    kSomeInHand,  // 3 to 5
    kManyInHand,  // 6 to 8
    kMostInHand,  // more
    kPhases,
};

using Weights = std::array<Terms, kPhases>;
extern const Weights kWeights;

Phase phase_of(const Node& node);

// Cost: about 250 instructions. The search takes the sum from evaluator.h, which costs half.
Terms terms_of(const SearchRules& rules, const Node& node);

inline constexpr int kMostEstimate = 9000;  // the sum is cut to +- this

}  // namespace merels::engine
