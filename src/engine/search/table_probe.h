// SPDX-License-Identifier: MIT
// The search's view of the tables: asks a ValueSource, and stops asking for subspaces that turned out to be missing,
// because a missing table costs a look at the disk. One object for each search; not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/search/node.h"
#include "merels/engine.h"

namespace merels::engine {

class TableProbe {
  public:
    TableProbe(const Variant& variant, const ValueSource& source) : variant_(variant), source_(source) {}

    std::optional<Value> value(const Node& node);
    std::uint64_t probes() const { return probes_; }

  private:
    static constexpr int kTries = 16;  // answers missing in a row after which a subspace is not asked again

    const Variant& variant_;
    const ValueSource& source_;
    std::uint64_t probes_ = 0;
    std::array<std::uint8_t, 13 * 13 * 13 * 13> misses_{};  // by men on the board and in hand
};

}  // namespace merels::engine
