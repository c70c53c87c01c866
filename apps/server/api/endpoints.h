// SPDX-License-Identifier: MIT
// The answers of the server, one function an address; docs/http_api.md is their contract. All are thread-safe and know
// nothing about connections. One file a group: position_api.cpp, opening_api.cpp, game_api.cpp, play_api.cpp,
// catalogue_api.cpp, compare_api.cpp, solve_api.cpp, operation_api.cpp.
#pragma once

#include <functional>
#include <memory>

#include "analysis/statistics.h"
#include "merels/tablebase.h"
#include "server/api/engine_pool.h"
#include "server/api/evaluation.h"
#include "server/api/solve_service.h"
#include "server/http/http_message.h"
#include "server/http/metrics.h"
#include "server/http/route.h"
#include "server/http/server_limits.h"
#include "server/http/url.h"

namespace merels::server {

// What the endpoints work with. Lives as long as the server.
struct Context {
    Limits limits;
    std::shared_ptr<const Tablebase> tables;
    const Statistics& statistics;
    const Evaluator& evaluator;
    Metrics& metrics;
    EnginePool& players;
    SolveService* solver = nullptr;  // null: solving is not offered
    bool loopback = true;            // listens on a loopback address only
    bool metrics_here = true;        // /metrics is told at the main address
    std::function<bool()> draining = {};
};

// A position with all its turns (GET /v1/VARIANT).
Response position_answer(const Context& context, const Variant& variant, const Target& target);
// GET /v1/VARIANT/line, POST /v1/VARIANT/batch: in pieces of some milliseconds.
Work line_work(const Context& context, const Variant& variant, const Target& target);
Work batch_work(const Context& context, const Variant& variant, const Request& request);
// GET /v1/VARIANT/exercise, in pieces; GET /v1/VARIANT/board.svg.
Work exercise_work(const Context& context, const Variant& variant, const Target& target);
Response picture_answer(const Variant& variant, const Target& target);
// GET /v1/VARIANT/opening.
Response opening_answer(const Variant& variant, const Target& target);
// POST /v1/VARIANT/play. Ends early when the call is abandoned.
Response play_answer(const Context& context, const Variant& variant, const Call& call);
// GET /v1/variants, /v1/VARIANT/stats, /v1/compare.
Response variants_answer(const Context& context);
Response stats_answer(const Context& context, const Variant& variant, const Target& target);
Response compare_answer(const Context& context, const Target& target);
// GET and POST /v1/solve, POST /v1/solve/cancel.
Response solve_answer(const Context& context, const Target& target);
Response start_solve_answer(const Context& context, const Request& request);
Response cancel_solve_answer(const Context& context);
// /openapi.json, /healthz, /readyz, /version, /metrics.
Response openapi_answer();
Response health_answer();
Response ready_answer(const Context& context);
Response version_answer();
Response metrics_answer(const Context& context);

}  // namespace merels::server
