// SPDX-License-Identifier: MIT
#include "solve/placing/placing_census.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>

#include "index/combination.h"
#include "index/layers.h"

namespace merels::solve {
namespace {

constexpr int kDepths = 256;
constexpr Address kNoAddress{~ClassIndex{0}, ~std::uint32_t{0}};

std::uint32_t first_equal(const std::vector<std::uint8_t>& packed, int s) {
    const auto found = std::find(packed.begin(), packed.end(), s);
    return found == packed.end() ? kNoAddress.rank : static_cast<std::uint32_t>(found - packed.begin());
}

// The canonical address of a position seen from the cube side.
Address seen_from_cube(const Classes& classes, Mask row_men, Mask cube_men) {
    const ClassRef ref = classes.find(cube_men);
    const Mask own = classes.representative(count(cube_men), ref.index);
    const Mask other = map_men(ref.to_representative, row_men);
    Mask smallest = other;
    for (std::uint32_t stay = stabiliser(own); stay != 0; stay &= stay - 1) {
        smallest = std::min(smallest, map_men(static_cast<Symmetry>(std::countr_zero(stay)), other));
    }
    return {ref.index, colex_rank(to_axes(smallest, kBoardMask & ~own))};
}

// Marks the entries of a row that no symmetry of its men makes smaller.
void mark_canonical(std::uint64_t* bits, Mask men, std::uint16_t symmetries, int cube_men) {
    constexpr int kHalf = 12;
    const Mask free = kBoardMask & ~men;
    const int axes = count(free);
    struct AxisTable {
        std::array<std::uint32_t, 1 << kHalf> low, high;
    };
    std::vector<AxisTable> tables(static_cast<std::size_t>(std::popcount(symmetries)));
    std::size_t n = 0;
    for (std::uint32_t rest = symmetries; rest != 0; rest &= rest - 1, ++n) {
        const auto symmetry = static_cast<Symmetry>(std::countr_zero(rest));
        std::array<std::uint32_t, kPoints> image{};
        for (int a = 0; a < axes; ++a)
            image[a] = to_axes(map_men(symmetry, to_points(std::uint32_t{1} << a, free)), free);
        tables[n].low[0] = tables[n].high[0] = 0;
        for (std::uint32_t set = 1; set < 1u << kHalf; ++set) {
            const int top = std::bit_width(set) - 1;
            const std::uint32_t below = set ^ std::uint32_t{1} << top;
            tables[n].low[set] = tables[n].low[below] | image[top];
            tables[n].high[set] = tables[n].high[below] | (top + kHalf < kPoints ? image[top + kHalf] : 0);
        }
    }
    for (std::uint32_t word = 0; word < std::uint32_t{1} << (axes - 6); ++word) {
        if (std::popcount(word) > cube_men) continue;
        std::uint64_t marks = ~std::uint64_t{0};
        const std::uint32_t start = word << 6;
        for (const AxisTable& t : tables) {
            const std::uint32_t high = t.high[start >> kHalf];
            const std::uint32_t* const low = t.low.data() + (start & ((1u << kHalf) - 1));
            for (std::uint32_t i = 0; i < 64; ++i) marks &= ~(std::uint64_t{(high | low[i]) < (start | i)} << i);
        }
        bits[word] = marks;
    }
}

}  // namespace

std::uint64_t CanonicalRows::bytes(int row_men) {
    std::uint64_t words = 0;
    for (int men = 0; men <= row_men; ++men) {
        for (const Mask set : Classes::get().representatives(men)) {
            if (stabiliser(set) != 0) words += words_of_row(kPoints - men);
        }
    }
    return words * sizeof(std::uint64_t);
}

bool CanonicalRows::build(int row_men, int cube_men, WorkerPool& pool, bool sparse, Spill* spill) {
    const Classes& classes = Classes::get();
    struct SymmetricRow {
        Mask men;
        std::uint16_t symmetries;
        std::uint64_t offset;
    };
    std::vector<SymmetricRow> rows;
    std::uint64_t words = 0;
    for (int men = 0; men <= row_men; ++men) {
        offset_[men].assign(classes.size(men), kNone);
        for (ClassIndex index = 0; index < classes.size(men); ++index) {
            const Mask set = classes.representative(men, index);
            const std::uint16_t symmetries = stabiliser(set);
            if (symmetries == 0) continue;
            offset_[men][index] = words;
            rows.push_back({set, symmetries, words});
            words += words_of_row(kPoints - men);
        }
    }
    if (!allocate_bytes(bits_, words * 8, sparse, spill)) return false;
    pool.parallel_for(rows.size(), 1, [&](std::size_t first, std::size_t last, int) {
        for (std::size_t i = first; i < last; ++i) {
            mark_canonical(bits_.as<std::uint64_t>() + rows[i].offset, rows[i].men, rows[i].symmetries, cube_men);
        }
    });
    return true;
}

Result<Census> role_census(const RoleLayer& layer, int row_men, int cube_men, const DepthTally& tally) {
    const auto as_byte = [](int n) { return static_cast<std::uint8_t>(n); };
    const Subspace seen_from_row{as_byte(row_men), as_byte(cube_men), as_byte(layer.row_hand),
                                 as_byte(layer.cube_hand)};
    Census census;
    census.subspace = layer.row_moves ? seen_from_row : twin(seen_from_row);
    census.positions = position_count(census.subspace);
    const Classes& classes = Classes::get();
    for (int s = 0; s < kNotWon; ++s) {
        if (tally.positions[s] == 0) continue;
        if (s > kMostDepth) {
            return Error{ErrorCode::kInternal, "a depth of more than " + std::to_string(2 * kMostDepth) +
                                                   " plies does not fit the byte of the placing pass"};
        }
        Address example = tally.first[s];
        if (!layer.row_moves) {
            const Mask men = classes.representative(row_men, example.row);
            const Mask cube = to_points(colex_subset(example.rank, cube_men), kBoardMask & ~men);
            example = seen_from_cube(classes, men, cube);
        }
        census.plies.push_back({static_cast<Ply>(layer.row_moves ? 2 * s - 1 : 2 * s), tally.positions[s], example});
    }
    return census;
}

// What one thread has counted.
struct LevelCensus::Tally {
    alignas(64) ByteHistogram chunk{};
    std::array<DepthTally, kMaxMen + 1> of{};  // by cube men

