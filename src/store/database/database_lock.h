// SPDX-License-Identifier: MIT
// One writer a database: held while a solver writes, released when the object goes or the process ends, however.
#pragma once

#include <filesystem>

#include "merels/result.h"
#include "store/files/file_access.h"

namespace merels {

class DatabaseLock {
  public:
    // Makes the folder if it is not there. kIo when another process holds the lock.
    static Result<DatabaseLock> acquire(const std::filesystem::path& database);

  private:
    explicit DatabaseLock(FileDescriptor descriptor) : descriptor_(std::move(descriptor)) {}
    FileDescriptor descriptor_;
};

}  // namespace merels
