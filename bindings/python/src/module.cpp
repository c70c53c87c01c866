// SPDX-License-Identifier: MIT
// The Python module merels._merels; merels/__init__.py is what people import.
#include "bindings.h"

namespace py = pybind11;

namespace merels::python {
namespace {

const char* exception_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::kBadInput: return "BadInput";
        case ErrorCode::kMissing: return "Missing";
        case ErrorCode::kCorrupt:
        case ErrorCode::kTruncated:
        case ErrorCode::kWrongVariant:
        case ErrorCode::kNewerVersion: return "Damaged";
        case ErrorCode::kNoMemory:
        case ErrorCode::kNoSpace: return "NoRoom";
        case ErrorCode::kInterrupted: return "Interrupted";
        default: return "Error";
    }
}

}  // namespace
}  // namespace merels::python

PYBIND11_MODULE(_merels, module) {
    using namespace merels::python;
    module.doc() = "The compiled part of the package merels.";
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const Failure& failure) {
            const py::object type = py::module_::import("merels.errors").attr(exception_of(failure.error.code));
            PyErr_SetString(type.ptr(), failure.error.message.c_str());
        }
    });
    module.attr("__version__") = MERELS_VERSION;
    bind_games(module);
    bind_tables(module);
    bind_work(module);
}
