// SPDX-License-Identifier: MIT
#include "malom/malom_file.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace merels {
namespace {

std::int32_t int32_at(const std::uint8_t* bytes) {
    std::uint32_t bits = 0;
    for (int i = 0; i < 4; ++i) bits |= std::uint32_t{bytes[i]} << (8 * i);
    return static_cast<std::int32_t>(bits);
}

// Reads whole numbers and words of a text, line by line.
class Lines {
  public:
    explicit Lines(std::string_view text) : text_(text) {}

    // The numbers of the next line that is not empty, after `word`; false unless there are exactly `count`.
    bool numbers(std::string_view word, int* out, int count) {
        std::string_view line;
        while (line.empty() && !text_.empty()) {
            const std::size_t end = text_.find('\n');
            line = text_.substr(0, end);
            text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
            ++number_;
            if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        }
        if (!line.starts_with(word)) return false;
        line.remove_prefix(word.size());
        for (int i = 0; i < count; ++i) {
            while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
            const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), out[i]);
            if (error != std::errc{}) return false;
            line.remove_prefix(static_cast<std::size_t>(end - line.data()));
        }
        return line.find_first_not_of(" \t") == std::string_view::npos;
    }
    bool at_end() const { return text_.find_first_not_of(" \t\r\n") == std::string_view::npos; }
    Error wrong() const { return {ErrorCode::kCorrupt, fmt::format("line {} makes no sense", number_)}; }

  private:
    std::string_view text_;
    int number_ = 0;
};

}  // namespace

Result<std::shared_ptr<const MalomFile>> MalomFile::open(const std::filesystem::path& folder, const MalomFormat& format,
                                                         const Subspace& subspace) {
    const auto path = folder / format.file_name(subspace);
    const auto named = [&](const Error& error) { return Error{error.code, path.string() + ": " + error.message}; };
    auto opened = open_for_reading(path);
    if (!opened) return opened.error();
    auto file = std::shared_ptr<MalomFile>(new MalomFile);
    file->path_ = path;
    file->format_ = format;
    file->descriptor_ = std::move(opened->descriptor);
    file->size_ = opened->size;
    file->entries_ = std::uint64_t{row_count(subspace)} * row_size(subspace);
    std::vector<std::uint8_t> header(std::min<std::uint64_t>(opened->size, MalomFormat::kHeaderBytes));
    if (Status read = read_exactly(file->descriptor_.get(), 0, header); !read) return named(read.error());
    if (Status right = format.check_header(header); !right) return named(right.error());
    const std::uint64_t list_at = format.entries_bytes(subspace);
    if (opened->size < list_at + 4) return named({ErrorCode::kTruncated, "ends too early"});
    if (Status read = file->read_list(opened->size - list_at); !read) return named(read.error());
    return std::shared_ptr<const MalomFile>(std::move(file));
}

Status MalomFile::read_list(std::uint64_t size) {
    const std::uint64_t at = MalomFormat::kHeaderBytes + entries_ * static_cast<std::uint64_t>(format_.entry_bytes);
    std::vector<std::uint8_t> bytes(4);
    if (Status read = read_exactly(descriptor_.get(), at, bytes); !read) return read;
    const std::int32_t count = int32_at(bytes.data());
    if (count < 0 || static_cast<std::uint64_t>(count) > entries_) {
        return Error{ErrorCode::kCorrupt, "the list of depths has an impossible length"};
    }
    const std::uint64_t expected = 4 + 8 * static_cast<std::uint64_t>(count);
    if (size < expected) return Error{ErrorCode::kTruncated, "ends within the list of depths"};
    if (size > expected) return Error{ErrorCode::kCorrupt, "is longer than it says"};
    bytes.resize(expected - 4);
    if (Status read = read_exactly(descriptor_.get(), at + 4, bytes); !read) return read;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto entry = static_cast<std::uint32_t>(int32_at(bytes.data() + 8 * i));
        if (entry >= entries_ || !list_.emplace(entry, int32_at(bytes.data() + 8 * i + 4)).second) {
            return Error{ErrorCode::kCorrupt, "the list of depths names an entry that is not there, or one twice"};
        }
    }
    return ok_status();
}

Status MalomFile::read(std::uint64_t first, std::uint64_t count, std::vector<MalomEntry>& out) const {
    if (first > entries_ || count > entries_ - first) {
        return Error{ErrorCode::kBadInput, path_.string() + ": no such entries"};
    }
    const auto entry_bytes = static_cast<std::uint64_t>(format_.entry_bytes);
    std::vector<std::uint8_t> bytes(count * entry_bytes);
    if (Status read = read_exactly(descriptor_.get(), MalomFormat::kHeaderBytes + first * entry_bytes, bytes); !read) {
        return Error{read.error().code, path_.string() + ": " + read.error().message};
    }
    out.resize(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto entry = decode(bytes.data() + i * entry_bytes, first + i);
        if (!entry) return entry.error();
        out[i] = *entry;
    }
    return ok_status();
}

Result<MalomEntry> MalomFile::entry(std::uint64_t number) const {
    if (number >= entries_) return Error{ErrorCode::kBadInput, path_.string() + ": no such entry"};
    std::array<std::uint8_t, 4> bytes{};
    const auto entry_bytes = static_cast<std::uint64_t>(format_.entry_bytes);
    if (Status read = read_exactly(descriptor_.get(), MalomFormat::kHeaderBytes + number * entry_bytes,
                                   std::span(bytes).first(entry_bytes));
        !read) {
        return Error{read.error().code, path_.string() + ": " + read.error().message};
    }
    return decode(bytes.data(), number);
}

Result<MalomEntry> MalomFile::decode(const std::uint8_t* bytes, std::uint64_t number) const {
    MalomEntry entry = format_.get(bytes);
    if (entry.k2 == format_.least_depth()) {
        const auto known = list_.find(number);
        if (known == list_.end()) {
            return Error{ErrorCode::kCorrupt,
                         fmt::format("{}: entry {}: its depth is not in the list", path_.string(), number)};
        }
        entry.k2 = known->second;
    }
    if (entry.k1 == 0 && entry.k2 < -(kMalomIdentity + 1)) {
        return Error{ErrorCode::kCorrupt, fmt::format("{}: entry {}: an image by no symmetry", path_.string(), number)};
    }
    return entry;
}

Result<MalomValues> parse_malom_values(std::string_view text) {
    Lines lines(text);
    MalomValues values;
    int loss = 0, count = 0;
    if (!lines.numbers("virt_loss_val:", &loss, 1)) return lines.wrong();
    if (!lines.numbers("virt_win_val:", &values.win, 1) || loss != -values.win || values.win <= 0) return lines.wrong();
    if (!lines.numbers("", &count, 1) || count < 0) return lines.wrong();
    for (int i = 0; i < count; ++i) {
        int row[5];
        if (!lines.numbers("", row, 5)) return lines.wrong();
        Subspace subspace;
        std::uint8_t* const fields[] = {&subspace.own, &subspace.other, &subspace.own_hand, &subspace.other_hand};
        for (int k = 0; k < 4; ++k) {
            if (row[k] < 0 || row[k] > kMaxMen) return lines.wrong();
            *fields[k] = static_cast<std::uint8_t>(row[k]);
        }
        if (row[4] <= loss || row[4] >= values.win || !values.values.emplace(subspace, row[4]).second) {
            return lines.wrong();
        }
    }
    if (!lines.at_end()) return Error{ErrorCode::kCorrupt, "more lines than it says"};
    return values;
}

}  // namespace merels
