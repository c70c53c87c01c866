// SPDX-License-Identifier: MIT
#include "index/layers.h"

#include <algorithm>
#include <set>

namespace merels {

std::vector<Layer> layers_of(const Variant& variant) {
    std::vector<Layer> layers;
    if (variant.phases == Phases::kPlaceOrMove) {
        for (int sum = variant.white_men + variant.black_men; sum >= 0; --sum) {
            for (int white = std::min<int>(sum, variant.white_men); white >= 0; --white) {
                if (sum - white > variant.black_men) continue;
                const std::array hand{static_cast<std::uint8_t>(white), static_cast<std::uint8_t>(sum - white)};
                layers.push_back({hand, Side::kWhite});
                layers.push_back({hand, Side::kBlack});
            }
        }
        return layers;
    }
    Layer layer{{variant.white_men, variant.black_men}, Side::kWhite};
    while (layer.hand[0] > 0 || layer.hand[1] > 0) {
        layers.push_back(layer);
        std::uint8_t& hand = layer.hand[index_of(layer.to_move)];
        if (hand > 0) --hand;
        layer.to_move = opponent(layer.to_move);
    }
    layers.push_back({{0, 0}, Side::kWhite});
    layers.push_back({{0, 0}, Side::kBlack});
    return layers;
}

std::vector<Layer> layers_with_hands(const Variant& variant) {
    std::vector<Layer> layers = layers_of(variant);
    std::erase_if(layers, [](const Layer& layer) { return layer.hand == std::array<std::uint8_t, 2>{}; });
    std::reverse(layers.begin(), layers.end());
    return layers;
}

std::vector<Subspace> subspaces_of(const Variant& variant, const Layer& layer, bool short_sides) {
    const std::array<int, 2> start{variant.white_men, variant.black_men};
    const int own = index_of(layer.to_move);
    const int other = 1 - own;
    std::vector<Subspace> result;
    for (int a = 0; a <= start[own] - layer.hand[own]; ++a) {
        for (int b = 0; b <= start[other] - layer.hand[other]; ++b) {
            const bool is_short = a + layer.hand[own] < kMinMen || b + layer.hand[other] < kMinMen;
            if (is_short && !short_sides) continue;
            result.push_back(
                {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b), layer.hand[own], layer.hand[other]});
        }
    }
    return result;
}

std::vector<Subspace> subspaces_of(const Variant& variant) {
    std::vector<Subspace> result;
    std::set<Subspace> seen;
    for (const Layer& layer : layers_of(variant)) {
        for (const Subspace& s : subspaces_of(variant, layer)) {
            if (seen.insert(s).second) result.push_back(s);
        }
    }
    return result;
}

bool contains_start(const Variant& start, const Variant& smaller) {
    // A layer as its side to move sees it: the hands, and how many men may be on the board.
    struct Seen {
        int own_hand, other_hand, own, other;
    };
    const auto seen = [](const Variant& variant) {
        const std::array<int, 2> men{variant.white_men, variant.black_men};
        std::vector<Seen> result;
        for (const Layer& layer : layers_of(variant)) {
            const int own = index_of(layer.to_move), other = 1 - own;
            if (layer.hand[0] + layer.hand[1] == 0) continue;
            result.push_back(
                {layer.hand[own], layer.hand[other], men[own] - layer.hand[own], men[other] - layer.hand[other]});
        }
        return result;
    };
    const auto held = seen(start);
    const auto wanted = seen(smaller);
    return std::all_of(wanted.begin(), wanted.end(), [&](const Seen& w) {
        return std::any_of(held.begin(), held.end(), [&](const Seen& h) {
            return h.own_hand == w.own_hand && h.other_hand == w.other_hand && h.own >= w.own && h.other >= w.other;
        });
    });
}

}  // namespace merels
