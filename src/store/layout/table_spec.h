// SPDX-License-Identifier: MIT
// What a table is called and what its bytes mean.
//
// What the bytes mean (the contract between solve, probe and verify):
//   kDtw: 0 = the side to move does not win; s >= 1 = it wins in 2s - 1 plies.
//   kWdl: 0 = the side to move does not win; 1 = it wins.
//   kUltra: codes of the ultra-strong values of draws (index/ultra_table.h).
// Losses and draws are told apart by a look at the successors (probe does that).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace merels {

enum class ValueKind : std::uint8_t { kDtw = 0, kWdl = 1, kUltra = 2 };

struct TableId {
    std::string collection;                // folder below the database, e.g. "nine-capture"
    std::array<std::uint8_t, 4> counts{};  // own, other, own hand, other hand
    friend bool operator==(const TableId&, const TableId&) = default;
};

struct TableSpec {
    TableId id;
    ValueKind kind = ValueKind::kDtw;
    std::uint32_t rows = 0;
    std::uint32_t row_size = 0;  // bytes of a row before compression
    std::string metadata;        // opaque to the store, covered by the checksums (the solver puts its census here)
};

// Fills `out` (row_size bytes) with one row. Called from several threads, rows in any order.
using RowSource = std::function<void(std::uint32_t row, std::span<std::uint8_t> out)>;

}  // namespace merels
