// SPDX-License-Identifier: MIT
// The first byte chooses the variant, the rest is a position: refused with a column inside the text, or written and
// read back unchanged.
#include "fuzz_check.h"
#include "merels/position.h"
#include "rules/rules.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace merels;
    if (size == 0) return 0;
    const Variant variant = all_variants()[data[0] % all_variants().size()];
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto position = parse_position(variant, text);
    if (!position) {
        const std::string& message = position.error().message;
        FUZZ_CHECK(message.starts_with("column "));
        const long column = std::strtol(message.c_str() + 7, nullptr, 10);
        FUZZ_CHECK(column >= 1 && column <= static_cast<long>(text.size()) + 1);
        FUZZ_CHECK(message.find('\n') == std::string::npos);
        return 0;
    }
    FUZZ_CHECK(!why_impossible(variant, *position));
    const auto again = parse_position(variant, format_position(*position));
    FUZZ_CHECK(again.ok() && *again == *position);
    TurnList turns;
    legal_turns(variant, *position, turns);
    FUZZ_CHECK(turns.size() == count_turns(variant, *position));
    return 0;
}
