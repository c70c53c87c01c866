// SPDX-License-Identifier: MIT
// A role with rows as cubes (placing_array.h).
#include "solve/placing/placing_array.h"
#include "solve/placing/placing_work.h"

namespace merels::solve {
namespace {

class CubeWork final : public PlacingWork {
  public:
    CubeWork(const PlacingOptions& options, Side role, const PlacingRows& rows) : role_(options, role, rows) {}

    bool allocate(const RoleSize& size) {
        return array_.allocate(role_.rows, size.row_men, role_.space.sparse) && role_.space.allocate(size.row_men) &&
               role_.build_canonical() && (!size.row_slides || role_.steps.allocate_slides(size.row_men));
    }

    Status load(const RoleLayer& known, const TableReader& reader) override {
        for (int men = 0; men <= known.row_most; ++men) {
            if (Status status = load_level(role_, array_, known, men, reader); !status) return status;
        }
        return ok_status();
    }
    void step(const RoleLayer& before) override { role_.steps.step(array_, before); }
    Result<std::vector<Census>> census(const RoleLayer& layer, int row_men) override {
        return take_census(role_.rows, role_.pool, array_, role_.canonical, layer, row_men);
    }
    void pack(int row_men, int cube_men, ClassIndex row, std::span<std::uint8_t> out) const override {
        role_.rows.pack(out.data(), array_.row(row_men, row), kPoints - row_men, cube_men);
    }

  private:
    RoleWork role_;
    PlacingArray array_;
};

}  // namespace

std::unique_ptr<PlacingWork> make_cube_work(const PlacingOptions& options, Side role, const PlacingRows& rows,
                                            const RoleSize& size) {
    auto work = std::make_unique<CubeWork>(options, role, rows);
    if (!work->allocate(size)) return nullptr;
    return work;
}

std::uint64_t cube_work_bytes(const PlacingOptions& options, const PlacingRows& rows, const RoleSize& size) {
    const std::uint64_t slides = size.row_slides ? PlacingSteps::slide_bytes(rows, size.row_men) : 0;
    return PlacingArray::total_bytes(rows, size.row_men) +
           PlacingWorkspace::bytes(options.variant, rows, size.row_men, options.threads) + slides;
}

}  // namespace merels::solve
