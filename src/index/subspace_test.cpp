// SPDX-License-Identifier: MIT
#include "index/subspace.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "index/collection.h"
#include "rules/random_positions.h"

namespace merels {
namespace {

TEST(Subspace, PublishedTotals) {
    std::uint64_t moving = 0;
    for (std::uint8_t own = 3; own <= 9; ++own) {
        for (std::uint8_t other = 3; other <= 9; ++other) moving += position_count({own, other, 0, 0});
    }
    EXPECT_EQ(moving, 8904593601U) << "w, b = 3..9 without hands, up to symmetry";
}

// The canonical addresses of a small subspace are exactly its positions up to symmetry, counted independently.
TEST(Subspace, CanonicalAddressesAreTheOrbits) {
    for (const Subspace s : {Subspace{3, 3, 0, 0}, Subspace{2, 4, 1, 0}, Subspace{0, 5, 9, 4}, Subspace{5, 1, 0, 0}}) {
        std::uint64_t canonical = 0;
        for (ClassIndex row = 0; row < row_count(s); ++row) {
            for (std::uint32_t rank = 0; rank < row_size(s); ++rank) canonical += is_canonical(s, {row, rank});
        }
        EXPECT_EQ(canonical, position_count(s)) << format_subspace(s);
    }
}

TEST(Subspace, Names) {
    EXPECT_EQ(format_subspace({4, 3, 0, 0}), "4-3");
    EXPECT_EQ(format_subspace({4, 3, 5, 6}), "4-3+5-6");
    EXPECT_EQ(collection_of(*parse_variant("nine-c2"), {4, 3, 0, 0}),
              collection_of(*parse_variant("lasker-c1"), {4, 3, 0, 0}))
        << "without hands both take one man a mill";
    EXPECT_NE(collection_of(*parse_variant("nine-c1"), {4, 3, 0, 0}),
              collection_of(*parse_variant("nine-p1"), {4, 3, 0, 0}));
    EXPECT_NE(collection_of(*parse_variant("nine-c1"), {4, 3, 1, 0}),
              collection_of(*parse_variant("nine-c2"), {4, 3, 1, 0}));
    EXPECT_EQ(collection_of(*parse_variant("nine-c1@5,5"), {4, 3, 1, 0}), "nine-c1");
}

TEST(Subspace, TextForm) {
    for (const Subspace s :
         {Subspace{4, 3, 0, 0}, Subspace{0, 0, 9, 9}, Subspace{12, 11, 0, 1}, Subspace{3, 2, 1, 0}}) {
        EXPECT_EQ(*parse_subspace(format_subspace(s)), s);
    }
    for (const char* text : {"", "4", "4-", "4-3+", "4-3+1", "4-3+1-", "a-b", "04-3", "4-3-1-1", "13-3", "13-0",
                             "4-3+0-0", "-1-3", "4-3 ", " 4-3", "4-3+1-1-1", "4_3", "300-3", "+4-3"}) {
        const auto parsed = parse_subspace(text);
        ASSERT_FALSE(parsed) << text;
        EXPECT_EQ(parsed.error().code, ErrorCode::kBadInput);
    }
}

RC_GTEST_PROP(SubspaceProperty, AddressRoundTrip, ()) {
    const Variant v = *testing::any_variant();
    const Position p = *testing::any_position(v);
    const Subspace s = subspace_of(p);
    const Address address = address_of(p);
    RC_ASSERT(address.row < row_count(s));
    RC_ASSERT(address.rank < row_size(s));
    const Position back = position_at(s, address);
    RC_ASSERT(back.to_move == Side::kWhite);
    RC_ASSERT(canonical_form(back) == canonical_form(p));
    RC_ASSERT(address_of(back) == address);
}

}  // namespace
}  // namespace merels
