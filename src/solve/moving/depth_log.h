// SPDX-License-Identifier: MIT
// The depths that a sweep finds, as a log: which bits of which row became wins at which ply. A win takes about one
// byte, and only while it is new; the tables' layout, one byte for every position, is made from the log at the end, one
// number of white men at a time (depth_level.h).
//
//   DepthLog log;
//   log.begin(table, threads, memory_limit, folder);
//   log.add_row(worker, row, delta, bits, value);        // from any worker
//   log.add_bits(worker, list, value);
//   log.flush();                                         // between plies; kNoSpace, kIo
//   log.read_level(level, kernels, pool);
//
// The log is a stream of blocks for each slab, which is a run of rows of one level. Blocks beyond the memory limit go
// to a file without a name, which the system removes with the process, whatever ends it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/worker_pool.h"
#include "merels/result.h"
#include "solve/kernels/bits/cube_kernels.h"
#include "solve/kernels/bits/sparse_push.h"
#include "solve/moving/depth_level.h"
#include "solve/rows/big_memory.h"
#include "solve/rows/row_share.h"
#include "solve/rows/row_table.h"
#include "store/files/scratch_file.h"

namespace merels::solve {

class DepthLog {
  public:
    // Bytes that the log of so many recorded positions takes, at most as far as it was measured; beside it each worker
    // has buffers of buffer_bytes().
    static std::uint64_t expected_bytes(std::uint64_t depth_bytes) { return depth_bytes / 100 * 60; }
    static std::uint64_t buffer_bytes(int threads);

    DepthLog() = default;
    DepthLog(const DepthLog&) = delete;
    DepthLog& operator=(const DepthLog&) = delete;

    // An empty log. `folder`: where the file would be.
    void begin(const RowTable& table, const RowShare& share, int threads, std::uint64_t memory_limit,
               std::filesystem::path folder);

    // New wins of a row: the `bits` bits that are set in `delta`.
    void add_row(int worker, RowId row, const Word* delta, std::uint64_t bits, std::uint8_t value);
    // New wins one by one, in any order; the list is empty afterwards.
    void add_bits(int worker, BitList& list, std::uint8_t value);

    // What was added is part of the log. An error of the file, if there was one.
    Status flush();

    // Enters the wins of a level. After flush().
    Status read_level(DepthLevel& level, const CubeKernels& kernels, WorkerPool& pool) const;

    // As named chunks, for a checkpoint: the whole log, whatever the number of ranks was or will be. After flush(). On
    // all ranks together; the first one's writer is called, and each one's reader.
    using Writer = std::function<Status(std::string_view name, std::span<const std::byte> bytes)>;
    using Reader = std::function<Status(std::string_view name, std::span<std::byte> bytes)>;
    Status save(const Writer& writer, Transport& ranks) const;
    Status restore(const Reader& reader);

  private:
    struct Block {
        const std::uint8_t* memory = nullptr;  // null: in the file
        std::uint64_t offset = 0;
        std::uint32_t size = 0;
    };
    struct Slab {
        RowId first = 0, last = 0;  // rows
        std::vector<Block> blocks;
    };
    struct Worker {
        std::vector<std::vector<std::uint8_t>> buffers;  // by slab
        std::vector<std::uint64_t> scratch;
    };

    std::vector<std::uint8_t>& buffer(int worker, std::uint32_t slab);
    void hand_over(int worker, std::uint32_t slab);
    void append(Slab& slab, std::span<const std::uint8_t> bytes);
    std::uint8_t* take_memory(std::size_t bytes);
    Result<std::vector<std::uint8_t>> read(const Block& block) const;
    Status read_slab(const Slab& slab, DepthLevel& level, const CubeKernels& kernels) const;
    Status read_block(std::span<const std::uint8_t> bytes, const Slab& slab, DepthLevel& level,
                      const CubeKernels& kernels) const;

    // Whether some of a slab's rows are this rank's, and those that are.
    bool concerns(const Slab& slab, int rank) const;
    Result<std::vector<std::uint8_t>> own_records(const Slab& slab, std::vector<std::uint8_t> bytes) const;

    const RowTable* table_ = nullptr;
    std::optional<RowShare> share_;
    std::uint64_t memory_limit_ = 0;
    std::filesystem::path folder_;
    std::vector<Slab> slabs_;
    std::vector<std::uint32_t> slab_of_row_;
    std::vector<Worker> workers_;
    std::mutex mutex_;  // guards the slabs' blocks, the file's end, the error
    // Blocks in memory one after the other: the system gets it all back at once, which it would not from the heap.
    std::vector<BigMemory> memory_;
    std::size_t free_ = 0;         // bytes of the last one
    std::uint64_t in_memory_ = 0;  // taken in all
    std::uint64_t spilled_ = 0;    // bytes of the file
    ScratchFile file_;
    std::optional<Error> error_;
};

}  // namespace merels::solve
