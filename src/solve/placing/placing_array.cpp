// SPDX-License-Identifier: MIT
#include "solve/placing/placing_array.h"

#include <sys/mman.h>

#include <algorithm>

namespace merels::solve {

std::size_t PlacingArray::level_bytes(const PlacingRows& rows, int men) {
    return Classes::get().size(men) * rows.row_bytes(kPoints - men);
}

std::size_t PlacingArray::largest_level_bytes(const PlacingRows& rows, int row_men) {
    std::size_t largest = 0;
    for (int men = 0; men <= row_men; ++men) largest = std::max(largest, level_bytes(rows, men));
    return largest;
}

std::size_t PlacingArray::total_bytes(const PlacingRows& rows, int row_men) {
    std::size_t total = 0;
    for (int men = 0; men <= row_men; ++men) total += level_bytes(rows, men);
    return total;
}

bool PlacingArray::allocate(const PlacingRows& rows, int row_men, bool sparse) {
    *this = view(rows);
    for (int men = 0; men <= row_men; ++men) {
        if (!allocate_bytes(memory_[men], level_bytes(rows, men), sparse)) return false;
        levels_[men] = memory_[men].as<std::uint8_t>();
    }
    return true;
}

PlacingArray PlacingArray::view(const PlacingRows& rows) {
    PlacingArray array;
    for (int men = 0; men <= kMaxMen; ++men) array.row_bytes_[men] = rows.row_bytes(kPoints - men);
    return array;
}

bool allocate_bytes(BigMemory& memory, std::size_t bytes, bool sparse, Spill* spill) {
    if (!memory.allocate(bytes, spill)) return false;
    if (sparse) madvise(memory.as<void>(), bytes, MADV_NOHUGEPAGE);
    return true;
}

}  // namespace merels::solve
