// SPDX-License-Identifier: MIT
#include "store/files/ordered_pipeline.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

namespace merels {

namespace {

struct Turns {
    std::mutex mutex;
    std::condition_variable turn;
    std::uint64_t next_item = 0;
    std::uint64_t consumed = 0;
    std::optional<Error> failure;

    void fail(const Error& error) {
        if (!failure) failure = error;
        turn.notify_all();
    }
};

}  // namespace

Status run_ordered(std::uint64_t items, int threads, const std::function<PipelineWorker()>& make_worker,
                   const std::function<Status(std::uint64_t item, std::vector<std::uint8_t>& bytes)>& consume) {
    Turns turns;
    const auto work = [&] {
        PipelineWorker worker = make_worker();
        std::vector<std::uint8_t> bytes;
        std::unique_lock lock(turns.mutex);
        while (!turns.failure && turns.next_item < items) {
            const std::uint64_t item = turns.next_item++;
            lock.unlock();
            bytes.clear();
            const Status produced = worker.produce(item, bytes);
            lock.lock();
            if (!produced) return turns.fail(produced.error());
            turns.turn.wait(lock, [&] { return turns.failure || turns.consumed == item; });
            if (turns.failure) return;
            lock.unlock();  // nobody else can have the turn until `consumed` moves on
            const Status taken = consume(item, bytes);
            lock.lock();
            if (!taken) return turns.fail(taken.error());
            ++turns.consumed;
            turns.turn.notify_all();
        }
    };
    const std::uint64_t useful = std::min<std::uint64_t>(static_cast<std::uint64_t>(std::max(threads, 1)), items);
    std::vector<std::thread> others;
    try {
        for (std::uint64_t i = 1; i < useful; ++i) others.emplace_back(work);
    } catch (const std::system_error&) {
        // The system refuses more threads: those that there are do the work.
    }
    work();
    for (std::thread& thread : others) thread.join();
    if (turns.failure) return *turns.failure;
    return ok_status();
}

}  // namespace merels
