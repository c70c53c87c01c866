// SPDX-License-Identifier: MIT
#include "solve/lasker/lasker_levels.h"

#include <algorithm>
#include <cstring>

namespace merels::solve {
namespace {

RoleLayer waiting(RoleLayer layer) {
    layer.row_moves = false;
    return layer;
}

Error stopped() { return {ErrorCode::kInterrupted, "stopped within a layer"}; }

}  // namespace

LaskerLevels::LaskerLevels(PlacingWorkspace& workspace, ValueKind values, KernelKind kernel)
    : work_(workspace),
      with_depth_(values == ValueKind::kDtw),
      bit_rows_(with_depth_ ? make_result_rows(kernel) : nullptr),
      bit_work_(with_depth_ ? std::make_unique<PlacingWorkspace>(work_.variant, *bit_rows_, work_.pool, work_.sparse)
                            : nullptr),
      bits_(with_depth_ ? *bit_work_ : work_),
      sweep_(bits_),
      depths_(with_depth_ ? std::make_unique<LaskerDepths>(bits_, *find_kernels(kernel)->bytes) : nullptr) {
    bits_.spill = work_.spill;
}

std::size_t LaskerLevels::bytes(const Variant& variant, const PlacingRows& rows, ValueKind values, KernelKind kernel,
                                int row_men, int threads) {
    if (values == ValueKind::kWdl) return LaskerSweep::bytes(rows, row_men, threads);
    const auto bits = make_result_rows(kernel);
    return PlacingWorkspace::bytes(variant, *bits, row_men, threads) + LaskerSweep::bytes(*bits, row_men, threads) +
           LaskerDepths::bytes(*bits, row_men);
}

bool LaskerLevels::allocate(int row_men) {
    if (with_depth_ && !(bit_work_->allocate(row_men) && depths_->allocate(row_men))) return false;
    return sweep_.allocate(row_men);
}

Status LaskerLevels::solve(PlacingArray& moves, PlacingArray& waits, int men, const RoleLayer& layer,
                           const StopFlag* stop) {
    if (layer.row_is_short(men)) {
        work_.for_each_row(men, [&](ClassIndex index, Buffers&) {
            work_.write_row_terminals(men, waits.row(men, index), waiting(layer));
        });
        return ok_status();
    }
    take_below(moves, men, layer);
    return with_depth_ ? sweep_depths(moves, waits, men, layer, stop) : sweep_results(moves, waits, men, layer, stop);
}

Status LaskerLevels::sweep_results(PlacingArray& moves, PlacingArray& waits, int men, const RoleLayer& layer,
                                   const StopFlag* stop) {
    sweep_.begin({men, layer, moves.level(men), layer.cube_most < kMinMen ? nullptr : once_,
                  layer.cube_hand > 0 ? waits.level(men) : nullptr});
    do {
        if (stop != nullptr && *stop) return stopped();
    } while (sweep_.round(nullptr));
    work_.for_each_row(men, [&](ClassIndex index, Buffers&) {
        std::memcpy(waits.row(men, index), sweep_.lost(index), work_.rows.row_bytes(kPoints - men));
    });
    return ok_status();
}

Status LaskerLevels::sweep_depths(PlacingArray& moves, PlacingArray& waits, int men, const RoleLayer& layer,
                                  const StopFlag* stop) {
    sweep_.begin(
        depths_->begin({men, layer, moves.level(men), layer.cube_most < kMinMen ? nullptr : once_, waits.level(men)}));
    bool more = true;
    for (int depth = 0; more || depth <= depths_->last_depth(); ++depth) {
        if (stop != nullptr && *stop) return stopped();
        if (depth > kMostDepth) return Error{ErrorCode::kInternal, "a depth does not fit a byte"};
        depths_->begin_round(depth);
        more = sweep_.round(depths_.get());
    }
    depths_->end(sweep_);
    return ok_status();
}

void LaskerLevels::finish_waits(const PlacingArray& moves, PlacingArray& waits, int men, const RoleLayer& layer) {
    const RoleLayer wait = waiting(layer);
    const int flying = std::max(0, kMinMen - layer.cube_hand);
    if (!layer.row_is_short(men)) take_below(moves, men, layer);
    work_.for_each_row(men, [&](ClassIndex index, Buffers& buffers) {
        std::uint8_t* const row = waits.row(men, index);
        if (layer.row_is_short(men)) return work_.write_row_terminals(men, row, wait);
        const RowAxes axes = row_axes(work_.board, work_.classes.representative(men, index));
        const std::uint8_t* const from = moves.row(men, index);
        const bool takes = layer.cube_most >= kMinMen && work_.takeable(axes.men) != 0;
        std::uint8_t* const out = buffers.out.as<std::uint8_t>();
        work_.rows.slide(out, from, takes ? work_.row_of(once_, men, index) : from, axes, layer.cube_most, flying,
                         buffers.scratch.as<std::uint8_t>());
        work_.write_row_terminals(men, out, wait);
        work_.rows.renew(row, out, layer.cube_hand > 0 ? row : nullptr, axes.axes, layer.cube_most);
    });
}

// The rows of a level after the cube side has taken a man: they read only the level below, which is finished.
void LaskerLevels::take_below(const PlacingArray& moves, int men, const RoleLayer& layer) {
    if (men == 0 || layer.cube_most < kMinMen) return;  // nothing to take, or no mill
    work_.for_each_row(men, [&](ClassIndex index, Buffers& buffers) {
        const RowAxes axes = row_axes(work_.board, work_.classes.representative(men, index));
        work_.taken(axes, moves.rows(men - 1), layer.cube_most, nullptr, work_.row_of(once_, men, index), buffers);
    });
}

}  // namespace merels::solve
