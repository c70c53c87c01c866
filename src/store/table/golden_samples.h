// SPDX-License-Identifier: MIT
// For tests: the golden tables of tests/data/golden, one for each way to cut and to encode.
#pragma once

#include <vector>

#include "store/layout/table_samples.h"

namespace merels {

struct GoldenTable {
    TableSpec spec;
    Filling filling;
    Packing packing;
};

// Codes of an ultra-strong table (index/ultra_table.h), which the store does not read.
inline constexpr const char* kGoldenCodes =
    R"({"subspace":[3,4,0,1],"entries":[[-1,null],[3,-17]],"draws":[[-1,null,9],[3,-17,8]]})";

inline std::vector<GoldenTable> golden_tables() {
    const auto make = [](std::array<std::uint8_t, 4> counts, ValueKind kind, std::uint32_t rows, std::uint32_t row_size,
                         Filling filling, Packing packing) {
        return GoldenTable{{{"golden", counts}, kind, rows, row_size, "{\"golden\": true}"}, filling, packing};
    };
    constexpr ValueKind kDtw = ValueKind::kDtw;
    constexpr ValueKind kWdl = ValueKind::kWdl;
    return {
        make({1, 1, 0, 0}, kDtw, 1, 1, Filling::kConstant, Packing::kFast),         // the smallest
        make({2, 1, 0, 0}, kDtw, 30, 500, Filling::kRuns, Packing::kFast),          // zstd, several rows a block
        make({2, 2, 0, 0}, kDtw, 3, 300, Filling::kRandom, Packing::kFast),         // stored
        make({2, 3, 0, 0}, kDtw, 3, 16385, Filling::kLastDiffers, Packing::kFast),  // slices, constant ones too
        make({2, 4, 0, 0}, kWdl, 40, 501, Filling::kBits, Packing::kFast),          // packed
        make({18, 3, 1, 2}, kDtw, 1200, 20, Filling::kSkewed, Packing::kDense),     // model, several rows a block
        make({7, 7, 0, 0}, kDtw, 2, 19448, Filling::kRuns, Packing::kDense),        // model, slices
        make({12, 6, 0, 0}, kWdl, 30, 924, Filling::kBits, Packing::kDense),        // model of bits
        {{{"golden", {3, 4, 0, 1}}, ValueKind::kUltra, 60, 501, kGoldenCodes}, Filling::kBits, Packing::kFast},
    };
}

inline std::vector<std::uint8_t> golden_values(const GoldenTable& golden) {
    return sample_values(std::uint64_t{golden.spec.rows} * golden.spec.row_size, golden.filling,
                         golden.spec.id.counts[1]);
}

}  // namespace merels
