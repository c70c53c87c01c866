// SPDX-License-Identifier: MIT
// Little-endian numbers in byte buffers. The caller guarantees the room.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace merels {

template <class T>
T load_le(const std::uint8_t* from) {
    T value = 0;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(&value, from, sizeof(T));
    } else {
        for (std::size_t i = 0; i < sizeof(T); ++i) value |= static_cast<T>(static_cast<T>(from[i]) << (8 * i));
    }
    return value;
}

template <class T>
void store_le(std::uint8_t* to, T value) {
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(to, &value, sizeof(T));
    } else {
        for (std::size_t i = 0; i < sizeof(T); ++i) to[i] = static_cast<std::uint8_t>(value >> (8 * i));
    }
}

}  // namespace merels
