// SPDX-License-Identifier: MIT
// The numbers of a part (verify/ultra_parts.h) for the rows that are asked for: an array with room for all rows, of
// which only these take memory, so that whoever reads it needs no second index.
//
//   UltraRows rows(parts, part);
//   rows.hold(wanted, pool, stop);            // a flag for each run
//   rows.data()[row * row_size + rank]        // of the rows held
//
// A run is a few consecutive rows that are decoded together. Cost: a few ns a position, two bytes.
#pragma once

#include <atomic>
#include <vector>

#include "base/worker_pool.h"
#include "minimax/big_array.h"
#include "verify/ultra_parts.h"

namespace merels::verify {

class UltraRows {
  public:
    using Code = UltraParts::Code;
    using RunFlags = std::vector<char>;

    // The parts must outlive this.
    UltraRows(const UltraParts& parts, const UltraPart& part);

    static ClassIndex rows_of_a_run(std::uint32_t row_size);
    ClassIndex run_of(ClassIndex row) const { return row / run_rows_; }
    ClassIndex runs() const { return (rows_ + run_rows_ - 1) / run_rows_; }
    std::uint64_t bytes_of_all() const { return std::uint64_t{rows_} * size_ * sizeof(Code); }
    std::uint64_t bytes_of(const RunFlags& runs) const;
    std::uint64_t bytes_held() const { return bytes_of(held_); }

    // Gives back the memory of the runs that are not wanted.
    void release_all_but(const RunFlags& wanted);
    // Decodes the wanted runs that are not there. kInterrupted when *stop (it may be null) is set.
    Status hold(const RunFlags& wanted, WorkerPool& pool, const std::atomic<bool>* stop);

    // Stays where it is as long as this lives.
    const Code* data() const { return codes_.data(); }

  private:
    void release(ClassIndex first_run, ClassIndex end_run);

    const UltraParts& parts_;
    UltraPart part_;
    ClassIndex rows_;
    std::uint32_t size_;
    ClassIndex run_rows_;
    BigArray<Code> codes_;
    RunFlags held_;
};

}  // namespace merels::verify
