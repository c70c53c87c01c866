// SPDX-License-Identifier: MIT
#include "solve/lasker/lasker_levels.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

namespace merels::solve {
namespace {

RoleLayer waiting(RoleLayer layer) {
    layer.row_moves = false;
    return layer;
}

Error stopped() { return {ErrorCode::kInterrupted, "stopped within a layer"}; }

}  // namespace

LaskerLevels::LaskerLevels(PlacingWorkspace& workspace, const PlacingOptions& options)
    : work_(workspace),
      with_depth_(options.values == ValueKind::kDtw),
      bit_rows_(with_depth_ ? make_result_rows(options.kernel) : nullptr),
      bit_work_(with_depth_ ? std::make_unique<PlacingWorkspace>(work_.variant, *bit_rows_, work_.pool, work_.sparse)
                            : nullptr),
      bits_(with_depth_ ? *bit_work_ : work_),
      ranks_(*options.ranks),
      sweep_(bits_, ranks_, options.whole_rows),
      depths_(with_depth_ ? std::make_unique<LaskerDepths>(bits_, *find_kernels(options.kernel)->bytes) : nullptr) {
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
    Status swept =
        with_depth_ ? sweep_depths(moves, waits, men, layer, stop) : sweep_results(moves, waits, men, layer, stop);
    return swept && !ranks_.alone() ? share_level(moves, men, layer) : swept;
}

bool LaskerLevels::asked_to_stop(const StopFlag* stop) { return ranks_.any(stop != nullptr && *stop); }

// Everybody gets the rows that the others swept: the words of each with sets of not too many men.
Status LaskerLevels::share_level(PlacingArray& array, int men, const RoleLayer& layer) {
    const std::uint32_t words = words_of_row(kPoints - men);
    const std::size_t word_bytes = work_.rows.row_bytes(kPoints - men) / words;
    std::vector<std::uint32_t> in_range;
    for (std::uint32_t word = 0; word < words; ++word) {
        if (std::popcount(word) <= layer.cube_most) in_range.push_back(word);
    }
    BlockExchange blocks(ranks_, work_.pool.threads());
    work_.for_rows(men, RowShare(ranks_).own(men), [&](ClassIndex index, Buffers& buffers) {
        const int worker = static_cast<int>(&buffers - work_.buffers.data());
        std::vector<std::uint8_t>& out = blocks.open(worker);
        const auto* const name = reinterpret_cast<const std::uint8_t*>(&index);
        out.insert(out.end(), name, name + sizeof(index));
        const std::uint8_t* const row = array.row(men, index);
        for (const std::uint32_t word : in_range) {
            out.insert(out.end(), row + word * word_bytes, row + (word + 1) * word_bytes);
        }
        blocks.added(worker);
    });
    const std::size_t record = sizeof(ClassIndex) + in_range.size() * word_bytes;
    return blocks.run(work_.pool, [&](std::span<const std::uint8_t> block, int) {
        if (block.size() % record != 0) return false;
        for (; !block.empty(); block = block.subspan(record)) {
            ClassIndex index = 0;
            std::memcpy(&index, block.data(), sizeof(index));
            if (index >= work_.classes.size(men)) return false;
            const std::uint8_t* from = block.data() + sizeof(index);
            for (const std::uint32_t word : in_range) {
                std::memcpy(array.row(men, index) + word * word_bytes, from, word_bytes);
                from += word_bytes;
            }
        }
        return true;
    });
}

Status LaskerLevels::sweep_results(PlacingArray& moves, PlacingArray& waits, int men, const RoleLayer& layer,
                                   const StopFlag* stop) {
    sweep_.begin({men, layer, moves.level(men), layer.cube_most < kMinMen ? nullptr : once_,
                  layer.cube_hand > 0 ? waits.level(men) : nullptr});
    for (bool more = true; more;) {
        if (asked_to_stop(stop)) return stopped();
        const auto round = sweep_.round(nullptr);
        if (!round) return round.error();
        more = *round;
    }
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
    for (int depth = 0; more; ++depth) {
        if (asked_to_stop(stop)) return stopped();
        if (depth > kMostDepth) return Error{ErrorCode::kInternal, "a depth does not fit a byte"};
        depths_->begin_round(depth);
        const auto round = sweep_.round(depths_.get());
        if (!round) return round.error();
        more = ranks_.any(*round || depths_->more_to_come());
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
