// SPDX-License-Identifier: MIT
#include "engine/search/turn_generator.h"

#include "rules/geometry.h"
#include "rules/rules.h"

namespace merels::engine {
namespace {

Mask crossroads_of(const Geometry& g) {
    Mask result = 0;
    for (Point p = 0; p < kPoints; ++p) {
        if (count(g.neighbours[p]) == 4) result |= mask_of(p);
    }
    return result;
}

// True where a man arriving on `to` closes two lines of `men` at once.
bool closes_two(const SearchRules& rules, Mask men, PackedTurn to) {
    const Geometry& g = rules.spokes == kMiddles ? kNineGeometry : kDiagonalsGeometry;
    return g.mills_at(men, static_cast<Point>(to)) > 1;
}

// Every pair of men that two takings may remove, once; see for_each_taking in rules.cpp for the order.
void push_double_takings(const SearchRules& rules, Mask other, Mask first_set, PackedTurn from, PackedTurn to,
                         TurnBuffer& out) {
    for (Mask firsts = first_set; firsts != 0; firsts &= firsts - 1) {
        const auto first = static_cast<PackedTurn>(lowest(firsts));
        const Mask first_bit = Mask{1} << first;
        const Mask second_set = rules.takeable(other & ~first_bit);
        if (second_set == 0) out.push(pack(from, to, first, kNobody));
        for (Mask seconds = second_set; seconds != 0; seconds &= seconds - 1) {
            const auto second = static_cast<PackedTurn>(lowest(seconds));
            const Mask second_bit = Mask{1} << second;
            if (second < first && (first_set & second_bit) != 0 &&
                (rules.takeable(other & ~second_bit) & first_bit) != 0) {
                continue;  // listed with the men the other way round
            }
            out.push(pack(from, to, first, second));
        }
    }
}

// The turns from one origin; `men` are the side's men without the one that moves.
void push_steps(const SearchRules& rules, Mask men, Mask targets, Mask other, Mask first_set, PackedTurn from,
                TurnBuffer& out) {
    const Mask closers = first_set != 0 ? targets & closing(men, rules.spokes) : 0;
    for (Mask m = closers; m != 0; m &= m - 1) {
        const auto to = static_cast<PackedTurn>(lowest(m));
        if (rules.take_two && closes_two(rules, men, to)) {
            push_double_takings(rules, other, first_set, from, to, out);
            continue;
        }
        for (Mask takes = first_set; takes != 0; takes &= takes - 1) {
            out.push(pack(from, to, static_cast<PackedTurn>(lowest(takes)), kNobody));
        }
    }
    for (Mask m = targets & ~closers; m != 0; m &= m - 1) {
        out.push(pack(from, static_cast<PackedTurn>(lowest(m)), kNobody, kNobody));
    }
}

}  // namespace

SearchRules::SearchRules(const Variant& v)
    : spokes(spokes_of(v.board)),
      crossroads(crossroads_of(geometry(v.board))),
      neighbours(&geometry(v.board).neighbours),
      place_or_move(v.phases == Phases::kPlaceOrMove),
      take_from_mills(v.all_in_mills == AllInMills::kAnyMayBeTaken),
      take_two(v.takes > 1),
      full_board_draw(v.full_board_draw) {}

void generate(const SearchRules& rules, const Node& n, TurnBuffer& out) {
    const Mask empty = n.empty();
    const Mask first_set = rules.takeable(n.other);
    if (n.own_hand > 0) {
        push_steps(rules, n.own, empty, n.other, first_set, kNobody, out);
        if (!rules.place_or_move) return;
    }
    const bool flies = n.own_men() == kMinMen;
    for (Mask origins = n.own; origins != 0; origins &= origins - 1) {
        const auto from = static_cast<PackedTurn>(lowest(origins));
        const Mask targets = flies ? empty : (*rules.neighbours)[from] & empty;
        if (targets == 0) continue;
        push_steps(rules, n.own & ~(Mask{1} << from), targets, n.other, first_set, from, out);
    }
}

}  // namespace merels::engine
