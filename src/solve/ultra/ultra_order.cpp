// SPDX-License-Identifier: MIT
#include "solve/ultra/ultra_order.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace merels::solve {
namespace {

int hands_of(const Subspace& s) { return s.own_hand + s.other_hand; }

class DepthFirst {
  public:
    DepthFirst(const Variant& variant, const UltraScale& scale, std::vector<UltraItem>& order)
        : variant_(variant), scale_(scale), order_(order) {
        for (const UltraItem& item : order) seen_.insert(item.key);
    }

    void visit(const UltraKey& key) {
        if (hands_of(key.subspace) == 0 || !seen_.insert(key).second) return;
        auto exits = exits_of(variant_, scale_, key);
        std::reverse(exits.begin(), exits.end());  // fewer men first
        for (const UltraExit& exit : exits) visit(exit.key);
        order_.push_back({key, false});
    }

  private:
    const Variant& variant_;
    const UltraScale& scale_;
    std::vector<UltraItem>& order_;
    std::set<UltraKey> seen_;
};

}  // namespace

std::vector<UltraExit> exits_of(const Variant& variant, const UltraScale& scale, const UltraKey& key) {
    const auto turns = turns_of<std::int16_t>(variant, key.subspace);
    const bool cyclic = !is_transient(variant, key.subspace);
    std::vector<UltraExit> exits;
    for (int placing = 0; placing < 2; ++placing) {
        if (!(placing == 1 ? turns.places : turns.slides)) continue;
        for (int taken = 0; taken <= variant.takes; ++taken) {
            if (taken > key.subspace.other || turns.is_short_after(taken)) continue;
            if (cyclic && placing == 0 && taken == 0) continue;
            const UltraKey after = scale.after(key, subspace_after(key.subspace, placing == 1, taken));
            if (scale.values().contains(after.subspace)) exits.push_back({placing, taken, after});
        }
    }
    return exits;
}

std::vector<UltraKey> sources_of(const Variant& variant, const UltraScale& scale, const UltraItem& item) {
    std::set<UltraKey> all;
    for (const UltraExit& exit : exits_of(variant, scale, item.key)) all.insert(exit.key);
    if (item.cyclic) {
        for (const UltraExit& exit : exits_of(variant, scale, scale.twin_of(item.key))) all.insert(exit.key);
    }
    return {all.begin(), all.end()};
}

std::vector<UltraItem> ultra_order(const Variant& variant, const UltraScale& scale) {
    std::vector<UltraItem> items;
    for (const SubspaceValues::Entry& entry : scale.values().entries()) {
        const UltraKey key = scale.key(entry.subspace, entry.computer_moves);
        const bool cyclic = !is_transient(variant, entry.subspace);
        // Of a unit the half with more own men, or of a split set the one with the computer to move.
        if (cyclic && (scale.split() ? !key.computer_moves : key < scale.twin_of(key))) continue;
        items.push_back({key, cyclic});
    }
    const auto rank = [](const UltraItem& item) {
        const Subspace& s = item.key.subspace;
        // In a layer where one side slides and the other has nobody on the board, or must place: that one first.
        const bool slides = s.own_hand == 0 || s.own > 0;
        return std::tuple(hands_of(s), s.own + s.other, slides, item.key);
    };
    std::sort(items.begin(), items.end(), [&](const UltraItem& a, const UltraItem& b) { return rank(a) < rank(b); });
    if (variant.phases == Phases::kPlaceOrMove) return items;
    std::vector<UltraItem> order;
    std::copy_if(items.begin(), items.end(), std::back_inserter(order),
                 [](const UltraItem& item) { return hands_of(item.key.subspace) == 0; });
    DepthFirst walk(variant, scale, order);
    for (auto item = items.rbegin(); item != items.rend(); ++item) walk.visit(item->key);
    return order;
}

}  // namespace merels::solve
