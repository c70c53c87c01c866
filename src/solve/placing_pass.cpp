// SPDX-License-Identifier: MIT
#include "solve/placing_pass.h"

#include <algorithm>
#include <string>

#include "solve/placing_array.h"

namespace merels::solve {

PlacingPass::PlacingPass(PlacingOptions options) : options_(std::move(options)) {
    rows_ = make_rows(options_);
    layers_ = layers_with_hands(options_.variant);
}

PlacingPass::~PlacingPass() = default;

bool PlacingPass::row_side_slides(Side role) const {
    return std::any_of(layers_.begin(), layers_.end(),
                       [role](const Layer& layer) { return layer.to_move == role && layer.hand[index_of(role)] == 0; });
}

std::uint64_t PlacingPass::memory_needed() const {
    std::uint64_t most = 0;
    for (const Side role : {Side::kWhite, Side::kBlack}) {
        const int row_men = men_of(options_.variant, role);
        std::uint64_t bytes =
            PlacingArray::total_bytes(*rows_, row_men) + PlacingWorkspace::bytes(*rows_, row_men, options_.threads);
        if (row_side_slides(role)) bytes += PlacingSteps::slide_bytes(*rows_, row_men);
        most = std::max(most, bytes);
    }
    return most;
}

Status PlacingPass::check() const {
    const Variant& v = options_.variant;
    if (rows_ == nullptr) return Error{ErrorCode::kBadInput, "this CPU cannot run the wanted kernels"};
    if (v.phases != Phases::kPlaceThenMove) {
        return Error{ErrorCode::kBadInput, v.id() + " is not a place-then-move game"};
    }
    const bool slides = row_side_slides(Side::kWhite) || row_side_slides(Side::kBlack);
    if (slides && v.takes > 1 && v.board == Board::kDiagonals) {
        return Error{ErrorCode::kBadInput, v.id() + ": sliding into two mills at once is not supported"};
    }
    if (memory_needed() > options_.memory_limit) {
        return Error{ErrorCode::kNoMemory, "the placing phase of " + v.id() + " needs " +
                                               std::to_string(memory_needed() >> 20) + " MiB, more than the limit of " +
                                               std::to_string(options_.memory_limit >> 20) + " MiB"};
    }
    return ok_status();
}

Status PlacingPass::run(Side role, const TableReader& reader, PlacingSink& sink, std::optional<Layer> after) {
    if (Status status = check(); !status) return status;
    auto next = layers_.begin();
    Layer known{{0, 0}, role};  // the row side moves: its wins are what the tables hold
    if (after) {
        const auto found = std::find(layers_.begin(), layers_.end(), *after);
        if (found == layers_.end() || after->to_move != role) {
            return Error{ErrorCode::kBadInput,
                         "the placing phase cannot go on after the layer '" + name_of(*after) + "'"};
        }
        known = *after;
        next = found + 1;
    }

    RoleWork work(options_, role, *rows_);
    PlacingArray array;
    const int row_men = men_of(options_.variant, role);
    const bool memory = array.allocate(*rows_, row_men, work.space.sparse) && work.space.allocate(row_men) &&
                        work.build_canonical() && (!row_side_slides(role) || work.steps.allocate_slides(row_men));
    if (!memory) return Error{ErrorCode::kNoMemory, "the system refused memory for the placing phase"};

    if (Status status = load_layer(work, array, known, reader); !status) return status;
    if (!after && layers_.front().to_move == role) {
        // The row side makes the last placing, so the cube side is to move when all men are placed.
        work.steps.step(array, role_layer(options_.variant, role, {{0, 0}, opponent(role)}));
    }
    for (; next != layers_.end(); ++next) {
        if (options_.stop_requested && options_.stop_requested()) {
            return Error{ErrorCode::kInterrupted, "stopped before the layer '" + name_of(*next) + "'"};
        }
        if (options_.progress != nullptr) options_.progress->detail(name_of(*next));
        work.steps.step(array, role_layer(options_.variant, role, *next));
        if (Status status = deliver_layer(work, array, *next, sink); !status) return status;
    }
    return ok_status();
}

}  // namespace merels::solve
