// SPDX-License-Identifier: MIT
// Arrays that need not fit into memory: they lie in a scratch file that is mapped, and pages are taken out of the
// process again where it would hold more than its limit. What is taken out stays in the system's cache of files as long
// as there is room, else on disk, so the time grows smoothly as the limit falls; a step should go through its arrays in
// runs, as ours do.
//
//   Spill spill(folder, limit, in_memory);      // so many bytes of the first arrays stay in memory
//   memory.allocate(bytes, &spill);      // BigMemory; on failure spill.error() says why
//   spill.keep_to_limit();               // every few hundred KB that were touched, by any thread; some 2 us
// The limit is of the whole process: RSS as seen from outside. Arrays must go before the spill. Apart from
// keep_to_limit one thread at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <vector>

#include "merels/result.h"
#include "store/files/scratch_file.h"

namespace merels::solve {

class Spill {
  public:
    Spill(std::filesystem::path folder, std::uint64_t limit, std::uint64_t in_memory);
    Spill(const Spill&) = delete;
    Spill& operator=(const Spill&) = delete;

    // How many bytes of arrays may stay in memory where the process holds so much besides (pages of the file that are
    // at work included): the rest of the limit but for what is kept free.
    static std::uint64_t room_for_arrays(std::uint64_t limit, std::uint64_t besides);

    // Whether an array has its place in memory; if so it is taken, and to be given back when the array goes.
    bool take_memory(std::size_t bytes);
    void give_memory(std::size_t bytes) { in_memory_ += bytes; }

    // Zeroed bytes, aligned to pages; null where the disk is full or the system refuses.
    void* map(std::size_t bytes);
    void unmap(void* data);
    // Why the last one failed.
    const Error& error() const { return error_; }

    // Where the process holds too much: takes pages out of it; what is in them stays. Where everything else alone is
    // too much it waits until the process has grown again.
    void keep_to_limit();

  private:
    struct Range {
        std::byte* data;
        std::size_t bytes;
        std::uint64_t offset;  // in the file
    };
    void take_out_one(std::uint64_t pieces);

    std::filesystem::path folder_;
    std::uint64_t limit_;
    std::uint64_t in_memory_;    // still to be had
    FileDescriptor statistics_;  // of the process
    ScratchFile file_;
    std::uint64_t end_ = 0;  // of what the file has given out
    Error error_{ErrorCode::kNoMemory, ""};
    std::atomic<std::uint64_t> in_vain_{0};  // up to here nothing more can be taken out
    std::mutex mutex_;                       // guards what follows
    std::vector<Range> ranges_;
    std::uint64_t random_ = 0;  // which piece goes next
};

}  // namespace merels::solve
