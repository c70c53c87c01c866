// SPDX-License-Identifier: MIT
// The lock is a file that is locked, so it goes with the process, however that ends.
#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

#include "store/database/database.h"
#include "store/files/atomic_file.h"

namespace merels {

namespace {

Result<FileDescriptor> take_lock(const std::filesystem::path& folder) {
    if (Status made = make_folders(folder); !made) return made.error();
    const auto path = folder / ".lock";
    FileDescriptor descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (!descriptor.is_open()) return system_error(errno, "write to", folder);
    if (::flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK) return system_error(errno, "lock", path);
        return Error{ErrorCode::kIo, "another solver is writing to '" + folder.string() + "'"};
    }
    return descriptor;
}

// Of files and of collections, one level down. Only for the holder of the lock.
void remove_unfinished_files(const std::filesystem::path& folder) {
    std::error_code ignored;
    std::vector<std::filesystem::path> unfinished;
    const auto look_into = [&](const std::filesystem::path& place, const auto& then) {
        for (const auto& found : std::filesystem::directory_iterator(place, ignored)) then(found);
    };
    const auto keep_if_unfinished = [&](const std::filesystem::directory_entry& found) {
        if (found.path().extension() == ".part" && found.is_regular_file(ignored)) unfinished.push_back(found.path());
    };
    look_into(folder, [&](const std::filesystem::directory_entry& found) {
        keep_if_unfinished(found);
        if (found.is_directory(ignored) && !found.is_symlink(ignored)) look_into(found.path(), keep_if_unfinished);
    });
    for (const auto& path : unfinished) std::filesystem::remove(path, ignored);
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
                     "'" + folder_.string() + "' has files of Malom's: such a folder is only read"};
    }
    auto descriptor = take_lock(folder_);
    if (!descriptor) return descriptor.error();
    remove_unfinished_files(folder_);
    auto made = std::make_shared<DatabaseWriter>(folder_, *std::move(descriptor));
    writer_ = made;
    return made;
}

Result<ManifestEntry> DatabaseWriter::write(const TableSpec& spec, const RowSource& source, int threads,
                                            Packing packing) const {
    const auto written = write_table(folder_, spec, source, threads, packing);
    if (!written) return written.error();
    return manifest_entry(spec, *written);
}

Status DatabaseWriter::list(const std::string& collection, const std::string& rules,
                            std::span<const ManifestEntry> entries) const {
    return add_to_manifest(folder_, collection, rules, entries);
}

Status DatabaseWriter::add_notes(const std::string& collection, const std::string& name, const Notes& notes) const {
    return merels::add_notes(folder_, collection, name, notes);
}

}  // namespace merels
