// SPDX-License-Identifier: MIT
#include "solve/rows/big_memory.h"

#include <sys/mman.h>

#include <cstdint>

namespace merels::solve {

BigMemory::~BigMemory() { release(); }

void BigMemory::release() {
    if (mapping_ != nullptr) munmap(mapping_, mapped_);
    data_ = mapping_ = nullptr;
    bytes_ = mapped_ = 0;
}

bool BigMemory::allocate(std::size_t bytes) {
    release();
    if (bytes == 0) return true;
    const std::size_t rounded = (bytes + kHugePage - 1) & ~(kHugePage - 1);
    void* mapping =
        mmap(nullptr, rounded + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED) return false;
    mapping_ = mapping;
    mapped_ = rounded + kHugePage;
    bytes_ = bytes;
    const auto start = reinterpret_cast<std::uintptr_t>(mapping);
    data_ = reinterpret_cast<void*>((start + kHugePage - 1) & ~(kHugePage - 1));
    madvise(data_, rounded, MADV_HUGEPAGE);  // a hint: failure only costs time
    return true;
}

}  // namespace merels::solve
