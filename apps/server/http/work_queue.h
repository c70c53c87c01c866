// SPDX-License-Identifier: MIT
// A fixed number of threads (asio::thread_pool) that work for many clients in turn. A job is done in pieces: after each
// piece the next client in the ring gets its turn, and of one client the next job, so nobody waits for more than one
// piece of each other client. What does not fit the bounds is refused at once.
#pragma once

#include <boost/asio/thread_pool.hpp>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>

namespace merels::server {

class WorkQueue {
  public:
    struct Bounds {
        int threads = 1;
        int jobs = 64;         // that run or wait
        int client_jobs = 64;  // of one client
        int niceness = 0;      // above 0: gives way to the rest of the process
    };
    // One piece; true when the job is done. Must not throw.
    using Job = std::function<bool()>;

    explicit WorkQueue(Bounds bounds);
    ~WorkQueue();  // finishes what is queued
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    // False when there are too many already. Thread-safe.
    bool try_post(const std::string& client, Job job);
    // Jobs that run or wait.
    int unfinished() const;

  private:
    struct Client {
        std::deque<Job> waiting;
        int unfinished = 0;
    };
    void enqueue(const std::string& name, Client& client, Job job);  // under the lock
    void run_piece();

    Bounds bounds_;
    mutable std::mutex mutex_;
    std::unordered_map<std::string, Client> clients_;  // those with unfinished jobs
    std::deque<std::string> ring_;                     // those with waiting jobs, each once, in turn
    int unfinished_ = 0;
    boost::asio::thread_pool threads_;  // last: joined first
};

}  // namespace merels::server
