// SPDX-License-Identifier: MIT
#include "analysis/differing_sets.h"

#include <algorithm>
#include <bit>

#include "analysis/comparison.h"
#include "minimax/successor_subspaces.h"

namespace merels {
namespace {

constexpr std::uint8_t kNotWon = 255;  // row_kernel.h

bool differ(std::uint8_t a, std::uint8_t b) {
    const int distance = a > b ? a - b : b - a;
    return ((a == kNotWon) != (b == kNotWon)) | (distance > kFarPlies / 2);
}

// Appends what differs in one row. Blocks without any are passed over 16 entries at a time.
void append_row(const std::uint8_t* a, const std::uint8_t* b, std::span<const std::uint32_t> sets,
                std::vector<std::uint32_t>& out) {
    constexpr std::size_t kBlock = 64;
    std::size_t i = 0;
    for (; i + kBlock <= sets.size(); i += kBlock) {
        std::uint8_t some = 0;
        for (std::size_t k = i; k < i + kBlock; ++k) some |= static_cast<std::uint8_t>(differ(a[k], b[k]));
        if (some == 0) continue;
        for (std::size_t k = i; k < i + kBlock; ++k) {
            if (differ(a[k], b[k])) out.push_back(sets[k]);
        }
    }
    for (; i < sets.size(); ++i) {
        if (differ(a[i], b[i])) out.push_back(sets[i]);
    }
}

}  // namespace

DifferingSets::DifferingSets(const Subspace& subspace, const ByteArray& a, const ByteArray& b, WorkerPool& pool) {
    std::vector<std::uint32_t> sets;  // by rank, the same in every row
    sets.reserve(row_size(subspace));
    for_each_subset(kPoints - subspace.own, subspace.other, [&](std::uint32_t set) { sets.push_back(set); });
    const std::size_t rows = row_count(subspace);
    const std::size_t chunk = std::max<std::size_t>(1, (std::size_t{1} << 20) / sets.size());
    std::vector<std::vector<std::uint32_t>> parts((rows + chunk - 1) / chunk);
    first_.resize(rows + 1);
    pool.parallel_for(parts.size(), 1, [&](std::size_t first, std::size_t last, int) {
        for (std::size_t part = first; part < last; ++part) {
            for (std::size_t row = part * chunk; row < std::min(rows, (part + 1) * chunk); ++row) {
                append_row(a->data() + row * sets.size(), b->data() + row * sets.size(), sets, parts[part]);
                first_[row + 1] = parts[part].size();  // within the part so far
            }
        }
    });
    std::size_t total = 0;
    for (const auto& part : parts) total += part.size();
    sets_.reserve(total);
    for (std::size_t part = 0; part < parts.size(); ++part) {
        for (std::size_t row = part * chunk; row < std::min(rows, (part + 1) * chunk); ++row) {
            first_[row + 1] += sets_.size();
        }
        sets_.insert(sets_.end(), parts[part].begin(), parts[part].end());
        parts[part] = {};
    }
}

PositionsBefore::PositionsBefore(const Variant& variant, const Subspace& subspace, const ClassTables& classes,
                                 const DifferingAfter& after)
    : geometry_(geometry(variant.board)),
      subspace_(subspace),
      flies_(rights_of(variant, subspace).flies),
      classes_(classes),
      after_(after),
      all_axes_((std::uint32_t{1} << (kPoints - subspace.other)) - 1),
      seen_((std::size_t{1} << (kPoints - subspace.other)) / 64 + 1) {}

void PositionsBefore::add(std::uint32_t men) {
    std::uint64_t& word = seen_[men / 64];
    const std::uint64_t bit = std::uint64_t{1} << (men % 64);
    if ((word & bit) != 0) return;
    word |= bit;
    found_.push_back(men);
}

// The mover stands on `men` and has come to one of `arrivals`.
void PositionsBefore::add_before(std::uint32_t men, std::uint32_t arrivals, bool placed) {
    for (; arrivals != 0; arrivals &= arrivals - 1) {
        const int to = std::countr_zero(arrivals);
        const std::uint32_t rest = men & ~(std::uint32_t{1} << to);
        if (placed) {
            add(rest);
            continue;
        }
        std::uint32_t origins = (flies_ ? all_axes_ : neighbours_[to]) & ~men;
        for (; origins != 0; origins &= origins - 1) add(rest | (origins & (~origins + 1)));
    }
}

void PositionsBefore::add_captures(Mask taken, bool placed) {
    const auto& differing = after_[count(taken)][placed ? 1 : 0];
    if (differing == nullptr) return;
    const ClassTable& classes = classes_[subspace_.other - count(taken)];
    const ClassRef ref = classes.find(fixed_ & ~taken);
    const Mask free = kBoardMask & ~classes.representative(ref.index);
    const Symmetry back = inverse(ref.to_representative);
    for (const std::uint32_t set : differing->row(ref.index)) {
        const Mask men = sets_.map(back, sets_.expand(set, free));
        if ((men & taken) != 0) continue;
        const Mask arrivals = geometry_.in_mills(men);
        if (arrivals == 0) continue;
        add_before(sets_.compress(men, free_), sets_.compress(arrivals, free_), placed);
    }
}

std::span<const std::uint32_t> PositionsBefore::of_row(ClassIndex row) {
    for (const std::uint32_t men : found_) seen_[men / 64] = 0;
    found_.clear();
    fixed_ = classes_[subspace_.other].representative(row);
    free_ = kBoardMask & ~fixed_;
    int axis = 0;
    for (Mask rest = free_; rest != 0; rest &= rest - 1) {
        neighbours_[axis++] = sets_.compress(geometry_.neighbours[lowest(rest)] & free_, free_);
    }
    for (const bool placed : {false, true}) {
        if (const auto& quiet = after_[0][placed ? 1 : 0]; quiet != nullptr) {
            for (const std::uint32_t men : quiet->row(row)) add_before(men, men, placed);
        }
        for (Mask firsts = fixed_; firsts != 0; firsts &= firsts - 1) {
            const Mask first = firsts & (~firsts + 1);
            add_captures(first, placed);
            if (after_[2][placed ? 1 : 0] == nullptr) continue;
            for (Mask seconds = firsts & ~first; seconds != 0; seconds &= seconds - 1) {
                add_captures(first | (seconds & (~seconds + 1)), placed);
            }
        }
    }
    return found_;
}

bool turns_differ(const Variant& a, const Variant& b, Mask fixed) {
    if (a.all_in_mills == b.all_in_mills) return false;
    const Geometry& board = geometry(a.board);
    const auto all_in_mills = [&](Mask men) { return men != 0 && board.in_mills(men) == men; };
    if (all_in_mills(fixed)) return true;
    if (a.takes == 1) return false;
    // The second of two men may be protected once the first is gone.
    for (Mask rest = fixed; rest != 0; rest &= rest - 1) {
        if (all_in_mills(fixed & ~(rest & (~rest + 1)))) return true;
    }
    return false;
}

}  // namespace merels
