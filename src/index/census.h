// SPDX-License-Identifier: MIT
// What a subspace holds: how many positions end after how many plies, with an example of each. Each position is
// counted once up to the 16 symmetries. The solver makes it, the table file carries it (as metadata), `stats` shows it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "index/subspace.h"
#include "merels/result.h"
#include "merels/value.h"

namespace merels {

struct PlyCount {
    Ply ply = 0;  // odd: the side to move wins, even: it loses
    std::uint64_t positions = 0;
    // One of them, the same in every run: of wins the smallest address, of losses a canonical one (the moving sweep
    // takes the one that is smallest seen from the winner, whose rows it sweeps).
    Address example;
    friend bool operator==(const PlyCount&, const PlyCount&) = default;
};

struct Census {
    Subspace subspace;
    std::uint64_t positions = 0;
    std::vector<PlyCount> plies;  // ascending, only plies that occur; without depth: 1 = wins, 0 = losses
    bool with_depth = true;

    std::uint64_t wins() const;
    std::uint64_t losses() const;
    std::uint64_t draws() const { return positions - wins() - losses(); }
    Ply max_ply() const { return plies.empty() ? kNoPly : plies.back().ply; }
    friend bool operator==(const Census&, const Census&) = default;
};

// A table with men in hand counts only its wins: they are found long before the losses, which stand beside it, as
// texts of censuses by the name of the subspace (store/notes.h). Joins the two; with depth if both have it.
// kMissing where the losses are not counted yet, kCorrupt where the two do not fit.
Result<Census> with_losses(const Census& wins, const std::map<std::string, std::string>& notes);
// The same counts without depth: ply 1 for all wins, ply 0 for all losses, with the smallest of the examples.
Census without_depth(const Census& census);

// JSON, one object; deterministic.
std::string encode_census(const Census& census);
Result<Census> decode_census(std::string_view text);

}  // namespace merels
