// SPDX-License-Identifier: MIT
// A fixed number of threads (asio::thread_pool) that work for many clients. A job is done in pieces. The next piece is
// always for the client that has had least of the threads' time of late, so who asks little goes before those who ask
// much, however many of these there are; among equals clients take turns, and of one client the jobs do. What does not
// fit the bounds is refused at once: the newcomer's job, or the last one of the client that has had most, where that is
// somebody else.
#pragma once

#include <boost/asio/thread_pool.hpp>
#include <chrono>
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
    using Piece = std::function<bool()>;
    // Instead of the next piece, where room was needed for somebody who has had less.
    using Refusal = std::function<void()>;
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds kHalfLife{10};  // of the memory of who has had what

    explicit WorkQueue(Bounds bounds);
    ~WorkQueue();  // finishes what is queued
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    // False when there are too many already. Thread-safe.
    bool try_post(const std::string& client, Piece piece, Refusal refusal = {});
    // Jobs that run or wait.
    int unfinished() const;

  private:
    struct Job {
        Piece piece;
        Refusal refusal;
    };
    struct Client {
        std::deque<Job> waiting;
        int unfinished = 0;
        double seconds = 0;  // of the threads that it has had, halved every kHalfLife: as of `at`
        Clock::time_point at = {};

        double had(Clock::time_point now) const;
    };
    void enqueue(Client& client, Job job);  // under the lock, as the next ones
    Client* next(Clock::time_point now);
    bool make_room(const Client& newcomer, Clock::time_point now, Refusal& refusal);
    void forget_idle(Clock::time_point now);
    void run_piece();

    Bounds bounds_;
    mutable std::mutex mutex_;
    std::unordered_map<std::string, Client> clients_;  // those with unfinished jobs, and those who had some of late
    std::deque<Client*> ring_;                         // those with waiting jobs, each once, in turn
    int unfinished_ = 0;
    std::size_t forget_at_ = 4096;      // clients: then those who have had next to nothing are dropped
    boost::asio::thread_pool threads_;  // last: joined first
};

}  // namespace merels::server
