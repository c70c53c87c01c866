// SPDX-License-Identifier: MIT
// The corpus in tests/data/perft was made by the naive rules (tests/oracle): both sides must agree on every line.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "rules/rules.h"

namespace merels {
namespace {

// "VARIANT; POSITION; N1 N2 N3" -> checks; returns the base of the variant.
void check_line(const std::string& line, std::map<std::string, int>& lines_of) {
    const std::size_t first = line.find("; ");
    const std::size_t second = line.find("; ", first + 2);
    ASSERT_NE(second, std::string::npos) << line;
    const auto v = parse_variant(line.substr(0, first));
    ASSERT_TRUE(v) << line;
    const std::string text = line.substr(first + 2, second - first - 2);
    const auto p = parse_position(*v, text);
    ASSERT_TRUE(p) << line << ": " << p.error().message;
    EXPECT_EQ(format_position(*p), text);
    std::istringstream counts(line.substr(second + 2));
    for (int depth = 1; depth <= 3; ++depth) {
        std::int64_t expected = -1;
        counts >> expected;
        EXPECT_EQ(perft(*v, *p, depth), expected) << line << " at depth " << depth;
    }
    ++lines_of[std::string(v->base_id)];
}

TEST(PerftCorpus, AgreesWithTheNaiveRules) {
    std::map<std::string, int> lines_of;
    for (const auto& entry : std::filesystem::directory_iterator(MERELS_SOURCE_DIR "/tests/data/perft")) {
        std::ifstream in(entry.path());
        for (std::string line; std::getline(in, line);) {
            if (!line.empty() && line.front() != '#') check_line(line, lines_of);
        }
    }
    for (const Variant& v : all_variants()) EXPECT_GE(lines_of[std::string(v.base_id)], 200) << v.base_id;
}

}  // namespace
}  // namespace merels
