// SPDX-License-Identifier: MIT
// The lock is a file that is locked, so it goes with the process, however that ends.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>

#include "store/database/database.h"
#include "store/database/leftovers.h"
#include "store/files/atomic_file.h"

namespace merels {

namespace {

Result<FileDescriptor> take_lock(const std::filesystem::path& folder, int how) {
    if (Status made = make_folders(folder); !made) return made.error();
    const auto path = folder / ".lock";
    FileDescriptor descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (!descriptor.is_open()) return system_error(errno, "write to", folder);
    while (::flock(descriptor.get(), how) != 0) {
        if (errno == EINTR) continue;
        if (errno != EWOULDBLOCK) return system_error(errno, "lock", path);
        return Error{ErrorCode::kIo, "another solver is writing to '" + folder.string() + "'"};
    }
    return descriptor;
}

// Malom's files, whose folders are only read (src/malom): tables of ours beside them would not count.
bool has_foreign_files(const std::filesystem::path& folder) {
    std::error_code ignored;
    for (const auto& found : std::filesystem::directory_iterator(folder, ignored)) {
        if (found.path().extension() == ".sec2" || found.path().extension() == ".secval") return true;
    }
    return false;
}

}  // namespace

Result<std::shared_ptr<DatabaseWriter>> Database::writer() {
    const std::lock_guard lock(mutex_);
    if (auto held = writer_.lock()) return held;
    if (source_ || has_foreign_files(folder_)) {
        return Error{ErrorCode::kBadInput,
                     fmt::format("'{}' has files of Malom's: such a folder is only read", folder_.string())};
    }
    auto descriptor = take_lock(folder_, (beside_others_ ? LOCK_SH : LOCK_EX) | LOCK_NB);
    if (!descriptor) return descriptor.error();
    for (const Leftover& leftover : beside_others_ ? std::vector<Leftover>() : find_leftovers(folder_)) {
        std::error_code ignored;
        if (!leftover.checkpoint) std::filesystem::remove(leftover.path, ignored);
    }
    auto made = std::make_shared<DatabaseWriter>(folder_, *std::move(descriptor), beside_others_);
    writer_ = made;
    return made;
}

Result<ManifestEntry> DatabaseWriter::write(const TableSpec& spec, const RowSource& source, int threads,
                                            Packing packing) const {
    const auto written = write_table(folder_, spec, source, threads, packing, busy());
    if (!written) return written.error();
    return manifest_entry(spec, *written);
}

Result<FileDescriptor> DatabaseWriter::lock_lists(const std::string& collection) const {
    if (!beside_others_) return FileDescriptor();
    return take_lock(folder_ / collection, LOCK_EX);
}

Status DatabaseWriter::list(const std::string& collection, const std::string& rules,
                            std::span<const ManifestEntry> entries) const {
    const auto lock = lock_lists(collection);
    if (!lock) return lock.error();
    return add_to_manifest(folder_, collection, rules, entries);
}

Status DatabaseWriter::add_notes(const std::string& collection, const std::string& name, const Notes& notes) const {
    const auto lock = lock_lists(collection);
    if (!lock) return lock.error();
    return merels::add_notes(folder_, collection, name, notes);
}

}  // namespace merels
