// SPDX-License-Identifier: MIT
#include "analysis/starts.h"

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

Result<Value> start_value(const Tablebase& tables, const Variant& start) {
    const auto value = tables.value(start, start_position(start));
    if (!value && value.error().code == ErrorCode::kMissing) return Value{};
    return value;
}

}  // namespace merels
