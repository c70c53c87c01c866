// SPDX-License-Identifier: MIT
#include "server/http/connections.h"

#include "server/http/session.h"

namespace merels::server {
namespace {

constexpr int kMostLeaving = 256;  // more than these on their way out: the machine is too busy to take others in

}  // namespace

bool Connections::make_room(const std::string& address, bool limited) {
    Kept kept;
    const std::lock_guard lock(mutex_);
    const auto mine = of_address_.find(address);
    if (limited && most_of_address_ > 0 && mine != of_address_.end() && mine->second >= most_of_address_ &&
        !close_one_idle(&address, kept)) {
        return false;
    }
    if (static_cast<int>(sessions_.size()) - leaving_ < most_) return true;
    return leaving_ < kMostLeaving && close_one_idle(nullptr, kept);
}

bool Connections::close_one_idle(const std::string* address, Kept& kept) {
    Session* victim = nullptr;
    int victim_share = 0;
    for (Session* session : sessions_) {
        if (!session->is_idle() || session->is_leaving()) continue;
        if (address != nullptr && session->address() != *address) continue;
        const int share = of_address_[session->address()];
        if (victim != nullptr &&
            (share < victim_share || (share == victim_share && session->since() >= victim->since())))
            continue;
        auto alive = session->weak_from_this().lock();
        if (!alive) continue;
        kept.push_back(std::move(alive));
        victim = session;
        victim_share = share;
    }
    if (victim == nullptr) return false;
    victim->leave();
    ++leaving_;
    --of_address_[victim->address()];
    return true;
}

void Connections::opened(Session& session) {
    const std::lock_guard lock(mutex_);
    sessions_.insert(&session);
    ++of_address_[session.address()];
}

void Connections::closed(Session& session) {
    const std::lock_guard lock(mutex_);
    sessions_.erase(&session);
    const auto mine = of_address_.find(session.address());
    if (session.is_leaving()) {
        --leaving_;
    } else {
        --mine->second;
    }
    if (mine != of_address_.end() && mine->second <= 0) of_address_.erase(mine);
}

void Connections::close_late() {
    const auto now = std::chrono::steady_clock::now();
    Kept kept;
    const std::lock_guard lock(mutex_);
    for (Session* session : sessions_) {
        if (!session->is_late(now)) continue;
        if (auto alive = session->weak_from_this().lock()) kept.push_back(std::move(alive));
    }
    for (const auto& session : kept) session->close_if_late();
}

void Connections::close_idle() {
    Kept kept;
    const std::lock_guard lock(mutex_);
    for (Session* session : sessions_) {
        if (auto alive = session->weak_from_this().lock()) kept.push_back(std::move(alive));
    }
    for (const auto& session : kept) session->close_if_served();
}

void Connections::abandon_all() {
    const std::lock_guard lock(mutex_);
    for (Session* session : sessions_) session->abandon();
}

}  // namespace merels::server
