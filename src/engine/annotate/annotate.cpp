// SPDX-License-Identifier: MIT
#include "engine/annotate/annotate.h"

#include <algorithm>

#include "rules/rules.h"

namespace merels {
namespace {

constexpr std::size_t kMostBest = 3;

int rank(Wdl wdl) { return wdl == Wdl::kWin ? 2 : wdl == Wdl::kDraw ? 1 : 0; }

struct Judged {
    std::vector<std::pair<Turn, Value>> turns;  // values for the side to move
    bool all_known = true;
    Value best;
};

Result<Judged> judge(const Variant& variant, const Position& position, const ValueSource& tables,
                     std::vector<std::string>& missing) {
    Judged judged;
    TurnList turns;
    legal_turns(variant, position, turns);
    for (const Turn& turn : turns) {
        const Position after = apply(position, turn);
        Value value = Value::unknown();
        if (const auto ended = final_value(variant, after)) {
            value = before_turn(*ended);
        } else if (const auto found = tables.value(variant, after)) {
            value = before_turn(*found);
        } else if (found.error().code != ErrorCode::kMissing) {
            return found.error();
        } else {
            judged.all_known = false;
            if (std::find(missing.begin(), missing.end(), found.error().message) == missing.end()) {
                missing.push_back(found.error().message);
            }
        }
        if (judged.turns.empty() || better(value, judged.best)) judged.best = value;
        judged.turns.emplace_back(turn, value);
    }
    return judged;
}

void set_marks(AnnotatedTurn& t, const Judged& judged) {
    const int before = rank(t.before.wdl), after = rank(t.after.wdl);
    t.keeping = static_cast<int>(std::count_if(judged.turns.begin(), judged.turns.end(), [&t](const auto& other) {
        return rank(other.second.wdl) >= rank(t.before.wdl);
    }));
    const bool same_result = before == after;
    if (same_result && t.before.dtw != kNoPly && t.after.dtw != kNoPly) {
        t.plies_lost = std::abs(t.after.dtw - t.before.dtw);
    }
    // In a lost position every turn keeps the result: nothing is the only move there.
    t.only_move = same_result && before > 0 && t.keeping == 1 && t.legal > 1;
    if (before - after == 2) {
        t.mark = Mark::kBlunder;
    } else if (before - after == 1 || (before == 2 && t.plies_lost > kBadDelay)) {
        t.mark = Mark::kMistake;
    } else if (t.only_move) {
        t.mark = Mark::kOnlyMove;
    }
    if (t.after == t.before) return;
    for (const auto& [turn, value] : judged.turns) {
        if (value == t.before && t.best.size() < kMostBest) t.best.push_back(turn);
    }
}

void add_to(SideSummary& side, const AnnotatedTurn& t, bool known) {
    ++side.turns;
    if (!known) return;
    ++side.judged;
    side.best += t.after == t.before;
    side.only_moves += t.only_move;
    side.mistakes += t.mark == Mark::kMistake;
    side.blunders += t.mark == Mark::kBlunder;
    side.plies_lost += t.plies_lost;
}

}  // namespace

Result<Annotation> annotate(const Game& game, const ValueSource& tables) {
    Annotation annotation;
    Position position = game.start;
    for (const Turn& turn : game.turns) {
        const auto judged = judge(game.variant, position, tables, annotation.missing);
        if (!judged) return judged.error();
        AnnotatedTurn t;
        t.number = static_cast<int>(annotation.turns.size()) + 1;
        t.side = position.to_move;
        t.turn = turn;
        t.legal = static_cast<int>(judged->turns.size());
        t.keeping = -1;
        for (const auto& [other, value] : judged->turns) {
            if (other == turn) t.after = value;
        }
        // Where turns are unknown, the position's own value may still be known.
        t.before = judged->best;
        if (!judged->all_known) {
            const auto own = tables.value(game.variant, position);
            t.before = own ? *own : Value::unknown();
        }
        const bool known = t.before.wdl != Wdl::kUnknown && t.after.wdl != Wdl::kUnknown;
        if (known && judged->all_known) set_marks(t, *judged);
        add_to(annotation.sides[index_of(t.side)], t, known && judged->all_known);
        annotation.turns.push_back(std::move(t));
        position = apply(position, turn);
    }
    return annotation;
}

}  // namespace merels
