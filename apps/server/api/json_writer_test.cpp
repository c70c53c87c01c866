// SPDX-License-Identifier: MIT
#include "server/api/json_writer.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

namespace merels::server {
namespace {

TEST(JsonWriter, PutsCommasWhereTheyBelong) {
    JsonWriter json;
    json.begin_object();
    json.field("a", 1).field("b", "x").field("c", nullptr).field("d", true).field("e", 0.25);
    json.field("f", std::optional<int>()).field("g", std::optional<int>(7)).field("h", std::int64_t{-5});
    json.key("list").begin_array();
    json.begin_object().end_object();
    json.value(1).value("2");
    json.begin_array().end_array();
    json.end_array();
    json.field("last", std::uint64_t{18446744073709551615u});
    json.end_object();
    EXPECT_EQ(std::move(json).text(),
              R"({"a":1,"b":"x","c":null,"d":true,"e":0.25,"f":null,"g":7,"h":-5,"list":[{},1,"2",[]],)"
              R"("last":18446744073709551615})");
}

TEST(JsonWriter, RepairsWhatIsNotUtf8) {
    const auto quoted = [](std::string_view text) {
        std::string out;
        append_quoted(out, text);
        return out;
    };
    EXPECT_EQ(quoted("a\"b\\c\n\x01\x7f"), "\"a\\\"b\\\\c\\n\\u0001\\u007f\"");
    EXPECT_EQ(quoted("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"), "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"");
    for (const char* bad : {"\xff", "\xC0", "\xE2\x82", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80"}) {
        EXPECT_NE(quoted(bad).find("\xEF\xBF\xBD"), std::string::npos);
    }
}

// Whatever the bytes, a strict parser reads the result; where they are UTF-8, it reads them back.
TEST(JsonWriter, EveryByteStringGivesJson) {
    std::mt19937 random(7);
    for (int round = 0; round < 20000; ++round) {
        std::string text(random() % 12, '\0');
        for (char& c : text) c = static_cast<char>(random() % 3 == 0 ? random() % 128 : 128 + random() % 128);
        std::string out;
        append_quoted(out, text);
        const auto parsed = nlohmann::json::parse(out, nullptr, false);
        ASSERT_TRUE(parsed.is_string()) << out;
        if (out.find("\xEF\xBF\xBD") == std::string::npos) {
            ASSERT_EQ(parsed.get<std::string>(), text);
        }
    }
}

}  // namespace
}  // namespace merels::server
