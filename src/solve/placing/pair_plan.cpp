// SPDX-License-Identifier: MIT
#include "solve/placing/pair_plan.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

namespace merels::solve {
namespace {

constexpr std::uint32_t kNever = ~std::uint32_t{0};

// The first and the last target (row that is computed last, counted from the first of ours) that every row of a level
// is needed for.
struct Use {
    std::vector<std::uint32_t> first, last;

    Use() = default;
    explicit Use(ClassIndex rows) : first(rows, kNever), last(rows, 0) {}
    void add(ClassIndex row, std::uint32_t target) {
        first[row] = std::min(first[row], target);
        last[row] = std::max(last[row], target);
    }
};

// All that a plan hangs on but the size of its batches.
struct PairUse {
    Use between, below, deeper;
    std::vector<std::uint8_t> counted;
};

RowLives lives_of(const Use& use, std::uint32_t batch, std::uint32_t batches) {
    RowLives lives;
    lives.begin.resize(batches);
    lives.end.resize(batches);
    for (ClassIndex row = 0; row < use.first.size(); ++row) {
        if (use.first[row] == kNever) continue;
        lives.begin[use.first[row] / batch].push_back(row);
        lives.end[use.last[row] / batch].push_back(row);
    }
    std::size_t now = 0;
    for (std::uint32_t at = 0; at < batches; ++at) {
        now += lives.begin[at].size();
        lives.most = std::max(lives.most, now);
        now -= lives.end[at].size();
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

// Marks the rows of the level below that takings from a row lead to, for the target that the row is made for.
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

int men_before(int men, PairTurn turn) { return turn == PairTurn::kPlaces ? men - 1 : men; }

PairUse find_use(const PlacingWorkspace& work, int men, PairTurn turn, const RowShare& share) {
    PairUse use;
    const int before = men_before(men, turn);
    const RowShare::Run targets = share.own(before);
    use.between = Use(work.classes.size(men));
    // The first rank that reads a row counts it.
    if (!share.alone()) use.counted.assign(work.classes.size(men), 0);
    for (ClassIndex target = 0; target < targets.last; ++target) {
        const bool own = target >= targets.first;
        const auto read = [&](ClassIndex row) {
            if (!share.alone()) use.counted[row] |= own ? kRead : kReadBefore;
            if (own) use.between.add(row, target - targets.first);
        };
        if (turn == PairTurn::kNone) {
            read(target);
        } else {
            for_each_turn(work, work.classes.representative(before, target), turn,
                          [&](Mask set) { read(work.classes.find(set).index); });
        }
    }
    for (std::uint8_t& row : use.counted) row = row == kRead;
    if (men > 0) {
        use.below = Use(work.classes.size(men - 1));
        use_takings(work, men, use.between, use.below);
    }
    if (work.variant.takes > 1 && men > 1) {
        use.deeper = Use(work.classes.size(men - 2));
        use_takings(work, men - 1, use.below, use.deeper);
    }
    return use;
}

// Found once and kept, 16 bytes a row: plans for many batches and starts ask for the same.
std::shared_ptr<const PairUse> use_of(const PlacingWorkspace& work, int men, PairTurn turn, const RowShare& share) {
    using Key = std::tuple<Board, AllInMills, bool, int, PairTurn, int, int>;
    static std::mutex mutex;
    static std::map<Key, std::shared_ptr<const PairUse>> found;
    const std::lock_guard lock(mutex);
    const Variant& rules = work.variant;
    auto& use = found[{rules.board, rules.all_in_mills, rules.takes > 1, men, turn, share.rank(), share.ranks()}];
    if (use == nullptr) use = std::make_shared<const PairUse>(find_use(work, men, turn, share));
    return use;
}

}  // namespace

PairPlan plan_pair(const PlacingWorkspace& work, int men, PairTurn turn, std::uint32_t batch, const RowShare& share) {
    PairPlan plan;
    plan.men = men;
    plan.turn = turn;
    plan.batch = batch;
    plan.rows_before = share.own(men_before(men, turn));
    plan.batches = (plan.rows_before.size() + batch - 1) / batch;
    const auto use = use_of(work, men, turn, share);
    plan.counted = use->counted;
    plan.between = lives_of(use->between, batch, plan.batches);
    if (men > 0) plan.below = lives_of(use->below, batch, plan.batches);
    if (!use->deeper.first.empty()) plan.deeper = lives_of(use->deeper, batch, plan.batches);
    if (turn != PairTurn::kNone) {
        Use images(work.classes.size(men));
        for (ClassIndex row = 0; row < images.first.size(); ++row) {
            if (work.board.in_mills(work.classes.representative(men, row)) == 0) continue;
            images.first[row] = use->between.first[row];
            images.last[row] = use->between.last[row];
        }
        plan.most_images = lives_of(images, batch, plan.batches).most;
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
