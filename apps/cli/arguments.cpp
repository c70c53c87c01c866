// SPDX-License-Identifier: MIT
#include "arguments.h"

namespace merels::cli {

Result<VariantAndPosition> read_variant_and_position(const std::string& variant, const std::string& position) {
    const auto game = parse_variant(variant);
    if (!game) return game.error();
    if (position.empty()) return VariantAndPosition{*game, start_position(*game)};
    const auto place = parse_position(*game, position);
    if (!place) return Error{place.error().code, "position, " + place.error().message};
    return VariantAndPosition{*game, *place};
}

}  // namespace merels::cli
