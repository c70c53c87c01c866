// SPDX-License-Identifier: MIT
// The search, without any tables, against values that come from tables: tests/data/search/values.tsv, which
// tools/make_search_corpus.sh has made.
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "engine/search/search.h"

namespace merels::engine {
namespace {

constexpr std::uint64_t kNodesForWins = 4'000'000;  // the slowest takes a million
constexpr std::uint64_t kNodesForOthers = 300'000;

struct Entry {
    Variant variant;
    Position position;
    Value value;
    std::string line;  // as it stands in the file
};

std::vector<Entry> read_corpus() {
    std::ifstream in(MERELS_SOURCE_DIR "/tests/data/search/values.tsv");
    std::vector<Entry> entries;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with('#')) continue;
        std::istringstream fields(line);
        std::string variant, position, result;
        int plies = 0;
        std::getline(fields, variant, '\t');
        std::getline(fields, position, '\t');
        fields >> result >> plies;
        Entry entry{*parse_variant(variant), {}, Value::draw(), line};
        entry.position = *parse_position(entry.variant, position);
        if (result == "win") entry.value = Value::win(plies);
        if (result == "loss") entry.value = Value::loss(plies);
        entries.push_back(std::move(entry));
    }
    return entries;
}

// Ends with the first proven win: making it shorter would take most of the time.
Iteration search(const Entry& entry, std::uint64_t nodes) {
    std::atomic<bool> stop{false};
    SearchTask task = whole_task(entry.variant, entry.position);
    task.limits.nodes = nodes;
    task.limits.stop = &stop;
    task.on_iteration = [&stop](const Iteration& i) { stop = i.lines[0].score >= kLeastWin; };
    TranspositionTable table(16);
    return Searcher(entry.variant, table, nullptr).run(task);
}

TEST(SearchCorpus, HasWhatItPromises) {
    std::map<Wdl, int> number;
    std::map<std::string_view, int> variants;
    int placing = 0;
    for (const Entry& entry : read_corpus()) {
        ++number[entry.value.wdl];
        ++variants[entry.variant.base_id];
        placing += entry.position.hand[0] + entry.position.hand[1] > 0;
        EXPECT_TRUE(entry.value.wdl != Wdl::kWin || entry.value.dtw <= 12) << entry.line;
    }
    EXPECT_GE(number[Wdl::kWin], 300);
    EXPECT_GE(number[Wdl::kDraw] + number[Wdl::kLoss], 100);
    EXPECT_GE(variants.size(), 7u);
    EXPECT_GE(placing, 150);
}

// Every win is found. Its length may be overestimated (late turns are searched less deep), never underestimated.
TEST(SearchCorpus, FindsEveryWin) {
    for (const Entry& entry : read_corpus()) {
        if (entry.value.wdl != Wdl::kWin) continue;
        const Iteration found = search(entry, kNodesForWins);
        const int score = found.lines[0].score;
        EXPECT_GE(score, kLeastWin) << entry.line;
        EXPECT_LE(score, kWinScore - entry.value.dtw) << entry.line;
    }
}

TEST(SearchCorpus, ClaimsNoResultThatTheTablesDeny) {
    for (const Entry& entry : read_corpus()) {
        if (entry.value.wdl == Wdl::kWin) continue;
        const int score = search(entry, kNodesForOthers).lines[0].score;
        EXPECT_LT(score, kLeastProven) << entry.line;
        // A loss may be claimed later than it is (see above), not earlier.
        const int least = entry.value.wdl == Wdl::kLoss ? entry.value.dtw - kWinScore : 1 - kLeastProven;
        EXPECT_GE(score, least) << entry.line;
    }
}

}  // namespace
}  // namespace merels::engine
