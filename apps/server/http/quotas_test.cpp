// SPDX-License-Identifier: MIT
#include "server/http/quotas.h"

#include <gtest/gtest.h>

namespace merels::server {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(Quotas, WithoutRatesEverybodyMay) {
    Quotas quotas({});
    for (int i = 0; i < 1000; ++i) EXPECT_FALSE(quotas.admit("a", true));
    EXPECT_EQ(quotas.clients(), 0U);
}

TEST(Quotas, RequestsComeBackWithTime) {
    Quotas quotas({.requests_per_second = 2, .requests_at_once = 3});
    auto now = Quotas::Clock::now();
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(quotas.admit("a", false, now));
    EXPECT_EQ(quotas.admit("a", false, now), 1);
    EXPECT_FALSE(quotas.admit("b", false, now));  // another client
    now += milliseconds(500);
    EXPECT_FALSE(quotas.admit("a", false, now));
    EXPECT_TRUE(quotas.admit("a", false, now));
}

TEST(Quotas, WorkIsChargedAfterwards) {
    Quotas quotas({.work_share = 0.5, .work_seconds = 2});
    auto now = Quotas::Clock::now();
    EXPECT_FALSE(quotas.admit("a", true, now));
    quotas.charge("a", seconds(7), now);  // overdrawn by five seconds, which come back in ten
    EXPECT_EQ(quotas.admit("a", true, now), 10);
    EXPECT_FALSE(quotas.admit("a", false, now));  // needs no worker
    now += milliseconds(10100);
    EXPECT_FALSE(quotas.admit("a", true, now));
}

TEST(Quotas, AccountsThatAreFullAreForgotten) {
    Quotas quotas({.requests_per_second = 1, .requests_at_once = 2});
    auto now = Quotas::Clock::now();
    for (int i = 0; i < 4096; ++i) quotas.admit(std::to_string(i), false, now);
    EXPECT_EQ(quotas.clients(), 4096U);
    now += seconds(5);
    quotas.admit("another", false, now);
    EXPECT_EQ(quotas.clients(), 1U);
}

}  // namespace
}  // namespace merels::server
