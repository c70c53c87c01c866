// SPDX-License-Identifier: MIT
// "VARIANT\nTEXT": values of subspaces. A set that is accepted has a value for all that it lists, opposite ones for the
// two sides of a unit, and is written and read back unchanged.
#include "fuzz_check.h"
#include "index/subspace_values.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace merels;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return 0;
    const auto variant = parse_variant(text.substr(0, end));
    if (!variant) return 0;
    const auto values = decode_subspace_values(*variant, text.substr(end + 1));
    if (!values) {
        FUZZ_CHECK(values.error().code == ErrorCode::kBadInput);
        FUZZ_CHECK(values.error().message.find('\n') == std::string::npos);
        return 0;
    }
    for (const auto& entry : values->entries()) FUZZ_CHECK(values->contains(entry.subspace));
    const auto again = decode_subspace_values(*variant, values->encode());
    FUZZ_CHECK(again.ok() && *again == *values);
    FUZZ_CHECK(again->digest() == values->digest());
    return 0;
}
