// SPDX-License-Identifier: MIT
#include "solve/rows/block_exchange.h"

#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <cstring>

namespace merels::solve {
namespace {

constexpr std::size_t kRoundBytes = std::size_t{256} << 20;  // of all ranks together
constexpr int kZstdLevel = 1;
constexpr std::size_t kBlockHead = 2 * sizeof(std::uint32_t);

std::uint32_t number_at(const std::byte* at) {
    std::uint32_t number = 0;
    std::memcpy(&number, at, sizeof(number));
    return number;
}

}  // namespace

void BlockExchange::press(Worker& worker) {
    if (worker.open.empty()) return;
    const std::size_t begin = worker.pressed.size();
    worker.pressed.resize(begin + kBlockHead + ZSTD_compressBound(worker.open.size()));
    std::byte* const block = worker.pressed.data() + begin;
    const auto size =
        static_cast<std::uint32_t>(ZSTD_compress(block + kBlockHead, worker.pressed.size() - begin - kBlockHead,
                                                 worker.open.data(), worker.open.size(), kZstdLevel));
    const auto raw = static_cast<std::uint32_t>(worker.open.size());
    std::memcpy(block, &raw, sizeof(raw));
    std::memcpy(block + sizeof(raw), &size, sizeof(size));
    worker.pressed.resize(begin + kBlockHead + size);
    worker.open.clear();
}

Status BlockExchange::run(WorkerPool& pool, const Enter& enter) {
    pool.parallel_for(workers_.size(), 1, [&](std::size_t first, std::size_t last, int) {
        for (std::size_t i = first; i < last; ++i) press(workers_[i]);
    });
    // Whole blocks, until nobody has more: the first byte of what a rank says tells whether it has.
    const std::size_t most = kRoundBytes / static_cast<std::size_t>(ranks_.size());
    std::size_t worker = 0, at = 0;
    for (bool more = true; more;) {
        std::vector<std::byte> mine(1);
        for (; worker < workers_.size(); ++worker, at = 0) {
            const std::vector<std::byte>& blocks = workers_[worker].pressed;
            while (at < blocks.size() && mine.size() < most) {
                const std::size_t size = kBlockHead + number_at(blocks.data() + at + sizeof(std::uint32_t));
                mine.insert(mine.end(), blocks.data() + at, blocks.data() + at + size);
                at += size;
            }
            if (at < blocks.size()) break;
        }
        mine[0] = std::byte{worker < workers_.size()};
        auto all = ranks_.all_gather(mine);
        all[static_cast<std::size_t>(ranks_.rank())].resize(1);
        more = std::any_of(all.begin(), all.end(), [](const auto& heard) { return heard[0] != std::byte{0}; });
        if (Status entered = enter_all(all, pool, enter); !entered) return entered;
    }
    for (Worker& own : workers_) own.pressed.clear();
    return ok_status();
}

Status BlockExchange::enter_all(std::span<const std::vector<std::byte>> heard, WorkerPool& pool, const Enter& enter) {
    struct Block {
        std::span<const std::byte> bytes;
        std::uint32_t raw_size;
    };
    const Error damaged{ErrorCode::kInternal, "what another rank found cannot be read"};
    std::vector<Block> blocks;
    for (const std::vector<std::byte>& bytes : heard) {
        for (std::size_t at = 1; at < bytes.size();) {
            if (bytes.size() - at < kBlockHead) return damaged;
            const std::size_t size = number_at(bytes.data() + at + sizeof(std::uint32_t));
            if (bytes.size() - at - kBlockHead < size) return damaged;
            blocks.push_back({std::span(bytes).subspan(at + kBlockHead, size), number_at(bytes.data() + at)});
            at += kBlockHead + size;
        }
    }
    std::atomic<bool> good = true;
    pool.parallel_for(blocks.size(), 1, [&](std::size_t first, std::size_t last, int worker) {
        std::vector<std::uint8_t>& raw = raw_[static_cast<std::size_t>(worker)];
        for (std::size_t i = first; i < last; ++i) {
            const Block& block = blocks[i];
            raw.resize(block.raw_size);
            const bool read =
                ZSTD_decompress(raw.data(), raw.size(), block.bytes.data(), block.bytes.size()) == block.raw_size;
            if (!read || !enter(raw, worker)) good = false;
        }
    });
    return good ? ok_status() : Status(damaged);
}

}  // namespace merels::solve
