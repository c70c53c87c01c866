// SPDX-License-Identifier: MIT
// The checkpoint of a sweep: one file for each job, named by what the job is, so that a job neither takes up nor
// removes that of another one.
//
// The job is the collection, what is kept of a position, and the extent; they stand in the file's name. Within the file
// stands the pass with the numbers of men whose depths it records: where the passes are cut in another way, say with
// other memory, the checkpoint is of no use.
#pragma once

#include <filesystem>
#include <string>

#include "base/progress.h"
#include "merels/result.h"
#include "solve/moving/moving_sweep.h"

namespace merels {

class Checkpoint {
  public:
    Checkpoint(const std::filesystem::path& database, const std::string& collection, const SweepOptions& sweep);

    bool exists() const;
    Status save(const MovingSweep& sweep, int pass) const;
    // Takes it up if it is of this pass; otherwise the pass begins anew. `progress` is told which.
    void restore(MovingSweep& sweep, int pass, Progress& progress) const;
    // At the end of the job: its own, and those of jobs whose tables are all among this job's.
    void remove() const;

  private:
    std::string pass_name(const MovingSweep& sweep, int pass) const;

    std::filesystem::path folder_;
    std::filesystem::path path_;
    int max_men_, max_total_, threads_;
    bool depths_;
};

}  // namespace merels
