// SPDX-License-Identifier: MIT
// A role with rows as cubes (placing_array.h).
#include <algorithm>
#include <array>
#include <mutex>

#include "base/worker_pool.h"
#include "index/combination.h"
#include "solve/placing_array.h"
#include "solve/placing_census.h"
#include "solve/role_work.h"

namespace merels::solve {
namespace {

// From this many men on nearly every page of a row is in use, so that huge pages pay.
constexpr int kMenForHugePages = 7;

class CubeWork final : public RoleWork {
  public:
    CubeWork(const PlacingOptions& options, const PlacingRows& rows)
        : rows_(rows),
          pool_(options.threads),
          sparse_(std::max(options.variant.white_men, options.variant.black_men) < kMenForHugePages),
          steps_(options.variant, rows, pool_, array_, sparse_) {}

    bool allocate(const RoleSize& size, bool census) {
        return array_.allocate(rows_, size.row_men, sparse_) && steps_.allocate(size.row_slides) &&
               (!census || canonical_.build(size.row_men, size.cube_men, pool_, sparse_));
    }

    Status load(const RoleLayer& known, const TableReader& reader) override {
        const int fewest = std::max(0, kMinMen - known.cube_hand);
        std::mutex mutex;
        Status failure = ok_status();
        for (int men = std::max(0, kMinMen - known.row_hand); men <= known.row_most; ++men) {
            const int axes = kPoints - men;
            // A full board is over: it has no table, and nobody wins it by moving.
            const int most = std::min(known.cube_most, men + known.cube_most == kPoints ? axes - 1 : axes);
            const std::size_t chunk = std::max<std::size_t>(1, (std::size_t{1} << 21) >> axes);
            pool_.parallel_for(Classes::get().size(men), chunk, [&](std::size_t first, std::size_t last, int) {
                const std::size_t rows = last - first;
                std::array<std::vector<std::uint8_t>, kMaxMen + 1> packed;
                for (int cube = fewest; cube <= most; ++cube) {
                    const std::size_t size = rows * binomial(axes, cube);
                    packed[cube].resize(size + 16);  // the kernels may read a little further
                    const Subspace subspace{static_cast<std::uint8_t>(men), static_cast<std::uint8_t>(cube),
                                            static_cast<std::uint8_t>(known.row_hand),
                                            static_cast<std::uint8_t>(known.cube_hand)};
                    Status status = reader(subspace, static_cast<ClassIndex>(first), static_cast<ClassIndex>(rows),
                                           std::span(packed[cube].data(), size));
                    if (!status) {
                        const std::lock_guard lock(mutex);
                        if (failure) failure = status;
                        return;
                    }
                }
                for (std::size_t row = 0; row < rows; ++row) {
                    const std::uint8_t* sources[kPoints + 1] = {};
                    for (int cube = fewest; cube <= most; ++cube) {
                        sources[cube] = packed[cube].data() + row * binomial(axes, cube);
                    }
                    rows_.expand(array_.row(men, static_cast<ClassIndex>(first + row)), sources, axes, fewest, most);
                }
            });
            if (!failure) return failure;
        }
        steps_.write_terminals(known);
        return ok_status();
    }

    void step(const RoleLayer& before) override { steps_.step(before); }
    Result<std::vector<Census>> census(const RoleLayer& layer) override {
        return take_census(rows_, pool_, array_, canonical_, layer);
    }
    void pack(int row_men, int cube_men, ClassIndex row, std::span<std::uint8_t> out) const override {
        rows_.pack(out.data(), array_.row(row_men, row), kPoints - row_men, cube_men);
    }

  private:
    const PlacingRows& rows_;
    WorkerPool pool_;
    const bool sparse_;
    PlacingArray array_;
    PlacingSteps steps_;
    CanonicalRows canonical_;
};

}  // namespace

std::unique_ptr<RoleWork> make_cube_work(const PlacingOptions& options, const PlacingRows& rows, const RoleSize& size) {
    auto work = std::make_unique<CubeWork>(options, rows);
    if (!work->allocate(size, options.census)) return nullptr;
    return work;
}

std::uint64_t cube_work_bytes(const PlacingOptions& options, const PlacingRows& rows, const RoleSize& size) {
    return PlacingArray::total_bytes(rows, size.row_men) +
           PlacingSteps::scratch_bytes(rows, size.row_men, size.row_slides, options.threads);
}

}  // namespace merels::solve
