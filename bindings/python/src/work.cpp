// SPDX-License-Identifier: MIT
// What takes time: players, and small solves. The interpreter goes on meanwhile, and Ctrl-C stops them.
#include <pybind11/stl.h>

#include <chrono>

#include "bindings.h"
#include "merels/engine.h"
#include "merels/progress.h"
#include "merels/solve.h"
#include "rules/rules.h"

namespace py = pybind11;
using namespace py::literals;

namespace merels::python {
namespace {

// Tells a function of the caller's how far a solve is, and looks for Ctrl-C, ten times a second.
class CallingProgress final : public Progress {
  public:
    CallingProgress(py::object report, StopFlag& stop) : report_(std::move(report)), stop_(stop) {}

    void begin(std::string_view stage, std::uint64_t total) override {
        stage_ = stage;
        total_ = total;
        tell(0, true);
    }
    void advance_to(std::uint64_t done) override { tell(done, false); }
    void end() override { tell(total_, true); }
    void note(std::string_view) override {}

    // What the caller's function, or Ctrl-C, raised.
    void rethrow() {
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    void tell(std::uint64_t done, bool now) {
        const auto time = std::chrono::steady_clock::now();
        if (stop_ || (!now && time - last_ < std::chrono::milliseconds(100))) return;
        last_ = time;
        const py::gil_scoped_acquire interpreter;
        try {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            if (!report_.is_none()) report_(stage_, done, total_);
        } catch (...) {
            failure_ = std::current_exception();
            stop_ = true;
        }
    }

    py::object report_;
    StopFlag& stop_;
    std::string stage_;
    std::uint64_t total_ = 0;
    std::chrono::steady_clock::time_point last_;
    std::exception_ptr failure_;
};

py::list solve(const Variant& variant, const std::string& folder, const std::string& values, bool moving_only,
               std::optional<int> max_men, int threads, std::uint64_t memory, py::object report) {
    if (values != "dtw" && values != "wdl") throw Failure{{ErrorCode::kBadInput, "values are 'dtw' or 'wdl'"}};
    SolveOptions options;
    options.database = folder;
    options.values = values == "dtw" ? SolveValues::kDtw : SolveValues::kWdl;
    options.moving_only = moving_only;
    options.max_men = max_men;
    options.threads = threads;
    options.memory = memory;
    StopFlag stop = false;
    CallingProgress progress(std::move(report), stop);
    std::vector<PhaseReport> phases;
    Status done = ok_status();
    {
        const py::gil_scoped_release others_may_run;
        auto plan = plan_solve(variant, options);
        if (!plan) throw Failure{plan.error()};
        value_or_throw(plan->check_room());
        done = run_solve(*plan, progress, &stop, [&](const PhaseReport& phase) { phases.push_back(phase); });
    }
    progress.rethrow();
    if (!done) throw Failure{done.error()};
    py::list result;
    for (const PhaseReport& phase : phases) {
        result.append(py::dict("phase"_a = phase.moving ? "moving" : "placing", "positions"_a = phase.positions,
                               "tables"_a = phase.tables, "bytes"_a = phase.bytes, "seconds"_a = phase.seconds));
    }
    return result;
}

struct PyChoice {
    Turn turn;
    GamePosition after;
    bool from_tables;
    std::string note;
    int depth;
    std::uint64_t nodes;
};

struct PyEngine {
    Engine engine;
};

PyChoice choose(PyEngine& engine, const GamePosition& position, const std::string& player, std::uint64_t seed,
                const std::vector<GamePosition>& history) {
    TurnRequest request;
    request.variant = position.variant;
    request.position = position.position;
    request.player = value_or_throw(parse_player(player));
    request.seed = seed;
    for (const GamePosition& earlier : history) request.history.push_back(earlier.position);
    const Choice choice = value_or_throw(engine.engine.choose(request));
    return {choice.turn,           {position.variant, apply(position.position, choice.turn)},
            choice.from_tables,    choice.note,
            choice.thinking.depth, choice.thinking.nodes};
}

}  // namespace

void bind_work(py::module_& module) {
    py::class_<PyChoice>(module, "Choice", "A player's turn.")
        .def_readonly("turn", &PyChoice::turn)
        .def_readonly("after", &PyChoice::after, "The position after it.")
        .def_readonly("from_tables", &PyChoice::from_tables, "The turn was read from tables.")
        .def_readonly("note", &PyChoice::note, "A remark for people, may be empty.")
        .def_readonly("depth", &PyChoice::depth, "How deep it searched.")
        .def_readonly("nodes", &PyChoice::nodes, "How many positions it looked at.")
        .def("__repr__", [](const PyChoice& c) { return "<Choice " + format_turn(c.turn) + ">"; });
    py::class_<PyEngine>(module, "Engine",
                         "Players: Engine(tables).choose(position, 'perfect'). One thread at a time may use an Engine.")
        .def(py::init([](const Tables* tables, std::size_t hash_mebibytes) {
                 EngineOptions options;
                 options.hash_mebibytes = hash_mebibytes;
                 if (tables != nullptr) options.tables = make_value_source(tables->tables);
                 return std::make_unique<PyEngine>(PyEngine{Engine(options)});
             }),
             "tables"_a = py::none(), "hash_mebibytes"_a = 16)
        .def("choose", &choose, "position"_a, "player"_a = "search:level=5", "seed"_a = 0,
             "history"_a = std::vector<GamePosition>(), py::call_guard<py::gil_scoped_release>(),
             "The turn of a player: 'random', 'perfect', 'ultra', 'search:ms=500', 'search:depth=8', 'search:level=3', "
             "...\n"
             "`history` are the earlier positions of the game, oldest first: repetitions are draws.")
        .def(
            "clear", [](PyEngine& engine) { engine.engine.clear(); }, "Forgets what earlier searches found.");
    module.def("solve", &solve, "variant"_a, "folder"_a, py::kw_only(), "values"_a = "dtw", "moving_only"_a = false,
               "max_men"_a = py::none(), "threads"_a = 0, "memory"_a = 0, "progress"_a = py::none(),
               "Solves what is missing in a folder, and gives back a dict for each phase. progress(stage, done, total) "
               "is called\n"
               "now and then. Ctrl-C, or an exception there, stops it; the same call again goes on.");
}

}  // namespace merels::python
