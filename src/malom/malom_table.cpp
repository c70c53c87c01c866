// SPDX-License-Identifier: MIT
#include "malom/malom_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "index/classes.h"
#include "index/combination.h"

namespace merels {
namespace {

constexpr int kMostStored = 2 * 255 - 1;  // plies of a win that a byte can tell
constexpr int kMostPlies = 32'767;
constexpr std::uint64_t kPieceEntries = std::uint64_t{1} << 16;

}  // namespace

MalomTable::MalomTable(TableId id, ValueKind kind, std::shared_ptr<const MalomFile> file, const Subspace& subspace,
                       std::shared_ptr<const SubspaceValues> values)
    : spec_{std::move(id), kind, row_count(subspace), row_size(subspace), {}},
      file_(std::move(file)),
      subspace_(subspace),
      values_(std::move(values)),
      own_value_(values_->value(subspace)) {}

Error MalomTable::corrupt(std::uint64_t entry, const char* what) const {
    return {ErrorCode::kCorrupt, fmt::format("{}: entry {}: {}", file_->path().string(), entry, what)};
}

// Not of images.
Result<WholeValue> MalomTable::meaning(const MalomEntry& entry, std::uint64_t number) const {
    if (entry.k1 == 0) return WholeValue{0, std::nullopt, own_value_};
    const int value = own_value_ + entry.k1;
    if (value == values_->win() || value == -values_->win()) {
        const bool wins = value > 0;
        if (entry.k2 < 0 || entry.k2 > kMostPlies || (entry.k2 % 2 != 0) != wins) {
            return corrupt(number, wins ? "a win in an even or negative number of plies"
                                        : "a loss in an odd or negative number of plies");
        }
        return WholeValue{wins ? 1 : -1, entry.k2, value};
    }
    if (!std::binary_search(values_->draw_values().begin(), values_->draw_values().end(), value)) {
        return corrupt(number, "a value that no subspace has");
    }
    return WholeValue{0, entry.k2, value};
}

// The rank of an image in its row.
Result<std::uint32_t> MalomTable::image_of(std::uint32_t row, std::uint32_t rank, int symmetry) const {
    const std::uint64_t number = std::uint64_t{row} * spec_.row_size + rank;
    const Mask own = Classes::get().representative(subspace_.own, row);
    const Mask free = kBoardMask & ~own;
    if (symmetry >= kMalomIdentity || malom_map(symmetry, own) != own) {
        return corrupt(number, "an image by a symmetry that moves the own men");
    }
    const std::uint32_t there =
        colex_rank_on(free, malom_map(symmetry, to_points(colex_subset(rank, subspace_.other), free)));
    if (there >= rank) return corrupt(number, "an image that stands behind it");
    return there;
}

Result<WholeValue> MalomTable::whole_value(std::uint32_t row, std::uint32_t rank) const {
    std::uint64_t number = std::uint64_t{row} * spec_.row_size + rank;
    auto entry = file_->entry(number);
    if (!entry) return entry.error();
    if (entry->is_image()) {
        const auto there = image_of(row, rank, -(entry->k2 + 1));
        if (!there) return there.error();
        number = std::uint64_t{row} * spec_.row_size + *there;
        entry = file_->entry(number);
        if (!entry) return entry.error();
        if (entry->is_image()) return corrupt(number, "an image of an image");
    }
    return meaning(*entry, number);
}

Result<std::uint8_t> MalomTable::at(std::uint32_t row, std::uint32_t rank) const {
    const auto value = whole_value(row, rank);
    if (!value) return value.error();
    if (value->result != 1) return std::uint8_t{0};
    if (*value->depth > kMostStored) {
        return Error{ErrorCode::kNewerVersion, file_->path().string() + ": a win of more than 509 plies"};
    }
    return static_cast<std::uint8_t>((*value->depth + 1) / 2);
}

Status MalomTable::gather(std::uint32_t row, std::span<const std::uint32_t> ranks, std::span<std::uint8_t> out) const {
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const auto value = at(row, ranks[i]);
        if (!value) return value.error();
        out[i] = *value;
    }
    return ok_status();
}

Status MalomTable::read_rows(std::uint32_t first, std::uint32_t rows, std::span<std::uint8_t> out) const {
    for (std::uint64_t i = 0; i < std::uint64_t{rows} * spec_.row_size; ++i) {
        const auto value =
            at(first + static_cast<std::uint32_t>(i / spec_.row_size), static_cast<std::uint32_t>(i % spec_.row_size));
        if (!value) return value.error();
        out[i] = *value;
    }
    return ok_status();
}

Status MalomTable::check() const {
    const auto counted = count();
    return counted ? ok_status() : Status(counted.error());
}

Result<MalomCounts> MalomTable::count() const {
    struct Seen {
        std::uint64_t positions = 0;
        std::uint64_t first = 0;  // entry
        WholeValue value;
    };
    std::unordered_map<std::uint64_t, Seen> seen;  // by both numbers
    const std::uint64_t all = std::uint64_t{spec_.rows} * spec_.row_size;
    std::vector<MalomEntry> entries;
    std::uint64_t positions = 0;
    for (std::uint64_t first = 0; first < all; first += kPieceEntries) {
        if (Status read = file_->read(first, std::min(kPieceEntries, all - first), entries); !read) return read.error();
        std::uint64_t last_key = 0;
        Seen* last = nullptr;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const MalomEntry& entry = entries[i];
            const std::uint64_t number = first + i;
            if (entry.is_image()) {
                const auto there = image_of(static_cast<std::uint32_t>(number / spec_.row_size),
                                            static_cast<std::uint32_t>(number % spec_.row_size), -(entry.k2 + 1));
                if (!there) return there.error();
                const auto original = file_->entry(number - number % spec_.row_size + *there);
                if (!original) return original.error();
                if (original->is_image()) return corrupt(number, "an image of an image");
                continue;
            }
            // The depth of an equal-valued draw means nothing.
            const auto depth = static_cast<std::uint32_t>(entry.k1 == 0 ? 0 : entry.k2);
            const std::uint64_t key = std::uint64_t{static_cast<std::uint32_t>(entry.k1)} << 32 | depth;
            if (last == nullptr || key != last_key) {
                last = &seen[key];
                last_key = key;
                if (last->positions == 0) {
                    const auto value = meaning(entry, number);
                    if (!value) return value.error();
                    *last = {0, number, *value};
                }
            }
            ++last->positions;
            ++positions;
        }
    }
    if (positions != position_count(subspace_)) {
        return Error{ErrorCode::kCorrupt, fmt::format("{}: {} entries are no images, {} should be",
                                                      file_->path().string(), positions, position_count(subspace_))};
    }
    std::map<int, PlyCount> plies;
    MalomCounts counts{{subspace_, positions, {}, true}, {}};
    for (const auto& [key, found] : seen) {
        if (found.value.result == 0) {
            counts.draws.push_back({{found.value.value, found.value.depth}, found.positions});
            continue;
        }
        plies[*found.value.depth] = {static_cast<Ply>(*found.value.depth),
                                     found.positions,
                                     {static_cast<ClassIndex>(found.first / spec_.row_size),
                                      static_cast<std::uint32_t>(found.first % spec_.row_size)}};
    }
    for (const auto& [ply, count] : plies) counts.census.plies.push_back(count);
    std::sort(counts.draws.begin(), counts.draws.end(),
              [](const UltraCount& a, const UltraCount& b) { return a.entry < b.entry; });
    return counts;
}

}  // namespace merels
