// SPDX-License-Identifier: MIT
#include "server/api/evaluation.h"

#include "server/api/position_json.h"

namespace merels::server {

PositionValue Evaluator::analyse(const Variant& variant, const Position& position, bool with_turns,
                                 const UltraChoice& ultra) const {
    PositionValue result = tables_->analyse(variant, position, with_turns, ultra);
    metrics_.count_probes(result.turns.size() + 1);
    for (int i = 0; i < result.damaged_reads; ++i) metrics_.count_table_error();
    return result;
}

OutcomeCounts Evaluator::count_turns(const Variant& variant, const Position& position) const {
    return analyse(variant, position, true, {.values = {}, .wanted = false}).counts();
}

LineWalk Evaluator::line(const Variant& variant, const Position& position, int most_plies,
                         const UltraChoice& ultra) const {
    metrics_.count_probes(1);
    return {*tables_, variant, position, most_plies, ultra};
}

std::string Evaluator::reason(const PositionValue& value) const { return reason_of(value, tables_->directory()); }

}  // namespace merels::server
