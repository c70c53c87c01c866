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

}  // namespace merels
