// SPDX-License-Identifier: MIT
#include "index/collection.h"

#include <gtest/gtest.h>

namespace merels {
namespace {

constexpr Subspace kWithoutHands{4, 3, 0, 0};
constexpr Subspace kOwnHand{4, 3, 1, 0};
constexpr Subspace kOtherHand{4, 3, 0, 1};

Variant variant(const char* text) { return *parse_variant(text); }

TEST(Collection, Names) {
    EXPECT_EQ(collection_of(variant("nine-c2@5,5"), kWithoutHands), "nine-capture");
    EXPECT_EQ(collection_of(variant("lasker-p2"), kWithoutHands), "nine-protected");
    EXPECT_EQ(collection_of(variant("morabaraba"), kWithoutHands), "diagonals-capture");
    EXPECT_EQ(collection_of(variant("nine-c2@5,5"), kOwnHand), "nine-c2");
    EXPECT_EQ(collection_of(variant("nine-c2@5,5"), kOtherHand), "nine-c2");
    EXPECT_EQ(loss_notes_of({4, 3, 5, 6}), "losses+5-6");
}

// The texts of docs/table_format.md, section 8: manifests that exist carry them.
TEST(Collection, Rules) {
    EXPECT_EQ(rules_of(variant("nine-c1"), kWithoutHands), "merels rules 1: board nine, all in mills any may be taken");
    EXPECT_EQ(rules_of(variant("lasker-p2"), kWithoutHands),
              "merels rules 1: board nine, all in mills none may be taken");
    for (const Subspace& s : {kOwnHand, kOtherHand}) {
        EXPECT_EQ(
            rules_of(variant("nine-p2"), s),
            "merels rules 1: board nine, all in mills none may be taken, place then move, takes 2, full board lost");
        EXPECT_EQ(rules_of(variant("lasker-c1"), s),
                  "merels rules 1: board nine, all in mills any may be taken, place or move, takes 1, full board lost");
        EXPECT_EQ(rules_of(variant("morabaraba-fbd@3,4"), s),
                  "merels rules 1: board diagonals, all in mills any may be taken, place then move, takes 1, full "
                  "board drawn");
    }
}

TEST(Collection, MadeFor) {
    const Variant nine = variant("nine-c1");
    EXPECT_TRUE(is_made_for(rules_of(nine, kOwnHand), nine, kOwnHand));
    EXPECT_TRUE(is_made_for("nine-c1", nine, kOwnHand));  // before version 0.2
    EXPECT_FALSE(is_made_for(rules_of(variant("nine-c2"), kOwnHand), nine, kOwnHand));
    EXPECT_FALSE(is_made_for("nine-c2", nine, kOwnHand));
}

}  // namespace
}  // namespace merels
