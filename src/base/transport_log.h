// SPDX-License-Identifier: MIT
// What the stages of a job cost a rank: bytes said and heard, time in calls, time of its own. For measurements.
//
//   TransportLog log(ranks);                          // the ranks tell it of their stages from now on
//   ...                                               // a job that calls ranks.stage("ply", "12")
//   auto all = log.of_all_ranks();                    // by rank; all ranks call it
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/stopwatch.h"
#include "base/transport.h"

namespace merels {

struct TransportStage {
    std::string kind;  // "ply"
    std::string name;  // "12"
    TransportUse use;
    double seconds = 0;      // from its beginning to the next one's
    double cpu_seconds = 0;  // of the process
    // Of CPU, outside calls: it does not grow where processes share a processor.
    double compute() const { return cpu_seconds - use.cpu_seconds; }
};

class TransportLog {
  public:
    // What comes before the first stage is of the kind "other".
    explicit TransportLog(Transport& ranks);
    ~TransportLog() { ranks_.keep_log(nullptr); }
    TransportLog(const TransportLog&) = delete;
    TransportLog& operator=(const TransportLog&) = delete;

    // A stage that was there before goes on.
    void begin(std::string_view kind, std::string_view name);

    // In the order in which they began. Ends the log. kInternal: the ranks had different stages.
    Result<std::vector<std::vector<TransportStage>>> of_all_ranks();

  private:
    void close();

    Transport& ranks_;
    std::vector<TransportStage> stages_;
    std::size_t open_ = 0;
    Stopwatch watch_;
    TransportUse before_;
};

}  // namespace merels
