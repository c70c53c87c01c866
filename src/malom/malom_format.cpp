// SPDX-License-Identifier: MIT
#include "malom/malom_format.h"

#include <fmt/format.h>

#include <algorithm>

namespace merels {
namespace {

// One ring under the symmetries 0..6: turns by 90, 180 and 270 degrees, reflections i -> c - i.
constexpr std::array<std::array<int, 2>, 7> kRing{{{1, 2}, {1, 4}, {1, 6}, {-1, 4}, {-1, 0}, {-1, 2}, {-1, 6}}};
constexpr int kSwap = 7;  // inner and outer ring

Mask map_rings(int symmetry, Mask men) {
    const auto [factor, shift] = kRing[static_cast<std::size_t>(symmetry)];
    Mask result = 0;
    for (; men != 0; men &= men - 1) {
        const int point = lowest(men);
        const int to = (point & 24) | ((factor * (point & 7) + shift) & 7);
        result |= Mask{1} << to;
    }
    return result;
}

void put_int32(std::uint8_t* out, std::int32_t number) {
    for (int i = 0; i < 4; ++i) out[i] = static_cast<std::uint8_t>(static_cast<std::uint32_t>(number) >> (8 * i));
}

int signed_field(std::uint32_t bits, int size) {
    const auto sign = std::uint32_t{1} << (size - 1);
    bits &= (sign << 1) - 1;
    return static_cast<int>(bits ^ sign) - static_cast<int>(sign);
}

}  // namespace

Mask malom_map(int symmetry, Mask men) {
    if (symmetry == kMalomIdentity) return men;
    if (symmetry != kSwap) men = map_rings(symmetry % 8, men);
    if (symmetry >= kSwap) men = (men & 0xFF00) | men >> 16 | (men & 0xFF) << 16;
    return men;
}

std::vector<int> malom_keeping(Mask own) {
    std::vector<int> keeping;
    for (int i = 0; i < kMalomIdentity; ++i) {
        if (malom_map(i, own) == own) keeping.push_back(i);
    }
    return keeping;
}

int malom_image(std::span<const int> keeping, Mask other) {
    Mask smallest = other;
    int best = kMalomIdentity;
    for (const int symmetry : keeping) {
        const Mask image = malom_map(symmetry, other);
        if (image < smallest) {
            smallest = image;
            best = symmetry;
        }
    }
    return best;
}

std::string malom_prefix(const Variant& variant) {
    if (variant.base_id == "nine-c1") return "std";
    if (variant.base_id == "lasker-c1") return "lask";
    if (variant.base_id == "morabaraba" || variant.base_id == "morabaraba-fbd") return "mora";
    return "";
}

Result<MalomFormat> MalomFormat::of(const Variant& variant, const SubspaceValues& values) {
    MalomFormat format;
    format.prefix = malom_prefix(variant);
    if (format.prefix.empty()) {
        return Error{ErrorCode::kBadInput, "Malom has nine-c1, lasker-c1 and morabaraba, no game like " + variant.id()};
    }
    if (!values.antisymmetric()) {
        return Error{ErrorCode::kBadInput,
                     "Malom's files have values that are the same for both sides, not split ones"};
    }
    format.stones = values.heuristic() == "stones";
    format.entry_bytes = format.stones ? 2 : 3;
    format.depth_bit = format.stones ? 6 : format.prefix == "std" ? 12 : 14;
    if (!format.can_hold(2 * values.win()) || !format.can_hold(-2 * values.win())) {
        return Error{ErrorCode::kBadInput, fmt::format("values up to {} do not fit Malom's files", values.win())};
    }
    return format;
}

std::string MalomFormat::file_name(const Subspace& s) const {
    return fmt::format("{}_{}_{}_{}_{}.sec2", prefix, s.own, s.other, s.own_hand, s.other_hand);
}

std::array<std::uint8_t, MalomFormat::kHeaderBytes> MalomFormat::header() const {
    std::array<std::uint8_t, kHeaderBytes> bytes{};
    put_int32(bytes.data(), 2);  // version
    put_int32(bytes.data() + 4, entry_bytes);
    put_int32(bytes.data() + 8, depth_bit);
    bytes[12] = stones ? 1 : 0;
    return bytes;
}

Status MalomFormat::check_header(std::span<const std::uint8_t> bytes) const {
    if (bytes.size() < kHeaderBytes) return Error{ErrorCode::kTruncated, "ends within the header"};
    const auto expected = header();
    if (std::equal(expected.begin(), expected.end(), bytes.begin())) return ok_status();
    MalomFormat other = *this;
    other.stones = !stones;
    other.entry_bytes = other.stones ? 2 : 3;
    other.depth_bit = other.stones ? 6 : prefix == "std" ? 12 : 14;
    const auto others = other.header();
    if (std::equal(others.begin(), others.end(), bytes.begin())) {
        return Error{ErrorCode::kWrongVariant, stones ? "its values are ranks, not differences of men"
                                                      : "its values are differences of men, not ranks"};
    }
    return Error{ErrorCode::kCorrupt, "not the header of such a file"};
}

void MalomFormat::put(const MalomEntry& entry, std::uint8_t* out) const {
    const int depth = fits(entry) ? entry.k2 : least_depth();
    const std::uint32_t low = static_cast<std::uint32_t>(entry.k1) & ((std::uint32_t{1} << depth_bit) - 1);
    const std::uint32_t bits = low | static_cast<std::uint32_t>(depth) << depth_bit;
    for (int i = 0; i < entry_bytes; ++i) out[i] = static_cast<std::uint8_t>(bits >> (8 * i));
}

MalomEntry MalomFormat::get(const std::uint8_t* bytes) const {
    std::uint32_t bits = 0;
    for (int i = 0; i < entry_bytes; ++i) bits |= std::uint32_t{bytes[i]} << (8 * i);
    return {signed_field(bits, depth_bit), signed_field(bits >> depth_bit, 8 * entry_bytes - depth_bit)};
}

std::uint64_t MalomFormat::entries_bytes(const Subspace& subspace) const {
    return kHeaderBytes +
           std::uint64_t{row_count(subspace)} * row_size(subspace) * static_cast<std::uint64_t>(entry_bytes);
}

std::string malom_values_text(const SubspaceValues& values) {
    std::vector<SubspaceValues::Entry> entries = values.entries();
    std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
    std::string text =
        fmt::format("virt_loss_val: {}\nvirt_win_val: {}\n{}\n", -values.win(), values.win(), entries.size());
    for (const auto& entry : entries) {
        const Subspace& s = entry.subspace;
        text += fmt::format("{} {} {} {}  {}\n", s.own, s.other, s.own_hand, s.other_hand, entry.value);
    }
    return text;
}

}  // namespace merels
