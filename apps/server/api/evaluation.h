// SPDX-License-Identifier: MIT
// Questions to the tables, counted for the metrics.
#pragma once

#include <memory>
#include <string>

#include "merels/tablebase.h"
#include "server/http/metrics.h"

namespace merels::server {

class Evaluator {
  public:
    Evaluator(std::shared_ptr<const Tablebase> tables, Metrics& metrics)
        : tables_(std::move(tables)), metrics_(metrics) {}

    // As Tablebase::analyse.
    PositionValue analyse(const Variant& variant, const Position& position, bool with_turns = true,
                          const UltraChoice& ultra = {}) const;
    // The turns of a position by what they are worth.
    OutcomeCounts count_turns(const Variant& variant, const Position& position) const;
    LineWalk line(const Variant& variant, const Position& position, int most_plies, const UltraChoice& ultra) const;

    // Why the value is unknown, one sentence; empty where it is known.
    std::string reason(const PositionValue& value) const;

  private:
    std::shared_ptr<const Tablebase> tables_;
    Metrics& metrics_;
};

}  // namespace merels::server
