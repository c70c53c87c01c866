// SPDX-License-Identifier: MIT
// Any text as a variant: refused with a message, or its id reads back as the same variant.
#include "fuzz_check.h"
#include "merels/position.h"
#include "merels/variant.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace merels;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto variant = parse_variant(text);
    if (!variant) {
        FUZZ_CHECK(variant.error().code == ErrorCode::kBadInput && !variant.error().message.empty());
        return 0;
    }
    const auto again = parse_variant(variant->id());
    FUZZ_CHECK(again.ok() && *again == *variant);
    FUZZ_CHECK(parse_position(*variant, format_position(start_position(*variant))).ok());
    return 0;
}
