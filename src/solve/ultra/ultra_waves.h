// SPDX-License-Identifier: MIT
// The items of a pass in waves, dealt out over ranks (base/transport.h): no item of a wave reads another of it, so the
// ranks solve theirs side by side, and read what others wrote in earlier waves from the tables.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/ultra/ultra_order.h"

namespace merels::solve {

struct UltraWave {
    std::vector<UltraItem> items;  // this rank's
    std::uint64_t positions = 0;   // of all ranks
};

std::uint64_t positions_of(const UltraScale& scale, const UltraItem& item);

// `open`: what is to be solved, each item after those that it reads; what it reads besides is there. Each item goes
// into the first wave that can have it; of a wave the largest item first, to the rank that has least to do. One rank:
// one wave, in the order given.
std::vector<UltraWave> deal_waves(const Variant& variant, const UltraScale& scale, const std::vector<UltraItem>& open,
                                  int rank, int ranks);

}  // namespace merels::solve
