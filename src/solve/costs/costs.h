// SPDX-License-Identifier: MIT
// The cost model: what a solve takes of time and disk, before anything is known of the data at hand. The one place for
// such figures; all were measured (docs/results/) on a 2-core AMD EPYC (Zen 3) with AVX2, nine men's morris unless said
// otherwise. They are rough: they choose between ways to work, and tell people what to expect. (Memory is not
// estimated: whoever takes it computes it from the sizes of its arrays.)
#pragma once

#include <cmath>
#include <cstdint>

namespace merels::solve::costs {

// CPU time. Moving phase, tables included, for each position and pass.
inline constexpr double kSweepNanoseconds = 32;
inline constexpr double kSpilledSweepNanoseconds = 60;  // where bit sets lie in a scratch file

// One layer of one role of the placing phase, counts and tables included.
inline constexpr double kPackedNanoseconds = 100;  // a position with packed rows
inline constexpr double kCubeNanoseconds = 4.6;    // a byte of cubes: nine men took 546 s for 119 billion of them
inline constexpr double kPairFactor = 1.3;         // two layers at once (placing_pairs.h) against cubes in place
inline constexpr double kSpilledPairFactor = 2;    // likewise, rows in a scratch file
inline constexpr double kBitCubeNanoseconds =
    12;  // a byte of cubes of bits: morabaraba took 453 s for 38 billion of them

// Place-or-move games work on whole rows, however few men the other side has, so the time goes by their size: CPU
// seconds for each gigabyte of rows of bits. Play is deeper with more men of the weaker side: 16 with 6, 39 with 10;
// with depths 21 with 3, 35 with 4, 47 with 5, 54 with 6.
inline double lasker_seconds_of_gigabyte(int men_of_weaker, bool depths) {
    constexpr double kDepths = 4;
    return 0.9 * std::pow(men_of_weaker, 1.65) * (depths ? kDepths : 1);
}
// How many times that, by the part of the memory that is missing: lasker-c1@5,5 took 38 s free, 108 s inside 4 of
// 8.3 GiB, 120 s inside 1 GiB.
constexpr double spilled_lasker_factor(double missing_share) { return 1 + 2.5 * missing_share; }

// Disk, bits a position: tables of the moving phase, of the placing phase (from above), and a checkpoint of the sweep.
inline constexpr double kMovingTableBits = 2.5;
inline constexpr double kPlacingTableBits = 2.2;
inline constexpr double kPlacingResultBits = 0.5;
inline constexpr double kCheckpointBits = 3.0;

inline std::uint64_t bytes_of(std::uint64_t positions, double bits) {
    return static_cast<std::uint64_t>(static_cast<double>(positions) * bits / 8);
}

}  // namespace merels::solve::costs
