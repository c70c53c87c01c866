// SPDX-License-Identifier: MIT
#include "server/api/evaluation.h"

#include <algorithm>

#include "rules/rules.h"
#include "tables/variant_tables.h"

namespace merels::server {

std::string_view why_over(const Variant& variant, const Position& position) {
    if (!final_value(variant, position)) return {};
    if (men_in_all(position, Side::kWhite) < kMinMen || men_in_all(position, Side::kBlack) < kMinMen) return "few men";
    return position.empty() == 0 ? "full board" : "blocked";
}

OutcomeCounts Evaluation::counts() const {
    OutcomeCounts counts;
    for (const TurnValue& turn : turns) ++counts.by_wdl[static_cast<std::size_t>(turn.value.wdl)];
    return counts;
}

bool Evaluation::is_best(const TurnValue& turn) const {
    if (value.wdl == Wdl::kUnknown || turns.empty()) return false;
    const Value best = turns.front().value;  // not the position's own where the best turn's table is missing
    if (best.wdl != value.wdl) return false;
    if (best.dtw != kNoPly && value.dtw != kNoPly && best.dtw != value.dtw) return false;
    return turn.value == best;
}

Evaluation Evaluator::value(const Variant& variant, const Position& position) const {
    Evaluation result;
    metrics_.count_probes(1);
    if (const auto ended = final_value(variant, position)) {
        result.value = *ended;
        result.basis = Basis::kDtw;
        result.over = why_over(variant, position);
        return result;
    }
    if (const auto known = tables_->value(variant, position)) {
        result.value = *known;
        result.basis = basis_of(variant, position, *known);
        return result;
    }
    analyse_piecewise(variant, position, result);
    result.turns.clear();
    return result;
}

Evaluation Evaluator::analyse(const Variant& variant, const Position& position) const {
    Evaluation result;
    if (const auto ended = final_value(variant, position)) {
        result.value = *ended;
        result.basis = Basis::kDtw;
        result.over = why_over(variant, position);
        return result;
    }
    auto analysis = tables_->analyse(variant, position);
    if (analysis && analysis->value.wdl != Wdl::kUnknown) {
        metrics_.count_probes(analysis->turns.size() + 1);
        result.value = analysis->value;
        result.basis = basis_of(variant, position, result.value);
        result.turns = std::move(analysis->turns);
        return result;
    }
    analyse_piecewise(variant, position, result);
    return result;
}

void Evaluator::analyse_piecewise(const Variant& variant, const Position& position, Evaluation& result) const {
    TurnList turns;
    legal_turns(variant, position, turns);
    metrics_.count_probes(static_cast<std::uint64_t>(turns.size()) + 1);

    const auto own = tables_->value(variant, position);
    std::optional<Error> first_error;
    if (!own) first_error = own.error();
    bool all_known = true;
    result.turns.reserve(static_cast<std::size_t>(turns.size()));
    for (const Turn& turn : turns) {
        const Position after = apply(position, turn);
        const auto reply = tables_->value(variant, after);
        if (!reply) {
            all_known = false;
            // A damaged table is more worth telling than a missing one.
            if (!first_error || (first_error->code == ErrorCode::kMissing && reply.error().code != ErrorCode::kMissing))
                first_error = reply.error();
            if (reply.error().code != ErrorCode::kMissing) metrics_.count_table_error();
        }
        result.turns.push_back({turn, after, reply ? before_turn(*reply) : Value::unknown()});
    }
    if (!own && own.error().code != ErrorCode::kMissing) metrics_.count_table_error();
    std::stable_sort(result.turns.begin(), result.turns.end(),
                     [](const TurnValue& a, const TurnValue& b) { return better(a.value, b.value); });

    const Value best = result.turns.empty() ? Value::unknown() : result.turns.front().value;
    if (own) {
        result.value = *own;
        result.basis = basis_of(variant, position, *own);
    } else if (all_known) {
        result.value = best;
        // Draws stand where a table says "not won" of all that is left: depth or not makes no difference to them.
        result.basis = best.wdl == Wdl::kDraw || best.dtw != kNoPly ? Basis::kDtw : Basis::kWdl;
    } else if (best.wdl == Wdl::kWin) {
        // Won, but a turn that is not known might win faster, unless this one wins at once.
        result.value = {Wdl::kWin, best.dtw == 1 ? Ply{1} : kNoPly};
        result.basis = best.dtw == 1 ? Basis::kDtw : Basis::kWdl;
    } else {
        result.reason = without_folder(first_error->message);
    }
}

Basis Evaluator::basis_of(const Variant& variant, const Position& position, Value value) const {
    if (value.wdl == Wdl::kUnknown) return Basis::kNone;
    if (value.wdl != Wdl::kDraw) return value.dtw == kNoPly ? Basis::kWdl : Basis::kDtw;
    const auto listed = listed_table(*tables_->database(), variant, subspace_of(position));
    return listed && listed->kind == ValueKind::kWdl ? Basis::kWdl : Basis::kDtw;
}

std::string Evaluator::without_folder(std::string message) const {
    const std::string folder = tables_->directory().string();
    for (std::size_t at = message.find(folder); !folder.empty() && at != std::string::npos;
         at = message.find(folder, at)) {
        const bool slash = !folder.ends_with('/') && message.compare(at + folder.size(), 1, "/") == 0;
        message.erase(at, folder.size() + (slash ? 1 : 0));
    }
    return message;
}

}  // namespace merels::server
