// SPDX-License-Identifier: MIT
#include "index/subspace_values.h"

#include <gtest/gtest.h>

namespace merels {
namespace {

Variant variant(const char* id) { return *parse_variant(id); }

TEST(SubspaceValues, PlayReachesAsManySubspacesAsThePaperRanks) {
    EXPECT_EQ(reachable_subspaces(variant("nine-c1")).size(), 498u);
    EXPECT_EQ(reachable_subspaces(variant("lasker-c1")).size(), 3070u);
    EXPECT_EQ(reachable_subspaces(variant("morabaraba")).size(), 1216u);
}

}  // namespace
}  // namespace merels
