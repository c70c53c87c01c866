// SPDX-License-Identifier: MIT
// The small helpers that all commands share.
#include "output.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "exit_codes.h"
#include "number_format.h"
#include "progress_sinks.h"
#include "text_table.h"

namespace merels::cli {
namespace {

TEST(Output, OneLine) {
    EXPECT_EQ(one_line("plain ü"), "plain ü");
    EXPECT_EQ(one_line("a\nb\tc\x1b[0m\x7f"), "a\\nb\\tc\\x1b[0m\\x7f");
    EXPECT_EQ(one_line("\xed \xe2\x82\xac \xe2\x82 \xc2\x9b"
                       "31m"),
              "\\xed € \\xe2\\x82 \\xc2\\x9b31m");
}

TEST(NumberFormat, Commas) {
    EXPECT_EQ(with_commas(0), "0");
    EXPECT_EQ(with_commas(999), "999");
    EXPECT_EQ(with_commas(1000), "1,000");
    EXPECT_EQ(with_commas(18446744073709551615U), "18,446,744,073,709,551,615");
}

TEST(NumberFormat, Sizes) {
    EXPECT_EQ(human_bytes(0), "0 B");
    EXPECT_EQ(human_bytes(1023), "1023 B");
    EXPECT_EQ(human_bytes(1024), "1.0 KiB");
    EXPECT_EQ(human_bytes(1536), "1.5 KiB");
    EXPECT_EQ(human_bytes((1U << 20) - 1), "1.0 MiB");
    EXPECT_EQ(human_bytes(std::uint64_t{5} << 40), "5.0 TiB");
}

TEST(NumberFormat, Times) {
    EXPECT_EQ(human_seconds(0.0042), "4.2 ms");
    EXPECT_EQ(human_seconds(1.5), "1.50 s");
    EXPECT_EQ(human_seconds(59.999), "1:00");
    EXPECT_EQ(human_seconds(83), "1:23");
    EXPECT_EQ(human_seconds(5000), "1:23:20");
}

TEST(NumberFormat, Rates) {
    EXPECT_EQ(human_rate(500), "500/s");
    EXPECT_EQ(human_rate(2.5e7), "25.0 million/s");
    EXPECT_EQ(human_rate(1.5e8), "150 million/s");
    EXPECT_EQ(human_rate(2e9), "2.0 billion/s");
}

TEST(TextTable, AlignsAndTrims) {
    TextTable table({{"word"}, {"n", Align::kRight}, {"rest"}});
    table.add({"a", "1", "x"});
    table.add({"öäü", "1000", ""});
    EXPECT_EQ(table.text(), "word     n  rest\na        1  x\nöäü   1000\n");
}

TEST(ExitCodes, EveryCodeHasOne) {
    EXPECT_EQ(exit_code(ErrorCode::kBadInput), 2);
    EXPECT_EQ(exit_code(ErrorCode::kMissing), 3);
    EXPECT_EQ(exit_code(ErrorCode::kCorrupt), 4);
    EXPECT_EQ(exit_code(ErrorCode::kTruncated), 4);
    EXPECT_EQ(exit_code(ErrorCode::kWrongVariant), 4);
    EXPECT_EQ(exit_code(ErrorCode::kNewerVersion), 4);
    EXPECT_EQ(exit_code(ErrorCode::kIo), 5);
    EXPECT_EQ(exit_code(ErrorCode::kNoSpace), 5);
    EXPECT_EQ(exit_code(ErrorCode::kNoMemory), 5);
    EXPECT_EQ(exit_code(ErrorCode::kInterrupted), 130);
    EXPECT_EQ(exit_code(ErrorCode::kInternal), 1);
}

// What a progress style writes for a stage of 100 units, one a second, with a note in the middle.
std::string written(ProgressStyle style) {
    std::FILE* stream = std::tmpfile();
    double now = 0;
    {
        const auto progress = make_progress(style, stream, [&now] { return now; });
        progress->begin("counting", 100);
        for (std::uint64_t done = 1; done <= 12; ++done) {
            now += 1;
            if (done == 6) progress->note("half\nway");
            progress->detail("step");
            progress->advance_to(done * 8);
        }
        progress->end();
    }
    std::rewind(stream);
    std::string text(10000, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), stream));
    std::fclose(stream);
    return text;
}

TEST(ProgressSinks, PlainLinesNowAndThen) {
    EXPECT_EQ(written(ProgressStyle::kLines),
              "counting, step: 40 % after 5.00 s\nhalf\\nway\ncounting, step: 80 % after 10.00 s\n");
}

TEST(ProgressSinks, BarEndsWithAClearLine) {
    const std::string text = written(ProgressStyle::kBar);
    EXPECT_NE(text.find("\r\x1b[Kcounting, step  [############..................]  40 %  5.00 s, 7.50 s left"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("\r\x1b[Khalf\\nway\n"), std::string::npos);
    EXPECT_TRUE(text.ends_with("\r\x1b[K"));
}

// What a bar draws for work that is done as `part_at` says, second by second.
std::vector<std::string> drawn(int width, int seconds, const std::function<double(double)>& part_at) {
    std::FILE* stream = std::tmpfile();
    double now = 0;
    {
        const auto progress = make_progress(
            ProgressStyle::kBar, stream, [&now] { return now; }, width);
        progress->begin("sweeping nine-any, pass 1 of 1", 1000000);
        for (int i = 0; i < seconds; ++i) {
            now += 1;
            progress->detail("ply 37, 1234567 new");
            progress->advance_to(static_cast<std::uint64_t>(1e6 * part_at(now)));
        }
        progress->end();
    }
    std::rewind(stream);
    std::string text(100000, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), stream));
    std::fclose(stream);
    std::vector<std::string> lines;
    const std::string clear = "\r\x1b[K";
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t next = std::min(text.find(clear, at + 1), text.size());
        lines.push_back(text.substr(at + clear.size(), next - at - clear.size()));
        at = next;
    }
    return lines;
}

TEST(ProgressSinks, BarFitsTheTerminal) {
    for (const int width : {10, 20, 40, 60, 80, 100, 120, 200}) {
        const auto lines = drawn(width, 20, [](double now) { return now / 30; });
        ASSERT_EQ(lines.size(), 21U);
        for (const std::string& line : lines) EXPECT_LT(line.size(), static_cast<std::size_t>(width)) << line;
        EXPECT_EQ(lines[19].find('[') != std::string::npos, width >= 100) << lines[19];
        if (width >= 40) {
            EXPECT_NE(lines[19].find(" 67 %  20.00 s, 10.00 s left"), std::string::npos) << lines[19];
        }
    }
}

TEST(ProgressSinks, WhatIsLeftIsToldOnceItIsKnown) {
    // Slow at first, as sweeps are: 2 % after four seconds of seven.
    for (const std::string& line : drawn(120, 7, [](double now) { return now < 5 ? 0.005 * now : 0.3 * (now - 4); })) {
        EXPECT_EQ(line.find("left"), std::string::npos) << line;
    }
}

TEST(ProgressSinks, JsonLines) {
    const std::string text = written(ProgressStyle::kJsonLines);
    std::size_t lines = 0;
    for (std::size_t start = 0; start < text.size(); ++lines) {
        const std::size_t end = text.find('\n', start);
        EXPECT_TRUE(nlohmann::json::accept(text.substr(start, end - start)));
        start = end + 1;
    }
    EXPECT_EQ(lines, 14U) << "a line at the start, twelve steps, a note";
}

TEST(ProgressSinks, Silent) { EXPECT_EQ(written(ProgressStyle::kSilent), ""); }

}  // namespace
}  // namespace merels::cli
