// SPDX-License-Identifier: MIT
#include "server/http/own_site.h"

#include <gtest/gtest.h>

namespace merels::server {
namespace {

TEST(OwnSite, LoopbackIsAnAddressNotABeginning) {
    for (const char* host :
         {"127.0.0.1", "127.0.0.1:9000", "127.1.2.3", "localhost", "LOCALHOST:80", "[::1]", "[::1]:9000"}) {
        EXPECT_TRUE(names_loopback(host)) << host;
    }
    for (const char* host : {"",
                             "127.evil.example",
                             "127.evil.example:9000",
                             "127.0.0.1.evil.example",
                             "[::1].evil.example",
                             "[::1]x",
                             "[::1]:",
                             "[::1",
                             "localhost.evil.example",
                             "localhost:",
                             "localhost:9x",
                             "10.0.0.1",
                             "[::2]",
                             "127.1",
                             "0x7f.0.0.1",
                             "2130706433",
                             "127.0.0.1:9000@evil.example",
                             "localhost:80:80",
                             "evil.example#127.0.0.1",
                             " localhost"}) {
        EXPECT_FALSE(names_loopback(host)) << host;
    }
}

TEST(OwnSite, TheTargetMayNameAHostToo) {
    Request request;
    request.host = "localhost";
    request.target = "http://localhost/healthz";
    EXPECT_TRUE(names_loopback_only(request));
    request.target = "http://evil.example/healthz";
    EXPECT_FALSE(names_loopback_only(request));
    request.target = "/healthz";
    request.host = "evil.example";
    EXPECT_FALSE(names_loopback_only(request));
    request.host.reset();
    EXPECT_TRUE(names_loopback_only(request));
}

TEST(OwnSite, OriginAndFetchSite) {
    Request request;
    request.host = "localhost:9000";
    EXPECT_TRUE(from_own_site(request));
    request.origin = "http://localhost:9000";
    EXPECT_TRUE(from_own_site(request));
    for (const char* origin :
         {"null", "http://localhost", "http://localhost:9001", "https://localhost:9000", "http://evil.example"}) {
        request.origin = origin;
        EXPECT_FALSE(from_own_site(request)) << origin;
    }
    request.origin.clear();
    request.fetch_site = "cross-site";
    EXPECT_FALSE(from_own_site(request));
    request.fetch_site = "same-site";
    EXPECT_FALSE(from_own_site(request));
    request.fetch_site = "same-origin";
    EXPECT_TRUE(from_own_site(request));
    request.host.reset();
    EXPECT_FALSE(from_own_site(request));
}

}  // namespace
}  // namespace merels::server
