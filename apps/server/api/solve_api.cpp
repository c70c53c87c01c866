// SPDX-License-Identifier: MIT
// Solving from the page: GET and POST /v1/solve, POST /v1/solve/cancel. Only for people on this machine: the server
// listens on loopback; that it was called so, and by its own page, the router has seen to (own_site.h).
#include "server/api/endpoints.h"
#include "server/api/input.h"
#include "server/api/position_json.h"

namespace merels::server {
namespace {

bool may_solve(const Context& context, Problem& problem) {
    if (!context.loopback) {
        problem = {403, "solving is only offered where the server listens on loopback"};
    } else if (context.solver == nullptr) {
        problem = {403, "this server does not offer to solve"};
    } else {
        return true;
    }
    return false;
}

void write_request(JsonWriter& json, const SolveRequest& request) {
    json.field("variant", request.variant.id());
    json.field("phase", request.moving_only ? "moving" : "all");
    json.field("max_men", request.max_men);
    json.field("values", request.with_depth ? "dtw" : "wdl");
}

void write_job(JsonWriter& json, const SolveJob& job) {
    json.begin_object();
    json.field("id", job.id);
    write_request(json, job.request);
    json.field("stage", job.stage);
    json.field("fraction", job.fraction);
    json.field("positions", job.positions);
    json.field("elapsed_ms", job.elapsed_ms);
    json.field("remaining_ms", job.remaining_ms);
    json.field("message", text_or_null(job.message));
    json.end_object();
}

void write_preset(JsonWriter& json, const SolvePreset& preset) {
    json.begin_object();
    json.field("label", preset.label);
    write_request(json, preset.request);
    json.field("positions", preset.positions);
    json.field("memory_bytes", preset.memory_bytes).field("disk_bytes", preset.disk_bytes);
    json.field("seconds", static_cast<std::int64_t>(preset.seconds + 0.5));
    json.field("done", preset.done);
    json.field("command", preset.command);
    json.end_object();
}

Response status_answer(const Context& context, const Variant& variant, int status) {
    const bool allowed = context.solver != nullptr && context.loopback;
    const SolveSnapshot snapshot = allowed ? context.solver->snapshot() : SolveSnapshot{};
    JsonWriter json(2048);
    json.begin_object();
    json.field("allowed", allowed);
    json.field("db", allowed ? context.solver->database() : "");
    json.field("state", name(snapshot.state));
    json.key("job");
    if (snapshot.job) {
        write_job(json, *snapshot.job);
    } else {
        json.value(nullptr);
    }
    json.key("presets").begin_array();
    if (allowed) {
        for (const SolvePreset& preset : context.solver->presets(variant)) write_preset(json, preset);
    }
    json.end_array();
    json.end_object();
    return uncacheable(std::move(json), status);
}

std::optional<SolveRequest> read_request(const nlohmann::json& body, Problem& problem) {
    const auto id = read_text(body, "variant", "", problem);
    const auto phase = id ? read_text(body, "phase", "all", problem) : std::nullopt;
    const auto values = phase ? read_text(body, "values", "dtw", problem) : std::nullopt;
    const auto men = values ? read_count(body, "max_men", kMinMen, kMaxMen, 0, problem) : std::nullopt;
    if (!men) return std::nullopt;
    const auto variant = parse_variant(*id);
    if (!variant) {
        problem = bad_text("variant", variant.error());
        return std::nullopt;
    }
    if (*phase != "all" && *phase != "moving") {
        problem = bad_request("phase: expected \"moving\" or \"all\"");
        return std::nullopt;
    }
    if (*values != "dtw" && *values != "wdl") {
        problem = bad_request("values: expected \"dtw\" or \"wdl\"");
        return std::nullopt;
    }
    SolveRequest request{*variant, *phase == "moving", std::nullopt, *values == "dtw"};
    if (*men != 0) request.max_men = static_cast<int>(*men);
    return request;
}

}  // namespace

Response solve_answer(const Context& context, const Target& target) {
    const auto id = target.parameter("variant");
    const auto variant = parse_variant(id.value_or(all_variants().front().base_id));
    if (!variant) return to_response(bad_text("variant", variant.error()));
    return status_answer(context, *variant, 200);
}

Response start_solve_answer(const Context& context, const Request& request) {
    Problem problem;
    if (!may_solve(context, problem)) return to_response(problem);
    const auto body = read_json(request, problem);
    if (!body) return to_response(problem);
    const auto wanted = read_request(*body, problem);
    if (!wanted) return to_response(problem);
    std::string why;
    switch (context.solver->start(*wanted, why)) {
        case SolveStart::kBusy: return to_response({409, "a solve is running already"});
        case SolveStart::kRefused: return to_response({503, why});
        case SolveStart::kStarted: break;
    }
    return status_answer(context, wanted->variant, 202);
}

Response cancel_solve_answer(const Context& context) {
    Problem problem;
    if (!may_solve(context, problem)) return to_response(problem);
    if (!context.solver->cancel()) return to_response({409, "no solve is running"});
    const auto snapshot = context.solver->snapshot();
    return status_answer(context, snapshot.job ? snapshot.job->request.variant : all_variants().front(), 202);
}

}  // namespace merels::server
