// SPDX-License-Identifier: MIT
// A fixed number of threads that share loops. The calling thread is one of them, so a pool of one runs everything in
// place.
//
//   WorkerPool pool(threads);
//   pool.parallel_for(rows, 16, [&](std::size_t first, std::size_t last, int worker) { ... });
//
// Chunks are handed out as workers become free, so they may differ in cost. Nothing is said about their order; what a
// loop computes must not depend on it. Cost: one wake-up of the threads a loop (microseconds), one atomic add a chunk.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace merels {

class WorkerPool {
  public:
    // threads >= 1; smaller numbers count as 1.
    explicit WorkerPool(int threads);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    int threads() const { return static_cast<int>(helpers_.size()) + 1; }

    // Calls body(first, last, worker) for disjoint ranges that cover 0..count-1, each of at most `chunk` (at least 1)
    // items. `worker` is 0..threads()-1, and no two running calls have the same. Returns when all is done. The first
    // exception of a body stops the loop early and is thrown here. Must not be called from within a body, nor by two
    // threads at once.
    template <class Body>
    void parallel_for(std::size_t count, std::size_t chunk, Body&& body) {
        using Plain = std::remove_reference_t<Body>;
        // Only called while `body` lives: run() returns after the last call.
        const auto call = [](void* context, std::size_t first, std::size_t last, int worker) {
            (*static_cast<Plain*>(context))(first, last, worker);
        };
        run(count, chunk == 0 ? 1 : chunk, call, const_cast<void*>(static_cast<const void*>(std::addressof(body))));
    }

    // Called by every thread after each chunk of all loops to come, so that something can be kept in order beside them.
    void after_chunks(std::function<void()> call) { after_chunk_ = std::move(call); }

  private:
    using Call = void (*)(void* context, std::size_t first, std::size_t last, int worker);

    void run(std::size_t count, std::size_t chunk, Call call, void* context);
    void work(int worker);
    void helper_main(int worker);

    // The loop that is running. Written by run() under the mutex before `loop_` grows, read by helpers after they saw
    // it grow.
    Call call_ = nullptr;
    void* context_ = nullptr;
    std::size_t count_ = 0;
    std::size_t chunk_ = 1;
    std::atomic<std::size_t> next_{0};
    std::function<void()> after_chunk_;

    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable finished_;
    std::uint64_t loop_ = 0;  // number of loops started
    std::size_t busy_ = 0;    // helpers still in the running loop
    bool stop_ = false;
    std::exception_ptr failure_;
    std::vector<std::thread> helpers_;
};

// The number of threads the machine can run at once, at least 1.
int hardware_threads();

}  // namespace merels
