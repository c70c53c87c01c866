// SPDX-License-Identifier: MIT
#include "server/http/work_queue.h"

#include <boost/asio/post.hpp>
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

bool WorkQueue::try_post(const std::string& client, Job job) {
    {
        const std::lock_guard lock(mutex_);
        if (unfinished_ >= bounds_.jobs) return false;
        Client& mine = clients_[client];
        if (mine.unfinished >= bounds_.client_jobs) return false;
        ++unfinished_;
        ++mine.unfinished;
        enqueue(client, mine, std::move(job));
    }
    boost::asio::post(threads_, [this] { run_piece(); });
    return true;
}

int WorkQueue::unfinished() const {
    const std::lock_guard lock(mutex_);
    return unfinished_;
}

void WorkQueue::enqueue(const std::string& name, Client& client, Job job) {
    if (client.waiting.empty()) ring_.push_back(name);
    client.waiting.push_back(std::move(job));
}

// There are as many calls of this as waiting jobs.
void WorkQueue::run_piece() {
    std::string name;
    Job job;
    {
        const std::lock_guard lock(mutex_);
        name = std::move(ring_.front());
        ring_.pop_front();
        Client& client = clients_.at(name);
        job = std::move(client.waiting.front());
        client.waiting.pop_front();
        if (!client.waiting.empty()) ring_.push_back(name);
    }
    const bool done = job();
    if (done) job = nullptr;
    {
        const std::lock_guard lock(mutex_);
        const auto client = clients_.find(name);
        if (!done) {
            enqueue(name, client->second, std::move(job));
        } else {
            --unfinished_;
            if (--client->second.unfinished == 0) clients_.erase(client);
        }
    }
    if (!done) boost::asio::post(threads_, [this] { run_piece(); });
}

}  // namespace merels::server
