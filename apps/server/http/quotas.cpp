// SPDX-License-Identifier: MIT
#include "server/http/quotas.h"

#include <algorithm>
#include <cmath>

namespace merels::server {

Quotas::Account& Quotas::account(const std::string& client, Clock::time_point now) {
    if (accounts_.size() >= forget_at_) forget_full(now);
    const auto [found, fresh] =
        accounts_.try_emplace(client, Account{rates_.requests_at_once, rates_.work_seconds, now});
    Account& account = found->second;
    const double passed = std::max(0.0, std::chrono::duration<double>(now - account.at).count());
    account.requests = std::min(rates_.requests_at_once, account.requests + passed * rates_.requests_per_second);
    account.seconds = std::min(rates_.work_seconds, account.seconds + passed * rates_.work_share);
    account.at = now;
    return account;
}

// An account that would be full by now says no more than none at all.
void Quotas::forget_full(Clock::time_point now) {
    std::erase_if(accounts_, [&](const auto& entry) {
        const double passed = std::chrono::duration<double>(now - entry.second.at).count();
        return entry.second.requests + passed * rates_.requests_per_second >= rates_.requests_at_once &&
               entry.second.seconds + passed * rates_.work_share >= rates_.work_seconds;
    });
    forget_at_ = std::max<std::size_t>(4096, 2 * accounts_.size());
}

std::optional<int> Quotas::admit(const std::string& client, bool work, Clock::time_point now) {
    if (!limited()) return std::nullopt;
    const std::lock_guard lock(mutex_);
    Account& mine = account(client, now);
    const auto wait = [](double missing, double rate) {
        return std::max(1, static_cast<int>(std::min(3600.0, std::ceil(missing / rate))));
    };
    if (rates_.requests_per_second > 0 && mine.requests < 1) {
        return wait(1 - mine.requests, rates_.requests_per_second);
    }
    if (work && rates_.work_share > 0 && mine.seconds <= 0) return wait(-mine.seconds, rates_.work_share);
    mine.requests -= 1;
    return std::nullopt;
}

void Quotas::charge(const std::string& client, std::chrono::nanoseconds worked, Clock::time_point now) {
    if (rates_.work_share <= 0) return;
    const std::lock_guard lock(mutex_);
    account(client, now).seconds -= std::chrono::duration<double>(worked).count();
}

std::size_t Quotas::clients() const {
    const std::lock_guard lock(mutex_);
    return accounts_.size();
}

}  // namespace merels::server
