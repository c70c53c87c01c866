// SPDX-License-Identifier: MIT
// "VARIANT\nPOSITION\nTURN": a turn that is accepted is among the legal ones, and is written and read back unchanged.
#include <algorithm>

#include "fuzz_check.h"
#include "merels/position.h"
#include "rules/rules.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace merels;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t first = text.find('\n');
    if (first == std::string_view::npos) return 0;
    const std::size_t second = text.find('\n', first + 1);
    if (second == std::string_view::npos) return 0;
    const auto variant = parse_variant(text.substr(0, first));
    if (!variant) return 0;
    const auto position = parse_position(*variant, text.substr(first + 1, second - first - 1));
    if (!position) return 0;
    TurnList turns;
    legal_turns(*variant, *position, turns);
    for (const Turn& turn : turns) {
        const auto read = parse_turn(*variant, *position, format_turn(turn));
        FUZZ_CHECK(read.ok() && *read == turn);
    }
    const auto turn = parse_turn(*variant, *position, text.substr(second + 1));
    if (!turn) {
        FUZZ_CHECK(turn.error().message.starts_with("column "));
        FUZZ_CHECK(turn.error().message.find("not a legal turn") == std::string::npos);
        return 0;
    }
    FUZZ_CHECK(std::find(turns.begin(), turns.end(), *turn) != turns.end());
    return 0;
}
