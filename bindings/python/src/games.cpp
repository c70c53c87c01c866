// SPDX-License-Identifier: MIT
// Games, positions and turns.
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <functional>

#include "bindings.h"
#include "rules/rules.h"

namespace py = pybind11;
using namespace py::literals;

namespace merels::python {
namespace {

GamePosition after_turn(const GamePosition& from, const Turn& turn) {
    TurnList turns;
    legal_turns(from.variant, from.position, turns);
    if (std::find(turns.begin(), turns.end(), turn) == turns.end()) {
        throw Failure{{ErrorCode::kBadInput, "the turn is not legal in " + format_position(from.position)}};
    }
    return {from.variant, apply(from.position, turn)};
}

py::object point(Point p) { return p == kNoPoint ? py::object(py::none()) : py::object(py::str(point_name(p))); }

void bind_variant(py::module_& module) {
    py::class_<Variant>(module, "Variant",
                        "A game of the family: Variant('nine-c1'), or Variant('nine-c1@5,6') for another start.")
        .def(py::init([](const std::string& id) { return value_or_throw(parse_variant(id)); }), "id"_a)
        .def_property_readonly("id", &Variant::id, "'nine-c1', or 'nine-c1@5,6' where the start differs.")
        .def_property_readonly("description", &describe, "One sentence on the rules.")
        .def_property_readonly(
            "white_men", [](const Variant& v) { return int{v.white_men}; }, "White's men at the start.")
        .def_property_readonly(
            "black_men", [](const Variant& v) { return int{v.black_men}; }, "Black's men at the start.")
        .def(
            "start",
            [](const Variant& v) {
                return GamePosition{v, start_position(v)};
            },
            "The empty board, White to move.")
        .def(py::self == py::self)
        .def("__hash__", [](const Variant& v) { return std::hash<std::string>()(v.id()); })
        .def("__str__", &Variant::id)
        .def("__repr__", [](const Variant& v) { return "Variant('" + v.id() + "')"; })
        .def(py::pickle([](const Variant& v) { return v.id(); },
                        [](const std::string& id) { return value_or_throw(parse_variant(id)); }));
    py::implicitly_convertible<std::string, Variant>();
    module.def(
        "variants", [] { return std::vector<Variant>(all_variants().begin(), all_variants().end()); },
        "The plain games, each a Variant.");
}

void bind_turn(py::module_& module) {
    py::class_<Turn>(module, "Turn",
                     "One complete turn: a placing or a move, with the men that it takes. str() is its text.")
        .def_property_readonly(
            "origin", [](const Turn& t) { return point(t.from); }, "Where the man came from; None for a placing.")
        .def_property_readonly(
            "target", [](const Turn& t) { return point(t.to); }, "Where the man is put.")
        .def_property_readonly(
            "takes",
            [](const Turn& t) {
                std::vector<std::string> names;
                for (const Point p : t.take) {
                    if (p != kNoPoint) names.push_back(point_name(p));
                }
                return names;
            },
            "The points of the men that are taken.")
        .def(py::self == py::self)
        .def("__hash__", [](const Turn& t) { return std::hash<std::string>()(format_turn(t)); })
        .def("__str__", &format_turn)
        .def("__repr__", [](const Turn& t) { return "<Turn " + format_turn(t) + ">"; });
}

void bind_position(py::module_& module) {
    py::class_<GamePosition>(module, "Position",
                             "A position of a game: Position('nine-c1', 'O*******/O*@*****/@*@****O w 5 6').")
        .def(py::init([](const Variant& variant, const std::string& text) {
                 return GamePosition{variant, value_or_throw(parse_position(variant, text))};
             }),
             "variant"_a, "text"_a)
        .def_readonly("variant", &GamePosition::variant)
        .def_property_readonly("text", [](const GamePosition& p) { return format_position(p.position); })
        .def_property_readonly(
            "white", [](const GamePosition& p) { return p.position.men[0]; }, "White's men: a mask of 24 bits.")
        .def_property_readonly(
            "black", [](const GamePosition& p) { return p.position.men[1]; }, "Black's men: a mask of 24 bits.")
        .def_property_readonly(
            "hand", [](const GamePosition& p) { return std::pair(int{p.position.hand[0]}, int{p.position.hand[1]}); },
            "Men in hand: (White's, Black's).")
        .def_property_readonly(
            "to_move", [](const GamePosition& p) { return p.position.to_move == Side::kWhite ? "white" : "black"; },
            "'white' or 'black'.")
        .def_property_readonly(
            "subspace", [](const GamePosition& p) { return format_subspace(subspace_of(p.position)); },
            "'4-3' or '4-3+5-6': men on the board and in hand, the side to move first.")
        .def_property_readonly(
            "end",
            [](const GamePosition& p) -> std::optional<std::string> {
                const GameEnd end = game_end(p.variant, p.position);
                if (end == GameEnd::kNotOver) return std::nullopt;
                return std::string(name(end));
            },
            "Why the game is over: 'few men', 'blocked', 'full board'; None while it goes on.")
        .def(
            "turns",
            [](const GamePosition& p) {
                TurnList turns;
                legal_turns(p.variant, p.position, turns);
                return std::vector<Turn>(turns.begin(), turns.end());
            },
            "The legal turns; none when the game is over.")
        .def("play", &after_turn, "turn"_a, "The position after a legal turn.")
        .def(
            "play",
            [](const GamePosition& p, const std::string& text) {
                return after_turn(p, value_or_throw(parse_turn(p.variant, p.position, text)));
            },
            "turn"_a)
        .def(py::self == py::self)
        .def("__hash__", [](const GamePosition& p) { return std::hash<std::string>()(format_position(p.position)); })
        .def("__str__", [](const GamePosition& p) { return format_position(p.position); })
        .def("__repr__",
             [](const GamePosition& p) {
                 return "Position('" + p.variant.id() + "', '" + format_position(p.position) + "')";
             })
        .def(py::pickle(
            [](const GamePosition& p) { return py::make_tuple(p.variant.id(), format_position(p.position)); },
            [](const py::tuple& state) {
                const Variant variant = value_or_throw(parse_variant(state[0].cast<std::string>()));
                return GamePosition{variant, value_or_throw(parse_position(variant, state[1].cast<std::string>()))};
            }));
}

}  // namespace

void bind_games(py::module_& module) {
    bind_turn(module);
    bind_variant(module);
    bind_position(module);
}

}  // namespace merels::python
