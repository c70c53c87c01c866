// SPDX-License-Identifier: MIT
#include "store/files/checksum.h"

#include <xxhash.h>

#include <algorithm>
#include <new>
#include <vector>

#include "store/files/file_access.h"

namespace merels {

std::uint64_t checksum(std::span<const std::uint8_t> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

struct RunningChecksum::State {
    std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> xxh3{XXH3_createState(), &XXH3_freeState};
};

RunningChecksum::RunningChecksum() : state_(std::make_unique<State>()) {
    if (!state_->xxh3) throw std::bad_alloc();
    XXH3_64bits_reset(state_->xxh3.get());
}

RunningChecksum::~RunningChecksum() = default;

void RunningChecksum::add(std::span<const std::uint8_t> bytes) {
    XXH3_64bits_update(state_->xxh3.get(), bytes.data(), bytes.size());
}

std::uint64_t RunningChecksum::value() const { return XXH3_64bits_digest(state_->xxh3.get()); }

Result<std::uint64_t> checksum_of_file(int descriptor, std::uint64_t size) {
    RunningChecksum running;
    std::vector<std::uint8_t> buffer(std::size_t{1} << 18);
    for (std::uint64_t at = 0; at < size;) {
        const std::size_t part = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), size - at));
        const std::span<std::uint8_t> piece(buffer.data(), part);
        if (Status read = read_exactly(descriptor, at, piece); !read) return read.error();
        running.add(piece);
        at += part;
    }
    return running.value();
}

}  // namespace merels
