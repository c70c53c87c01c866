// SPDX-License-Identifier: MIT
// What the files of the Python module share: the library's values as Python sees them.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "index/subspace.h"
#include "merels/position.h"
#include "merels/result.h"
#include "merels/tablebase.h"
#include "merels/value.h"
#include "merels/variant.h"

namespace merels::python {

// Thrown to leave the module; becomes an exception of merels/errors.py.
struct Failure {
    Error error;
};

template <class T>
T value_or_throw(Result<T> result) {
    if (!result) throw Failure{result.error()};
    return *std::move(result);
}

// A position knows its game, so that it can be asked by itself.
struct GamePosition {
    Variant variant;
    Position position;

    friend bool operator==(const GamePosition&, const GamePosition&) = default;
};

// One element of a NumPy array of positions; the same bytes as merels_position of the C interface.
struct PositionRecord {
    std::uint32_t white;
    std::uint32_t black;
    std::uint8_t white_hand;
    std::uint8_t black_hand;
    std::uint8_t to_move;
    std::uint8_t unused;
};

// The same for values: merels_value.
struct ValueRecord {
    std::int16_t result;
    std::int16_t plies;
};
inline constexpr std::int16_t kUnknownResult = -128;

inline int result_number(Wdl wdl) {
    return wdl == Wdl::kWin ? 1 : wdl == Wdl::kLoss ? -1 : wdl == Wdl::kDraw ? 0 : kUnknownResult;
}

// A tablebase with the game that is meant where none is named.
struct Tables {
    std::shared_ptr<Tablebase> tables;
    std::optional<Variant> variant;
};

void bind_games(pybind11::module_& module);   // Variant, Position, Turn
void bind_tables(pybind11::module_& module);  // Value, Tablebase, arrays
void bind_work(pybind11::module_& module);    // Engine, solve

}  // namespace merels::python
