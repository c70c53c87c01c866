// SPDX-License-Identifier: MIT
#include "index/symmetry.h"

namespace merels {
namespace {

struct Tables {
    std::array<std::array<Point, kPoints>, kSymmetries> point{};
    std::array<Symmetry, kSymmetries> inverse{};
    std::array<std::array<Symmetry, kSymmetries>, kSymmetries> compose{};
    // A mask is mapped by halves of 12 points.
    std::array<std::array<Mask, 4096>, kSymmetries> low{};
    std::array<std::array<Mask, 4096>, kSymmetries> high{};

    Tables() {
        for (int s = 0; s < kSymmetries; ++s) {
            const bool exchange_rings = s & 1;
            const int turn = 2 * (s >> 1 & 3);
            const bool reflect = s & 8;
            for (int ring = 0; ring < 3; ++ring) {
                for (int i = 0; i < 8; ++i) {
                    const int to_ring = exchange_rings ? 2 - ring : ring;
                    const int to_i = ((reflect ? 8 - i : i) + turn) & 7;
                    point[s][ring * 8 + i] = static_cast<Point>(to_ring * 8 + to_i);
                }
            }
        }
        for (int a = 0; a < kSymmetries; ++a) {
            for (int b = 0; b < kSymmetries; ++b) {
                for (int c = 0; c < kSymmetries; ++c) {
                    bool equal = true;
                    for (int p = 0; p < kPoints; ++p) equal &= point[b][point[a][p]] == point[c][p];
                    if (equal) compose[a][b] = static_cast<Symmetry>(c);
                }
                if (compose[a][b] == 0) inverse[a] = static_cast<Symmetry>(b);
            }
            for (Mask half = 0; half < 4096; ++half) {
                for (int p = 0; p < 12; ++p) {
                    if ((half >> p & 1) == 0) continue;
                    low[a][half] |= mask_of(point[a][p]);
                    high[a][half] |= mask_of(point[a][p + 12]);
                }
            }
        }
    }
};

const Tables& tables() {
    static const Tables instance;
    return instance;
}

}  // namespace

Point map_point(Symmetry symmetry, Point point) { return tables().point[symmetry][point]; }

Mask map_men(Symmetry symmetry, Mask men) {
    const Tables& t = tables();
    return t.low[symmetry][men & 4095] | t.high[symmetry][men >> 12];
}

Symmetry inverse(Symmetry symmetry) { return tables().inverse[symmetry]; }
Symmetry compose(Symmetry first, Symmetry second) { return tables().compose[first][second]; }

Position map_position(Symmetry symmetry, const Position& position) {
    Position result = position;
    for (Mask& men : result.men) men = map_men(symmetry, men);
    return result;
}

Position canonical_form(const Position& position) {
    Position best;
    best.men = {position.own(), position.other()};
    best.hand = {static_cast<std::uint8_t>(position.own_hand()), static_cast<std::uint8_t>(position.other_hand())};
    const Position mover_first = best;
    for (int s = 1; s < kSymmetries; ++s) {
        const Position image = map_position(static_cast<Symmetry>(s), mover_first);
        if (image < best) best = image;
    }
    return best;
}

}  // namespace merels
