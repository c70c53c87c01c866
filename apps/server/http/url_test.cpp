// SPDX-License-Identifier: MIT
#include "server/http/url.h"

#include <gtest/gtest.h>

namespace merels::server {
namespace {

TEST(Url, SplitsAndDecodes) {
    const auto target = parse_target("/v1/nine-c1%405%2C5?fen=a_b+c%20d&x&variant=1&variant=2#there");
    ASSERT_TRUE(target);
    EXPECT_EQ(target->segments, (std::vector<std::string>{"v1", "nine-c1@5,5"}));
    EXPECT_EQ(target->parameter("fen"), "a_b c d");
    EXPECT_EQ(target->parameter("x"), "");
    EXPECT_EQ(target->parameter("variant"), "1");
    EXPECT_EQ(target->parameter("nothing"), std::nullopt);
    EXPECT_EQ(target->query.size(), 4u);
}

TEST(Url, KeepsEmptySegmentsAndNeverResolvesDots) {
    EXPECT_EQ(parse_target("/")->segments, (std::vector<std::string>{""}));
    EXPECT_EQ(parse_target("//a/")->segments, (std::vector<std::string>{"", "a", ""}));
    EXPECT_EQ(parse_target("/a/../b")->segments, (std::vector<std::string>{"a", "..", "b"}));
    EXPECT_EQ(parse_target("/%2e%2e%2fa")->segments, (std::vector<std::string>{"../a"}));
}

TEST(Url, TakesTheFormOfProxies) {
    EXPECT_EQ(parse_target("http://host:1/a")->segments, (std::vector<std::string>{"a"}));
    EXPECT_EQ(parse_target("http://host")->segments, (std::vector<std::string>{""}));
}

TEST(Url, RefusesBrokenEscapesAndOtherForms) {
    for (const char* bad : {"", "a", "*", "/%", "/%4", "/%zz", "/%00", "/?a=%", "/?%0=1"}) {
        EXPECT_FALSE(parse_target(bad)) << bad;
    }
}

}  // namespace
}  // namespace merels::server
