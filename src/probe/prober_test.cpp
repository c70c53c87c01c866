// SPDX-License-Identifier: MIT
#include "probe/prober.h"

#include <gtest/gtest.h>

namespace merels {
namespace {

TEST(Troubles, DamageIsWorseThanWhatIsMissing) {
    Troubles troubles;
    EXPECT_FALSE(troubles.worst);
    troubles.add(Error{ErrorCode::kMissing, "first"});
    troubles.add(Error{ErrorCode::kMissing, "second"});
    EXPECT_EQ(troubles.worst->message, "first");
    EXPECT_EQ(troubles.damaged, 0);
    troubles.add(Error{ErrorCode::kCorrupt, "third"});
    troubles.add(Error{ErrorCode::kTruncated, "fourth"});
    troubles.add(Error{ErrorCode::kMissing, "fifth"});
    EXPECT_EQ(troubles.worst->message, "third");
    EXPECT_EQ(troubles.damaged, 2);
}

TEST(Troubles, AreAdded) {
    Troubles missing, damaged, sum;
    missing.add(Error{ErrorCode::kMissing, "missing"});
    for (const char* text : {"damaged", "again", "and again"}) damaged.add(Error{ErrorCode::kCorrupt, text});
    sum.add(Troubles{});
    EXPECT_FALSE(sum.worst);
    sum.add(missing);
    EXPECT_EQ(sum.worst->message, "missing");
    EXPECT_EQ(sum.damaged, 0);
    sum.add(damaged);
    sum.add(damaged);
    sum.add(missing);
    EXPECT_EQ(sum.worst->message, "damaged");
    EXPECT_EQ(sum.damaged, 6);
}

}  // namespace
}  // namespace merels
