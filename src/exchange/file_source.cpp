// SPDX-License-Identifier: MIT
#include "exchange/file_source.h"

#include <algorithm>
#include <filesystem>

#include "exchange/http_source.h"
#include "store/files/file_access.h"

namespace merels {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

class FolderSource final : public FileSource {
  public:
    FolderSource(std::filesystem::path folder, const StopFlag* stop) : folder_(std::move(folder)), stop_(stop) {}

    std::optional<std::vector<std::string>> folders() const override {
        std::vector<std::string> names;
        std::error_code ignored;
        for (const auto& found : std::filesystem::directory_iterator(folder_, ignored)) {
            if (found.is_directory(ignored)) names.push_back(found.path().filename().string());
        }
        std::sort(names.begin(), names.end());
        return names;
    }

    Status read(const std::string& path, std::uint64_t offset, const ByteSink& sink) override {
        const auto file = open_for_reading(folder_ / path);
        if (!file) return file.error();
        std::vector<std::uint8_t> piece;
        for (std::uint64_t at = std::min(offset, file->size); at < file->size; at += piece.size()) {
            if (stop_ != nullptr && *stop_)
                return Error{ErrorCode::kInterrupted, "stopped while reading " + name(path)};
            piece.resize(std::min<std::uint64_t>(kPieceBytes, file->size - at));
            if (Status got = read_exactly(file->descriptor.get(), at, piece); !got) {
                return Error{got.error().code, name(path) + ": " + got.error().message};
            }
            if (Status taken = sink(at, piece); !taken) {
                return Error{taken.error().code, name(path) + ": " + taken.error().message};
            }
        }
        return ok_status();
    }

    std::string name(const std::string& path) const override { return (folder_ / path).string(); }

  private:
    std::filesystem::path folder_;
    const StopFlag* stop_;
};

}  // namespace

Result<std::unique_ptr<FileSource>> open_file_source(const std::string& where, const StopFlag* stop) {
    if (where.starts_with("http://") || where.starts_with("https://")) return open_http_source(where, stop);
    if (where.find("://") != std::string::npos) {
        return Error{ErrorCode::kBadInput, "'" + where + "': only http://, https:// and folders can be read"};
    }
    std::error_code error;
    if (!std::filesystem::is_directory(where, error)) {
        return Error{ErrorCode::kMissing, "no folder '" + where + "'"};
    }
    return std::unique_ptr<FileSource>(std::make_unique<FolderSource>(where, stop));
}

}  // namespace merels
