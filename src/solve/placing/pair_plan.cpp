// SPDX-License-Identifier: MIT
#include "solve/placing/pair_plan.h"

#include <algorithm>

namespace merels::solve {
namespace {

constexpr std::uint32_t kNever = ~std::uint32_t{0};

// First and last batch of every row of a level.
struct Use {
    std::vector<std::uint32_t> first, last;

    explicit Use(ClassIndex rows) : first(rows, kNever), last(rows, 0) {}
    void add(ClassIndex row, std::uint32_t batch) {
        first[row] = std::min(first[row], batch);
        last[row] = std::max(last[row], batch);
    }
};

RowLives lives_of(const Use& use, std::uint32_t batches) {
    RowLives lives;
    lives.begin.resize(batches);
    lives.end.resize(batches);
    for (ClassIndex row = 0; row < use.first.size(); ++row) {
        if (use.first[row] == kNever) continue;
        lives.begin[use.first[row]].push_back(row);
        lives.end[use.last[row]].push_back(row);
    }
    std::size_t now = 0;
    for (std::uint32_t batch = 0; batch < batches; ++batch) {
        now += lives.begin[batch].size();
        lives.most = std::max(lives.most, now);
        now -= lives.end[batch].size();
    }
    return lives;
}

// Calls visit(set) for every set of the row side's men in the layer between that a turn from `men` leads to.
template <class Visit>
void for_each_turn(const PlacingWorkspace& work, Mask men, PairTurn turn, Visit&& visit) {
    const Mask free = kBoardMask & ~men;
    if (turn == PairTurn::kPlaces) {
        for (Mask rest = free; rest != 0; rest &= rest - 1) visit(men | mask_of(lowest(rest)));
        return;
    }
    const bool flies = count(men) == kMinMen;
    for (Mask origins = men; origins != 0; origins &= origins - 1) {
        const Point origin = lowest(origins);
        for (Mask to = flies ? free : work.board.neighbours[origin] & free; to != 0; to &= to - 1) {
            visit((men & ~mask_of(origin)) | mask_of(lowest(to)));
        }
    }
}

// Marks the rows of the level below that takings from a row lead to, in the batch that the row is made in.
void use_takings(const PlacingWorkspace& work, int men, const Use& rows, Use& below) {
    for (ClassIndex row = 0; row < rows.first.size(); ++row) {
        if (rows.first[row] == kNever) continue;
        const Mask set = work.classes.representative(men, row);
        for (Mask rest = work.takeable(set); rest != 0; rest &= rest - 1) {
            below.add(work.classes.find(set & ~mask_of(lowest(rest))).index, rows.first[row]);
        }
    }
}

constexpr std::uint8_t kRead = 1, kReadBefore = 2;  // by us, by a rank before us

}  // namespace

PairPlan plan_pair(const PlacingWorkspace& work, int men, PairTurn turn, std::uint32_t batch, const RowShare& share) {
    PairPlan plan;
    plan.men = men;
    plan.turn = turn;
    plan.batch = batch;
    const int before = turn == PairTurn::kPlaces ? men - 1 : men;
    plan.rows_before = share.own(before);
    plan.batches = (plan.rows_before.size() + batch - 1) / batch;

    Use between(work.classes.size(men));
    // The first rank that reads a row counts it.
    if (!share.alone()) plan.counted.assign(work.classes.size(men), 0);
    for (ClassIndex target = 0; target < plan.rows_before.last; ++target) {
        const bool own = target >= plan.rows_before.first;
        const auto read = [&](ClassIndex row) {
            if (!share.alone()) plan.counted[row] |= own ? kRead : kReadBefore;
            if (own) between.add(row, (target - plan.rows_before.first) / batch);
        };
        if (turn == PairTurn::kNone) {
            read(target);
        } else {
            for_each_turn(work, work.classes.representative(before, target), turn,
                          [&](Mask set) { read(work.classes.find(set).index); });
        }
    }
    for (std::uint8_t& row : plan.counted) row = row == kRead;
    plan.between = lives_of(between, plan.batches);
    if (men > 0) {
        Use below(work.classes.size(men - 1));
        use_takings(work, men, between, below);
        plan.below = lives_of(below, plan.batches);
        if (work.variant.takes > 1 && men > 1) {
            Use deeper(work.classes.size(men - 2));
            use_takings(work, men - 1, below, deeper);
            plan.deeper = lives_of(deeper, plan.batches);
        }
    }
    if (turn != PairTurn::kNone) {
        Use images(work.classes.size(men));
        for (ClassIndex row = 0; row < images.first.size(); ++row) {
            if (work.board.in_mills(work.classes.representative(men, row)) == 0) continue;
            images.first[row] = between.first[row];
            images.last[row] = between.last[row];
        }
        plan.most_images = lives_of(images, plan.batches).most;
    }
    return plan;
}

std::size_t PairPlan::bytes(const PlacingRows& rows) const {
    std::size_t bytes = (between.most + most_images) * rows.row_bytes(kPoints - men);
    if (men > 0) {
        const std::size_t copies = deeper.begin.empty() ? 1 : 2;  // under take 2 each also after one more taking
        bytes += copies * below.most * rows.row_bytes(kPoints - men + 1);
    }
    if (men > 1) bytes += deeper.most * rows.row_bytes(kPoints - men + 2);
    return bytes;
}

}  // namespace merels::solve
