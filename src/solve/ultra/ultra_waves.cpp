// SPDX-License-Identifier: MIT
#include "solve/ultra/ultra_waves.h"

#include <algorithm>
#include <map>

namespace merels::solve {
namespace {

std::vector<std::vector<UltraItem>> waves_of(const Variant& variant, const UltraScale& scale,
                                             const std::vector<UltraItem>& open) {
    std::vector<std::vector<UltraItem>> waves;
    std::map<UltraKey, std::size_t> wave_of;
    for (const UltraItem& item : open) {
        std::size_t wave = 0;
        for (const UltraKey& key : sources_of(variant, scale, item)) {
            if (const auto found = wave_of.find(key); found != wave_of.end()) wave = std::max(wave, found->second + 1);
        }
        wave_of[item.key] = wave;
        if (item.cyclic) wave_of[scale.twin_of(item.key)] = wave;
        if (wave == waves.size()) waves.emplace_back();
        waves[wave].push_back(item);
    }
    return waves;
}

}  // namespace

std::uint64_t positions_of(const UltraScale& scale, const UltraItem& item) {
    return position_count(item.key.subspace) * (item.cyclic && item.key != scale.twin_of(item.key) ? 2 : 1);
}

std::vector<UltraWave> deal_waves(const Variant& variant, const UltraScale& scale, const std::vector<UltraItem>& open,
                                  int rank, int ranks) {
    std::vector<UltraWave> dealt;
    for (std::vector<UltraItem>& items :
         ranks == 1 ? std::vector<std::vector<UltraItem>>{open} : waves_of(variant, scale, open)) {
        UltraWave& wave = dealt.emplace_back();
        for (const UltraItem& item : items) wave.positions += positions_of(scale, item);
        if (ranks == 1) {
            wave.items = std::move(items);
            continue;
        }
        std::stable_sort(items.begin(), items.end(), [&](const UltraItem& a, const UltraItem& b) {
            return positions_of(scale, a) > positions_of(scale, b);
        });
        std::vector<std::uint64_t> load(static_cast<std::size_t>(ranks), 0);
        for (const UltraItem& item : items) {
            const auto least = std::min_element(load.begin(), load.end());
            *least += positions_of(scale, item);
            if (least - load.begin() == rank) wave.items.push_back(item);
        }
    }
    return dealt;
}

}  // namespace merels::solve
