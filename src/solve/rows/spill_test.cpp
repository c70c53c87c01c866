// SPDX-License-Identifier: MIT
#include "solve/rows/spill.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/worker_pool.h"
#include "solve/rows/big_memory.h"
#include "store/files/scratch_folder.h"

namespace merels::solve {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

std::size_t resident() {
    std::ifstream file("/proc/self/statm");
    std::size_t size = 0, pages = 0;
    file >> size >> pages;
    return pages * 4096;
}

TEST(Spill, KeepsWhatIsWrittenAndTheLimit) {
    const ScratchFolder folder;
    constexpr std::size_t kBytes = 384 * kMiB;
    const std::size_t limit = resident() + 200 * kMiB;
    Spill spill(folder.path(), limit, 0);
    BigMemory memory;
    ASSERT_TRUE(memory.allocate(kBytes, &spill));
    WorkerPool pool(3);
    pool.after_chunks([&] { spill.keep_to_limit(); });
    const auto word_of = [](std::size_t i) { return i * 0x9E3779B97F4A7C15u; };
    auto* const words = memory.as<std::uint64_t>();
    std::atomic<std::size_t> most{0}, wrong{0};
    for (const bool writes : {true, false}) {
        pool.parallel_for(kBytes / kMiB, 1, [&](std::size_t first, std::size_t last, int) {
            for (std::size_t i = first * kMiB / 8; i < last * kMiB / 8; ++i) {
                if (writes) {
                    words[i] = word_of(i);
                } else {
                    wrong += words[i] == word_of(i) ? 0 : 1;
                }
            }
            for (std::size_t now = resident(), had = most; now > had && !most.compare_exchange_weak(had, now);) {
            }
        });
    }
    EXPECT_EQ(wrong, 0u);
    EXPECT_LE(most, limit);
    EXPECT_GT(most, limit - 190 * kMiB);  // or nothing was tested
    // No more is taken out than the limit asks for: a quarter of a small one is kept free, and a little.
    EXPECT_GT(resident(), limit - limit / 4 - limit / 32);
}

TEST(Spill, WaitsWhereEverythingElseIsTooMuch) {
    const ScratchFolder folder;
    BigMemory other, memory;
    ASSERT_TRUE(other.allocate(256 * kMiB));
    std::memset(other.as<char>(), 1, other.bytes());
    Spill spill(folder.path(), 128 * kMiB, 0);
    ASSERT_TRUE(memory.allocate(64 * kMiB, &spill));
    std::memset(memory.as<char>(), 1, memory.bytes());
    const std::size_t before = resident();
    spill.keep_to_limit();
    const std::size_t least = resident();
    EXPECT_LT(least, before - 60 * kMiB);
    // What is touched next stays until it is worth another round.
    std::memset(memory.as<char>(), 2, kMiB);
    spill.keep_to_limit();
    EXPECT_GE(resident(), least + kMiB / 2);
    std::memset(memory.as<char>(), 2, 16 * kMiB);
    spill.keep_to_limit();
    EXPECT_LT(resident(), least + kMiB);
}

TEST(Spill, LeavesRoomForWhatIsBesides) {
    constexpr std::size_t kLimit = 1024 * kMiB;
    EXPECT_LT(Spill::room_for_arrays(kLimit, 0), kLimit);
    EXPECT_EQ(Spill::room_for_arrays(kLimit, 300 * kMiB) + 300 * kMiB, Spill::room_for_arrays(kLimit, 0));
    EXPECT_EQ(Spill::room_for_arrays(kLimit, 2 * kLimit), 0u);
}

TEST(Spill, GivesZeroesAndLeavesNothing) {
    const ScratchFolder folder;
    {
        Spill spill(folder.path(), ~std::uint64_t{0}, 4 * kMiB);
        for (int i = 0; i < 3; ++i) {
            BigMemory first, second;  // in memory, in the file
            for (BigMemory* memory : {&first, &second}) {
                ASSERT_TRUE(memory->allocate(3 * kMiB + 5, &spill));
                auto* const bytes = memory->as<char>();
                for (std::size_t k = 0; k < memory->bytes(); k += 1000) ASSERT_EQ(bytes[k], 0);
                bytes[memory->bytes() - 1] = 'x';
            }
            EXPECT_FALSE(spill.take_memory(3 * kMiB));
        }
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Spill, SaysWhatIsWrong) {
    const ScratchFolder folder;
    Spill spill(folder.path() / "missing", 1 << 20, 0);
    BigMemory memory;
    EXPECT_FALSE(memory.allocate(kMiB, &spill));
    EXPECT_NE(spill.error().message, "");
    EXPECT_EQ(memory.bytes(), 0u);
    const ScratchFolder other;
    Spill full(other.path(), 1 << 20, 0);
    EXPECT_FALSE(memory.allocate(std::size_t{1} << 60, &full));  // no disk is as large
    EXPECT_NE(full.error().message, "");
}

}  // namespace
}  // namespace merels::solve
