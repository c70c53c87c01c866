// SPDX-License-Identifier: MIT
// Makes the model of a table from a sample of its rows: counts values by context, then merges contexts with similar
// counts into at most kMostDistributions distributions. Whole numbers only, so the result is the same everywhere.
#pragma once

#include "store/codec/block_model.h"
#include "store/layout/table_layout.h"

namespace merels {

// Cost: about 10 ns a sampled value (at most twelve million of them) and some 50 ms.
ModelNumbers train_model(const TableLayout& layout, const RowShape& shape, const RowSource& source, int threads);

}  // namespace merels
