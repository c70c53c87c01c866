// SPDX-License-Identifier: MIT
// The kernel against the rules' own generator: random bytes behind every position, best over all turns by both.
#include "minimax/row_kernel.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "minimax/successor_subspaces.h"
#include "rules/rules.h"

namespace merels {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Case {
    const char* variant;
    Subspace subspace;
};

// The best byte over all legal turns, -1 without any.
int best_by_rules(const Variant& variant, const std::map<Subspace, Bytes>& after, const Position& position) {
    TurnList turns;
    legal_turns(variant, position, turns);
    int best = -1;
    for (const Turn& turn : turns) {
        const Position next = apply(position, turn);
        if (men_in_all(next, next.to_move) < kMinMen) {
            best = kBest;
            continue;
        }
        const Subspace s = subspace_of(next);
        const Address address = address_of(next);
        best = std::max<int>(best, after.at(s)[std::size_t{address.row} * row_size(s) + address.rank]);
    }
    return best;
}

class KernelAgainstRules : public testing::TestWithParam<Case> {};

TEST_P(KernelAgainstRules, BestOfAllTurns) {
    const Variant variant = *parse_variant(GetParam().variant);
    const Subspace s = GetParam().subspace;
    std::mt19937 random(7);
    std::map<Subspace, Bytes> after;
    for (const Subspace& next : after_any_turn(variant, s)) {
        Bytes& bytes = after[next];
        bytes.resize(std::size_t{row_count(next)} * row_size(next));
        // Equivalent positions get equal bytes; small ones, so that 255 does not end most searches.
        for (ClassIndex row = 0; row < row_count(next); ++row) {
            const Position first = position_at(next, {row, 0});
            const std::uint16_t stay = stabiliser(first.men[0]);
            for (std::uint32_t rank = 0; rank < row_size(next); ++rank) {
                std::uint8_t& byte = bytes[std::size_t{row} * row_size(next) + rank];
                if (stay == 0) {
                    byte = static_cast<std::uint8_t>(random() % 200);
                    continue;
                }
                const Position form = canonical_form(position_at(next, {row, rank}));
                byte = static_cast<std::uint8_t>((form.men[0] * 2654435761u ^ form.men[1] * 40503u) >> 12 & 127);
            }
        }
    }
    const ClassTables classes(0, std::max(s.own, s.other));
    const MoverRights rights = rights_of(variant, s);
    MoverSetup setup;
    setup.fixed_men = s.other;
    setup.mover_men = s.own;
    setup.may_place = rights.may_place;
    setup.may_move = rights.may_move;
    setup.flies = rights.flies;
    for (int takes = 0; takes <= variant.takes; ++takes) {
        for (const bool placed : {false, true}) {
            const auto next = after_turn(variant, s, takes, placed);
            if (next) setup.after[takes][placed ? 1 : 0].bytes = after.at(*next).data();
        }
    }
    RowKernel kernel(variant, classes, setup);
    for (int i = 0; i < 400; ++i) {
        const auto row = static_cast<ClassIndex>(random() % classes[s.other].size());
        kernel.begin(row);
        Position position;
        position.men[1] = classes[s.other].representative(row);
        position.hand = {s.own_hand, s.other_hand};
        const Mask free = kBoardMask & ~position.men[1];
        for (int j = 0; j < 20; ++j) {
            const std::uint32_t axes = colex_subset(random() % binomial(count(free), s.own), s.own);
            position.men[0] = to_points(axes, free);
            ASSERT_EQ(kernel.best(axes), best_by_rules(variant, after, position)) << format_position(position);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Games, KernelAgainstRules,
    testing::Values(Case{"nine-c1", {4, 4, 0, 0}}, Case{"nine-p1", {3, 5, 0, 0}}, Case{"nine-p2", {5, 3, 0, 0}},
                    Case{"nine-c1", {4, 6, 0, 0}}, Case{"morabaraba", {4, 5, 0, 0}}, Case{"morabaraba", {6, 3, 0, 0}},
                    Case{"nine-c2", {4, 3, 2, 2}}, Case{"nine-p2", {4, 4, 1, 1}}, Case{"nine-p2", {5, 3, 3, 4}},
                    Case{"nine-c1", {4, 0, 2, 3}}, Case{"nine-c1", {2, 5, 3, 2}}, Case{"nine-c2", {5, 2, 0, 2}},
                    Case{"lasker-p2", {4, 4, 2, 1}}, Case{"lasker-p2", {5, 3, 1, 0}}, Case{"lasker-c1", {2, 4, 1, 0}},
                    Case{"lasker-c1", {3, 5, 0, 2}}, Case{"morabaraba", {5, 3, 2, 3}}));

}  // namespace
}  // namespace merels
