// SPDX-License-Identifier: MIT
// How a sample of positions is dealt out to tables and drawn within one.
//
// Half of it goes to all tables alike (one that is smaller is checked as a whole), the rest in proportion to what is
// left of each. Within a table, rows of the mover's men and rows of the waiting men are drawn at random, each in runs
// of a few consecutive ones; the sample is the positions in which both sides' men are in drawn rows. Every position has
// the same chance. More rows of the mover are drawn than of the waiting side, since a row of the latter also needs the
// rows that takings lead to.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "index/subspace.h"

namespace merels::verify {

// How many positions of each table; they add up to the sample, or to all there are.
std::vector<std::uint64_t> deal_sample(std::span<const std::uint64_t> sizes, std::uint64_t sample);

// The share of the mover's rows to draw for a sample of this share of a table: at least that, at most 1.
double share_of_mover_rows(double sample);

// 0 .. count-1 in random order.
std::vector<ClassIndex> shuffled(ClassIndex count, std::mt19937_64& random);

}  // namespace merels::verify
