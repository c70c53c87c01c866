// SPDX-License-Identifier: MIT
// A position as the search sees it: from the side to move, without colours. Positions that differ only in the colours
// are one node, so they share what the search knows of them.
#pragma once

#include <cstdint>

#include "merels/position.h"

namespace merels::engine {

struct Node {
    Mask own = 0;  // the side to move
    Mask other = 0;
    std::uint8_t own_hand = 0;
    std::uint8_t other_hand = 0;
    std::uint8_t own_board = 0;  // number of men on the board
    std::uint8_t other_board = 0;

    int own_men() const { return own_board + own_hand; }
    int other_men() const { return other_board + other_hand; }
    Mask empty() const { return kBoardMask & ~(own | other); }

    // The whole position in 56 bits: equal keys are equal positions.
    std::uint64_t key() const {
        return own | static_cast<std::uint64_t>(other) << 24 | static_cast<std::uint64_t>(own_hand) << 48 |
               static_cast<std::uint64_t>(other_hand) << 52;
    }
};

inline Node node_of(const Position& p) {
    return {p.own(),
            p.other(),
            static_cast<std::uint8_t>(p.own_hand()),
            static_cast<std::uint8_t>(p.other_hand()),
            static_cast<std::uint8_t>(count(p.own())),
            static_cast<std::uint8_t>(count(p.other()))};
}

inline Position position_of(const Node& n, Side to_move) {
    Position p;
    const int own = index_of(to_move);
    p.men[own] = n.own;
    p.men[1 - own] = n.other;
    p.hand[own] = n.own_hand;
    p.hand[1 - own] = n.other_hand;
    p.to_move = to_move;
    return p;
}

// A turn in 20 bits: from, to, first and second man taken, five bits each, 31 where there is none.
using PackedTurn = std::uint32_t;
inline constexpr PackedTurn kNobody = 31;
inline constexpr PackedTurn kNoTurn = (1u << 20) - 1;

constexpr PackedTurn pack(PackedTurn from, PackedTurn to, PackedTurn first, PackedTurn second) {
    return from | to << 5 | first << 10 | second << 15;
}
constexpr PackedTurn from_of(PackedTurn t) { return t & 31; }
constexpr PackedTurn to_of(PackedTurn t) { return (t >> 5) & 31; }
constexpr PackedTurn first_of(PackedTurn t) { return (t >> 10) & 31; }
constexpr PackedTurn second_of(PackedTurn t) { return (t >> 15) & 31; }
constexpr bool takes_man(PackedTurn t) { return first_of(t) != kNobody; }
constexpr bool places(PackedTurn t) { return from_of(t) == kNobody; }
// Placing and taking cannot be undone: no earlier position comes back after them.
constexpr bool irreversible(PackedTurn t) { return places(t) || takes_man(t); }

constexpr PackedTurn pack(const Turn& t) {
    const auto five = [](Point p) { return p == kNoPoint ? kNobody : static_cast<PackedTurn>(p); };
    return pack(five(t.from), five(t.to), five(t.take[0]), five(t.take[1]));
}
constexpr Turn unpack(PackedTurn t) {
    const auto point = [](PackedTurn p) { return p == kNobody ? kNoPoint : static_cast<Point>(p); };
    return {point(from_of(t)), point(to_of(t)), {point(first_of(t)), point(second_of(t))}};
}

// The own men after a turn.
inline Mask own_after(const Node& n, PackedTurn t) {
    return (n.own & ~static_cast<Mask>(places(t) ? 0 : Mask{1} << from_of(t))) | Mask{1} << to_of(t);
}

// The node after a turn, seen from the opponent.
inline Node after(const Node& n, PackedTurn t) {
    Node next{n.other, n.own, n.other_hand, n.own_hand, n.other_board, n.own_board};
    if (places(t)) {
        --next.other_hand;
        ++next.other_board;
    } else {
        next.other &= ~(Mask{1} << from_of(t));
    }
    next.other |= Mask{1} << to_of(t);
    if (takes_man(t)) {
        next.own &= ~(Mask{1} << first_of(t));
        --next.own_board;
        if (second_of(t) != kNobody) {
            next.own &= ~(Mask{1} << second_of(t));
            --next.own_board;
        }
    }
    return next;
}

}  // namespace merels::engine
