// SPDX-License-Identifier: MIT
// Order within a collection: notes and values of subspaces, then the tables, each listed as soon as it is there. So
// what has been copied can be used at once, and in the end the manifest is that of the source.
#include "exchange/fetch_job.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <set>
#include <thread>
#include <utility>

#include "base/resources.h"
#include "index/collection.h"
#include "index/subspace_values.h"
#include "index/ultra_table.h"
#include "store/files/atomic_file.h"
#include "store/files/checksum.h"
#include "store/files/text_file.h"

namespace merels {
namespace {

constexpr const char* kUnfinished = ".fetching";  // not ".part": those a new writer removes
constexpr const char* kScratch = ".fetching";     // a folder for notes, as long as they are looked at
constexpr int kMostTries = 4;                     // without a new byte

bool is_name(const std::string& name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

// Whether a broken connection may be worth another try.
bool may_be_tried_again(const Error& error) {
    return error.code == ErrorCode::kIo || error.code == ErrorCode::kTruncated;
}

// A file that grows at its end, beside the one that it will be.
class GrowingFile {
  public:
    static Result<GrowingFile> open(const std::filesystem::path& path) {
        FileDescriptor descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
        if (!descriptor.is_open()) return system_error(errno, "write", path);
        const off_t size = ::lseek(descriptor.get(), 0, SEEK_END);
        if (size < 0) return system_error(errno, "read", path);
        return GrowingFile(path, std::move(descriptor), static_cast<std::uint64_t>(size));
    }
    std::uint64_t size() const { return size_; }
    int descriptor() const { return descriptor_.get(); }

    // At `offset`, which is where the file ends, or a place before: then what follows is forgotten.
    Status put(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
        if (offset != size_) {
            if (Status cut = shorten(offset); !cut) return cut;
        }
        while (!bytes.empty()) {
            const ssize_t written = ::pwrite(descriptor_.get(), bytes.data(), bytes.size(), static_cast<off_t>(size_));
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return system_error(errno, "write", path_);
            size_ += static_cast<std::uint64_t>(written);
            bytes = bytes.subspan(static_cast<std::size_t>(written));
        }
        return ok_status();
    }
    Status shorten(std::uint64_t size) {
        if (::ftruncate(descriptor_.get(), static_cast<off_t>(size)) != 0) return system_error(errno, "write", path_);
        size_ = size;
        return ok_status();
    }
    Status finish(const std::filesystem::path& path) const {
        if (::fsync(descriptor_.get()) != 0) return system_error(errno, "write", path_);
        if (::rename(path_.c_str(), path.c_str()) != 0) return system_error(errno, "write", path);
        return ok_status();
    }

  private:
    GrowingFile(std::filesystem::path path, FileDescriptor descriptor, std::uint64_t size)
        : path_(std::move(path)), descriptor_(std::move(descriptor)), size_(size) {}

    std::filesystem::path path_;
    FileDescriptor descriptor_;
    std::uint64_t size_;
};

// Reads until the end, by as many connections as it takes. `size` tells how many bytes are there.
Status read_with_patience(FileSource& source, const std::string& path, const std::function<std::uint64_t()>& size,
                          const ByteSink& sink, const std::function<bool()>& complete) {
    for (int tries = 0; tries < kMostTries; ++tries) {
        const std::uint64_t before = size();
        const Status read = source.read(path, before, sink);
        if (read && complete()) return read;
        if (!read && !may_be_tried_again(read.error())) return read;
        if (size() > before) tries = -1;
        if (tries + 1 == kMostTries) {
            return read ? Status(Error{ErrorCode::kTruncated, source.name(path) + ": ends too early"}) : read;
        }
        if (tries >= 0) std::this_thread::sleep_for(std::chrono::milliseconds(200) * (1 << tries));
    }
    return ok_status();
}

// A small file. kMissing where there is none.
Result<std::string> read_small(FileSource& source, const std::string& path) {
    std::string text;
    const auto sink = [&](std::uint64_t offset, std::span<const std::uint8_t> bytes) -> Status {
        text.resize(offset);
        if (text.size() + bytes.size() > kMostTextBytes) return Error{ErrorCode::kCorrupt, "too large"};
        text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return ok_status();
    };
    Status read = ok_status();
    for (int tries = 0; tries < kMostTries; ++tries) {
        text.clear();
        read = source.read(path, 0, sink);
        if (read || !may_be_tried_again(read.error())) break;
    }
    if (!read) return read.error();
    return text;
}

class FetchJob {
  public:
    FetchJob(FileSource& source, const FetchOptions& options) : source_(source), options_(options), to_(options.to) {}

    // What is to be copied.
    Status plan() {
        std::vector<std::string> names = options_.collections;
        if (names.empty()) names = source_.folders().value_or(possible_collections());
        for (const std::string& name : names) {
            if (!is_name(name)) {
                if (options_.collections.empty()) continue;
                return Error{ErrorCode::kBadInput, "'" + name + "' is not the name of a collection"};
            }
            const std::string path = name + "/manifest.json";
            const auto text = read_small(source_, path);
            if (!text && text.error().code == ErrorCode::kMissing && options_.collections.empty()) continue;
            if (!text) return text.error();
            auto manifest = decode_manifest(*text);
            if (!manifest) return Error{manifest.error().code, source_.name(path) + ": " + manifest.error().message};
            if (manifest->collection != name) {
                return Error{ErrorCode::kWrongVariant,
                             source_.name(path) + ": the manifest of '" + manifest->collection + "'"};
            }
            if (Status fits = compare_with_ours(*manifest); !fits) return fits;
            std::erase_if(manifest->entries, [&](const ManifestEntry& entry) {
                return options_.wanted && !options_.wanted({name, entry.counts});
            });
            if (!manifest->entries.empty()) manifests_.push_back(*std::move(manifest));
        }
        if (manifests_.empty()) {
            return Error{ErrorCode::kMissing, source_.name("") + ": no table of a game is there"};
        }
        return ok_status();
    }

    Status run(Progress& progress) {
        auto writer = to_.writer();
        if (!writer) return writer.error();
        std::uint64_t bytes = 0;
        for (const Manifest& manifest : manifests_) {
            for (const ManifestEntry& entry : manifest.entries) bytes += is_there(manifest, entry) ? 0 : entry.bytes;
        }
        if (const std::uint64_t free = available_disk(options_.to); bytes > free && free != 0) {
            return Error{ErrorCode::kNoSpace, fmt::format("{} bytes are needed on the disk, {} are free", bytes, free)};
        }
        progress.begin("copying tables", bytes);
        const Status done = copy_all(**writer, progress);
        progress.end();
        return done;
    }

    const FetchReport& report() const { return report_; }

  private:
    // Tables of other rules must not come under the same name.
    Status compare_with_ours(const Manifest& theirs) const {
        const auto ours = to_.manifest(theirs.collection);
        if (!ours) return ours.error().code == ErrorCode::kMissing ? ok_status() : Status(ours.error());
        // Manifests made before version 0.2 have the collection's name there.
        for (const std::string& rules : {(*ours)->rules, theirs.rules}) {
            if (rules == theirs.collection) return ok_status();
        }
        if ((*ours)->rules == theirs.rules) return ok_status();
        return Error{ErrorCode::kWrongVariant,
                     fmt::format("{}: made for the rules '{}', not '{}'", source_.name(theirs.collection), theirs.rules,
                                 (*ours)->rules)};
    }

    // The same table, or a better one: with depths where theirs has none.
    bool is_there(const Manifest& manifest, const ManifestEntry& entry) const {
        const TableId id{manifest.collection, entry.counts};
        const auto ours = to_.entry(id);
        if (!ours) return false;
        const bool better = ours->kind == ValueKind::kDtw && entry.kind == ValueKind::kWdl;
        if (*ours != entry && !better) return false;
        return file_state(table_path(options_.to, id)).bytes == ours->bytes;
    }

    Status copy_all(const DatabaseWriter& writer, Progress& progress) {
        for (const Manifest& manifest : manifests_) {
            if (Status made = make_folders(options_.to / manifest.collection); !made) return made;
            if (Status copied = copy_values(manifest); !copied) return copied;
            if (Status copied = copy_notes(writer, manifest); !copied) return copied;
            for (const ManifestEntry& entry : manifest.entries) {
                if (is_there(manifest, entry)) {
                    ++report_.there;
                    continue;
                }
                if (Status copied = copy_table(manifest.collection, entry, progress); !copied) return copied;
                if (Status listed = writer.list(manifest.collection, manifest.rules, std::span(&entry, 1)); !listed) {
                    return listed;
                }
                ++report_.tables;
                report_.bytes += entry.bytes;
            }
        }
        return ok_status();
    }

    // The values of subspaces beside ultra-strong tables; the rules text of the manifest has their digest.
    Status copy_values(const Manifest& manifest) const {
        if (manifest.entries.front().kind != ValueKind::kUltra) return ok_status();
        const std::string path = manifest.collection + "/" + std::string(kSubspaceValuesFile);
        const auto text = read_small(source_, path);
        if (!text) return text.error();
        const std::span bytes(reinterpret_cast<const std::uint8_t*>(text->data()), text->size());
        if (!manifest.rules.ends_with(' ' + format_digest(checksum(bytes)))) {
            return Error{ErrorCode::kCorrupt,
                         source_.name(path) + ": not the values that the manifest beside it names"};
        }
        const auto ours = options_.to / path;
        const auto known = read_text_file(ours);
        if (known && *known == *text) return ok_status();
        return write_file_atomically(ours, *text);
    }

    // Notes have checksums of their own. They may be missing: then the losses are not counted there either.
    Status copy_notes(const DatabaseWriter& writer, const Manifest& manifest) const {
        if (manifest.entries.front().kind == ValueKind::kUltra) return ok_status();
        std::set<std::string> names;
        std::set<std::string> subspaces;
        for (const ManifestEntry& entry : manifest.entries) {
            const Subspace s{entry.counts[0], entry.counts[1], entry.counts[2], entry.counts[3]};
            if (s.own_hand + s.other_hand == 0 || is_there(manifest, entry)) continue;
            names.insert(loss_notes_of(s));
            subspaces.insert(format_subspace(s));
        }
        const auto scratch = options_.to / kScratch;
        for (const std::string& name : names) {
            const std::string path = manifest.collection + "/" + name + ".notes";
            const auto text = read_small(source_, path);
            if (!text && text.error().code == ErrorCode::kMissing) continue;
            if (!text) return text.error();
            if (Status written = write_file_atomically(notes_path(options_.to, kScratch, name), *text); !written) {
                return written;
            }
            auto notes = read_notes(options_.to, kScratch, name);
            std::error_code ignored;
            std::filesystem::remove_all(scratch, ignored);
            if (!notes) return Error{notes.error().code, source_.name(path) + ": damaged"};
            std::erase_if(*notes, [&](const auto& note) { return !subspaces.contains(note.first); });
            if (Status added = writer.add_notes(manifest.collection, name, *notes); !added) return added;
        }
        return ok_status();
    }

    Status copy_table(const std::string& collection, const ManifestEntry& entry, Progress& progress) {
        const TableId id{collection, entry.counts};
        const std::filesystem::path target = table_path(options_.to, id);
        const std::string path = collection + "/" + target.filename().string();
        progress.detail(path);
        const std::filesystem::path unfinished = target.string() + kUnfinished;
        auto file = GrowingFile::open(unfinished);
        if (!file) return file.error();
        const bool begun_before = file->size() > 0;
        for (const bool second : {false, true}) {
            if (file->size() > entry.bytes) {
                if (Status cut = file->shorten(0); !cut) return cut;
            }
            if (Status read = read_table(*file, path, entry, progress); !read) {
                // What is wrong from the beginning need not be kept.
                std::error_code ignored;
                if (read.error().code == ErrorCode::kCorrupt) std::filesystem::remove(unfinished, ignored);
                return read;
            }
            const auto digest = checksum_of_file(file->descriptor(), entry.bytes);
            if (!digest) return digest.error();
            if (*digest == entry.digest) {
                done_ += entry.bytes;
                return file->finish(target);
            }
            // The first half may be of another version of the file: once more, from the beginning.
            if (Status cut = file->shorten(0); !cut) return cut;
            if (!begun_before || second) break;
        }
        std::error_code ignored;
        std::filesystem::remove(unfinished, ignored);
        return Error{ErrorCode::kCorrupt, source_.name(path) + ": not the file that the manifest beside it lists"};
    }

    Status read_table(GrowingFile& file, const std::string& path, const ManifestEntry& entry, Progress& progress) {
        const auto sink = [&](std::uint64_t offset, std::span<const std::uint8_t> bytes) -> Status {
            if (offset + bytes.size() > entry.bytes) return Error{ErrorCode::kCorrupt, "longer than its manifest says"};
            if (Status put = file.put(offset, bytes); !put) return put;
            report_.read += bytes.size();
            progress.advance_to(done_ + file.size());
            return ok_status();
        };
        const auto complete = [&] { return file.size() == entry.bytes; };
        if (complete()) return ok_status();
        return read_with_patience(
            source_, path, [&] { return file.size(); }, sink, complete);
    }

    FileSource& source_;
    const FetchOptions& options_;
    Database to_;
    std::vector<Manifest> manifests_;
    std::uint64_t done_ = 0;  // bytes of tables that were copied now
    FetchReport report_;
};

}  // namespace

std::vector<std::string> possible_collections() {
    std::set<std::string> names;
    for (const Variant& variant : all_variants()) {
        names.insert(moving_collection(variant.board, variant.all_in_mills));
        names.insert(std::string(variant.base_id));
        for (const char* set : {"published", "ratio", "stones", "split"}) {
            names.insert(ultra_collection(variant, set));
            if (std::string_view(set) == "split") names.insert(ultra_collection(variant, set, false));
        }
    }
    return {names.begin(), names.end()};
}

Result<FetchReport> fetch_tables(FileSource& source, const FetchOptions& options, Progress& progress) {
    FetchJob job(source, options);
    if (Status planned = job.plan(); !planned) return planned.error();
    if (Status run = job.run(progress); !run) return run.error();
    return job.report();
}

}  // namespace merels
