// SPDX-License-Identifier: MIT
#include "analysis/starts.h"

#include <algorithm>

#include "index/layers.h"
#include "rules/rules.h"

namespace merels {

std::vector<Variant> starts_of(const Variant& game, const StartRange& range) {
    std::vector<Variant> starts;
    for (int white = range.least; white <= range.most; ++white) {
        for (int black = range.least; black <= range.most && white + black <= range.max_total; ++black) {
            Variant start = game;
            start.white_men = static_cast<std::uint8_t>(white);
            start.black_men = static_cast<std::uint8_t>(black);
            starts.push_back(start);
        }
    }
    return starts;
}

std::vector<Variant> largest_starts(std::span<const Variant> starts) {
    std::vector<Variant> by_size(starts.begin(), starts.end());
    const auto men = [](const Variant& v) { return v.white_men + v.black_men; };
    std::stable_sort(by_size.begin(), by_size.end(),
                     [&](const Variant& a, const Variant& b) { return men(a) > men(b); });
    std::vector<Variant> largest;
    for (const Variant& start : by_size) {
        if (std::none_of(largest.begin(), largest.end(),
                         [&](const Variant& larger) { return contains_start(larger, start); })) {
            largest.push_back(start);
        }
    }
    return largest;
}

Result<Value> start_value(const Tablebase& tables, const Variant& start) {
    const auto value = tables.value(start, start_position(start));
    if (!value && value.error().code == ErrorCode::kMissing) return Value{};
    return value;
}

}  // namespace merels
