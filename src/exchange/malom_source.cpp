// SPDX-License-Identifier: MIT
// Rows of a file are rows of our tables (malom_format.h), so a stretch of rows is read at once: results and depths by
// the strong tables, then the codes of the draws.
#include "exchange/malom_source.h"

#include <utility>

#include "index/classes.h"
#include "index/combination.h"

namespace merels {

MalomSector::MalomSector(const Tablebase& tables, const Variant& variant, const SubspaceValues& values,
                         Subspace subspace, UltraTable ultra)
    : tables_(tables),
      variant_(variant),
      subspace_(subspace),
      ultra_(std::move(ultra)),
      win_(values.win() - values.value(subspace)),
      loss_(-values.win() - values.value(subspace)) {
    for (const UltraEntry& entry : ultra_.codes.entries) {
        const int k1 = entry.value - values.value(subspace);
        by_code_.push_back(entry.depth ? MalomEntry{k1, *entry.depth} : MalomEntry{});
    }
}

Status MalomSector::read(std::uint32_t first_row, std::uint32_t rows, std::vector<MalomEntry>& out) const {
    const std::uint32_t size = row_size(subspace_);
    std::vector<Position> positions;
    positions.reserve(std::size_t{rows} * size);
    out.assign(std::size_t{rows} * size, {});
    for (std::uint32_t row = first_row; row < first_row + rows; ++row) {
        const Mask own = Classes::get().representative(subspace_.own, row);
        const std::vector<int> keeping = malom_keeping(own);
        std::uint32_t axes = (std::uint32_t{1} << subspace_.other) - 1;
        for (std::uint32_t rank = 0; rank < size; ++rank) {
            const Mask other = to_points(axes, kBoardMask & ~own);
            const int image = malom_image(keeping, other);
            if (image != kMalomIdentity) out[positions.size()] = {0, -(image + 1)};
            positions.push_back({{own, other}, {subspace_.own_hand, subspace_.other_hand}, Side::kWhite});
            if (rank + 1 < size) axes = next_subset(axes);
        }
    }
    std::vector<Value> values(positions.size());
    const auto unknown = tables_.values(variant_, positions, values);
    if (unknown.why) return *unknown.why;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (out[i].is_image() || values[i].wdl == Wdl::kDraw) continue;
        if (values[i].dtw == kNoPly) {
            return Error{ErrorCode::kMissing, "tables of " + format_subspace(subspace_) + " have no depths"};
        }
        out[i] = {values[i].wdl == Wdl::kWin ? win_ : loss_, values[i].dtw};
    }
    return read_draws(first_row, rows, values, out);
}

Status MalomSector::read_draws(std::uint32_t first_row, std::uint32_t rows, const std::vector<Value>& values,
                               std::vector<MalomEntry>& out) const {
    const std::size_t size = row_size(subspace_);
    const auto planes = static_cast<std::size_t>(ultra_.codes.planes());
    std::vector<std::uint8_t> bytes(rows * planes * size);
    if (Status read =
            ultra_.table->read_rows(ultra_.codes.row(first_row, 0), static_cast<std::uint32_t>(rows * planes), bytes);
        !read) {
        return read;
    }
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t rank = 0; rank < size; ++rank) {
            const std::size_t i = row * size + rank;
            if (values[i].wdl != Wdl::kDraw || out[i].is_image()) continue;
            std::uint32_t code = 0;
            for (std::size_t plane = 0; plane < planes; ++plane) {
                code |= std::uint32_t{bytes[(row * planes + plane) * size + rank]} << (8 * plane);
            }
            if (code >= by_code_.size()) {
                return Error{ErrorCode::kCorrupt,
                             "the ultra-strong table of " + format_subspace(subspace_) + " has a code without meaning"};
            }
            out[i] = by_code_[code];
        }
    }
    return ok_status();
}

Result<MalomSource> MalomSource::open(const Tablebase& tables, const Variant& variant, const std::string& values) {
    auto ultra = UltraCollection::open(*tables.database(), variant, values);
    if (!ultra) return ultra.error();
    auto format = MalomFormat::of(variant, ultra->values());
    if (!format) return format.error();
    return MalomSource(tables, variant, *std::move(ultra), *std::move(format));
}

std::vector<Subspace> MalomSource::subspaces() const {
    std::vector<Subspace> result;
    for (const auto& entry : values().entries()) result.push_back(entry.subspace);
    return result;
}

Result<std::unique_ptr<const MalomSector>> MalomSource::sector(const Subspace& subspace) const {
    if (!values().contains(subspace)) {
        return Error{ErrorCode::kBadInput,
                     "play from the start of " + variant_.id() + " never reaches " + format_subspace(subspace)};
    }
    auto table = ultra_.table(subspace);
    if (!table) return table.error();
    return std::unique_ptr<const MalomSector>(
        std::make_unique<MalomSector>(*tables_, variant_, values(), subspace, *std::move(table)));
}

}  // namespace merels
