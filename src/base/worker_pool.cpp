// SPDX-License-Identifier: MIT
#include "base/worker_pool.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace merels {

WorkerPool::WorkerPool(int threads) {
    try {
        for (int worker = 1; worker < threads; ++worker) helpers_.emplace_back([this, worker] { helper_main(worker); });
    } catch (const std::system_error&) {
        // The system refuses more threads: those that there are do the work.
    }
}

WorkerPool::~WorkerPool() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    wake_.notify_all();
    for (std::thread& helper : helpers_) helper.join();
}

void WorkerPool::run(std::size_t count, std::size_t chunk, Call call, void* context) {
    if (count == 0) return;
    // A loop of one chunk is not worth waking anybody.
    const bool alone = helpers_.empty() || count <= chunk;
    {
        const std::lock_guard lock(mutex_);
        call_ = call;
        context_ = context;
        count_ = count;
        chunk_ = chunk;
        next_.store(0, std::memory_order_relaxed);
        if (!alone) {
            busy_ = helpers_.size();
            ++loop_;
        }
    }
    if (!alone) wake_.notify_all();
    work(0);
    std::unique_lock lock(mutex_);
    finished_.wait(lock, [this] { return busy_ == 0; });
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void WorkerPool::work(int worker) {
    try {
        for (;;) {
            const std::size_t first = next_.fetch_add(chunk_, std::memory_order_relaxed);
            if (first >= count_) return;
            call_(context_, first, first + std::min(chunk_, count_ - first), worker);
            if (after_chunk_) after_chunk_();
        }
    } catch (...) {
        next_.store(count_, std::memory_order_relaxed);
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
    }
}

void WorkerPool::helper_main(int worker) {
    std::uint64_t done = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [&] { return stop_ || loop_ != done; });
        if (stop_) return;
        done = loop_;
        lock.unlock();
        work(worker);
        lock.lock();
        if (--busy_ == 0) finished_.notify_one();
    }
}

int hardware_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

}  // namespace merels
