// SPDX-License-Identifier: MIT
// The graph of a board: neighbours and mill lines of each point. Built at compile time, one constant a board.
#pragma once

#include <array>

#include "merels/position.h"
#include "merels/variant.h"

namespace merels {

struct Geometry {
    static constexpr int kMaxLines = 20;     // 16 on the plain board, 20 with diagonals
    static constexpr int kLinesOfPoint = 3;  // at most: two of the ring and a diagonal
    std::array<Mask, kPoints> neighbours{};
    std::array<Mask, kMaxLines> lines{};
    int line_count = 0;
    // For each point, the other two men of each line through it; unused entries hold a mask that no set contains.
    std::array<std::array<Mask, kLinesOfPoint>, kPoints> partners{};
    std::array<int, kPoints> partner_count{};

    // Number of mills that a man of `men` on `point` belongs to (the bit of the point itself does not matter).
    constexpr int mills_at(Mask men, Point point) const {
        int mills = 0;
        for (const Mask pair : partners[point]) mills += (men & pair) == pair;
        return mills;
    }

    // All men of `men` that stand in a mill.
    constexpr Mask in_mills(Mask men) const {
        Mask result = 0;
        for (int i = 0; i < line_count; ++i) {
            if ((men & lines[i]) == lines[i]) result |= lines[i];
        }
        return result;
    }
};

constexpr Geometry make_geometry(Board board) {
    Geometry g;
    const auto point = [](int ring, int i) { return ring * 8 + (i & 7); };
    const auto join = [&g](int a, int b) {
        g.neighbours[a] |= Mask{1} << b;
        g.neighbours[b] |= Mask{1} << a;
    };
    for (auto& pairs : g.partners) pairs.fill(~Mask{0});
    const auto add_line = [&g](int a, int b, int c) {
        const int points[3] = {a, b, c};
        const Mask line = Mask{1} << a | Mask{1} << b | Mask{1} << c;
        g.lines[g.line_count++] = line;
        for (const int p : points) g.partners[p][g.partner_count[p]++] = line & ~(Mask{1} << p);
    };
    for (int ring = 0; ring < 3; ++ring) {
        for (int i = 0; i < 8; ++i) join(point(ring, i), point(ring, i + 1));
        for (int corner = 1; corner < 8; corner += 2) {
            add_line(point(ring, corner), point(ring, corner + 1), point(ring, corner + 2));
        }
    }
    // Spokes join the rings at the middle points (even), diagonals at the corners (odd).
    for (int i = 0; i < 8; i += board == Board::kDiagonals ? 1 : 2) {
        join(point(0, i), point(1, i));
        join(point(1, i), point(2, i));
        add_line(point(0, i), point(1, i), point(2, i));
    }
    return g;
}

inline constexpr Geometry kNineGeometry = make_geometry(Board::kNine);
inline constexpr Geometry kDiagonalsGeometry = make_geometry(Board::kDiagonals);
static_assert(kNineGeometry.line_count == 16 && kDiagonalsGeometry.line_count == 20);

constexpr const Geometry& geometry(Board board) { return board == Board::kNine ? kNineGeometry : kDiagonalsGeometry; }

}  // namespace merels
