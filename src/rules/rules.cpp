// SPDX-License-Identifier: MIT
// Turn generation. One template walks all placings and moves of a position and hands each (from, to) with the number
// of men it may take to a visitor; listing and counting are two visitors, so that they cannot disagree.
#include "rules/rules.h"

#include "rules/geometry.h"

namespace merels {
namespace {

// Calls visit(from, to, takes) for every placing or move, captures not yet chosen.
template <class Visit>
void for_each_step(const Variant& v, const Geometry& g, const Position& p, Visit&& visit) {
    const Mask own = p.own();
    const Mask empty = p.empty();
    const auto takes_of = [&](Mask men, Point to) {
        const int mills = g.mills_at(men, to);
        return mills < v.takes ? mills : v.takes;
    };
    if (p.own_hand() > 0) {
        for (Mask targets = empty; targets != 0; targets &= targets - 1) {
            const Point to = lowest(targets);
            visit(kNoPoint, to, takes_of(own, to));
        }
        if (v.phases == Phases::kPlaceThenMove) return;
    }
    const bool flies = men_in_all(p, p.to_move) == kMinMen;
    for (Mask origins = own; origins != 0; origins &= origins - 1) {
        const Point from = lowest(origins);
        const Mask rest = own & ~mask_of(from);
        for (Mask targets = flies ? empty : g.neighbours[from] & empty; targets != 0; targets &= targets - 1) {
            const Point to = lowest(targets);
            visit(from, to, takes_of(rest, to));
        }
    }
}

Mask takeable_on(const Variant& v, const Geometry& g, Mask other) {
    const Mask free = other & ~g.in_mills(other);
    if (free != 0) return free;
    return v.all_in_mills == AllInMills::kAnyMayBeTaken ? other : 0;
}

bool short_of_men(const Position& p) {
    return men_in_all(p, Side::kWhite) < kMinMen || men_in_all(p, Side::kBlack) < kMinMen;
}

// Calls visit(first, second) for every set of men that `takes` takings may remove; kNoPoint where nothing is taken.
// A set of two is visited once: with the lower point first where that order is legal.
template <class Visit>
void for_each_taking(const Variant& v, const Geometry& g, Mask other, int takes, Visit&& visit) {
    const Mask first_set = takes > 0 ? takeable_on(v, g, other) : 0;
    if (first_set == 0) {
        visit(kNoPoint, kNoPoint);
        return;
    }
    for (Mask firsts = first_set; firsts != 0; firsts &= firsts - 1) {
        const Point first = lowest(firsts);
        const Mask rest = other & ~mask_of(first);
        const Mask second_set = takes > 1 ? takeable_on(v, g, rest) : 0;
        if (second_set == 0) {
            visit(first, kNoPoint);
            continue;
        }
        for (Mask seconds = second_set; seconds != 0; seconds &= seconds - 1) {
            const Point second = lowest(seconds);
            // The other order reaches the same set: it is visited there when second < first and that order is legal.
            const bool other_order = (first_set & mask_of(second)) != 0 &&
                                     (takeable_on(v, g, other & ~mask_of(second)) & mask_of(first)) != 0;
            if (second < first && other_order) continue;
            visit(first, second);
        }
    }
}

}  // namespace

Mask takeable(const Variant& variant, Mask other) { return takeable_on(variant, geometry(variant.board), other); }

void legal_turns(const Variant& variant, const Position& position, TurnList& out) {
    out.clear();
    if (short_of_men(position)) return;
    const Geometry& g = geometry(variant.board);
    const Mask other = position.other();
    for_each_step(variant, g, position, [&](Point from, Point to, int takes) {
        for_each_taking(variant, g, other, takes, [&](Point first, Point second) {
            out.push({from, to, {first, second}});
        });
    });
}

std::int64_t count_turns(const Variant& variant, const Position& position) {
    if (short_of_men(position)) return 0;
    const Geometry& g = geometry(variant.board);
    // The number of takings depends only on how many men are taken, so each case is counted once.
    std::array<std::int64_t, 3> takings{1, -1, -1};
    std::int64_t total = 0;
    for_each_step(variant, g, position, [&](Point, Point, int takes) {
        std::int64_t& n = takings[takes];
        if (n < 0) {
            n = 0;
            for_each_taking(variant, g, position.other(), takes, [&n](Point, Point) { ++n; });
        }
        total += n;
    });
    return total;
}

std::optional<Value> final_value(const Variant& variant, const Position& p) {
    if (men_in_all(p, p.to_move) < kMinMen) return Value::loss(0);
    if (men_in_all(p, opponent(p.to_move)) < kMinMen) return Value::win(0);
    if (p.empty() == 0 && variant.full_board_draw) return Value::draw();
    bool can_go = false;
    for_each_step(variant, geometry(variant.board), p, [&can_go](Point, Point, int) { can_go = true; });
    if (!can_go) return Value::loss(0);
    return std::nullopt;
}

Position apply(const Position& position, const Turn& turn) {
    Position next = position;
    const int own = index_of(position.to_move);
    if (turn.from == kNoPoint) {
        --next.hand[own];
    } else {
        next.men[own] &= ~mask_of(turn.from);
    }
    next.men[own] |= mask_of(turn.to);
    next.men[1 - own] &= ~turn.taken();
    next.to_move = opponent(position.to_move);
    return next;
}

std::int64_t perft(const Variant& variant, const Position& position, int depth) {
    if (depth <= 0) return 1;
    if (depth == 1) return count_turns(variant, position);
    TurnList turns;
    legal_turns(variant, position, turns);
    std::int64_t nodes = 0;
    for (const Turn& turn : turns) nodes += perft(variant, apply(position, turn), depth - 1);
    return nodes;
}

std::optional<std::string> why_impossible(const Variant& variant, const Position& p) {
    if ((p.men[0] & p.men[1]) != 0) return "a point holds two men";
    if (((p.men[0] | p.men[1]) & ~kBoardMask) != 0) return "a man stands outside the board";
    const std::array<int, 2> start{variant.white_men, variant.black_men};
    constexpr std::array<const char*, 2> names{"White", "Black"};
    for (const Side side : {Side::kWhite, Side::kBlack}) {
        const int i = index_of(side);
        if (men_in_all(p, side) > start[i]) {
            return std::string(names[i]) + " has " + std::to_string(men_in_all(p, side)) +
                   " men on the board and in hand, more than the " + std::to_string(start[i]) + " of " + variant.id();
        }
    }
    return std::nullopt;
}

Position start_position(const Variant& variant) {
    Position p;
    p.hand = {variant.white_men, variant.black_men};
    return p;
}

}  // namespace merels
