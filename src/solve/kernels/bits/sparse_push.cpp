// SPDX-License-Identifier: MIT
#include "solve/kernels/bits/sparse_push.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace merels::solve {

void PlyTally::clear() {
    for (auto& row : positions) row.fill(0);
    for (auto& row : example) row.fill(kNone);
}

void PlyTally::add(const PlyTally& other) {
    for (int w = 0; w <= kMaxMen; ++w) {
        for (int b = 0; b <= kMaxMen; ++b) {
            positions[w][b] += other.positions[w][b];
            example[w][b] = std::min(example[w][b], other.example[w][b]);
        }
    }
}

BitList::~BitList() { std::free(data_); }

void BitList::grow(std::size_t more) {
    const std::size_t capacity = std::max(size_ + more, capacity_ + capacity_ / 2 + 4096);
    void* data = std::realloc(data_, capacity * sizeof(std::uint64_t));
    if (data == nullptr) throw std::bad_alloc();
    data_ = static_cast<std::uint64_t*>(data);
    capacity_ = capacity;
}

}  // namespace merels::solve
