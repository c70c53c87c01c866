// SPDX-License-Identifier: MIT
#include "server/http/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace merels::server {

void Metrics::set_labels(const std::vector<std::string_view>& labels) {
    for (const std::string_view label : labels) {
        const auto found = std::find(labels_.begin(), labels_.end(), label);
        place_.push_back(static_cast<std::size_t>(found - labels_.begin()));
        if (found == labels_.end()) labels_.push_back(label);
    }
    requests_ = decltype(requests_)(labels_.size());
}

void Metrics::request_answered(int label, int status, std::chrono::nanoseconds elapsed) {
    auto place = std::find(kStatuses.begin(), kStatuses.end(), status);
    if (place == kStatuses.end()) place = std::find(kStatuses.begin(), kStatuses.end(), 500);
    requests_[place_[static_cast<std::size_t>(label)]][static_cast<std::size_t>(place - kStatuses.begin())].fetch_add(
        1, std::memory_order_relaxed);
    const double seconds = std::chrono::duration<double>(elapsed).count();
    const auto bucket = std::lower_bound(kBounds.begin(), kBounds.end(), seconds) - kBounds.begin();
    buckets_[static_cast<std::size_t>(bucket)].fetch_add(1, std::memory_order_relaxed);
    nanoseconds_.fetch_add(static_cast<std::uint64_t>(elapsed.count()), std::memory_order_relaxed);
}

std::string Metrics::text(const Gauges& gauges) const {
    std::string out;
    const auto add = std::back_inserter(out);
    const auto single = [&](const char* name, const char* type, const char* help, auto value) {
        fmt::format_to(add, "# HELP {0} {1}\n# TYPE {0} {2}\n{0} {3}\n", name, help, type, value);
    };

    out += "# HELP merels_requests_total Requests answered.\n# TYPE merels_requests_total counter\n";
    for (std::size_t r = 0; r < labels_.size(); ++r) {
        for (std::size_t s = 0; s < kStatuses.size(); ++s) {
            const auto n = requests_[r][s].load(std::memory_order_relaxed);
            if (n == 0) continue;
            fmt::format_to(add, "merels_requests_total{{route=\"{}\",status=\"{}\"}} {}\n", labels_[r], kStatuses[s],
                           n);
        }
    }
    out += "# HELP merels_request_seconds Time from a request read to its answer made.\n";
    out += "# TYPE merels_request_seconds histogram\n";
    std::uint64_t below = 0;
    for (std::size_t b = 0; b < kBounds.size(); ++b) {
        below += buckets_[b].load(std::memory_order_relaxed);
        fmt::format_to(add, "merels_request_seconds_bucket{{le=\"{}\"}} {}\n", kBounds[b], below);
    }
    below += buckets_.back().load(std::memory_order_relaxed);
    fmt::format_to(add, "merels_request_seconds_bucket{{le=\"+Inf\"}} {}\n", below);
    fmt::format_to(add, "merels_request_seconds_sum {}\n",
                   static_cast<double>(nanoseconds_.load(std::memory_order_relaxed)) * 1e-9);
    fmt::format_to(add, "merels_request_seconds_count {}\n", below);

    single("merels_requests_in_flight", "gauge", "Requests being answered.", in_flight_.load());
    single("merels_connections", "gauge", "Open connections.", connections_.load());
    single("merels_requests_abandoned_total", "counter", "Requests whose client went away before the answer.",
           abandoned_.load());
    single("merels_probes_total", "counter", "Positions looked up in the tables.", probes_.load());
    single("merels_table_errors_total", "counter", "Look-ups that failed for another reason than a missing table.",
           table_errors_.load());
    single("merels_tables", "gauge", "Table files in the database.", gauges.tables);
    single("merels_solve_running", "gauge", "1 while a solve started from the page runs.",
           gauges.solve_running ? 1 : 0);
    return out;
}

}  // namespace merels::server
