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

std::string loss_notes_of(const Subspace& subspace) {
    return "losses+" + std::to_string(subspace.own_hand) + '-' + std::to_string(subspace.other_hand);
}

}  // namespace merels
