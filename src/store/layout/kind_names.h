// SPDX-License-Identifier: MIT
// The kinds of values as words, in manifests and in digests.
#pragma once

#include <array>

#include "store/layout/table_spec.h"

namespace merels {

inline constexpr std::array<const char*, 3> kKindNames{"dtw", "wdl", "ultra"};
constexpr const char* kind_name(ValueKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

}  // namespace merels
