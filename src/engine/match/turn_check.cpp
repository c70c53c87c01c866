// SPDX-License-Identifier: MIT
#include "engine/match/turn_check.h"

#include "rules/rules.h"

namespace merels {
namespace {

Result<Value> value_at(const ValueSource& tables, const Variant& variant, const Position& position) {
    if (const auto ended = final_value(variant, position)) return *ended;
    return tables.value(variant, position);
}

}  // namespace

GivenAway& GivenAway::operator+=(const GivenAway& other) {
    turns += other.turns;
    results += other.results;
    units += other.units;
    plies += other.plies;
    return *this;
}

void check_turn(const ValueSource& tables, const Variant& variant, const Position& position, const Turn& turn,
                const UltraSet* set, GivenAway& out) {
    const Position next = apply(position, turn);
    const auto before = value_at(tables, variant, position);
    const auto reply = value_at(tables, variant, next);
    if (!before || !reply || before->wdl == Wdl::kUnknown || reply->wdl == Wdl::kUnknown) return;
    const Value after = before_turn(*reply);
    ++out.turns;
    if (before->wdl != after.wdl) {
        out.results += better(*before, after);
    } else if (before->wdl != Wdl::kDraw) {
        out.plies += before->dtw != kNoPly && after.dtw != kNoPly && before->dtw != after.dtw;
    } else if (set != nullptr) {
        const auto worth = tables.ultra(variant, position, *set);
        const auto kept =
            final_value(variant, next) ? Result<UltraRank>(UltraRank{}) : tables.ultra(variant, next, *set);
        out.units += worth && kept && (-*kept).value < worth->value;
    }
}

}  // namespace merels
