// SPDX-License-Identifier: MIT
#include "solve/placing/placing_tables.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "index/combination.h"

namespace merels::solve {
namespace {

// From this many men on nearly every page of a row is in use, so that huge pages pay.
constexpr int kMenForHugePages = 7;

}  // namespace

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

std::unique_ptr<const PlacingRows> make_rows(const PlacingOptions& options) {
    return options.values == ValueKind::kDtw ? make_depth_rows(options.kernel) : make_result_rows(options.kernel);
}

std::uint64_t scratch_bytes(const PlacingOptions& options, std::uint64_t arrays, std::uint64_t largest) {
    if (!options.spill) return 0;
    return std::min(arrays, arrays + largest - std::min(arrays, options.spill_after));
}

RoleWork::RoleWork(const PlacingOptions& role_options, Side side, const PlacingRows& kind)
    : options(role_options),
      role(side),
      rows(kind),
      spill(role_options.spill
                ? std::make_unique<Spill>(role_options.scratch, role_options.memory_limit, role_options.spill_after)
                : nullptr),
      pool(role_options.threads),
      space(role_options.variant, kind, pool,
            spill || std::max(role_options.variant.white_men, role_options.variant.black_men) < kMenForHugePages),
      steps(space) {
    space.spill = spill.get();
    if (spill) pool.after_chunks([this] { keep_to_limit(); });
}

Error RoleWork::refused() const {
    if (spill && !spill->error().message.empty()) return spill->error();
    return {ErrorCode::kNoMemory, "the system refuses the memory for the layers with men in hand"};
}

bool RoleWork::build_canonical() {
    if (!options.census) return true;
    return canonical.build(men_of(options.variant, role), men_of(options.variant, opponent(role)), pool, space.sparse,
                           spill.get());
}

Status load_rows(const RoleWork& work, const LevelRows& level, const RoleLayer& known, int men, ClassIndex first,
                 ClassIndex rows, const TableReader& reader) {
    if (!known.row_is_short(men)) {
        const int fewest = std::max(0, kMinMen - known.cube_hand);
        const int axes = kPoints - men;
        // A full board is over: it has no table, and nobody wins it by moving.
        const int most = std::min(known.cube_most, men + known.cube_most == kPoints ? axes - 1 : axes);
        std::array<std::vector<std::uint8_t>, kMaxMen + 1> packed;
        for (int cube = fewest; cube <= most; ++cube) {
            const std::size_t size = std::size_t{rows} * binomial(axes, cube);
            packed[cube].resize(size + 16);  // the kernels may read a little further
            const Subspace subspace{static_cast<std::uint8_t>(men), static_cast<std::uint8_t>(cube),
                                    static_cast<std::uint8_t>(known.row_hand),
                                    static_cast<std::uint8_t>(known.cube_hand)};
            if (Status s = reader(subspace, first, rows, std::span(packed[cube].data(), size)); !s) return s;
        }
        for (ClassIndex row = 0; row < rows; ++row) {
            const std::uint8_t* sources[kPoints + 1] = {};
            for (int cube = fewest; cube <= most; ++cube) {
                sources[cube] = packed[cube].data() + std::size_t{row} * binomial(axes, cube);
            }
            work.rows.expand(level[first + row], sources, axes, fewest, most);
        }
    }
    for (ClassIndex row = 0; row < rows; ++row) work.space.write_row_terminals(men, level[first + row], known);
    return ok_status();
}

Status load_level(RoleWork& work, PlacingArray& array, const RoleLayer& known, int men, const TableReader& reader) {
    const std::size_t chunk = std::max<std::size_t>(1, (std::size_t{1} << 21) >> (kPoints - men));
    std::mutex mutex;
    Status failure = ok_status();
    work.pool.parallel_for(Classes::get().size(men), chunk, [&](std::size_t first, std::size_t last, int) {
        Status status = load_rows(work, array.rows(men), known, men, static_cast<ClassIndex>(first),
                                  static_cast<ClassIndex>(last - first), reader);
        if (status) return;
        const std::lock_guard lock(mutex);
        if (failure) failure = status;
    });
    return failure;
}

Status deliver_level(const PlacingOptions& options, Side role, const Layer& layer, int men, const SolvedLayer& solved,
                     PlacingSink& sink) {
    if (role_layer(options.variant, role, layer).row_is_short(men)) return ok_status();
    std::vector<Census> counts;
    if (options.census) {
        auto taken = solved.census(men);
        if (!taken) return taken.error();
        counts = *std::move(taken);
    }
    const bool wdl = options.values == ValueKind::kWdl;
    if (wdl) std::transform(counts.begin(), counts.end(), counts.begin(), without_depth);
    if (layer.to_move != role) {
        for (const Census& losses : counts) {
            if (Status status = sink.losses(layer, losses); !status) return status;
        }
        return ok_status();
    }
    std::size_t next = 0;
    for (const Subspace& subspace : subspaces_of(options.variant, layer)) {
        if (subspace.own != men) continue;
        const RowSource rows = [&](std::uint32_t row, std::span<std::uint8_t> out) {
            solved.pack(men, subspace.other, row, out);
        };
        Census wins;
        wins.subspace = subspace;
        wins.with_depth = !wdl;
        if (options.census) wins = counts[next++];
        if (Status status = sink.table(layer, subspace, rows, wins, solved.first_rows); !status) return status;
    }
    return ok_status();
}

Status deliver_level(RoleWork& work, const PlacingArray& array, const Layer& layer, int men, PlacingSink& sink) {
    SolvedLayer solved;
    solved.census = [&](int level) {
        return take_census(work.rows, work.pool, array, work.canonical,
                           role_layer(work.options.variant, work.role, layer), level, *work.options.ranks);
    };
    solved.first_rows = RowShare(*work.options.ranks).first_rows(men);
    solved.pack = [&](int row_men, int cube_men, ClassIndex row, std::span<std::uint8_t> out) {
        work.rows.pack(out.data(), array.row(row_men, row), kPoints - row_men, cube_men);
        work.keep_to_limit();
    };
    return deliver_level(work.options, work.role, layer, men, solved, sink);
}

}  // namespace merels::solve
