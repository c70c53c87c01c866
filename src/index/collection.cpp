// SPDX-License-Identifier: MIT
#include "index/collection.h"

namespace merels {

std::string moving_collection(Board board, AllInMills all_in_mills) {
    std::string name = board == Board::kNine ? "nine" : "diagonals";
    return name + (all_in_mills == AllInMills::kAnyMayBeTaken ? "-capture" : "-protected");
}

std::string collection_of(const Variant& variant, const Subspace& subspace) {
    if (subspace.own_hand == 0 && subspace.other_hand == 0)
        return moving_collection(variant.board, variant.all_in_mills);
    return std::string(variant.base_id);
}

std::string rules_of(const Variant& variant, const Subspace& subspace) {
    std::string rules = "merels rules 1: board ";
    rules += variant.board == Board::kNine ? "nine" : "diagonals";
    rules += ", all in mills ";
    rules += variant.all_in_mills == AllInMills::kAnyMayBeTaken ? "any may be taken" : "none may be taken";
    if (subspace.own_hand == 0 && subspace.other_hand == 0) return rules;
    rules += variant.phases == Phases::kPlaceThenMove ? ", place then move" : ", place or move";
    rules += ", takes " + std::to_string(variant.takes);
    rules += variant.full_board_draw ? ", full board drawn" : ", full board lost";
    return rules;
}

bool is_made_for(const std::string& rules, const Variant& variant, const Subspace& subspace) {
    return rules == rules_of(variant, subspace) || rules == collection_of(variant, subspace);
}

std::string loss_notes_of(const Subspace& subspace) {
    return "losses+" + std::to_string(subspace.own_hand) + '-' + std::to_string(subspace.other_hand);
}

}  // namespace merels
