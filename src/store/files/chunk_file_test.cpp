// SPDX-License-Identifier: MIT
#include "store/files/chunk_file.h"

#include <gtest/gtest.h>

#include <mutex>

#include "store/files/scratch_folder.h"
#include "store/layout/table_samples.h"

namespace merels {
namespace {

Status write_sample(const std::filesystem::path& path, int threads) {
    Result<ChunkWriter> writer = ChunkWriter::create(path, threads);
    if (!writer) return writer.error();
    for (const std::uint64_t size : {0u, 1u, 100u, 1u << 20, (1u << 20) + 1, 5'000'000u}) {
        const std::string name = "c" + std::to_string(size);
        if (Status s = writer->write(name + "r", sample_values(size, Filling::kRandom)); !s) return s;
        if (Status s = writer->write(name + "s", sample_values(size, Filling::kSkewed)); !s) return s;
    }
    return writer->finish();
}

TEST(ChunkFile, ComesBackAsItWentIn) {
    const ScratchFolder folder;
    const auto path = folder.path() / "checkpoint";
    ASSERT_TRUE(write_sample(path, 2));
    const Result<ChunkReader> reader = ChunkReader::open(path);
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(reader->chunks().size(), 12u);
    for (const Chunk& chunk : reader->chunks()) {
        const Filling filling = chunk.name.back() == 'r' ? Filling::kRandom : Filling::kSkewed;
        const auto expected = sample_values(chunk.bytes, filling);
        std::vector<std::uint8_t> read(chunk.bytes);
        ASSERT_TRUE(reader->read(chunk.name, read, 2));
        EXPECT_EQ(read, expected);
        std::vector<std::uint8_t> collected(chunk.bytes);
        ASSERT_TRUE(reader->read(
            chunk.name,
            [&](std::uint64_t offset, std::span<const std::uint8_t> bytes) {
                std::copy(bytes.begin(), bytes.end(), collected.begin() + static_cast<std::ptrdiff_t>(offset));
            },
            1));
        EXPECT_EQ(collected, expected);
    }
    std::vector<std::uint8_t> wrong(3);
    EXPECT_EQ(reader->read("c100r", wrong, 1).error().code, ErrorCode::kCorrupt);
    EXPECT_EQ(reader->read("nothing", wrong, 1).error().code, ErrorCode::kMissing);
}

TEST(ChunkFile, BytesDoNotDependOnThreads) {
    const ScratchFolder folder;
    ASSERT_TRUE(write_sample(folder.path() / "one", 1));
    ASSERT_TRUE(write_sample(folder.path() / "three", 3));
    EXPECT_EQ(bytes_of(folder.path() / "one"), bytes_of(folder.path() / "three"));
}

TEST(ChunkFile, NamesAreUniqueAndNothingIsLeftWithoutFinish) {
    const ScratchFolder folder;
    {
        Result<ChunkWriter> writer = ChunkWriter::create(folder.path() / "checkpoint", 1);
        ASSERT_TRUE(writer);
        ASSERT_TRUE(writer->write("a", std::vector<std::uint8_t>{1}));
        EXPECT_EQ(writer->write("a", std::vector<std::uint8_t>{1}).error().code, ErrorCode::kBadInput);
        EXPECT_EQ(writer->write("", std::vector<std::uint8_t>{1}).error().code, ErrorCode::kBadInput);
    }
    EXPECT_EQ(files_in(folder.path()), 0u);
    EXPECT_EQ(ChunkReader::open(folder.path() / "checkpoint").error().code, ErrorCode::kMissing);
}

// Every byte, every length: an error or the right bytes, and never all right.
TEST(ChunkFile, DamageIsSeen) {
    const ScratchFolder folder;
    const auto path = folder.path() / "checkpoint";
    Result<ChunkWriter> writer = ChunkWriter::create(path, 1);
    ASSERT_TRUE(writer);
    const auto values = sample_values(300, Filling::kSkewed);
    ASSERT_TRUE(writer->write("wins", values));
    ASSERT_TRUE(writer->write("losses", sample_values(200, Filling::kRandom)));
    ASSERT_TRUE(writer->finish());
    const auto good = bytes_of(path);
    const auto all_good = [&] {
        const Result<ChunkReader> reader = ChunkReader::open(path);
        if (!reader) return false;
        bool good_so_far = reader->find("wins") != nullptr && reader->find("losses") != nullptr;
        for (const Chunk& chunk : reader->chunks()) {
            std::vector<std::uint8_t> read(chunk.bytes);
            const Status status = reader->read(chunk.name, read, 1);
            good_so_far &= status.ok();
            if (status && chunk.name == "wins") {
                EXPECT_EQ(read, values);
            }
        }
        return good_so_far;
    };
    ASSERT_TRUE(all_good());
    for (std::size_t at = 0; at < good.size(); ++at) {
        for (const std::uint8_t flip : {0x01, 0x80, 0xFF}) {
            auto bytes = good;
            bytes[at] ^= flip;
            put_bytes(path, bytes);
            EXPECT_FALSE(all_good()) << at;
        }
    }
    for (std::size_t size = 0; size < good.size(); ++size) {
        put_bytes(path, {good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)});
        const Result<ChunkReader> reader = ChunkReader::open(path);
        ASSERT_FALSE(reader) << size;
    }
}

}  // namespace
}  // namespace merels
