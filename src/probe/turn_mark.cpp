// SPDX-License-Identifier: MIT
#include "probe/turn_mark.h"

#include <algorithm>
#include <cstdlib>

namespace merels {
namespace {

int points(Wdl wdl) { return wdl == Wdl::kWin ? 2 : wdl == Wdl::kDraw ? 1 : 0; }

}  // namespace

Judgement judge_turn(const PositionValue& position, const TurnValue& turn) {
    Judgement result;
    const Value before = position.value, after = turn.value;
    result.known = before.wdl != Wdl::kUnknown && after.wdl != Wdl::kUnknown;
    const OutcomeCounts counts = position.counts();
    if (before.wdl != Wdl::kUnknown && counts[Wdl::kUnknown] == 0) {
        result.keeping = counts[Wdl::kWin] + (before.wdl != Wdl::kWin ? counts[Wdl::kDraw] : 0) +
                         (before.wdl == Wdl::kLoss ? counts[Wdl::kLoss] : 0);
    }
    if (!result.known) return result;
    const int given_away = points(before.wdl) - points(after.wdl);
    if (given_away == 0 && before.dtw != kNoPly && after.dtw != kNoPly) {
        result.plies_lost = std::abs(after.dtw - before.dtw);
    }
    result.only_move = given_away == 0 && before.wdl != Wdl::kLoss && result.keeping == 1 && position.turns.size() > 1;
    if (given_away == 2) {
        result.mark = Mark::kBlunder;
        result.said = "throws the game away";
    } else if (given_away == 1) {
        result.mark = Mark::kMistake;
        result.said = "gives half a point away";
    } else if (result.plies_lost >= kBadDelay) {
        result.mark = Mark::kDelay;
        result.said = before.wdl == Wdl::kWin ? "delays a win badly" : "shortens a loss badly";
    } else if (result.only_move) {
        result.mark = Mark::kOnlyMove;
        result.said = "the only move";
    }
    return result;
}

}  // namespace merels
