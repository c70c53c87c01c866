// SPDX-License-Identifier: MIT
// For tests: made-up tables of many shapes, a function of their numbers only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/layout/table_spec.h"

namespace merels {

enum class Filling { kZero, kConstant, kRuns, kSkewed, kRandom, kBits, kLastDiffers };
inline constexpr Filling kAllFillings[] = {Filling::kZero,   Filling::kConstant, Filling::kRuns,       Filling::kSkewed,
                                           Filling::kRandom, Filling::kBits,     Filling::kLastDiffers};

// A small generator with fixed results everywhere (the standard ones leave distributions open).
class SampleRandom {
  public:
    explicit SampleRandom(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15 + 1) {}
    std::uint32_t next() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return static_cast<std::uint32_t>(state_ >> 16);
    }
    std::uint32_t below(std::uint32_t bound) { return next() % bound; }

  private:
    std::uint64_t state_;
};

inline std::vector<std::uint8_t> sample_values(std::uint64_t size, Filling filling, std::uint64_t seed = 1) {
    std::vector<std::uint8_t> values(size, 0);
    SampleRandom random(seed + static_cast<std::uint64_t>(filling) * 100);
    std::uint8_t run = 0;
    for (std::uint64_t i = 0; i < size; ++i) {
        switch (filling) {
            case Filling::kZero: break;
            case Filling::kConstant: values[i] = 7; break;
            case Filling::kRuns:
                if (random.below(40) == 0) run = static_cast<std::uint8_t>(random.below(100));
                values[i] = run;
                break;
            case Filling::kSkewed: {
                std::uint8_t value = 0;
                while (random.below(3) == 0 && value < 200) ++value;
                values[i] = value;
                break;
            }
            case Filling::kRandom: values[i] = static_cast<std::uint8_t>(random.next()); break;
            case Filling::kBits:
                if (random.below(9) == 0) run ^= 1;
                values[i] = run & 1;
                break;
            case Filling::kLastDiffers: values[i] = i + 1 == size ? 255 : 0; break;
        }
    }
    return values;
}

inline RowSource source_of(const std::vector<std::uint8_t>& values, std::uint32_t row_size) {
    return [&values, row_size](std::uint32_t row, std::span<std::uint8_t> out) {
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(std::uint64_t{row} * row_size), row_size, out.begin());
    };
}

inline TableSpec sample_spec(std::uint32_t rows, std::uint32_t row_size, ValueKind kind = ValueKind::kDtw) {
    return {{"sample-game", {4, 3, 0, 0}}, kind, rows, row_size, "{\"census\": [1, 2, 3]}"};
}

}  // namespace merels
