// SPDX-License-Identifier: MIT
#include "store/database/database_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>

namespace merels {

Result<DatabaseLock> DatabaseLock::acquire(const std::filesystem::path& database) {
    std::error_code error;
    std::filesystem::create_directories(database, error);
    if (error) return Error{ErrorCode::kIo, "cannot make '" + database.string() + "': " + error.message()};
    const auto path = database / ".lock";
    FileDescriptor descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (descriptor.get() < 0)
        return Error{ErrorCode::kIo, "cannot write to '" + database.string() + "': " + std::strerror(errno)};
    if (::flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0) {
        return Error{ErrorCode::kIo, "another solver is writing to '" + database.string() + "'"};
    }
    return DatabaseLock(std::move(descriptor));
}

}  // namespace merels