    Tally() {
        for (DepthTally& tally : of) tally.first.fill(kNoAddress);
    }
};

LevelCensus::LevelCensus(const PlacingRows& rows, const CanonicalRows& canonical, const RoleLayer& layer, int men,
                         int threads)
    : rows_(rows),
      canonical_(canonical),
      layer_(layer),
      men_(men),
      axes_(kPoints - men),
      fewest_(std::max(0, kMinMen - layer.cube_hand)) {
    for (int i = 0; i < threads; ++i) tallies_.push_back(std::make_unique<Tally>());
}

LevelCensus::~LevelCensus() = default;

void LevelCensus::add(int worker, std::span<const ClassIndex> indices, const LevelRows& level) {
    Tally& tally = *tallies_[static_cast<std::size_t>(worker)];
    std::memset(tally.chunk, 0, sizeof(tally.chunk[0]) * (static_cast<std::size_t>(layer_.cube_most) + 1));
    for (const ClassIndex index : indices) {
        rows_.count(tally.chunk, level[index], canonical_.row(men_, index), axes_, layer_.cube_most);
    }
    for (int cube = fewest_; cube <= layer_.cube_most; ++cube) {
        std::vector<int> earlier;  // depths of which these rows may hold the first example
        for (int s = 0; s < kNotWon; ++s) {
            if (tally.chunk[cube][s] == 0) continue;
            tally.of[cube].positions[s] += tally.chunk[cube][s];
            if (indices.front() < tally.of[cube].first[s].row) earlier.push_back(s);
        }
        if (!earlier.empty()) find_first(tally.of[cube], cube, std::move(earlier), indices, level);
    }
}

// The first row that holds a depth, and the first place in that row. Rows come nearly in their order, so this is rare.
void LevelCensus::find_first(DepthTally& tally, int cube, std::vector<int> open, std::span<const ClassIndex> indices,
                             const LevelRows& level) const {
    std::vector<std::uint8_t> packed(binomial(axes_, cube));
    for (const ClassIndex index : indices) {
        std::erase_if(open, [&](int s) { return tally.first[s].row < index; });
        if (open.empty()) return;
        rows_.pack(packed.data(), level[index], axes_, cube);
        std::erase_if(open, [&](int s) {
            const std::uint32_t rank = s == 0 ? first_zero(level[index], cube) : first_equal(packed, s);
            if (rank != kNoAddress.rank) tally.first[s] = {index, rank};
            return rank != kNoAddress.rank;
        });
    }
}

// Lost in 0: a packed row shows it as it shows what is not won, so look at the row itself.
std::uint32_t LevelCensus::first_zero(const std::uint8_t* row, int cube) const {
    const std::uint32_t ranks = binomial(axes_, cube);
    AxisSet subset = (AxisSet{1} << cube) - 1;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        if (rows_.is_zero(row, subset)) return rank;
        if (rank + 1 < ranks) subset = next_subset(subset);
    }
    return kNoAddress.rank;
}

Result<std::vector<Census>> LevelCensus::finish(Transport& ranks) const {
    Tally total;
    const auto add = [&](const std::array<DepthTally, kMaxMen + 1>& counted) {
        for (int cube = fewest_; cube <= layer_.cube_most; ++cube) {
            for (int s = 0; s < kDepths; ++s) {
                DepthTally& sum = total.of[cube];
                sum.positions[s] += counted[cube].positions[s];
                sum.first[s] = std::min(sum.first[s], counted[cube].first[s]);
            }
        }
    };
    for (const auto& tally : tallies_) add(tally->of);
    if (!ranks.alone()) {
        const auto all = ranks.all_gather(std::as_bytes(std::span(total.of)));
        for (int rank = 0; rank < ranks.size(); ++rank) {
            if (rank == ranks.rank()) continue;
            std::array<DepthTally, kMaxMen + 1> heard;
            std::memcpy(heard.data(), all[static_cast<std::size_t>(rank)].data(), sizeof(heard));
            add(heard);
        }
    }
    std::vector<Census> result;
    for (int cube = fewest_; cube <= layer_.cube_most; ++cube) {
        auto census = role_census(layer_, men_, cube, total.of[cube]);
        if (!census) return census.error();
        result.push_back(std::move(*census));
    }
    return result;
}

Result<std::vector<Census>> take_census(const PlacingRows& rows, WorkerPool& pool, const PlacingArray& array,
                                        const CanonicalRows& canonical, const RoleLayer& layer, int men,
                                        Transport& ranks) {
    LevelCensus level(rows, canonical, layer, men, pool.threads());
    const RowShare::Run own = RowShare(ranks).own(men);
    const std::size_t chunk = std::max<std::size_t>(1, (std::size_t{1} << 19) >> (kPoints - men));
    pool.parallel_for(own.size(), chunk, [&](std::size_t first, std::size_t last, int worker) {
        std::vector<ClassIndex> indices(last - first);
        std::iota(indices.begin(), indices.end(), own.first + static_cast<ClassIndex>(first));
        level.add(worker, indices, array.rows(men));
    });
    return level.finish(ranks);
}

}  // namespace merels::solve
