// SPDX-License-Identifier: MIT
// For tests: the strong tables of a small start by brute force, in a database as a solve leaves them, and the sets of
// values of subspaces that follow from their counts.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/worker_pool.h"
#include "index/collection.h"
#include "index/subspace_values.h"
#include "store/database/database.h"
#include "verify/brute_force.h"
#include "verify/solved_table_writer.h"

namespace merels {

// Those with men in hand count their wins, the losses stand beside.
class SolvedStart {
  public:
    SolvedStart(const Variant& variant, const std::filesystem::path& folder) : variant_(variant) {
        const auto game = verify::BruteForce::solve(variant, {.threads = hardware_threads()});
        EXPECT_TRUE(game.ok());
        Database database(folder);
        const auto writer = database.writer();
        EXPECT_TRUE(writer.ok());
        for (const Subspace& s : game->subspaces()) {
            const verify::SolvedTable table = game->table(s);
            Census census = verify::census_of(table);
            counts_[s] = {census.wins(), census.draws(), census.losses()};
            if (variant.full_board_draw && s.own + s.other == kPoints) counts_[s] = {0, census.positions, 0};
            Census losses = census;
            if (s.own_hand + s.other_hand > 0) {
                std::erase_if(losses.plies, [](const PlyCount& p) { return p.ply % 2 == 1; });
                std::erase_if(census.plies, [](const PlyCount& p) { return p.ply % 2 == 0; });
                const Notes notes{{format_subspace(s), encode_census(losses)}};
                EXPECT_TRUE((*writer)->add_notes(collection_of(variant, s), loss_notes_of(s), notes).ok());
            }
            EXPECT_TRUE(verify::write_solved_table(folder, variant, table, census).ok());
        }
    }
    Result<SubspaceValues> values(const std::string& heuristic) const {
        if (heuristic == "stones") return stone_values(variant_);
        return heuristic == "ratio" ? ratio_values(variant_, counts_) : split_values(variant_, counts_);
    }

  private:
    Variant variant_;
    CountsBySubspace counts_;
};

}  // namespace merels
