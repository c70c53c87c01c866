// SPDX-License-Identifier: MIT
// Work that is done by several threads and delivered in order: item i is produced by any thread, and consumed when
// all items before it were. Each thread holds one finished item at most, so memory stays bounded.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "merels/result.h"

namespace merels {

struct PipelineWorker {
    // Fills `out` (empty on entry) with item `item`.
    std::function<Status(std::uint64_t item, std::vector<std::uint8_t>& out)> produce;
};

// `make_worker` is called once for each thread, `consume` in the order of the items, never twice at a time.
// The first error stops everything and is returned. threads < 1 counts as 1; one thread means the caller's own.
Status run_ordered(std::uint64_t items, int threads, const std::function<PipelineWorker()>& make_worker,
                   const std::function<Status(std::uint64_t item, std::vector<std::uint8_t>& bytes)>& consume);

}  // namespace merels
