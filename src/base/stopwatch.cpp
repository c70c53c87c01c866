// SPDX-License-Identifier: MIT
#include "base/stopwatch.h"

#include <ctime>

namespace merels {

double process_cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace merels
