// SPDX-License-Identifier: MIT
// Wall time and CPU time of the whole process since construction.
#pragma once

#include <chrono>

namespace merels {

// CPU seconds that all threads of the process have used so far.
double process_cpu_seconds();
// The part of them that the system used, mostly for fresh memory and files.
double process_system_seconds();

class Stopwatch {
  public:
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    double cpu_seconds() const { return process_cpu_seconds() - cpu_start_; }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
    double cpu_start_ = process_cpu_seconds();
};

}  // namespace merels
