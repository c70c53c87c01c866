// SPDX-License-Identifier: MIT
// "METHOD TARGET\nBODY" to a server without tables: whatever is asked, the answer has a status that the document lists,
// says JSON where it claims to, and nothing of the inside. Searches are short, so that an input takes milliseconds.
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "fuzz_check.h"
#include "server/api/routes.h"
#include "server/http/router.h"

namespace {

using namespace merels;
using namespace merels::server;

// A server without connections.
struct Inside {
    std::string folder =
        (std::filesystem::temp_directory_path() / ("merels-no-tables-" + std::to_string(::getpid()))).string();
    std::shared_ptr<const Tablebase> tables;
    std::unique_ptr<Statistics> statistics;
    std::unique_ptr<EnginePool> players;
    Metrics metrics;
    std::unique_ptr<Evaluator> evaluator;
    std::unique_ptr<Context> context;
    std::unique_ptr<Router> router;

    Inside() {
        std::filesystem::create_directories(folder);
        auto opened = Tablebase::open(folder, std::size_t{1} << 20);
        FUZZ_CHECK(opened.ok());
        tables = std::make_shared<const Tablebase>(*std::move(opened));
        statistics = std::make_unique<Statistics>(tables->database());
        players = std::make_unique<EnginePool>(tables, 1);
        evaluator = std::make_unique<Evaluator>(tables, metrics);
        Limits limits;
        limits.play_milliseconds = limits.play_milliseconds_default = 1;
        limits.play_nodes = 100;
        context.reset(new Context{.limits = limits,
                                  .tables = tables,
                                  .statistics = *statistics,
                                  .evaluator = *evaluator,
                                  .metrics = metrics,
                                  .players = *players,
                                  .draining = [] { return false; }});
        auto routes = api_routes(*context);
        for (Route& route : operation_routes(*context)) {
            if (route.name == "metrics") routes.push_back(std::move(route));
        }
        router = std::make_unique<Router>(std::move(routes), Router::Options{.page = true, .loopback_names = true});
        metrics.set_labels(router->labels());
        router->set_loopback_names(true);
    }
    ~Inside() {
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }
};

Method method_of(std::string_view word) {
    if (word == "GET") return Method::kGet;
    if (word == "HEAD") return Method::kHead;
    if (word == "POST") return Method::kPost;
    if (word == "OPTIONS") return Method::kOptions;
    return Method::kOther;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Inside inside;
    static const std::set<int> listed{200, 204, 304, 400, 403, 404, 405, 409, 413, 414, 415, 429, 431, 503};
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::size_t space = std::min(text.find(' '), end);
    if (end - space > inside.context->limits.request_line_bytes) return 0;  // refused before
    Call call;
    call.request.method = method_of(text.substr(0, space));
    call.request.target = std::string(text.substr(std::min(space + 1, end), end - std::min(space + 1, end)));
    call.request.body = std::string(text.substr(std::min(end + 1, text.size())));
    call.request.content_type = "application/json";
    call.request.host = "localhost";
    call.request.client = "fuzz";
    if (call.request.body.size() > inside.context->limits.body_bytes) return 0;
    Match match = inside.router->match(call, false);
    Response response;
    if (match.ready) {
        response = *match.ready;
    } else {
        const Work work = inside.router->begin(match, call);
        std::optional<Response> made;
        for (int pieces = 0; !made; ++pieces) {
            FUZZ_CHECK(pieces < 1'000'000);
            made = work();
        }
        response = *std::move(made);
    }
    response = inside.router->finish(match, call, std::move(response));
    FUZZ_CHECK(listed.contains(response.status));
    // No path, unless the request named it.
    if (text.find(inside.folder) == std::string_view::npos) {
        FUZZ_CHECK(response.body.find(inside.folder) == std::string::npos);
    }
    const bool json = response.content_type.find("json") != std::string_view::npos;
    if (json && !response.body.empty() && !response.gzip) FUZZ_CHECK(nlohmann::json::accept(response.body));
    return 0;
}
