// SPDX-License-Identifier: MIT
#include "solve/placing_pass.h"

#include <algorithm>
#include <mutex>
#include <string>

#include "base/worker_pool.h"
#include "index/combination.h"
#include "solve/placing_array.h"
#include "solve/placing_census.h"
#include "solve/placing_steps.h"

namespace merels::solve {
namespace {

// From this many men on nearly every page of a row is in use, so that huge pages pay.
constexpr int kMenForHugePages = 7;

int men_of(const Variant& variant, Side side) { return side == Side::kWhite ? variant.white_men : variant.black_men; }

RoleLayer role_layer(const Variant& variant, Side role, const Layer& layer) {
    RoleLayer result;
    result.row_hand = layer.hand[index_of(role)];
    result.cube_hand = layer.hand[index_of(opponent(role))];
    result.row_most = men_of(variant, role) - result.row_hand;
    result.cube_most = men_of(variant, opponent(role)) - result.cube_hand;
    result.row_moves = layer.to_move == role;
    return result;
}

std::string name_of(const Layer& layer) {
    return std::string(layer.to_move == Side::kWhite ? "White" : "Black") + " to move, hands " +
           std::to_string(layer.hand[0]) + "-" + std::to_string(layer.hand[1]);
}

}  // namespace

// Everything that one role needs; freed when it is done.
struct PlacingPass::Work {
    Work(const PlacingOptions& options, Side side, const PlacingRows& kind)
        : role(side),
          rows(kind),
          pool(options.threads),
          sparse(std::max(options.variant.white_men, options.variant.black_men) < kMenForHugePages),
          steps(options.variant, kind, pool, array, sparse) {}

    const Side role;
    const PlacingRows& rows;
    WorkerPool pool;
    const bool sparse;
    PlacingArray array;
    PlacingSteps steps;
    CanonicalRows canonical;
};

PlacingPass::PlacingPass(PlacingOptions options) : options_(std::move(options)) {
    rows_ = options_.values == ValueKind::kDtw ? make_depth_rows(options_.kernel) : make_result_rows(options_.kernel);
    layers_ = layers_of(options_.variant);
    std::erase_if(layers_, [](const Layer& layer) { return layer.hand == std::array<std::uint8_t, 2>{}; });
    std::reverse(layers_.begin(), layers_.end());
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
        const std::uint64_t array = PlacingArray::total_bytes(*rows_, row_men);
        most = std::max<std::uint64_t>(
            most, array + PlacingSteps::scratch_bytes(*rows_, row_men, row_side_slides(role), options_.threads));
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

    Work work(options_, role, *rows_);
    const int row_men = men_of(options_.variant, role);
    const int cube_men = men_of(options_.variant, opponent(role));
    bool memory = work.array.allocate(*rows_, row_men, work.sparse) && work.steps.allocate(row_side_slides(role));
    if (memory && options_.census) memory = work.canonical.build(row_men, cube_men, work.pool, work.sparse);
    if (!memory) return Error{ErrorCode::kNoMemory, "the system refused memory for the placing phase"};

    if (Status status = load(work, known, reader); !status) return status;
    if (!after && layers_.front().to_move == role) {
        // The row side makes the last placing, so the cube side is to move when all men are placed.
        work.steps.step(role_layer(options_.variant, role, {{0, 0}, opponent(role)}));
    }
    for (; next != layers_.end(); ++next) {
        if (options_.stop_requested && options_.stop_requested()) {
            return Error{ErrorCode::kInterrupted, "stopped before the layer '" + name_of(*next) + "'"};
        }
        if (options_.progress != nullptr) options_.progress->detail(name_of(*next));
        work.steps.step(role_layer(options_.variant, role, *next));
        if (Status status = deliver(work, *next, sink); !status) return status;
    }
    return ok_status();
}

// Fills the array with the tables of a layer in which the row side moves.
Status PlacingPass::load(Work& work, const Layer& layer, const TableReader& reader) const {
    const RoleLayer known = role_layer(options_.variant, work.role, layer);
    const int fewest = std::max(0, kMinMen - known.cube_hand);
    std::mutex mutex;
    Status failure = ok_status();
    for (int men = std::max(0, kMinMen - known.row_hand); men <= known.row_most; ++men) {
        const int axes = kPoints - men;
        // A full board is over: it has no table, and nobody wins it by moving.
        const int most = std::min(known.cube_most, men + known.cube_most == kPoints ? axes - 1 : axes);
        const std::size_t chunk = std::max<std::size_t>(1, (std::size_t{1} << 21) >> axes);
        work.pool.parallel_for(Classes::get().size(men), chunk, [&](std::size_t first, std::size_t last, int) {
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
                work.rows.expand(work.array.row(men, static_cast<ClassIndex>(first + row)), sources, axes, fewest,
                                 most);
            }
        });
        if (!failure) return failure;
    }
    work.steps.write_terminals(known);
    return ok_status();
}

Status PlacingPass::deliver(Work& work, const Layer& layer, PlacingSink& sink) const {
    const RoleLayer known = role_layer(options_.variant, work.role, layer);
    std::vector<Census> counts;
    if (options_.census) {
        auto taken = take_census(work.rows, work.pool, work.array, work.canonical, known);
        if (!taken) return taken.error();
        counts = *std::move(taken);
    }
    const bool wdl = options_.values == ValueKind::kWdl;
    if (wdl) std::transform(counts.begin(), counts.end(), counts.begin(), without_depth);
    if (!known.row_moves) {
        for (const Census& losses : counts) {
            if (Status status = sink.losses(layer, losses); !status) return status;
        }
        return sink.layer_done(work.role, layer);
    }
    std::size_t next = 0;
    for (const Subspace& subspace : subspaces_of(options_.variant, layer)) {
        const RowSource rows = [&](std::uint32_t row, std::span<std::uint8_t> out) {
            work.rows.pack(out.data(), work.array.row(subspace.own, row), kPoints - subspace.own, subspace.other);
        };
        Census wins;
        wins.subspace = subspace;
        wins.with_depth = !wdl;
        if (options_.census) wins = counts[next++];
        if (Status status = sink.table(layer, subspace, rows, wins); !status) return status;
    }
    return sink.layer_done(work.role, layer);
}

}  // namespace merels::solve
