// SPDX-License-Identifier: MIT
// A fixed number of threads with a bounded queue: what does not fit is refused at once.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace merels::server {

class BoundedWorkers {
  public:
    // At most `most` jobs run or wait. Workers of low priority give way to the rest of the process.
    BoundedWorkers(int threads, int most, bool low_priority);
    ~BoundedWorkers();  // finishes what is queued
    BoundedWorkers(const BoundedWorkers&) = delete;
    BoundedWorkers& operator=(const BoundedWorkers&) = delete;

    // False when there are too many already. Thread-safe. Jobs must not throw.
    bool try_post(std::function<void()> job);

  private:
    void run(bool low_priority);

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::function<void()>> queue_;
    int most_;
    int unfinished_ = 0;  // running or waiting
    bool stop_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace merels::server
