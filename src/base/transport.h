// SPDX-License-Identifier: MIT
// How the processes of one job (ranks, numbered from 0) speak with each other. All ranks run the same program on the
// same input and call the same members in the same order, each from one thread; a call returns when the answer is
// there.
//
//   Transport& ranks = local_transport();                 // a job of one process: every call is free
//   ranks.sum(counts);                                    // now everybody has the sums
//   if (Status all = ranks.agree(mine); !all) return all; // somebody failed: everybody returns the same error
//
// A process that fails between two calls cannot be waited for: it says why and ends all (end_all).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "merels/result.h"

namespace merels {

// What a rank has said and heard so far.
struct TransportUse {
    std::uint64_t sent = 0;      // bytes of its own, each counted once however many hear it
    std::uint64_t received = 0;  // bytes of others
    double seconds = 0;          // within calls
    double waiting = 0;          // part of them: until the others had come, too
    double cpu_seconds = 0;      // of the process within calls; who waits may spin
};

class TransportLog;  // base/transport_log.h

class Transport {
  public:
    virtual ~Transport() = default;
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;

    virtual int rank() const = 0;
    virtual int size() const = 0;
    // Ranks on the same machine, this one included: they share its memory.
    virtual int neighbours() const = 0;
    bool alone() const { return size() == 1; }
    bool is_first() const { return rank() == 0; }

    // Everybody's bytes, by rank. Pieces may differ in length, and may be longer than 2^31 bytes.
    virtual std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> mine) = 0;
    // The bytes of `root` at everybody; all give the same length.
    virtual void broadcast(std::span<std::byte> bytes, int root) = 0;
    // From one rank to another: send returns when `bytes` may change. The two calls must meet.
    virtual void send(std::span<const std::byte> bytes, int to) = 0;
    virtual std::vector<std::byte> receive(int from) = 0;
    virtual void barrier() = 0;
    // Entry by entry over all ranks.
    virtual void sum(std::span<std::uint64_t> numbers) = 0;
    virtual void max(std::span<std::uint64_t> numbers) = 0;

    // The ranks that give the same number, in the same order, as ranks of their own; all call it. Those on the same
    // machine still share its memory with all others there. It must not outlive this one.
    virtual std::unique_ptr<Transport> split(int group) = 0;

    // Ends the processes of all ranks with this exit code, at once; not a call that the others have to meet. Of all
    // groups, too.
    [[noreturn]] virtual void end_all(int exit_code) = 0;

    virtual TransportUse use() const = 0;
    // What follows belongs to this stage of the job: ("ply", "12"). Only a log looks at it.
    void stage(std::string_view kind, std::string_view name);
    // Null: none. It must outlive its use.
    void keep_log(TransportLog* log) { log_ = log; }

    // Whether it is so for one of the ranks.
    bool any(bool mine);
    // The outcome of a step that each rank took on its own: good when all were. Otherwise everybody gets the error of
    // the first rank that has one, with the rank in its message where others have none, or another one.
    Status agree(const Status& mine);
    // Whether agree() gave an error the last time: everybody knows of it, and nobody waits for us.
    bool has_agreed_on_failure() const { return failed_; }

  protected:
    Transport() = default;

  private:
    bool failed_ = false;
    TransportLog* log_ = nullptr;
};

// The job is this process.
Transport& local_transport();

}  // namespace merels
