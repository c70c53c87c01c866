// SPDX-License-Identifier: MIT
#include "server/http/work_queue.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <cmath>
#include <latch>
#include <memory>
#include <utility>

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace merels::server {
namespace {

// Each thread of the pool once: they wait for each other, so that none takes two of these jobs.
void set_niceness([[maybe_unused]] boost::asio::thread_pool& threads, [[maybe_unused]] int count,
                  [[maybe_unused]] int niceness) {
#ifdef __linux__
    if (niceness <= 0) return;
    const auto all = std::make_shared<std::latch>(count);
    for (int i = 0; i < count; ++i) {
        boost::asio::post(threads, [all, niceness] {
            setpriority(PRIO_PROCESS, 0, niceness);  // 0 is the calling thread here, not the process
            all->arrive_and_wait();
        });
    }
#endif
}

}  // namespace

WorkQueue::WorkQueue(Bounds bounds) : bounds_(bounds), threads_(static_cast<std::size_t>(bounds.threads)) {
    set_niceness(threads_, bounds.threads, bounds.niceness);
}

WorkQueue::~WorkQueue() { threads_.join(); }

double WorkQueue::Client::had(Clock::time_point now) const {
    return seconds * std::exp2(-std::chrono::duration<double>(now - at) / kHalfLife);
}

bool WorkQueue::try_post(const std::string& client, Piece piece, Refusal refusal) {
    Refusal refused;
    bool another = true;  // a call of run_piece for each waiting job
    {
        const auto now = Clock::now();
        const std::lock_guard lock(mutex_);
        if (clients_.size() >= forget_at_) forget_idle(now);
        Client& mine = clients_[client];
        if (mine.unfinished >= bounds_.client_jobs) return false;
        if (unfinished_ >= bounds_.jobs) {
            if (!make_room(mine, now, refused)) return false;
            another = false;  // that of the job that went
        }
        ++unfinished_;
        ++mine.unfinished;
        enqueue(mine, {std::move(piece), std::move(refusal)});
    }
    if (refused) refused();
    if (another) boost::asio::post(threads_, [this] { run_piece(); });
    return true;
}

int WorkQueue::unfinished() const {
    const std::lock_guard lock(mutex_);
    return unfinished_;
}

void WorkQueue::enqueue(Client& client, Job job) {
    if (client.waiting.empty()) ring_.push_back(&client);
    client.waiting.push_back(std::move(job));
}

// Takes the client that has had least out of the ring; the first of equals.
WorkQueue::Client* WorkQueue::next(Clock::time_point now) {
    const auto least = std::min_element(ring_.begin(), ring_.end(),
                                        [now](const Client* a, const Client* b) { return a->had(now) < b->had(now); });
    Client* const client = *least;
    ring_.erase(least);
    return client;
}

// Drops the last job of the client that has had most, where that is more than the newcomer has had.
bool WorkQueue::make_room(const Client& newcomer, Clock::time_point now, Refusal& refusal) {
    const auto most = std::max_element(ring_.begin(), ring_.end(),
                                       [now](const Client* a, const Client* b) { return a->had(now) < b->had(now); });
    if (most == ring_.end() || (*most)->had(now) <= newcomer.had(now)) return false;
    Client& client = **most;
    refusal = std::move(client.waiting.back().refusal);
    client.waiting.pop_back();
    if (client.waiting.empty()) ring_.erase(most);
    --client.unfinished;
    --unfinished_;
    return true;
}

void WorkQueue::forget_idle(Clock::time_point now) {
    constexpr double kNothing = 1e-3;
    std::erase_if(clients_, [now](const auto& entry) {
        return entry.second.unfinished == 0 && entry.second.had(now) < kNothing;
    });
    forget_at_ = std::max<std::size_t>(4096, 2 * clients_.size());
}

// There are as many calls of this as waiting jobs.
void WorkQueue::run_piece() {
    const auto began = Clock::now();
    Client* client = nullptr;
    Job job;
    {
        const std::lock_guard lock(mutex_);
        client = next(began);
        job = std::move(client->waiting.front());
        client->waiting.pop_front();
        if (!client->waiting.empty()) ring_.push_back(client);
    }
    const bool done = job.piece();
    if (done) job = {};
    const auto now = Clock::now();
    {
        const std::lock_guard lock(mutex_);
        client->seconds = client->had(now) + std::chrono::duration<double>(now - began).count();
        client->at = now;
        if (!done) {
            enqueue(*client, std::move(job));
        } else {
            --unfinished_;
            --client->unfinished;
        }
    }
    if (!done) boost::asio::post(threads_, [this] { run_piece(); });
}

}  // namespace merels::server
