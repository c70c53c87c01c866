// SPDX-License-Identifier: MIT
// Any text as a game file: refused with a line and a column inside the text, or written and read back unchanged.
#include <algorithm>

#include "fuzz_check.h"
#include "merels/game.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace merels;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto game = parse_game(text);
    if (!game) {
        const std::string& message = game.error().message;
        FUZZ_CHECK(message.starts_with("line "));
        const long line = std::strtol(message.c_str() + 5, nullptr, 10);
        FUZZ_CHECK(line >= 1 && line <= std::count(text.begin(), text.end(), '\n') + 1);
        FUZZ_CHECK(message.find(", column ") != std::string::npos);
        return 0;
    }
    const std::string written = format_game(*game);
    const auto again = parse_game(written);
    FUZZ_CHECK(again.ok() && *again == *game);
    FUZZ_CHECK(format_game(*again) == written);
    return 0;
}
