// SPDX-License-Identifier: MIT
#include "solve/placing/placing_pass.h"

#include <algorithm>
#include <string>

#include "solve/costs/costs.h"
#include "solve/placing/placing_array.h"
#include "solve/placing/placing_work.h"

namespace merels::solve {

PlacingPass::PlacingPass(const PlacingOptions& options) : options_(options) {
    rows_ = make_rows(options_);
    layers_ = layers_with_hands(options_.variant);
    if (rows_ == nullptr || options_.variant.phases != Phases::kPlaceThenMove) return;
    if (options_.spill) options_.layout = PlacingLayout::kPairs;
    if (bytes_of(layout()) <= options_.memory_limit) return;
    options_.spill = true;
    options_.spill_after = Spill::room_for_arrays(options_.memory_limit, least_memory());
}

// What is never spilled: the rows of the threads, tables on their way, and a working set of rows.
std::uint64_t PlacingPass::least_memory() const {
    return PlacingWorkspace::row_bytes(*rows_, options_.threads) + kSpilledPlacingBytes;
}
std::uint64_t PlacingPass::memory_needed() const {
    return options_.spill ? std::max(least_memory(), options_.memory_limit) : bytes_of(layout());
}
std::uint64_t PlacingPass::scratch_needed() const {
    const int row_men = std::max(options_.variant.white_men, options_.variant.black_men);
    return scratch_bytes(options_, bytes_of(layout()), PlacingArray::largest_level_bytes(*rows_, row_men));
}

PlacingPass::~PlacingPass() = default;

RoleSize PlacingPass::size_of(Side role) const {
    const bool slides = std::any_of(layers_.begin(), layers_.end(), [role](const Layer& layer) {
        return layer.to_move == role && layer.hand[index_of(role)] == 0;
    });
    return {men_of(options_.variant, role), men_of(options_.variant, opponent(role)), slides};
}

std::uint64_t PlacingPass::pair_bytes(const PairForm& form) const {
    const auto [found, fresh] = pair_bytes_.try_emplace(form, 0);
    for (const Side role : {Side::kWhite, Side::kBlack}) {
        if (fresh) {
            found->second = std::max(found->second, PlacingPairs::bytes(options_, *rows_, role, layers_, form));
        }
    }
    return found->second;
}

PairForm PlacingPass::pair_form() const {
    if (options_.pair_batch != 0) return {options_.pair_batch, options_.pair_scratch};
    const auto fits = [this](const PairForm& form) { return pair_bytes(form) <= options_.memory_limit; };
    const auto found = std::find_if(PlacingPairs::kForms.begin(), PlacingPairs::kForms.end(), fits);
    return found == PlacingPairs::kForms.end() ? PlacingPairs::kForms.back() : *found;
}

std::uint64_t PlacingPass::bytes_of(PlacingLayout layout) const {
    if (layout == PlacingLayout::kPairs) return pair_bytes(pair_form());
    std::uint64_t most = 0;
    for (const Side role : {Side::kWhite, Side::kBlack}) {
        const RoleSize size = size_of(role);
        most = std::max(
            most, layout == PlacingLayout::kPacked ? packed_work_bytes(size) : cube_work_bytes(options_, *rows_, size));
    }
    return most;
}

PlacingLayout PlacingPass::layout() const {
    if (options_.layout != PlacingLayout::kAuto) return options_.layout;
    const auto fits = [this](PlacingLayout layout) { return bytes_of(layout) <= options_.memory_limit; };
    const auto seconds = [this](PlacingLayout layout) {
        return seconds_of(Side::kWhite, layers_, layout) + seconds_of(Side::kBlack, layers_, layout);
    };
    const bool cubes = fits(PlacingLayout::kCubes);
    // Ranks share pairs: what they read of each other are tables.
    const PlacingLayout whole = cubes && options_.ranks->alone() ? PlacingLayout::kCubes : PlacingLayout::kPairs;
    const bool packed = options_.values == ValueKind::kDtw && fits(PlacingLayout::kPacked);
    if (packed && seconds(PlacingLayout::kPacked) < seconds(whole)) return PlacingLayout::kPacked;
    if (fits(whole) || !packed) return whole;
    return PlacingLayout::kPacked;
}

double PlacingPass::seconds_of(Side role, std::span<const Layer> layers, PlacingLayout layout) const {
    double positions = 0, bytes = 0;
    for (const Layer& layer : layers) {
        for (const Subspace& s : subspaces_of(options_.variant, layer)) {
            positions += static_cast<double>(position_count(s));
        }
        const int most = role_layer(options_.variant, role, layer).row_most;
        bytes += static_cast<double>(PlacingArray::total_bytes(*rows_, most));
    }
    if (layout == PlacingLayout::kPacked) return 1e-9 * costs::kPackedNanoseconds * positions;
    const double pairs = options_.spill                    ? costs::kSpilledPairFactor
                         : layout == PlacingLayout::kPairs ? costs::kPairFactor
                                                           : 1;
    return 1e-9 * pairs * (options_.values == ValueKind::kWdl ? costs::kBitCubeNanoseconds : costs::kCubeNanoseconds) *
           bytes;
}

Status PlacingPass::check() const {
    const Variant& v = options_.variant;
    if (rows_ == nullptr) return Error{ErrorCode::kBadInput, "this CPU cannot run the wanted kernels"};
    if (v.phases != Phases::kPlaceThenMove) {
        return Error{ErrorCode::kBadInput, v.id() + " is not a place-then-move game"};
    }
    const bool slides = size_of(Side::kWhite).row_slides || size_of(Side::kBlack).row_slides;
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
    if (Status status = options_.ranks->agree(check()); !status) return status;
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
    if (layout() == PlacingLayout::kPairs) return run_pairs(role, reader, sink, after);

    const auto work = layout() == PlacingLayout::kPacked ? make_packed_work(options_, size_of(role))
                                                         : make_cube_work(options_, role, *rows_, size_of(role));
    Status ready = Error{ErrorCode::kNoMemory, "the system refused memory for the placing phase"};
    if (work != nullptr) ready = work->load(role_layer(options_.variant, role, known), reader);
    if (Status all = options_.ranks->agree(ready); !all) return all;
    if (!after && layers_.front().to_move == role) {
        // The row side makes the last placing, so the cube side is to move when all men are placed.
        work->step(role_layer(options_.variant, role, {{0, 0}, opponent(role)}));
    }
    for (; next != layers_.end(); ++next) {
        if (options_.stopped()) {
            return Error{ErrorCode::kInterrupted, "stopped before the layer '" + name_of(*next) + "'"};
        }
        if (options_.progress != nullptr) options_.progress->detail(name_of(*next));
        options_.ranks->stage("layer, by all", name_of(*next));
        work->step(role_layer(options_.variant, role, *next));
        options_.ranks->stage("layer's tables", name_of(*next));
        const RoleLayer solved = role_layer(options_.variant, role, *next);
        const SolvedLayer results{[&](int men) { return work->census(solved, men); },
                                  [&](int row_men, int cube_men, ClassIndex row, std::span<std::uint8_t> out) {
                                      work->pack(row_men, cube_men, row, out);
                                  }};
        for (int men = 0; men <= solved.row_most; ++men) {
            if (Status status = deliver_level(options_, role, *next, men, results, sink); !status) return status;
        }
        if (Status status = sink.layer_done(role, *next); !status) return status;
    }
    return ok_status();
}

Status PlacingPass::run_pairs(Side role, const TableReader& reader, PlacingSink& sink, std::optional<Layer> after) {
    PlacingPairs work(options_, role, *rows_, pair_form());
    const Status memory = work.allocate(layers_) ? ok_status() : Status(work.refused());
    if (Status all = options_.ranks->agree(memory); !all) return all;
    for (const LayerPair& pair : pairs_of(layers_, role, after)) {
        if (Status status = work.run(pair, reader, sink); !status) return status;
    }
    return ok_status();
}

}  // namespace merels::solve
