// SPDX-License-Identifier: MIT
#include "solve/lasker/lasker_pass.h"

#include <algorithm>
#include <string>
#include <utility>

#include "solve/lasker/lasker_levels.h"

namespace merels::solve {

namespace {

// Levels that are in memory at the same time: the one at work with either side to move, the finished one below it, and
// two more for what its placings read; one more under take 2.
int levels_in_memory(const Variant& variant) { return variant.takes > 1 ? 6 : 5; }

Hands after_placing(Hands hands, Side side) {
    --hands[index_of(side)];
    return hands;
}

}  // namespace

struct LaskerPass::Work {
    Work(const PlacingOptions& options, Side side, const PlacingRows& kind)
        : role(options, side, kind), levels(role.space, options) {}

    // Memory for one level.
    std::uint8_t* level(int number) const { return memory[number].as<std::uint8_t>(); }
    PlacingArray view() const { return PlacingArray::view(role.rows); }
    Status load(PlacingArray& array, const Hands& hands, int men, int number, const TableReader& reader);

    Status prepare_moves(const Hands& hands, const RoleLayer& layer, int men, const TableReader& reader);
    Status prepare_waits(const Hands& hands, const RoleLayer& layer, int men, const TableReader& reader);
    Status place_by_cube_side(PlacingArray& array, const Hands& hands, int men, const std::array<int, 4>& numbers,
                              const TableReader& reader);

