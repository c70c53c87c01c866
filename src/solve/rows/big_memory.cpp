// SPDX-License-Identifier: MIT
#include "solve/rows/big_memory.h"

#include <sys/mman.h>

#include <cstdint>

#include "solve/rows/spill.h"

namespace merels::solve {

BigMemory::~BigMemory() { release(); }

void BigMemory::release() {
    if (spill_ != nullptr && spilled_) {
        spill_->unmap(mapping_);
    } else if (mapping_ != nullptr) {
        munmap(mapping_, mapped_);
        if (spill_ != nullptr) spill_->give_memory(bytes_);
    }
    spill_ = nullptr;
    spilled_ = false;
    data_ = mapping_ = nullptr;
    bytes_ = mapped_ = 0;
}

bool BigMemory::allocate(std::size_t bytes, Spill* spill) {
    release();
    if (bytes == 0) return true;
    if (spill != nullptr && !spill->take_memory(bytes)) {
        data_ = mapping_ = spill->map(bytes);
        if (data_ == nullptr) return false;
        spill_ = spill;
        spilled_ = true;
        bytes_ = mapped_ = bytes;
        return true;
    }
    const std::size_t rounded = (bytes + kHugePage - 1) & ~(kHugePage - 1);
    void* mapping =
        mmap(nullptr, rounded + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED) {
        if (spill != nullptr) spill->give_memory(bytes);
        return false;
    }
    spill_ = spill;
    mapping_ = mapping;
    mapped_ = rounded + kHugePage;
    bytes_ = bytes;
    const auto start = reinterpret_cast<std::uintptr_t>(mapping);
    data_ = reinterpret_cast<void*>((start + kHugePage - 1) & ~(kHugePage - 1));
    madvise(data_, rounded, MADV_HUGEPAGE);  // a hint: failure only costs time
    return true;
}

}  // namespace merels::solve
