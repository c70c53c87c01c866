// SPDX-License-Identifier: MIT
#include "store/files/checksum.h"

#include <xxhash.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "store/files/file_access.h"

namespace merels {

std::uint64_t checksum(std::span<const std::uint8_t> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

Result<std::uint64_t> checksum_of_file(int descriptor, std::uint64_t size) {
    const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), &XXH3_freeState);
    if (!state) return Error{ErrorCode::kNoMemory, "no memory for a checksum"};
    XXH3_64bits_reset(state.get());
    std::vector<std::uint8_t> buffer(std::size_t{1} << 18);
    for (std::uint64_t at = 0; at < size;) {
        const std::size_t part = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), size - at));
        const std::span<std::uint8_t> piece(buffer.data(), part);
        if (Status read = read_exactly(descriptor, at, piece); !read) return read.error();
        XXH3_64bits_update(state.get(), piece.data(), piece.size());
        at += part;
    }
    return static_cast<std::uint64_t>(XXH3_64bits_digest(state.get()));
}

}  // namespace merels
