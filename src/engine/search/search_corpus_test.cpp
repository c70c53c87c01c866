// SPDX-License-Identifier: MIT
// The search, without any tables, against values that come from tables: tests/data/search/values.tsv, which
// tools/make_search_corpus.sh has made; and in openings where only some turns keep the draw: openings.tsv.
#include <gtest/gtest.h>

#include <algorithm>
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

struct Opening {
    Position position;
    std::vector<Turn> holding;  // the turns that keep the draw
};

std::vector<Opening> read_openings() {
    std::ifstream in(MERELS_SOURCE_DIR "/tests/data/search/openings.tsv");
    std::vector<Opening> openings;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with('#')) continue;
        std::istringstream fields(line);
        std::string id, position;
        std::getline(fields, id, '\t');
        std::getline(fields, position, '\t');
        const Variant variant = *parse_variant(id);
        Opening opening{*parse_position(variant, position), {}};
        for (std::string turn; fields >> turn;) {
            opening.holding.push_back(*parse_turn(variant, opening.position, turn));
        }
        openings.push_back(std::move(opening));
    }
    return openings;
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

// The placing phase decides games, long before the end can be seen: the evaluation has to know what men, lines and the
// move are worth there. The positions are those that an earlier evaluation lost in games; a floor, 19 are held now.
TEST(SearchCorpus, KeepsTheDrawInTheOpening) {
    const Variant variant = *parse_variant("nine-c1");
    const auto openings = read_openings();
    ASSERT_GE(openings.size(), 25u);
    std::size_t held = 0;
    for (const Opening& opening : openings) {
        SearchTask task = whole_task(variant, opening.position);
        task.limits.nodes = 100'000;
        TranspositionTable table(16);
        const Turn turn = unpack(Searcher(variant, table, nullptr).run(task).lines[0].turns.front());
        held += std::find(opening.holding.begin(), opening.holding.end(), turn) != opening.holding.end();
    }
    EXPECT_GE(held, 18u) << "of " << openings.size();
}

}  // namespace
}  // namespace merels::engine
