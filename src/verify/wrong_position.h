// SPDX-License-Identifier: MIT
// Making and ordering the wrong positions of a report.
#pragma once

#include <optional>

#include "verify/verifier.h"

namespace merels::verify {

// Moves the address to the smallest of its equivalents.
WrongPosition make_wrong_position(const Subspace& subspace, Address address, int stored, int expected);

// Keeps the smaller of the two, in the order of VerifyReport::first_wrong.
void keep_smaller(std::optional<WrongPosition>& kept, const WrongPosition& other);

}  // namespace merels::verify
