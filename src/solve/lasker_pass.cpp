// SPDX-License-Identifier: MIT
#include "solve/lasker_pass.h"

#include <algorithm>
#include <string>

#include "solve/lasker_levels.h"

namespace merels::solve {

struct LaskerPass::Work {
    Work(const PlacingOptions& options, Side side, const PlacingRows& kind)
        : role(options, side, kind), levels(role.space, options.values, options.kernel) {}

    Status prepare_moves(const Hands& hands, const RoleLayer& layer, const TableReader& reader);
    Status prepare_waits(const Hands& hands, const RoleLayer& layer, const TableReader& reader);
    // The hands after a placing of the role's side, or of the other one.
    Hands after_placing(Hands hands, Side side) const {
        --hands[index_of(side)];
        return hands;
    }

    RoleWork role;
    LaskerLevels levels;
    PlacingArray moves;  // the row side to move
    PlacingArray waits;  // the cube side to move
};

LaskerPass::LaskerPass(PlacingOptions options) : options_(std::move(options)), rows_(make_rows(options_)) {
    for (const Layer& layer : layers_with_hands(options_.variant)) {
        if (layer.to_move == Side::kWhite) hands_.push_back(layer.hand);
    }
}

LaskerPass::~LaskerPass() = default;

std::vector<Hands> LaskerPass::read_hands(const Hands& hands) {
    std::vector<Hands> result;
    for (const Hands placed : {Hands{1, 0}, Hands{0, 1}, Hands{1, 1}}) {
        if (placed[0] > hands[0] || placed[1] > hands[1]) continue;
        result.push_back(
            {static_cast<std::uint8_t>(hands[0] - placed[0]), static_cast<std::uint8_t>(hands[1] - placed[1])});
    }
    return result;
}

std::uint64_t LaskerPass::memory_needed() const {
    const int row_men = std::max(options_.variant.white_men, options_.variant.black_men);
    return 2 * PlacingArray::total_bytes(*rows_, row_men) +
           LaskerLevels::bytes(*rows_, options_.values, options_.kernel, row_men, options_.threads) +
           PlacingWorkspace::bytes(*rows_, row_men, options_.threads);
}

Status LaskerPass::check() const {
    const Variant& v = options_.variant;
    if (rows_ == nullptr) return Error{ErrorCode::kBadInput, "this CPU cannot run the wanted kernels"};
    if (v.phases != Phases::kPlaceOrMove) return Error{ErrorCode::kBadInput, v.id() + " is not a place-or-move game"};
    if (v.takes > 1 && v.board == Board::kDiagonals) {
        return Error{ErrorCode::kBadInput, v.id() + ": sliding into two mills at once is not supported"};
    }
    if (memory_needed() > options_.memory_limit) {
        return Error{ErrorCode::kNoMemory, "the layers with men in hand of " + v.id() + " need " +
                                               std::to_string(memory_needed() >> 20) + " MiB, more than the limit of " +
                                               std::to_string(options_.memory_limit >> 20) + " MiB"};
    }
    return ok_status();
}

Status LaskerPass::begin(Side role) {
    if (Status status = check(); !status) return status;
    work_ = std::make_unique<Work>(options_, role, *rows_);
    const int row_men = men_of(options_.variant, role);
    const bool sparse = work_->role.space.sparse;
    const bool memory = work_->role.allocate() && work_->levels.allocate(row_men) &&
                        work_->moves.allocate(*rows_, row_men, sparse) &&
                        work_->waits.allocate(*rows_, row_men, sparse);
    if (!memory) return Error{ErrorCode::kNoMemory, "the system refused memory for the layers with men in hand"};
    return ok_status();
}

void LaskerPass::end() { work_.reset(); }

// What the row side's placings give: from the losses of the cube side with one man fewer in the row side's hand.
Status LaskerPass::Work::prepare_moves(const Hands& hands, const RoleLayer& layer, const TableReader& reader) {
    const Variant& variant = role.options.variant;
    const Side row = role.role;
    if (layer.row_hand == 0) {
        for (int men = 0; men <= layer.row_most; ++men) {
            role.space.for_each_row(men, [&](ClassIndex index, PlacingWorkspace::Buffers&) {
                role.rows.fill(moves.row(men, index), kPoints - men, layer.cube_most, false);
            });
        }
        role.steps.write_terminals(moves, layer);
        return ok_status();
    }
    const Hands next = after_placing(hands, row);
    const RoleLayer next_layer = role_layer(variant, row, {next, row});
    if (layer.cube_hand > 0) {
        if (Status s = load_layer(role, moves, {after_placing(next, opponent(row)), row}, reader); !s) return s;
        role.steps.step(moves, role_layer(variant, row, {next, opponent(row)}));
    }
    if (Status s = load_layer(role, waits, {next, row}, reader); !s) return s;
    levels.finish_waits(waits, moves, next_layer);
    role.steps.step(moves, layer);
    return ok_status();
}

// What the cube side's placings give: from the wins of the row side with one man fewer in the cube side's hand.
Status LaskerPass::Work::prepare_waits(const Hands& hands, const RoleLayer& layer, const TableReader& reader) {
    if (layer.cube_hand == 0) return ok_status();
    const Side row = role.role;
    if (Status s = load_layer(role, waits, {after_placing(hands, opponent(row)), row}, reader); !s) return s;
    role.steps.step(waits, role_layer(role.options.variant, row, {hands, opponent(row)}));
    return ok_status();
}

Status LaskerPass::run(const Hands& hands, const TableReader& reader, PlacingSink& sink) {
    const Side row = work_->role.role;
    const Layer own{hands, row};
    const Layer other{hands, opponent(row)};
    const RoleLayer layer = role_layer(options_.variant, row, own);
    if (options_.progress != nullptr) options_.progress->detail(name_of(own));
    if (Status s = work_->prepare_moves(hands, layer, reader); !s) return s;
    if (Status s = work_->prepare_waits(hands, layer, reader); !s) return s;
    if (Status s = work_->levels.solve(work_->moves, work_->waits, layer, options_.stop_requested); !s) return s;
    if (Status s = deliver_layer(work_->role, work_->waits, other, sink); !s) return s;
    return deliver_layer(work_->role, work_->moves, own, sink);
}

}  // namespace merels::solve
