// SPDX-License-Identifier: MIT
#include "store/files/text_file.h"

#include <span>

#include "store/files/file_access.h"

namespace merels {

Result<std::string> read_text_file(const std::filesystem::path& path) {
    Result<OpenFile> file = open_for_reading(path);
    if (!file) return file.error();
    if (file->size > kMostTextBytes) {
        return Error{ErrorCode::kBadInput, "cannot read " + path.string() + ": it is too large for a text"};
    }
    std::string text(file->size, '\0');
    const std::span bytes(reinterpret_cast<std::uint8_t*>(text.data()), text.size());
    if (Status read = read_exactly(file->descriptor.get(), 0, bytes); !read) {
        return Error{read.error().code, path.string() + ": " + read.error().message};
    }
    return text;
}

}  // namespace merels
