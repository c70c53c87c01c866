// SPDX-License-Identifier: MIT
// Counters of the server, as Prometheus text. All members are thread-safe; counting is one or two relaxed atomic adds.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace merels::server {

class Metrics {
  public:
    // Figures that are looked up when somebody asks.
    struct Gauges {
        std::uint64_t tables = 0;
        bool solve_running = false;
    };

    // Names of the addresses (Router::labels), before the first request.
    void set_labels(const std::vector<std::string_view>& labels);

    void request_started() { in_flight_.fetch_add(1, std::memory_order_relaxed); }
    // The answer has been made; the request stays in flight until request_ended.
    void request_answered(int label, int status, std::chrono::nanoseconds elapsed);
    void request_ended() { in_flight_.fetch_sub(1, std::memory_order_relaxed); }

    void connection_opened() { connections_.fetch_add(1, std::memory_order_relaxed); }
    void connection_closed() { connections_.fetch_sub(1, std::memory_order_relaxed); }
    // A request whose client went away before its answer was made.
    void count_abandoned() { abandoned_.fetch_add(1, std::memory_order_relaxed); }

    void count_probes(std::uint64_t positions) { probes_.fetch_add(positions, std::memory_order_relaxed); }
    void count_table_error() { table_errors_.fetch_add(1, std::memory_order_relaxed); }

    std::string text(const Gauges& gauges) const;

  private:
    static constexpr std::array kStatuses = {200, 202, 204, 304, 400, 403, 404, 405, 408,
                                             409, 413, 414, 415, 429, 431, 500, 503};
    static constexpr std::array kBounds = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01,
                                           0.025,  0.05,    0.1,    0.25,  0.5,    1.0,   5.0};  // seconds
    using Counter = std::atomic<std::uint64_t>;

    std::vector<std::string_view> labels_;                         // each once
    std::vector<std::size_t> place_;                               // in labels_, of each label as it was given
    std::vector<std::array<Counter, kStatuses.size()>> requests_;  // by place
    std::array<Counter, kBounds.size() + 1> buckets_{};
    Counter nanoseconds_{0};
    std::atomic<std::int64_t> in_flight_{0};
    std::atomic<std::int64_t> connections_{0};
    Counter abandoned_{0};
    Counter probes_{0};
    Counter table_errors_{0};
};

}  // namespace merels::server
