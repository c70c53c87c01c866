// SPDX-License-Identifier: MIT
// The sample of verifier.h: random positions, checked with the rules' own turn generator and nothing clever.
#pragma once

#include "minimax/decoded_tables.h"
#include "verify/verifier.h"

namespace merels::verify {

// Fills in everything but the times. Cost: some 20 successors with a few look-ups each a position. Where a table has
// many samples, it and its neighbours are decoded into memory first (about 10 microseconds a sample then); few samples
// read single blocks.
Status check_sample(const Variant& variant, const DecodedTables& tables, const VerifyOptions& options,
                    VerifyReport& report);

}  // namespace merels::verify
