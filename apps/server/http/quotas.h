// SPDX-License-Identifier: MIT
// What one client may take from a server for strangers: so many requests a second, so much time of the workers. Each
// account fills steadily up to a bound; a request is taken while the account is not empty, and work is charged when it
// is done, so a client may overdraw by one request. Thread-safe; a mutex and a look-up each time.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace merels::server {

class Quotas {
  public:
    struct Rates {
        double requests_per_second = 0;  // 0: no limit
        double requests_at_once = 0;     // most that an account holds
        double work_share = 0;           // seconds of work a second; 0: no limit
        double work_seconds = 0;         // most that an account holds
    };
    using Clock = std::chrono::steady_clock;

    explicit Quotas(Rates rates) : rates_(rates) {}

    // Takes one request from the account; else the seconds to wait. `work`: it needs a worker.
    std::optional<int> admit(const std::string& client, bool work, Clock::time_point now = Clock::now());
    void charge(const std::string& client, std::chrono::nanoseconds worked, Clock::time_point now = Clock::now());

    std::size_t clients() const;

  private:
    struct Account {
        double requests = 0;
        double seconds = 0;
        Clock::time_point at;
    };
    Account& account(const std::string& client, Clock::time_point now);
    void forget_full(Clock::time_point now);
    bool limited() const { return rates_.requests_per_second > 0 || rates_.work_share > 0; }

    Rates rates_;
    mutable std::mutex mutex_;
    std::unordered_map<std::string, Account> accounts_;
    std::size_t forget_at_ = 4096;  // accounts: then those that are full again are dropped
};

}  // namespace merels::server
