// SPDX-License-Identifier: MIT
// The sum of evaluate.h, quickly: what a ring and what two lines across the rings bring together is looked up, the rest
// is found for both sides at once. Equal to the terms times the weights, one by one (tested).
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "engine/search/evaluate.h"

namespace merels::engine {

class Evaluator {
  public:
    explicit Evaluator(const Weights& weights);

    // The estimate for the side to move, always within +-kMostEstimate. Cost: about 150 instructions.
    int operator()(const SearchRules& rules, const Node& node) const;

  private:
    static constexpr int kRingContents = 6561;   // 3^8: each point empty, own or the opponent's
    static constexpr int kAcrossContents = 729;  // 3^6: two lines

    struct Phase {
        Terms weights;
        std::array<std::int16_t, kRingContents> end_ring, middle_ring;  // lines and slides along a ring
        std::array<std::int16_t, kAcrossContents> across;               // lines and slides across the rings
    };
    std::unique_ptr<const std::array<Phase, kPhases>> phases_;  // 200 kB

    static Phase make_phase(const Terms& weights);
};

// The one with kWeights, made at the first call.
const Evaluator& standard_evaluator();

}  // namespace merels::engine
