// SPDX-License-Identifier: MIT
// A large array of small integers for random access: on huge pages where the system grants them (otherwise every
// access to a table of some 100 MB also misses the translation cache). Zeroed by the operating system, on first touch.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace merels {

template <class T>
class BigArray {
    static_assert(std::is_trivial_v<T>);

  public:
    BigArray() = default;
    // Throws std::bad_alloc, as containers do. Small pages are for arrays of which only a few parts will be touched.
    explicit BigArray(std::size_t size, bool huge_pages = true) : size_(size) {
        if (size == 0) return;
        // Room for aligning the beginning to a huge page: the unused ends are never touched.
        mapped_bytes_ = size * sizeof(T) + kHugePage;
        void* const mapped =
            mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (mapped == MAP_FAILED) throw std::bad_alloc();
        mapped_ = mapped;
        const auto address = reinterpret_cast<std::uintptr_t>(mapped);
        data_ = reinterpret_cast<T*>((address + kHugePage - 1) / kHugePage * kHugePage);
        if (size * sizeof(T) < kHugePage) return;
        madvise(data_, size * sizeof(T), huge_pages ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);  // a wish, may fail
    }
    ~BigArray() {
        if (mapped_ != nullptr) munmap(mapped_, mapped_bytes_);
    }
    BigArray(BigArray&& other) noexcept { swap(other); }
    BigArray& operator=(BigArray&& other) noexcept {
        BigArray(std::move(other)).swap(*this);
        return *this;
    }

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return size_ * sizeof(T); }
    T* data() { return data_; }
    const T* data() const { return data_; }
    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }
    std::span<T> span() { return {data_, size_}; }
    std::span<const T> span() const { return {data_, size_}; }

  private:
    static constexpr std::size_t kHugePage = std::size_t{2} << 20;

    void swap(BigArray& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(mapped_, other.mapped_);
        std::swap(mapped_bytes_, other.mapped_bytes_);
    }

    T* data_ = nullptr;
    std::size_t size_ = 0;
    void* mapped_ = nullptr;
    std::size_t mapped_bytes_ = 0;
};

}  // namespace merels
