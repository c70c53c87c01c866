// SPDX-License-Identifier: MIT
// Large zeroed arrays: on huge pages, or in a scratch file (spill.h).
#pragma once

#include <cstddef>
#include <utility>

namespace merels::solve {

class Spill;

// Owns one anonymous mapping, aligned to 2 MiB and advised for huge pages, or a part of a spill, aligned to pages. The
// pages are zero and are only taken when first touched.
class BigMemory {
  public:
    BigMemory() = default;
    BigMemory(BigMemory&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)),
          mapping_(std::exchange(other.mapping_, nullptr)),
          bytes_(std::exchange(other.bytes_, 0)),
          mapped_(std::exchange(other.mapped_, 0)),
          spill_(std::exchange(other.spill_, nullptr)),
          spilled_(other.spilled_) {}
    BigMemory& operator=(BigMemory&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(mapping_, other.mapping_);
        std::swap(bytes_, other.bytes_);
        std::swap(mapped_, other.mapped_);
        std::swap(spill_, other.spill_);
        std::swap(spilled_, other.spilled_);
        return *this;
    }
    ~BigMemory();

    // False when the system refuses. Replaces what was held. With a spill, which must live longer: in its file where
    // its place in memory is taken.
    [[nodiscard]] bool allocate(std::size_t bytes, Spill* spill = nullptr);
    void release();

    template <class T>
    T* as() const {
        return static_cast<T*>(data_);
    }
    std::size_t bytes() const { return bytes_; }

  private:
    void* data_ = nullptr;
    void* mapping_ = nullptr;
    std::size_t bytes_ = 0;
    std::size_t mapped_ = 0;
    Spill* spill_ = nullptr;
    bool spilled_ = false;  // lies there; else it was counted there
};

inline constexpr std::size_t kHugePage = std::size_t{2} << 20;

}  // namespace merels::solve
