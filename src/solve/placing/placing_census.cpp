// SPDX-License-Identifier: MIT
#include "solve/placing/placing_census.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <string>

#include "index/combination.h"
#include "index/layers.h"

namespace merels::solve {
namespace {

constexpr int kDepths = 256;
constexpr Address kNoAddress{~ClassIndex{0}, ~std::uint32_t{0}};

// What one thread knows about a level.
struct Tally {
    alignas(64) ByteHistogram chunk{};
    // By cube men. While counting only the row of the first address is known: the first one of the chunk.
    std::array<DepthTally, kMaxMen + 1> of{};

    Tally() {
        for (DepthTally& tally : of) tally.first.fill(kNoAddress);
    }
};

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

class LevelCensus {
  public:
    LevelCensus(const PlacingRows& rows, WorkerPool& pool, const PlacingArray& array, const CanonicalRows& canonical,
                const RoleLayer& layer, int men)
        : rows_(rows),
          pool_(pool),
          array_(array),
          canonical_(canonical),
          layer_(layer),
          men_(men),
          axes_(kPoints - men),
          chunk_(std::max<std::size_t>(1, (std::size_t{1} << 19) >> axes_)),
          fewest_(std::max(0, kMinMen - layer.cube_hand)),
          tallies_(static_cast<std::size_t>(pool.threads())) {}

    Status run(std::vector<Census>& out) {
        pool_.parallel_for(classes_.size(men_), chunk_, [this](std::size_t first, std::size_t last, int worker) {
            count_chunk(static_cast<ClassIndex>(first), static_cast<ClassIndex>(last), tallies_[worker]);
        });
        merge();
        pool_.parallel_for(static_cast<std::size_t>(layer_.cube_most) + 1, 1,
                           [this](std::size_t cube, std::size_t, int) {
                               if (static_cast<int>(cube) >= fewest_) find_first(static_cast<int>(cube));
                           });
        for (int cube = fewest_; cube <= layer_.cube_most; ++cube) {
            auto census = role_census(layer_, men_, cube, total_.of[cube]);
            if (!census) return census.error();
            out.push_back(std::move(*census));
        }
        return ok_status();
    }

  private:
    void count_chunk(ClassIndex first, ClassIndex last, Tally& tally) {
        std::memset(tally.chunk, 0, sizeof(tally.chunk[0]) * (static_cast<std::size_t>(layer_.cube_most) + 1));
        for (ClassIndex index = first; index < last; ++index) {
            rows_.count(tally.chunk, array_.row(men_, index), canonical_.row(men_, index), axes_, layer_.cube_most);
        }
        for (int cube = fewest_; cube <= layer_.cube_most; ++cube) {
            for (int s = 0; s < kNotWon; ++s) {
                if (tally.chunk[cube][s] == 0) continue;
                tally.of[cube].positions[s] += tally.chunk[cube][s];
                tally.of[cube].first[s].row = std::min(tally.of[cube].first[s].row, first);
            }
        }
    }

    void merge() {
        for (const Tally& t : tallies_) {
            for (int cube = 0; cube <= layer_.cube_most; ++cube) {
                for (int s = 0; s < kDepths; ++s) {
                    DepthTally& sum = total_.of[cube];
                    sum.positions[s] += t.of[cube].positions[s];
                    sum.first[s] = std::min(sum.first[s], t.of[cube].first[s]);
                }
            }
        }
    }

    // The chunk is known: find the first row of it that holds the depth, and the first place in that row.
    void find_first(int cube) {
        auto& first_of = total_.of[cube].first;
        std::vector<std::uint8_t> packed(binomial(axes_, cube));
        std::vector<int> depths;
        for (int s = 0; s < kNotWon; ++s) {
            if (total_.of[cube].positions[s] != 0) depths.push_back(s);
        }
        std::sort(depths.begin(), depths.end(), [&](int a, int b) { return first_of[a].row < first_of[b].row; });
        for (std::size_t i = 0; i < depths.size();) {
            const ClassIndex first = first_of[depths[i]].row;
            std::size_t end = i;
            while (end < depths.size() && first_of[depths[end]].row == first) ++end;
            std::vector<int> open(depths.begin() + static_cast<std::ptrdiff_t>(i),
                                  depths.begin() + static_cast<std::ptrdiff_t>(end));
            for (ClassIndex index = first; !open.empty(); ++index) {
                rows_.pack(packed.data(), array_.row(men_, index), axes_, cube);
                std::erase_if(open, [&](int s) {
                    const std::uint32_t rank = s == 0 ? first_zero(index, cube) : first_equal(packed, s);
                    if (rank != kNoAddress.rank) first_of[s] = {index, rank};
                    return rank != kNoAddress.rank;
                });
            }
            i = end;
        }
    }

    static std::uint32_t first_equal(const std::vector<std::uint8_t>& packed, int s) {
        const auto found = std::find(packed.begin(), packed.end(), s);
        return found == packed.end() ? kNoAddress.rank : static_cast<std::uint32_t>(found - packed.begin());
    }

    // Lost in 0: a packed row shows it as it shows what is not won, so look at the row itself.
    std::uint32_t first_zero(ClassIndex index, int cube) const {
        const std::uint8_t* const row = array_.row(men_, index);
        const std::uint32_t ranks = binomial(axes_, cube);
        AxisSet subset = (AxisSet{1} << cube) - 1;
        for (std::uint32_t rank = 0; rank < ranks; ++rank) {
            if (rows_.is_zero(row, subset)) return rank;
            if (rank + 1 < ranks) subset = next_subset(subset);
        }
        return kNoAddress.rank;
    }

    const PlacingRows& rows_;
    WorkerPool& pool_;
    const PlacingArray& array_;
    const CanonicalRows& canonical_;
    const RoleLayer& layer_;
    const Classes& classes_ = Classes::get();
    const int men_;
    const int axes_;
    const std::size_t chunk_;  // rows
    const int fewest_;
    std::vector<Tally> tallies_;
    Tally total_;
};

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

bool CanonicalRows::build(int row_men, int cube_men, WorkerPool& pool, bool sparse) {
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
    if (!allocate_bytes(bits_, words * 8, sparse)) return false;
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

Result<std::vector<Census>> take_census(const PlacingRows& rows, WorkerPool& pool, const PlacingArray& array,
                                        const CanonicalRows& canonical, const RoleLayer& layer, int men) {
    std::vector<Census> result;
    const auto level = std::make_unique<LevelCensus>(rows, pool, array, canonical, layer, men);
    if (Status status = level->run(result); !status) return status.error();
    return result;
}

}  // namespace merels::solve
