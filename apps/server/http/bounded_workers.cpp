// SPDX-License-Identifier: MIT
#include "server/http/bounded_workers.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace merels::server {

BoundedWorkers::BoundedWorkers(int threads, int most, bool low_priority) : most_(most) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this, low_priority] { run(low_priority); });
}

BoundedWorkers::~BoundedWorkers() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

bool BoundedWorkers::try_post(std::function<void()> job) {
    {
        const std::lock_guard lock(mutex_);
        if (unfinished_ >= most_) return false;
        ++unfinished_;
        queue_.push_back(std::move(job));
    }
    wake_.notify_one();
    return true;
}

void BoundedWorkers::run([[maybe_unused]] bool low_priority) {
#ifdef __linux__
    if (low_priority) setpriority(PRIO_PROCESS, 0, 5);  // 0 is the calling thread here, not the process
#endif
    std::unique_lock lock(mutex_);
    while (true) {
        wake_.wait(lock, [this] { return stop_ || !queue_.empty(); });
        if (queue_.empty()) return;
        std::function<void()> job = std::move(queue_.front());
        queue_.pop_front();
        lock.unlock();
        job();
        job = nullptr;
        lock.lock();
        --unfinished_;
    }
}

}  // namespace merels::server
