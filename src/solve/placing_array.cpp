// SPDX-License-Identifier: MIT
#include "solve/placing_array.h"

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
    for (int men = 0; men <= row_men; ++men) {
        row_bytes_[men] = rows.row_bytes(kPoints - men);
        if (!allocate_bytes(levels_[men], level_bytes(rows, men), sparse)) return false;
    }
    row_men_ = row_men;
    return true;
}

bool allocate_bytes(BigMemory& memory, std::size_t bytes, bool sparse) {
    if (!memory.allocate(bytes)) return false;
    if (sparse) madvise(memory.as<void>(), bytes, MADV_NOHUGEPAGE);
    return true;
}

}  // namespace merels::solve
