// SPDX-License-Identifier: MIT
// Entropy coding of symbols, each under one of several distributions: tabled asymmetric numeral systems with eight
// states that take turns. The encoder works from the last symbol to the first, so that the decoder reads forward.
// docs/table_format.md, section 7, has tables and bit stream in words.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace merels {

inline constexpr int kTansLog = 11;
inline constexpr std::uint32_t kTansStates = 1u << kTansLog;
inline constexpr int kTansTurns = 8;

// Slots of a distribution: one count for each symbol, the last one for the escape; they add up to kTansStates.
using TansSlots = std::vector<std::uint16_t>;

// Symbol by slot, in the order that the document prescribes.
std::vector<std::uint16_t> spread_symbols(const TansSlots& slots);

struct TansDecodeTables {
    // By distribution * kTansStates + state: symbol | bits << 8 | kEscapeFlag | next state's base << 16.
    static constexpr std::uint32_t kEscapeFlag = 0x8000;
    std::vector<std::uint32_t> entries;

    void add(const TansSlots& slots);
};

struct TansEncodeTables {
    struct Symbol {
        std::uint32_t bits_rule = 0;   // (state + bits_rule) >> 16 = bits to write
        std::int32_t state_place = 0;  // added to state >> bits: place in next_states
    };
    std::uint32_t symbols = 0;               // with the escape
    std::vector<Symbol> rules;               // by distribution * symbols + symbol; slots of 0: the escape's rule
    std::vector<std::uint8_t> escaped;       // by the same: 1 = must be escaped
    std::vector<std::uint16_t> next_states;  // by distribution * kTansStates + place

    void add(const TansSlots& slots);
};

}  // namespace merels
