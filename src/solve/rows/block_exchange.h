// SPDX-License-Identifier: MIT
// Bytes that every rank tells all others (base/transport.h), in blocks pressed by zstd at its fastest, in rounds of a
// bounded size.
//
//   put(exchange.open(worker), ...);  exchange.added(worker);      // any worker, as often as it likes
//   exchange.run(pool, [&](std::span<const std::uint8_t> block, int worker) { ...; return true; });
//
// A block is what one worker of another rank put between two calls of added(), several of them together; blocks come in
// any order, on all threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/transport.h"
#include "base/worker_pool.h"

namespace merels::solve {

class BlockExchange {
  public:
    BlockExchange(Transport& ranks, int threads)
        : ranks_(ranks), workers_(static_cast<std::size_t>(threads)), raw_(workers_.size()) {}

    std::vector<std::uint8_t>& open(int worker) { return workers_[static_cast<std::size_t>(worker)].open; }
    void added(int worker) {
        if (open(worker).size() >= kBlockBytes) press(workers_[static_cast<std::size_t>(worker)]);
    }

    // False: the block makes no sense, and kInternal is the answer.
    using Enter = std::function<bool(std::span<const std::uint8_t> block, int worker)>;
    Status run(WorkerPool& pool, const Enter& enter);

  private:
    static constexpr std::size_t kBlockBytes = std::size_t{1} << 20;  // before they are pressed
    struct Worker {
        std::vector<std::uint8_t> open;
        std::vector<std::byte> pressed;  // blocks: size raw, size pressed, bytes
    };
    static void press(Worker& worker);
    Status enter_all(std::span<const std::vector<std::byte>> heard, WorkerPool& pool, const Enter& enter);

    Transport& ranks_;
    std::vector<Worker> workers_;
    std::vector<std::vector<std::uint8_t>> raw_;  // by worker: a block that is read
};

}  // namespace merels::solve
