// SPDX-License-Identifier: MIT
// The processes that this program is part of. Which file defines it is chosen by CMake: `merels` is one process,
// `merels-mpi` (-DMERELS_MPI=ON) is what mpirun started (docs/cluster.md).
#pragma once

#include <memory>

#include "base/transport.h"

namespace merels {

// Once, at the start of the program. Null: the job is this process.
std::unique_ptr<Transport> make_transport();

}  // namespace merels
