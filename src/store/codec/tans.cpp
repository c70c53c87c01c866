// SPDX-License-Identifier: MIT
#include "store/codec/tans.h"

#include <bit>

namespace merels {

std::vector<std::uint16_t> spread_symbols(const TansSlots& slots) {
    constexpr std::uint32_t kStep = (kTansStates >> 1) + (kTansStates >> 3) + 3;  // odd: visits every slot once
    std::vector<std::uint16_t> symbol_of(kTansStates);
    std::uint32_t place = 0;
    for (std::size_t symbol = 0; symbol < slots.size(); ++symbol) {
        for (std::uint32_t i = 0; i < slots[symbol]; ++i) {
            symbol_of[place] = static_cast<std::uint16_t>(symbol);
            place = (place + kStep) & (kTansStates - 1);
        }
    }
    return symbol_of;
}

void TansDecodeTables::add(const TansSlots& slots) {
    const std::vector<std::uint16_t> symbol_of = spread_symbols(slots);
    const std::size_t escape = slots.size() - 1;
    std::vector<std::uint32_t> next(slots.begin(), slots.end());
    for (const std::uint16_t symbol : symbol_of) {
        const std::uint32_t x = next[symbol]++;
        const auto bits = static_cast<std::uint32_t>(kTansLog - (std::bit_width(x) - 1));
        const std::uint32_t base = (x << bits) - kTansStates;
        const std::uint32_t flag = symbol == escape ? kEscapeFlag : 0;
        entries.push_back((symbol & 255u) | bits << 8 | flag | base << 16);
    }
}

void TansEncodeTables::add(const TansSlots& slots) {
    const std::vector<std::uint16_t> symbol_of = spread_symbols(slots);
    symbols = static_cast<std::uint32_t>(slots.size());
    const std::size_t first_rule = rules.size();
    std::vector<std::uint32_t> place(slots.size());
    std::uint32_t total = 0;
    for (std::size_t symbol = 0; symbol < slots.size(); ++symbol) {
        const std::uint32_t count = slots[symbol];
        place[symbol] = total;
        Symbol rule;
        if (count > 0) {
            const auto most_bits = static_cast<std::uint32_t>(kTansLog - (std::bit_width(count - 1) - (count > 1)));
            const std::uint32_t bits = count == 1 ? kTansLog : most_bits;
            rule.bits_rule = (bits << 16) - (count << bits);
            rule.state_place = static_cast<std::int32_t>(total) - static_cast<std::int32_t>(count);
        }
        rules.push_back(rule);
        escaped.push_back(count == 0 || symbol + 1 == slots.size());
        total += count;
    }
    const Symbol escape_rule = rules.back();
    for (std::size_t i = first_rule; i < rules.size(); ++i) {
        if (escaped[i] != 0) rules[i] = escape_rule;
    }
    const std::size_t first_state = next_states.size();
    next_states.resize(first_state + kTansStates);
    for (std::uint32_t state = 0; state < kTansStates; ++state) {
        next_states[first_state + place[symbol_of[state]]++] = static_cast<std::uint16_t>(kTansStates + state);
    }
}

}  // namespace merels
