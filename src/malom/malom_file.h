// SPDX-License-Identifier: MIT
// Reads a file of Malom's, whoever wrote it. Every field is checked: a file that is too short, too long, or has a list
// that makes no sense is refused when it is opened.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "malom/malom_format.h"
#include "merels/result.h"
#include "store/files/file_access.h"

namespace merels {

// A depth that does not fit its entry.
struct MalomDepth {
    std::uint64_t entry = 0;
    int k2 = 0;
};

// Const and thread-safe.
class MalomFile {
  public:
    // kMissing, kTruncated, kCorrupt, kWrongVariant (other values), kIo; the message names the file.
    static Result<std::shared_ptr<const MalomFile>> open(const std::filesystem::path& folder, const MalomFormat& format,
                                                         const Subspace& subspace);

    // Entries as they are, with the depths of the list in place.
    Status read(std::uint64_t first, std::uint64_t count, std::vector<MalomEntry>& out) const;
    Result<MalomEntry> entry(std::uint64_t number) const;

    const std::filesystem::path& path() const { return path_; }
    std::uint64_t size() const { return size_; }  // bytes

  private:
    MalomFile() = default;
    Status read_list(std::uint64_t size);
    Result<MalomEntry> decode(const std::uint8_t* bytes, std::uint64_t number) const;

    std::filesystem::path path_;
    MalomFormat format_;
    FileDescriptor descriptor_;
    std::uint64_t size_ = 0;
    std::uint64_t entries_ = 0;
    std::unordered_map<std::uint64_t, int> list_;
};

// A .secval file.
struct MalomValues {
    int win = 0;
    std::map<Subspace, int> values;
};
// kCorrupt, naming the line.
Result<MalomValues> parse_malom_values(std::string_view text);

}  // namespace merels
