// SPDX-License-Identifier: MIT
// The checkpoint of a sweep: one file for each job, named by what the job is, so that a job neither takes up nor
// removes that of another one.
//
// The job is the collection, what is kept of a position, and the extent; they stand in the file's name and within the
// file. Threads and memory do not matter: any checkpoint of the job will do.
#pragma once

#include <filesystem>
#include <string>

#include "merels/progress.h"
#include "merels/result.h"
#include "solve/moving/moving_sweep.h"

namespace merels {

class Checkpoint {
  public:
    Checkpoint(const std::filesystem::path& database, const std::string& collection, const SweepOptions& sweep);

    bool exists() const;
    // On all ranks of the sweep; the first one writes.
    Status save(const MovingSweep& sweep) const;
    // Takes it up if there is one, on all ranks or on none; otherwise the sweep begins anew. `progress` is told which.
    void restore(MovingSweep& sweep, Progress& progress) const;
    // At the end of the job: its own, and those of jobs whose tables are all among this job's.
    void remove() const;

  private:
    std::string job_name() const;
    Status restore_here(MovingSweep& sweep) const;

    std::filesystem::path folder_;
    std::filesystem::path path_;
    Transport& ranks_;
    int max_men_, max_total_, threads_;
    bool depths_;
};

}  // namespace merels
