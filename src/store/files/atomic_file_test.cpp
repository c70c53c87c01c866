// SPDX-License-Identifier: MIT
#include "store/files/atomic_file.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "store/files/checksum.h"
#include "store/files/scratch_folder.h"
#include "store/layout/table_samples.h"

namespace merels {
namespace {

TEST(AtomicFile, AppearsOnCommitOnly) {
    const ScratchFolder folder;
    const auto path = folder.path() / "a" / "b" / "file";
    {
        Result<AtomicFile> file = AtomicFile::create(path);
        ASSERT_TRUE(file);
        ASSERT_TRUE(file->append(std::vector<std::uint8_t>{1, 2, 3}));
        EXPECT_FALSE(std::filesystem::exists(path));
    }
    EXPECT_EQ(files_in(folder.path()), 0u);
    put_bytes(path, {9});
    {
        Result<AtomicFile> file = AtomicFile::create(path);
        ASSERT_TRUE(file);
        ASSERT_TRUE(file->append(std::vector<std::uint8_t>{1, 2, 3}));
    }
    EXPECT_EQ(bytes_of(path), std::vector<std::uint8_t>{9});
    Result<AtomicFile> file = AtomicFile::create(path);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->append(std::vector<std::uint8_t>{1, 2, 3}));
    ASSERT_TRUE(file->overwrite(1, std::vector<std::uint8_t>{7}));
    EXPECT_FALSE(file->overwrite(2, std::vector<std::uint8_t>{7, 7}));
    ASSERT_TRUE(file->append(std::vector<std::uint8_t>{4}));
    const std::vector<std::uint8_t> expected{1, 7, 3, 4};
    const Result<std::uint64_t> digest = file->checksum();
    ASSERT_TRUE(digest);
    EXPECT_EQ(*digest, checksum(expected));
    ASSERT_TRUE(file->commit());
    EXPECT_EQ(bytes_of(path), expected);
    EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(AtomicFile, LargerThanItsBuffer) {
    const ScratchFolder folder;
    const auto bytes = sample_values(11'000'003, Filling::kRandom);
    const auto path = folder.path() / "large";
    ASSERT_TRUE(write_file_atomically(path, bytes));
    EXPECT_EQ(bytes_of(path), bytes);
}

TEST(AtomicFile, TwoWritersExcludeEachOther) {
    const ScratchFolder folder;
    const auto path = folder.path() / "file";
    Result<AtomicFile> first = AtomicFile::create(path);
    ASSERT_TRUE(first);
    ASSERT_TRUE(first->append(std::vector<std::uint8_t>{1}));
    const Result<AtomicFile> second = AtomicFile::create(path);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::kIo);
    ASSERT_TRUE(first->commit());
    EXPECT_EQ(bytes_of(path), std::vector<std::uint8_t>{1});
}

TEST(AtomicFile, ASecondWriterMayWait) {
    const ScratchFolder folder;
    const auto path = folder.path() / "file";
    for (const bool commits : {true, false}) {
        Result<AtomicFile> made = AtomicFile::create(path);
        ASSERT_TRUE(made);
        auto first = std::make_unique<AtomicFile>(std::move(*made));
        ASSERT_TRUE(first->append(std::vector<std::uint8_t>{1, 1}));
        std::atomic<bool> over = false;
        bool waited = false;
        std::thread other([&] {
            Result<AtomicFile> second = AtomicFile::create(path, Busy::kWait);
            waited = over;
            ASSERT_TRUE(second);
            ASSERT_TRUE(second->append(std::vector<std::uint8_t>{2}));
            ASSERT_TRUE(second->commit());
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        over = true;
        EXPECT_TRUE(!commits || first->commit());
        first.reset();
        other.join();
        EXPECT_TRUE(waited);
        EXPECT_EQ(bytes_of(path), std::vector<std::uint8_t>{2});
        EXPECT_EQ(files_in(folder.path()), 1u);
    }
}

TEST(AtomicFile, LeftoversOfAKilledWriterAreOverwritten) {
    const ScratchFolder folder;
    const auto path = folder.path() / "file";
    put_bytes(folder.path() / "file.part", {5, 5, 5, 5, 5});
    ASSERT_TRUE(write_file_atomically(path, std::string("ab")));
    EXPECT_EQ(bytes_of(path), (std::vector<std::uint8_t>{'a', 'b'}));
    EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(AtomicFile, FolderThatCannotBeMade) {
    const ScratchFolder folder;
    put_bytes(folder.path() / "plain", {1});
    EXPECT_FALSE(AtomicFile::create(folder.path() / "plain" / "file"));
}

}  // namespace
}  // namespace merels
