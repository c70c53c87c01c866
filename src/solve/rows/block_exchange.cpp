// SPDX-License-Identifier: MIT
#include "solve/rows/block_exchange.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

namespace merels::solve {
namespace {

// Of all ranks together. Small enough that the heap keeps the buffers of a round for the next one.
constexpr std::size_t kRoundBytes = std::size_t{32} << 20;
constexpr int kZstdLevel = 1;
constexpr std::size_t kBlockHead = 2 * sizeof(std::uint32_t);

std::uint32_t number_at(const std::byte* at) {
    std::uint32_t number = 0;
    std::memcpy(&number, at, sizeof(number));
    return number;
}

void append(std::vector<std::byte>& bytes, std::uint32_t raw_size, std::span<const std::uint8_t> block) {
    const std::array<std::uint32_t, 2> head{raw_size, static_cast<std::uint32_t>(block.size())};
    const std::size_t begin = bytes.size();
    bytes.resize(begin + kBlockHead + block.size());
    std::memcpy(bytes.data() + begin, head.data(), kBlockHead);
    std::memcpy(bytes.data() + begin + kBlockHead, block.data(), block.size());
}

}  // namespace

void BlockExchange::close(Worker& worker) const {
    if (worker.open.empty()) return;
    Block& block = worker.closed.emplace_back();
    block.raw_size = static_cast<std::uint32_t>(worker.open.size());
    if (presses_) {
        std::vector<std::uint8_t> pressed(ZSTD_compressBound(block.raw_size));
        const std::size_t size =
            ZSTD_compress(pressed.data(), pressed.size(), worker.open.data(), block.raw_size, kZstdLevel);
        if (size < block.raw_size)
            block.bytes.assign(pressed.begin(), pressed.begin() + static_cast<std::ptrdiff_t>(size));
    }
    if (block.bytes.empty()) block.bytes = worker.open;
    worker.open.clear();
}

Status BlockExchange::run(WorkerPool& pool, const Enter& enter) {
    pool.parallel_for(workers_.size(), 1, [&](std::size_t first, std::size_t last, int) {
        for (std::size_t i = first; i < last; ++i) close(workers_[i]);
    });
    // Whole blocks, until nobody has more: the first byte of what a rank says tells whether it has.
    const std::size_t most = kRoundBytes / static_cast<std::size_t>(ranks_.size());
    std::size_t worker = 0, at = 0;
    for (bool more = true; more;) {
        std::vector<std::byte> mine(1);
        for (; worker < workers_.size(); ++worker, at = 0) {
            const std::vector<Block>& blocks = workers_[worker].closed;
            for (; at < blocks.size() && mine.size() < most; ++at) append(mine, blocks[at].raw_size, blocks[at].bytes);
            if (at < blocks.size()) break;
        }
        mine[0] = std::byte{worker < workers_.size()};
        auto all = ranks_.all_gather(mine);
        all[static_cast<std::size_t>(ranks_.rank())].resize(1);
        more = std::any_of(all.begin(), all.end(), [](const auto& heard) { return heard[0] != std::byte{0}; });
        if (Status entered = enter_all(all, pool, enter); !entered) return entered;
    }
    for (Worker& own : workers_) own.closed.clear();
    return ok_status();
}

Status BlockExchange::enter_all(std::span<const std::vector<std::byte>> heard, WorkerPool& pool, const Enter& enter) {
    struct Heard {
        std::span<const std::byte> bytes;
        std::uint32_t raw_size;
    };
    const Error damaged{ErrorCode::kInternal, "what another rank found cannot be read"};
    std::vector<Heard> blocks;
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
            const Heard& block = blocks[i];
            if (block.bytes.size() == block.raw_size) {
                const auto* const bytes = reinterpret_cast<const std::uint8_t*>(block.bytes.data());
                if (!enter({bytes, block.raw_size}, worker)) good = false;
                continue;
            }
            raw.resize(block.raw_size);
            const bool read =
                ZSTD_decompress(raw.data(), raw.size(), block.bytes.data(), block.bytes.size()) == block.raw_size;
            if (!read || !enter(raw, worker)) good = false;
        }
    });
    return good ? ok_status() : Status(damaged);
}

}  // namespace merels::solve
