// SPDX-License-Identifier: MIT
#include "solve/ultra/ultra_code.h"

#include <algorithm>
#include <set>

namespace merels::solve {
namespace {

std::vector<int> values_for_computer(const SubspaceValues& values, const Variant& variant) {
    std::set<int> all{0};
    for (const SubspaceValues::Entry& entry : values.entries()) {
        if (is_transient(variant, entry.subspace)) continue;
        all.insert(entry.computer_moves ? entry.value : -entry.value);
        if (values.antisymmetric()) all.insert(-entry.value);
    }
    return {all.begin(), all.end()};
}

}  // namespace

UltraScale::UltraScale(const SubspaceValues& values)
    : values_(values),
      split_(!values.antisymmetric()),
      list_(values_for_computer(values, *parse_variant(values.variant_id()))),
      middle_(static_cast<int>(list_.size() / 2)),
      last_(static_cast<int>(list_.size()) - 1 - middle_),
      won_(middle_ + 1) {}

template <class Code>
UltraRule<Code>::UltraRule(const UltraScale& scale, const UltraKey& key)
    : win_floor(static_cast<Code>(scale.won() * kStride - kHalf)),
      loss_ceiling(static_cast<Code>(-scale.won() * kStride + kHalf - 1)),
      lost(static_cast<Code>(-scale.won() * kStride)) {
    const int value = scale.own_value(key);
    above = scale.won();
    below = -scale.won();
    for (int i = scale.first_index(key); i <= scale.last_index(key); ++i) {
        const int x = scale.value_of(key, i);
        if (x == value) equal = i;
        if (x < value) below = i;
    }
    for (int i = scale.last_index(key); i >= scale.first_index(key); --i) {
        if (scale.value_of(key, i) > value) above = i;
    }
    // Where no draw has the subspace's own value, a code at the edge of a neighbouring index, which no draw has.
    own = static_cast<Code>(equal                 ? *equal * kStride
                            : above < scale.won() ? above * kStride - kHalf
                                                  : below * kStride + kHalf - 1);
}

template struct UltraRule<std::int16_t>;
template struct UltraRule<std::int32_t>;

}  // namespace merels::solve
