// SPDX-License-Identifier: MIT
// Values from tables: of one position, of many in a NumPy array, of whole subspaces.
#include <pybind11/numpy.h>
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "analysis/statistics.h"
#include "base/worker_pool.h"
#include "bindings.h"
#include "index/combination.h"
#include "rules/rules.h"
#include "tables/variant_tables.h"

namespace py = pybind11;
using namespace py::literals;

namespace merels::python {
namespace {

using PositionArray = py::array_t<PositionRecord, py::array::c_style>;
using ValueArray = py::array_t<ValueRecord, py::array::c_style>;

// What a turn of an analysis or a line is worth.
struct PyTurnValue {
    Variant variant;
    TurnValue turn;
    bool best;
};

struct PyAnalysis {
    Variant variant;
    PositionValue known;

    std::vector<PyTurnValue> turns() const {
        std::vector<PyTurnValue> result;
        for (const TurnValue& turn : known.turns) result.push_back({variant, turn, known.is_best(turn)});
        return result;
    }
};

struct PyLine {
    Value value;
    std::vector<PyTurnValue> plies;
    LineEnd end;
};

std::optional<int> plies_of(const Value& value) {
    return value.dtw == kNoPly ? std::nullopt : std::optional<int>(value.dtw);
}

std::string text_of(const Value& value) {
    std::string text(name(value.wdl));
    if (value.dtw != kNoPly) text += " in " + std::to_string(value.dtw);
    return text;
}

const Variant& game_of(const Tables& tables, const std::optional<Variant>& named) {
    if (named) return *named;
    if (tables.variant) return *tables.variant;
    throw Failure{{ErrorCode::kBadInput, "which game? Say Tablebase(folder, 'nine-c1'), or variant='nine-c1' here"}};
}

PyLine line_of(const Tables& tables, const GamePosition& from, int most) {
    LineWalk walk(*tables.tables, from.variant, from.position, most);
    PyLine line{walk.start().value, {}, LineEnd::kUnknown};
    while (const auto ply = walk.next()) line.plies.push_back({from.variant, ply->best, true});
    line.end = walk.end();
    return line;
}

// The records as positions; throws for the first one that the game does not allow.
std::vector<Position> positions_of(const Variant& variant, const PositionRecord* records, std::size_t size) {
    std::vector<Position> positions(size);
    for (std::size_t i = 0; i < size; ++i) {
        const PositionRecord& in = records[i];
        Position& out = positions[i];
        out.men = {in.white, in.black};
        out.hand = {in.white_hand, in.black_hand};
        out.to_move = static_cast<Side>(in.to_move & 1);
        auto why = why_impossible(variant, out);
        if (in.to_move > 1) why = "to_move is neither 0 nor 1";
        if (why) throw Failure{{ErrorCode::kBadInput, "position " + std::to_string(i) + ": " + *why}};
    }
    return positions;
}

py::tuple probe_many(const Tables& tables, const Variant& variant, const PositionArray& array, int threads) {
    if (threads < 0) throw Failure{{ErrorCode::kBadInput, "threads must not be negative"}};
    ValueArray result(std::vector<py::ssize_t>(array.shape(), array.shape() + array.ndim()));
    const PositionRecord* in = array.data();
    ValueRecord* out = result.mutable_data();
    const auto size = static_cast<std::size_t>(array.size());
    Tablebase::Unknown unknown;
    {
        const py::gil_scoped_release others_may_run;
        const std::vector<Position> positions = positions_of(variant, in, size);
        std::vector<Value> values(size);
        unknown = tables.tables->values(variant, positions, values, threads == 0 ? hardware_threads() : threads);
        for (std::size_t i = 0; i < size; ++i) {
            out[i] = {static_cast<std::int16_t>(result_number(values[i].wdl)), values[i].dtw};
        }
    }
    return py::make_tuple(result, unknown.positions,
                          unknown.why ? py::object(py::str(unknown.why->message)) : py::none());
}

std::pair<std::uint32_t, std::uint32_t> shape_of(const Subspace& subspace) {
    if (subspace.own + subspace.other > kPoints) {
        throw Failure{{ErrorCode::kBadInput, "more men than points"}};
    }
    return {row_count(subspace), row_size(subspace)};
}

void check_rows(const Subspace& subspace, std::uint32_t first, std::uint32_t rows) {
    const auto [all, size] = shape_of(subspace);
    if (first > all || rows > all - first) throw Failure{{ErrorCode::kBadInput, "no such rows in the table"}};
}

// The positions of rows of a table, White to move, in its order.
PositionArray table_positions(const std::string& text, std::uint32_t first, std::uint32_t rows) {
    const Subspace subspace = value_or_throw(parse_subspace(text));
    check_rows(subspace, first, rows);
    const std::uint32_t size = row_size(subspace);
    PositionArray result(std::vector<py::ssize_t>{rows, size});
    PositionRecord* out = result.mutable_data();
    const py::gil_scoped_release others_may_run;
    for (std::uint32_t row = first; row < first + rows; ++row) {
        const Mask own = Classes::get().representative(subspace.own, row);
        const Mask free = kBoardMask & ~own;
        std::uint32_t axes = (std::uint32_t{1} << subspace.other) - 1;
        for (std::uint32_t rank = 0; rank < size; ++rank) {
            *out++ = {own, to_points(axes, free), subspace.own_hand, subspace.other_hand, 0, 0};
            if (rank + 1 < size) axes = next_subset(axes);
        }
    }
    return result;
}

// Which of them count: one of each class of equivalent positions.
py::array_t<bool> table_canonical(const std::string& text, std::uint32_t first, std::uint32_t rows) {
    const Subspace subspace = value_or_throw(parse_subspace(text));
    check_rows(subspace, first, rows);
    const std::uint32_t size = row_size(subspace);
    py::array_t<bool> result(std::vector<py::ssize_t>{rows, size});
    bool* out = result.mutable_data();
    const py::gil_scoped_release others_may_run;
    for (std::uint32_t row = first; row < first + rows; ++row) {
        for (std::uint32_t rank = 0; rank < size; ++rank) *out++ = is_canonical(subspace, {row, rank});
    }
    return result;
}

// The bytes of a table as they are: 0 = not won, s = won in 2s - 1 plies.
py::array_t<std::uint8_t> table_bytes(const Tables& tables, const Variant& variant, const std::string& text,
                                      std::uint32_t first, std::uint32_t rows) {
    const Subspace subspace = value_or_throw(parse_subspace(text));
    check_rows(subspace, first, rows);
    const auto table = value_or_throw(open_table(*tables.tables->database(), variant, subspace));
    py::array_t<std::uint8_t> result(std::vector<py::ssize_t>{rows, row_size(subspace)});
    const std::span<std::uint8_t> out(result.mutable_data(), static_cast<std::size_t>(result.size()));
    const py::gil_scoped_release others_may_run;
    value_or_throw(table->read_rows(first, rows, out));
    return result;
}

py::object example(const Variant& variant, const Census& census, const std::optional<PlyCount>& ply) {
    if (!ply || !census.with_depth) return py::none();
    return py::make_tuple(ply->ply, GamePosition{variant, position_at(census.subspace, ply->example)});
}

py::dict to_dict(const Variant& variant, const SubspaceStatistics& entry) {
    const Census& census = entry.census;
    py::dict result("subspace"_a = format_subspace(entry.subspace), "positions"_a = entry.positions,
                    "solved"_a = entry.solved, "bytes"_a = entry.file_bytes);
    if (!entry.solved) return result;
    result["values"] = entry.kind == ValueKind::kDtw ? "dtw" : "wdl";
    if (!entry.counted) return result;
    result["wins"] = census.wins();
    result["draws"] = census.draws();
    result["losses"] = census.losses();
    py::list plies;
    for (const PlyCount& ply : census.plies) plies.append(py::make_tuple(ply.ply, ply.positions));
    result["plies"] = plies;
    result["longest_win"] = example(variant, census, longest(census, 1));
    result["longest_loss"] = example(variant, census, longest(census, 0));
    return result;
}

py::list stats(const Tables& tables, const Variant& variant) {
    py::list result;
    for (const auto& entry : value_or_throw(collect_statistics(*tables.tables->database(), variant))) {
        result.append(to_dict(variant, entry));
    }
    return result;
}

void bind_values(py::module_& module) {
    py::class_<Value>(module, "Value", "What a position is worth to the side to move.")
        .def_property_readonly(
            "outcome", [](const Value& v) { return std::string(name(v.wdl)); }, "'win', 'draw', 'loss' or 'unknown'.")
        .def_property_readonly(
            "result", [](const Value& v) { return result_number(v.wdl); }, "1, 0, -1; -128 where it is unknown.")
        .def_property_readonly("plies", &plies_of,
                               "To the end under best play; None for draws, unknown values and tables without depths.")
        .def(py::self == py::self)
        .def("__hash__", [](const Value& v) { return result_number(v.wdl) * 1000 + v.dtw; })
        .def("__str__", &text_of)
        .def("__repr__", [](const Value& v) { return "<Value " + text_of(v) + ">"; });
    py::class_<Ultra>(module, "Ultra", "The ultra-strong value of a drawn position, for the side to move.")
        .def_readonly("value", &Ultra::value, "Of the unit in which best play ends.")
        .def_readonly("depth", &Ultra::depth, "None where that is the value of the position's own subspace.")
        .def_readonly("stay", &Ultra::stay, "Plies in better units on the way less those in worse ones.")
        .def_readonly("ends_in", &Ultra::ends_in,
                      "The unit, its side to move first: '6-3'; or a difference of men: '+3'.");
    py::class_<PyTurnValue>(module, "TurnValue", "A turn with its value for the side that makes it.")
        .def_property_readonly("turn", [](const PyTurnValue& t) { return t.turn.turn; })
        .def_property_readonly("after",
                               [](const PyTurnValue& t) {
                                   return GamePosition{t.variant, t.turn.after};
                               })
        .def_property_readonly("value", [](const PyTurnValue& t) { return t.turn.value; })
        .def_property_readonly(
            "ultra", [](const PyTurnValue& t) { return t.turn.ultra; },
            "Of `after` where it is drawn, for the side to move there.")
        .def_readonly("best", &PyTurnValue::best, "Known to have the best value.")
        .def("__repr__", [](const PyTurnValue& t) {
            return "<TurnValue " + format_turn(t.turn.turn) + ": " + text_of(t.turn.value) + ">";
        });
    py::class_<PyAnalysis>(module, "Analysis", "All that the tables know of a position.")
        .def_property_readonly("value", [](const PyAnalysis& a) { return a.known.value; })
        .def_property_readonly(
            "basis", [](const PyAnalysis& a) { return std::string(name(a.known.basis)); },
            "What stands behind it: 'dtw', 'wdl' or 'none'.")
        .def_property_readonly("ultra", [](const PyAnalysis& a) { return a.known.ultra; })
        .def_property_readonly(
            "trouble",
            [](const PyAnalysis& a) {
                return a.known.trouble ? std::optional<std::string>(a.known.trouble->message) : std::nullopt;
            },
            "Why something is unknown; None where everything is known.")
        .def_property_readonly("turns", &PyAnalysis::turns, "Every legal turn, best first.")
        .def("__repr__", [](const PyAnalysis& a) {
            return "<Analysis " + text_of(a.known.value) + ", " + std::to_string(a.known.turns.size()) + " turns>";
        });
    py::class_<PyLine>(module, "Line", "A best line.")
        .def_readonly("value", &PyLine::value, "Of its first position.")
        .def_readonly("plies", &PyLine::plies, "Its turns, each a TurnValue.")
        .def_property_readonly(
            "end", [](const PyLine& l) { return std::string(name(l.end)); },
            "'over', 'repetition', 'limit' or 'unknown'.")
        .def("__len__", [](const PyLine& l) { return l.plies.size(); })
        .def("__repr__", [](const PyLine& l) {
            return "<Line " + text_of(l.value) + ", " + std::to_string(l.plies.size()) + " plies>";
        });
}

void bind_tablebase(py::module_& module) {
    using Guard = py::call_guard<py::gil_scoped_release>;
    const auto named = [](const Variant& variant, const std::string& text) {
        return GamePosition{variant, value_or_throw(parse_position(variant, text))};
    };
    py::class_<Tables>(module, "TablebaseBase", "See merels.Tablebase.")
        .def(py::init([](const std::string& folder, std::optional<Variant> variant, std::size_t cache_bytes) {
                 return Tables{std::make_shared<Tablebase>(value_or_throw(Tablebase::open(folder, cache_bytes))),
                               variant};
             }),
             "folder"_a, "variant"_a = py::none(), "cache_bytes"_a = 0)
        .def_property_readonly(
            "folder", [](const Tables& t) { return t.tables->directory().string(); }, "The folder.")
        .def_property_readonly(
            "variant", [](const Tables& t) { return t.variant; },
            "The game that is meant where none is named, or None.")
        .def(
            "probe",
            [](const Tables& t, const GamePosition& p) {
                return value_or_throw(t.tables->value(p.variant, p.position));
            },
            "position"_a, Guard(),
            "The value of a position, for the side to move. What the tables do not tell is an error.")
        .def(
            "probe",
            [named](const Tables& t, const Variant& v, const std::string& text) {
                return value_or_throw(t.tables->value(v, named(v, text).position));
            },
            "variant"_a, "position"_a, Guard())
        .def(
            "analyse",
            [](const Tables& t, const GamePosition& p) {
                return PyAnalysis{p.variant, t.tables->analyse(p.variant, p.position)};
            },
            "position"_a, Guard(), "The value of a position and of every turn; what the tables do not tell is unknown.")
        .def(
            "analyse",
            [named](const Tables& t, const Variant& v, const std::string& text) {
                return PyAnalysis{v, t.tables->analyse(v, named(v, text).position)};
            },
            "variant"_a, "position"_a, Guard())
        .def(
            "line", [](const Tables& t, const GamePosition& p, int most) { return line_of(t, p, most); }, "position"_a,
            "most"_a = 1000, Guard(), "A best line of at most so many plies.")
        .def(
            "line",
            [named](const Tables& t, const Variant& v, const std::string& text, int most) {
                return line_of(t, named(v, text), most);
            },
            "variant"_a, "position"_a, "most"_a = 1000, Guard())
        .def(
            "stats", [](const Tables& t, const std::optional<Variant>& v) { return stats(t, game_of(t, v)); },
            "variant"_a = py::none(),
            "What the tables of a game hold: a dict for each of its subspaces, solved or not.")
        .def(
            "_game", [](const Tables& t, const std::optional<Variant>& v) { return game_of(t, v); }, "variant"_a)
        .def("_probe_many", &probe_many)
        .def("_table_bytes", &table_bytes)
        .def("_table_kind", [](const Tables& t, const Variant& v, const std::string& text) {
            const auto entry =
                value_or_throw(listed_table(*t.tables->database(), v, value_or_throw(parse_subspace(text))));
            return entry.kind == ValueKind::kDtw ? "dtw" : "wdl";
        });
    module.def("_table_shape", [](const std::string& text) { return shape_of(value_or_throw(parse_subspace(text))); });
    module.def("_table_positions", &table_positions);
    module.def("_table_canonical", &table_canonical);
}

}  // namespace

void bind_tables(py::module_& module) {
    PYBIND11_NUMPY_DTYPE(PositionRecord, white, black, white_hand, black_hand, to_move, unused);
    PYBIND11_NUMPY_DTYPE(ValueRecord, result, plies);
    module.attr("position_dtype") = py::dtype::of<PositionRecord>();
    module.attr("value_dtype") = py::dtype::of<ValueRecord>();
    bind_values(module);
    bind_tablebase(module);
}

}  // namespace merels::python
