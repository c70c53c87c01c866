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
    const auto all = subspaces_of(start);
    const std::set<Subspace> held(all.begin(), all.end());
    const auto wanted = subspaces_of(smaller);
    return std::all_of(wanted.begin(), wanted.end(),
                       [&](const Subspace& s) { return s.own_hand + s.other_hand == 0 || held.contains(s); });
}

}  // namespace merels
