// SPDX-License-Identifier: MIT
// A role with packed rows (packed_array.h): they are the tables, but for the byte of what is not won.
#include <algorithm>
#include <bit>
#include <mutex>

#include "base/worker_pool.h"
#include "index/combination.h"
#include "index/symmetry.h"
#include "solve/placing/packed_steps.h"
#include "solve/placing/placing_census.h"
#include "solve/placing/placing_work.h"
#include "solve/rows/byte_rows.h"

namespace merels::solve {
namespace {

constexpr ClassIndex kNoRow = ~ClassIndex{0};

// The symmetries of a row's men other than the identity, as maps of its axes.
std::vector<SetMap> own_symmetries(Mask men) {
    const Mask free = kBoardMask & ~men;
    std::vector<SetMap> maps;
    for (std::uint32_t rest = stabiliser(men); rest != 0; rest &= rest - 1) {
        const auto symmetry = static_cast<Symmetry>(std::countr_zero(rest));
        std::array<AxisSet, kPoints> image{};
        for (int a = 0; a < count(free); ++a) {
            image[a] = to_axes(map_men(symmetry, to_points(AxisSet{1} << a, free)), free);
        }
        maps.emplace_back(image);
    }
    return maps;
}

class PackedWork final : public PlacingWork {
  public:
    PackedWork(const PlacingOptions& options, const RoleSize& size)
        : pool_(options.threads), ranks_(size.cube_men), steps_(options.variant, pool_, array_, ranks_) {}

    bool allocate(const RoleSize& size) { return array_.allocate(size.row_men, size.cube_men); }

    Status load(const RoleLayer& known, const TableReader& reader) override {
        for (int men = std::max(0, kMinMen - known.row_hand); men <= known.row_most; ++men) {
            for (int cube = std::max(0, kMinMen - known.cube_hand); cube <= known.cube_most; ++cube) {
                if (Status status = load_block(men, cube, known, reader); !status) return status;
            }
        }
        steps_.write_terminals(known);
        return ok_status();
    }

    void step(const RoleLayer& before) override { steps_.step(before); }

    Result<std::vector<Census>> census(const RoleLayer& layer, int row_men) override {
        std::vector<Census> result;
        for (int cube = std::max(0, kMinMen - layer.cube_hand); cube <= layer.cube_most; ++cube) {
            auto census = role_census(layer, row_men, cube, count_block(row_men, cube));
            if (!census) return census.error();
            result.push_back(std::move(*census));
        }
        return result;
    }

    void pack(int row_men, int cube_men, ClassIndex row, std::span<std::uint8_t> out) const override {
        const std::uint8_t* const from = array_.row(row_men, cube_men, row);
        std::transform(from, from + out.size(), out.begin(),
                       [](std::uint8_t s) { return s == kNotWon ? std::uint8_t{0} : s; });
    }

  private:
    Status load_block(int men, int cube, const RoleLayer& known, const TableReader& reader) {
        const Subspace subspace{static_cast<std::uint8_t>(men), static_cast<std::uint8_t>(cube),
                                static_cast<std::uint8_t>(known.row_hand), static_cast<std::uint8_t>(known.cube_hand)};
        const std::size_t size = array_.row_size(men, cube);
        // A full board is over: it has no table, and nobody wins it by moving.
        const bool full = men + cube == kPoints;
        std::mutex mutex;
        Status failure = ok_status();
        const std::size_t chunk = std::max<std::size_t>(1, (std::size_t{1} << 20) / size);
        pool_.parallel_for(classes_.size(men), chunk, [&](std::size_t first, std::size_t last, int) {
            const std::span bytes(array_.row(men, cube, static_cast<ClassIndex>(first)), (last - first) * size);
            if (full) {
                std::fill(bytes.begin(), bytes.end(), kNotWon);
            } else if (Status status = reader(subspace, static_cast<ClassIndex>(first),
                                              static_cast<ClassIndex>(last - first), bytes);
                       !status) {
                const std::lock_guard lock(mutex);
                if (failure) failure = status;
                return;
            }
            std::replace(bytes.begin(), bytes.end(), std::uint8_t{0}, kNotWon);
            for (std::size_t row = first; row < last; ++row) array_.note_wins(men, cube, static_cast<ClassIndex>(row));
        });
        return failure;
    }

    DepthTally count_block(int men, int cube) {
        std::vector<DepthTally> tallies(static_cast<std::size_t>(pool_.threads()));
        for (DepthTally& tally : tallies) tally.first.fill({kNoRow, 0});
        pool_.parallel_for(classes_.size(men), 64, [&](std::size_t first, std::size_t last, int worker) {
            for (std::size_t row = first; row < last; ++row) {
                const auto index = static_cast<ClassIndex>(row);
                if (array_.has_wins(men, cube, index)) count_row(men, cube, index, tallies[worker]);
            }
        });
        DepthTally sum = tallies[0];
        for (std::size_t t = 1; t < tallies.size(); ++t) {
            for (std::size_t s = 0; s < sum.positions.size(); ++s) {
                sum.positions[s] += tallies[t].positions[s];
                sum.first[s] = std::min(sum.first[s], tallies[t].first[s]);
            }
        }
        return sum;
    }

    void count_row(int men, int cube, ClassIndex index, DepthTally& tally) const {
        const std::uint8_t* const row = array_.row(men, cube, index);
        const std::size_t size = array_.row_size(men, cube);
        std::array<std::uint32_t, 256> counts{};
        if (const auto symmetries = own_symmetries(classes_.representative(men, index)); symmetries.empty()) {
            for (std::size_t i = 0; i < size; ++i) ++counts[row[i]];
        } else {
            const AxisSet* const sets = ranks_.sets(cube);
            for (std::size_t i = 0; i < size; ++i) {
                if (row[i] == kNotWon) continue;
                counts[row[i]] += std::none_of(symmetries.begin(), symmetries.end(),
                                               [set = sets[i]](const SetMap& map) { return map(set) < set; });
            }
        }
        for (std::size_t s = 0; s < kNotWon; ++s) {
            if (counts[s] == 0) continue;
            tally.positions[s] += counts[s];
            if (index >= tally.first[s].row) continue;
            // The first of a symmetric family is the one that counts.
            const auto* const found = std::find(row, row + size, static_cast<std::uint8_t>(s));
            tally.first[s] = {index, static_cast<std::uint32_t>(found - row)};
        }
    }

    const Classes& classes_ = Classes::get();
    WorkerPool pool_;
    SetRanks ranks_;
    PackedArray array_;
    PackedSteps steps_;
};

}  // namespace

std::unique_ptr<PlacingWork> make_packed_work(const PlacingOptions& options, const RoleSize& size) {
    auto work = std::make_unique<PackedWork>(options, size);
    if (!work->allocate(size)) return nullptr;
    return work;
}

std::uint64_t packed_work_bytes(const RoleSize& size) {
    std::uint64_t ranks = 0;
    for (int men = 0; men <= size.cube_men; ++men) ranks += std::uint64_t{4} * binomial(kPoints, men);
    return PackedArray::bytes_for(size.row_men, size.cube_men) +
           PackedSteps::scratch_bytes(size.row_men, size.cube_men, size.row_slides) + ranks;
}

}  // namespace merels::solve
