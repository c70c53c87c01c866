// SPDX-License-Identifier: MIT
// Extended starts: the value of the empty board for pairs of numbers of men.
#pragma once

#include <vector>

#include "merels/result.h"
#include "merels/tablebase.h"
#include "merels/value.h"
#include "merels/variant.h"

namespace merels {

struct StartRange {
    int least = kMinMen;  // men a side
    int most = kMaxMen;
    int max_total = 2 * kMaxMen;  // of both
};

// The same game with other men. By White's men, then Black's.
std::vector<Variant> starts_of(const Variant& game, const StartRange& range);

// For White, who begins. Unknown where tables are missing; errors as Tablebase::value has them.
Result<Value> start_value(const Tablebase& tables, const Variant& start);

}  // namespace merels
