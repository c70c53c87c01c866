// SPDX-License-Identifier: MIT
// For those who run the server: /healthz, /readyz, /version, /metrics.
#include "merels_commit.h"  // made at build time: MERELS_COMMIT
#include "server/api/endpoints.h"
#include "server/api/position_json.h"
#include "server/http/problem.h"

namespace merels::server {
namespace {

Response plain(int status, std::string body) {
    Response response;
    response.status = status;
    response.content_type = "text/plain; charset=utf-8";
    response.body = std::move(body);
    return response;
}

}  // namespace

Response health_answer() { return plain(200, "ok\n"); }

Response ready_answer(const Context& context) {
    return context.draining() ? plain(503, "draining\n") : plain(200, "ready\n");
}

Response version_answer() {
    JsonWriter json;
    json.begin_object();
    json.field("name", "merels").field("version", MERELS_VERSION).field("commit", MERELS_COMMIT).field("api", 1);
    json.end_object();
    return uncacheable(std::move(json));
}

Response metrics_answer(const Context& context) {
    if (!context.metrics_here) return to_response({404, "metrics are told only where --metrics says"});
    Metrics::Gauges gauges;
    gauges.tables = context.tables->database()->table_count();
    gauges.solve_running = context.solver != nullptr && context.solver->is_running();
    Response response = plain(200, context.metrics.text(gauges));
    response.content_type = "text/plain; version=0.0.4; charset=utf-8";
    return response;
}

}  // namespace merels::server