    RoleWork role;
    LaskerLevels levels;
    std::vector<BigMemory> memory;
    PlacingArray moves;  // the row side to move: the level at work, and the one below it
    PlacingArray waits;  // the cube side to move: the level at work
    // Which memory is whose: the levels of `moves` change places from level to level.
    int own = 0;
    int below = 1;
};

LaskerPass::LaskerPass(const PlacingOptions& options) : options_(options), rows_(make_rows(options_)) {
    for (const Layer& layer : layers_with_hands(options_.variant)) {
        if (layer.to_move == Side::kWhite) hands_.push_back(layer.hand);
    }
    if (rows_ == nullptr || options_.variant.phases != Phases::kPlaceOrMove) return;
    if (bytes() <= options_.memory_limit) return;
    options_.spill = true;
    options_.spill_after = Spill::room_for_arrays(options_.memory_limit, least_memory());
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

std::uint64_t LaskerPass::bytes() const {
    const int row_men = std::max(options_.variant.white_men, options_.variant.black_men);
    const auto levels = static_cast<std::uint64_t>(levels_in_memory(options_.variant));
    return levels * PlacingArray::largest_level_bytes(*rows_, row_men) +
           LaskerLevels::bytes(options_.variant, *rows_, options_.values, options_.kernel, row_men, options_.threads) +
           PlacingWorkspace::row_bytes(*rows_, options_.threads) + CanonicalRows::bytes(row_men);
}

// What is never spilled: the rows of the threads, tables on their way, and a working set of rows.
std::uint64_t LaskerPass::least_memory() const {
    return PlacingWorkspace::row_bytes(*rows_, options_.threads) + kSpilledPlacingBytes;
}
std::uint64_t LaskerPass::memory_needed() const {
    return options_.spill ? std::max(least_memory(), options_.memory_limit) : bytes();
}
std::uint64_t LaskerPass::scratch_needed() const {
    const int row_men = std::max(options_.variant.white_men, options_.variant.black_men);
    return scratch_bytes(options_, bytes(), PlacingArray::largest_level_bytes(*rows_, row_men));
}
double LaskerPass::missing_share() const {
    if (!options_.spill) return 0;
    return 1 - std::min(1.0, static_cast<double>(options_.memory_limit) / static_cast<double>(bytes()));
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
    RoleWork& space = work_->role;
    bool memory = space.space.allocate_rows() && space.build_canonical() && work_->levels.allocate(row_men);
    work_->memory.resize(static_cast<std::size_t>(levels_in_memory(options_.variant)));
    for (BigMemory& level : work_->memory) {
        memory = memory && allocate_bytes(level, PlacingArray::largest_level_bytes(*rows_, row_men), space.space.sparse,
                                          space.spill.get());
    }
    return memory ? ok_status() : Status(space.refused());
}

void LaskerPass::end() { work_.reset(); }

Status LaskerPass::Work::load(PlacingArray& array, const Hands& hands, int men, int number, const TableReader& reader) {
    array.attach(men, level(number));
    return load_level(role, array, role_layer(role.options.variant, role.role, {hands, role.role}), men, reader);
}

// What the cube side's placings give at one level, in the first memory of `numbers`: from the wins of the row side with
// one man fewer in the cube side's hand. The others are for the levels below and for images.
Status LaskerPass::Work::place_by_cube_side(PlacingArray& array, const Hands& hands, int men,
                                            const std::array<int, 4>& numbers, const TableReader& reader) {
    const Side cube = opponent(role.role);
    const Hands after = after_placing(hands, cube);
    const int levels_read = role.options.variant.takes > 1 ? 3 : 2;
    for (int i = 0; i < levels_read && i <= men; ++i) {
        if (Status s = load(array, after, men - i, numbers[i], reader); !s) return s;
    }
    role.space.lend_images(level(numbers[levels_read]));
    role.steps.cube_level(array, men, role_layer(role.options.variant, role.role, {hands, cube}));
    return ok_status();
}

// What the row side's placings give: from the losses of the cube side with one man fewer in the row side's hand.
Status LaskerPass::Work::prepare_moves(const Hands& hands, const RoleLayer& layer, int men, const TableReader& reader) {
    moves.attach(men, level(own));
    if (layer.row_hand == 0) {
        role.space.for_each_row(men, [&](ClassIndex index, PlacingWorkspace::Buffers&) {
            role.rows.fill(moves.row(men, index), kPoints - men, layer.cube_most, false);
        });
        role.steps.write_terminals(moves, men, layer);
        return ok_status();
    }
    const Hands next = after_placing(hands, role.role);
    const RoleLayer next_layer = role_layer(role.options.variant, role.role, {next, role.role});
    // The level at work is not needed yet, so its memory serves as well.
    PlacingArray lost = view();
    lost.attach(men + 1, level(2));
    if (layer.cube_hand > 0) {
        if (Status s = place_by_cube_side(lost, next, men + 1, {2, 3, 4, 5}, reader); !s) return s;
    }
    PlacingArray won = view();
    if (Status s = load(won, next, men + 1, own, reader); !s) return s;
    if (Status s = load(won, next, men, 3, reader); !s) return s;
    levels.lend_once(level(4));
    levels.finish_waits(won, lost, men + 1, next_layer);
    role.space.lend_images(level(3));
    role.steps.place_level(lost, moves, men, layer);
    return ok_status();
}

Status LaskerPass::Work::prepare_waits(const Hands& hands, const RoleLayer& layer, int men, const TableReader& reader) {
    waits.attach(men, level(2));
    if (layer.cube_hand == 0) return ok_status();
    return place_by_cube_side(waits, hands, men, {2, 3, 4, 5}, reader);
}

Status LaskerPass::run(const Hands& hands, const TableReader& reader, PlacingSink& sink) {
    Work& work = *work_;
    const Side row = work.role.role;
    const Layer own{hands, row};
    const Layer other{hands, opponent(row)};
    const RoleLayer layer = role_layer(options_.variant, row, own);
    work.moves = work.view();
    work.waits = work.view();
    for (int men = 0; men <= layer.row_most; ++men) {
        if (options_.progress != nullptr) {
            options_.progress->detail(name_of(own) + ", " + std::to_string(men) + " men");
        }
        options_.ranks->stage("layer, by all", name_of(own));
        Status prepared = work.prepare_moves(hands, layer, men, reader);
        if (prepared) prepared = work.prepare_waits(hands, layer, men, reader);
        if (Status all = options_.ranks->agree(prepared); !all) return all;
        work.levels.lend_once(work.level(3));
        work.role.space.lend_images(work.level(4));
        options_.ranks->stage("layer", name_of(own));
        if (Status s = work.levels.solve(work.moves, work.waits, men, layer, options_.stop); !s) return s;
        options_.ranks->stage("layer's tables", name_of(own));
        if (Status s = deliver_level(work.role, work.waits, other, men, sink); !s) return s;
        if (Status s = deliver_level(work.role, work.moves, own, men, sink); !s) return s;
        std::swap(work.own, work.below);
    }
    if (Status s = sink.layer_done(row, other); !s) return s;
    return sink.layer_done(row, own);
}

}  // namespace merels::solve
