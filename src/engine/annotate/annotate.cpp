// SPDX-License-Identifier: MIT
#include "engine/annotate/annotate.h"

#include <algorithm>

#include "rules/rules.h"

namespace merels {
namespace {

constexpr std::size_t kMostBest = 3;

AnnotatedTurn judge(const PositionValue& here, const TurnValue& played) {
    const Judgement judgement = judge_turn(here, played);
    AnnotatedTurn t;
    t.turn = played.turn;
    t.before = here.value;
    t.after = played.value;
    t.legal = static_cast<int>(here.turns.size());
    t.keeping = judgement.keeping;
    t.mark = judgement.mark;
    t.said = judgement.said;
    t.only_move = judgement.only_move;
    t.plies_lost = judgement.plies_lost;
    if (!judgement.known || t.after == t.before) return t;
    for (const TurnValue& turn : here.turns) {
        if (here.is_best(turn) && t.best.size() < kMostBest) t.best.push_back(turn.turn);
    }
    return t;
}

void add_to(SideSummary& side, const AnnotatedTurn& t) {
    ++side.turns;
    if (t.before.wdl == Wdl::kUnknown || t.after.wdl == Wdl::kUnknown) return;
    ++side.judged;
    side.best += t.after == t.before;
    side.only_moves += t.only_move;
    side.delays += t.mark == Mark::kDelay;
    side.mistakes += t.mark == Mark::kMistake;
    side.blunders += t.mark == Mark::kBlunder;
    side.plies_lost += t.plies_lost;
}

}  // namespace

Result<Annotation> annotate(const Game& game, const Analyser& analyse) {
    Annotation annotation;
    Position position = game.start;
    for (const Turn& turn : game.turns) {
        const PositionValue here = analyse(game.variant, position);
        if (here.trouble && here.trouble->code != ErrorCode::kMissing) return *here.trouble;
        if (here.trouble && std::find(annotation.missing.begin(), annotation.missing.end(), here.trouble->message) ==
                                annotation.missing.end()) {
            annotation.missing.push_back(here.trouble->message);
        }
        const auto played = std::find_if(here.turns.begin(), here.turns.end(),
                                         [&](const TurnValue& other) { return other.turn == turn; });
        if (played == here.turns.end()) return Error{ErrorCode::kBadInput, "not a legal turn: " + format_turn(turn)};
        AnnotatedTurn t = judge(here, *played);
        t.number = static_cast<int>(annotation.turns.size()) + 1;
        t.side = position.to_move;
        add_to(annotation.sides[index_of(t.side)], t);
        annotation.turns.push_back(std::move(t));
        position = played->after;
    }
    return annotation;
}

Result<Annotation> annotate(const Game& game, const Tablebase& tables) {
    return annotate(
        game, [&](const Variant& variant, const Position& position) { return tables.analyse(variant, position); });
}

}  // namespace merels
