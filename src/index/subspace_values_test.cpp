// SPDX-License-Identifier: MIT
#include "index/subspace_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace merels {
namespace {

Variant variant(const char* id) { return *parse_variant(id); }

// The counts of our own tables of the standard game.
CountsBySubspace nine_counts() {
    std::ifstream file(MERELS_SOURCE_DIR "/tests/data/nine-c1-counts.tsv");
    CountsBySubspace counts;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        std::istringstream words(line);
        int own = 0, other = 0, own_hand = 0, other_hand = 0;
        SubspaceCounts c;
        words >> own >> other >> own_hand >> other_hand >> c.wins >> c.draws >> c.losses;
        counts[{static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other), static_cast<std::uint8_t>(own_hand),
                static_cast<std::uint8_t>(other_hand)}] = c;
    }
    return counts;
}

// Counts that nobody solved, but as uneven as real ones; the same every time.
CountsBySubspace made_up_counts(const Variant& v, std::uint64_t seed) {
    CountsBySubspace counts;
    for (const Subspace& s : reachable_subspaces(v)) {
        const auto draw = [&] {
            seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
            return seed >> 33;
        };
        counts[s] = {draw() % 5, draw() % 5 + 1, draw() % 5};
    }
    return counts;
}

TEST(SubspaceValues, PlayReachesAsManySubspacesAsThePaperRanks) {
    EXPECT_EQ(reachable_subspaces(variant("nine-c1")).size(), 498u);
    EXPECT_EQ(reachable_subspaces(variant("lasker-c1")).size(), 3070u);
    EXPECT_EQ(reachable_subspaces(variant("morabaraba")).size(), 1216u);
}

TEST(SubspaceValues, ReachableSubspacesBelongToTheStart) {
    for (const char* id : {"nine-c1@5,3", "nine-p2@3,5", "lasker-c1@4,3", "morabaraba"}) {
        const std::vector<Subspace> all = subspaces_of(variant(id));
        for (const Subspace& s : reachable_subspaces(variant(id))) {
            EXPECT_NE(std::find(all.begin(), all.end(), s), all.end()) << id << " " << format_subspace(s);
        }
    }
}

TEST(SubspaceValues, TransientIsWhereNoPlayCanStay) {
    EXPECT_TRUE(is_transient(variant("nine-c1"), {3, 3, 1, 0}));
    EXPECT_TRUE(is_transient(variant("nine-c1@5,3"), {3, 3, 0, 2}));
    EXPECT_FALSE(is_transient(variant("nine-c1"), {3, 3, 0, 0}));
    EXPECT_FALSE(is_transient(variant("lasker-c1"), {3, 3, 1, 0}));
    EXPECT_TRUE(is_transient(variant("lasker-c1"), {0, 3, 3, 0}));
    EXPECT_TRUE(is_transient(variant("lasker-c1"), {3, 0, 0, 3}));
}

TEST(SubspaceValues, AllPublishedRanksOfTheStandardGameComeOut) {
    std::ifstream file(MERELS_SOURCE_DIR "/data/published/gevay-danner-2014.json");
    const auto published = nlohmann::json::parse(file).at("published_ranks_standard");
    ASSERT_EQ(published.size(), 498u);
    const auto values = published_values(variant("nine-c1"), nine_counts());
    ASSERT_TRUE(values.ok()) << values.error().message;
    EXPECT_EQ(values->win(), 299);
    EXPECT_EQ(values->draw_values().size(), 43u);
    EXPECT_EQ(values->entries().size(), 498u);
    for (const auto& e : values->entries()) {
        const Subspace& s = e.subspace;
        const std::string key = std::to_string(s.own) + ',' + std::to_string(s.other) + ',' +
                                std::to_string(s.own_hand) + ',' + std::to_string(s.other_hand);
        EXPECT_EQ(e.value, published.at(key).get<int>()) << key;
    }
}

TEST(SubspaceValues, RatioDiffersFromPublishedByTheChangeMadeByHand) {
    const auto ratio = ratio_values(variant("nine-c1"), nine_counts());
    ASSERT_TRUE(ratio.ok());
    EXPECT_EQ(ratio->win(), 299);
    EXPECT_EQ(ratio->value({9, 8, 0, 0}), 112);
    EXPECT_EQ(ratio->value({6, 3, 0, 0}), 77);
    EXPECT_EQ(ratio->value({5, 3, 0, 0}), 59);
    EXPECT_EQ(ratio->ends_in(-77), "3-6");
    EXPECT_EQ(ratio->ends_in(0), "0");
}

TEST(SubspaceValues, PublishedIsForTheStandardGameOnly) {
    const auto values = published_values(variant("nine-c1@5,5"), {});
    ASSERT_FALSE(values.ok());
    EXPECT_EQ(values.error().code, ErrorCode::kBadInput);
}

TEST(SubspaceValues, RanksAreOppositeForTwinsWhateverTheCounts) {
    for (const char* id :
         {"nine-c1@3,3", "nine-c1@4,3", "nine-c1@3,4", "nine-c1@5,4", "nine-p2@3,5", "lasker-c1@4,4", "morabaraba"}) {
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const auto values = ratio_values(variant(id), made_up_counts(variant(id), seed));
            ASSERT_TRUE(values.ok()) << id << " " << seed << ": " << values.error().message;  // make() checks it
            for (const auto& e : values->entries()) {
                EXPECT_TRUE(e.value == 0 || is_transient(variant(id), e.subspace) ||
                            values->units_of(e.value) == std::vector<Subspace>{e.subspace});
            }
        }
    }
}

// Where nobody can lose a man and play on there are no twins: ranks go outwards from 3-3, and none is left out.
TEST(SubspaceValues, RanksWithoutTwinsGoOutwardsFromEqualMen) {
    const Variant small = variant("nine-c1@3,3");
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const auto values = ratio_values(small, made_up_counts(small, seed));
        ASSERT_TRUE(values.ok()) << values.error().message;
        std::vector<int> ranks;
        for (const auto& e : values->entries()) ranks.push_back(e.value);
        std::sort(ranks.begin(), ranks.end());
        EXPECT_EQ(values->value({3, 3, 0, 0}), 0);
        for (std::size_t i = 1; i < ranks.size(); ++i) EXPECT_EQ(ranks[i], ranks[i - 1] + 1) << seed;
    }
}

TEST(SubspaceValues, StonesAreDifferencesOfMen) {
    const auto values = stone_values(variant("nine-c1"));
    ASSERT_TRUE(values.ok());
    EXPECT_EQ(values->win(), 10);
    EXPECT_EQ(values->value({6, 3, 0, 0}), 3);
    EXPECT_EQ(values->value({3, 3, 2, 1}), 1);
    EXPECT_EQ(values->for_white({3, 6, 0, 0}, Side::kWhite), -3);
    EXPECT_EQ(values->for_white({3, 6, 0, 0}, Side::kBlack), 3);
    EXPECT_EQ(values->ends_in(6), "9-3");
    EXPECT_EQ(values->ends_in(3), "+3");
    EXPECT_EQ(values->ends_in(-2), "-2");
    EXPECT_FALSE(values->contains({0, 0, 8, 8}));
    EXPECT_EQ(stone_values(variant("nine-c1@3,5"))->win(), 6);
}

TEST(SubspaceValues, SplitRanksUnitsByWhatTheComputerToMoveWins) {
    const auto split = split_values(variant("nine-c1"), nine_counts());
    ASSERT_TRUE(split.ok()) << split.error().message;
    EXPECT_FALSE(split->antisymmetric());
    EXPECT_EQ(split->entries().size(), 2 * 498u);
    // The same unit, whoever moves in it; equal men need not be worth 0.
    EXPECT_EQ(split->for_white({6, 3, 0, 0}, Side::kWhite), split->for_white({3, 6, 0, 0}, Side::kBlack));
    EXPECT_NE(split->value({6, 3, 0, 0}, true), -split->value({3, 6, 0, 0}, true));
    const CountsBySubspace counts = nine_counts();
    const auto share = [&](const Subspace& s) {
        return static_cast<double>(counts.at(s).wins) / static_cast<double>(counts.at(s).positions());
    };
    const Subspace a{9, 8, 0, 0}, b{4, 4, 0, 0};
    ASSERT_GT(share(a), share(b));
    EXPECT_GT(split->value(a), split->value(b));
}

TEST(SubspaceValues, MissingCountsAreNamed) {
    CountsBySubspace counts = nine_counts();
    counts.erase({5, 4, 0, 0});
    const auto values = ratio_values(variant("nine-c1"), counts);
    ASSERT_FALSE(values.ok());
    EXPECT_EQ(values.error().code, ErrorCode::kMissing);
    EXPECT_NE(values.error().message.find("5-4"), std::string::npos);
}

TEST(SubspaceValues, TextsReadBackAsTheSameSet) {
    const Variant v = variant("nine-c1@4,3");
    for (const auto& values :
         {stone_values(v), ratio_values(v, made_up_counts(v, 7)), split_values(v, made_up_counts(v, 7))}) {
        ASSERT_TRUE(values.ok());
        const auto again = decode_subspace_values(v, values->encode());
        ASSERT_TRUE(again.ok()) << again.error().message;
        EXPECT_EQ(again->encode(), values->encode());
        EXPECT_EQ(again->digest(), values->digest());
        EXPECT_EQ(again->antisymmetric(), values->antisymmetric());
        EXPECT_EQ(again->draw_values(), values->draw_values());
    }
    EXPECT_NE(stone_values(v)->digest(), ratio_values(v, made_up_counts(v, 7))->digest());
}

// One change of a right file, and a word that the one line must have.
void expect_refused(const std::function<void(nlohmann::ordered_json&)>& change, const std::string& word,
                    bool split = false) {
    const Variant v = variant("nine-c1@4,3");
    const auto right = split ? split_values(v, made_up_counts(v, 7)) : stone_values(v);
    auto json = nlohmann::ordered_json::parse(right->encode());
    change(json);
    const auto read = decode_subspace_values(v, json.dump());
    ASSERT_FALSE(read.ok()) << word;
    EXPECT_EQ(read.error().code, ErrorCode::kBadInput);
    EXPECT_NE(read.error().message.find(word), std::string::npos) << read.error().message;
    EXPECT_EQ(read.error().message.find('\n'), std::string::npos);
}

nlohmann::ordered_json& entry(nlohmann::ordered_json& json, int own, int other, int own_hand, int other_hand) {
    for (auto& e : json["values"]) {
        if (e["own"] == own && e["other"] == other && e["own_hand"] == own_hand && e["other_hand"] == other_hand) {
            return e;
        }
    }
    ADD_FAILURE();
    return json["values"][0];
}

TEST(SubspaceValues, WrongFilesAreRefusedWithOneLine) {
    using Json = nlohmann::ordered_json;
    expect_refused([](Json& j) { entry(j, 4, 3, 0, 0)["value"] = 2; }, "3-4");
    expect_refused([](Json& j) { entry(j, 3, 3, 0, 0)["value"] = 1; }, "equal men");
    expect_refused([](Json& j) { j["values"].erase(0); }, "has no value");
    expect_refused([](Json& j) { j["values"].push_back(j["values"][0]); }, "two values");
    expect_refused([](Json& j) { entry(j, 4, 3, 0, 0)["own"] = 9; }, "has no value");
    expect_refused(
        [](Json& j) {
            j["values"].push_back({{"own", 9}, {"other", 9}, {"own_hand", 0}, {"other_hand", 0}, {"value", 0}});
        },
        "cannot be reached");
    expect_refused([](Json& j) { entry(j, 0, 0, 4, 3)["value"] = 5; }, "inside");
    expect_refused([](Json& j) { entry(j, 0, 0, 4, 3)["value"] = 1.5; }, "whole number");
    expect_refused([](Json& j) { entry(j, 0, 0, 4, 3)["own"] = -1; }, "number of men");
    expect_refused([](Json& j) { entry(j, 0, 0, 4, 3)["own"] = 18446744073709551615ULL; }, "number of men");
    expect_refused([](Json& j) { j["variant"] = "nine-c1"; }, "they are of nine-c1, not of nine-c1@4,3");
    expect_refused([](Json& j) { j["heuristic"] = "../x"; }, "heuristic");
    expect_refused([](Json& j) { j["win"] = 0; }, "win");
    expect_refused([](Json& j) { j.erase("values"); }, "values");
    expect_refused([](Json& j) { j["values"][0]["computer_moves"] = true; }, "computer_moves");
    expect_refused([](Json& j) { entry(j, 4, 3, 0, 0)["value"] = entry(j, 4, 3, 0, 0)["value"].get<int>() - 1; },
                   "twin", true);
    EXPECT_FALSE(decode_subspace_values(variant("nine-c1"), "[]").ok());
    EXPECT_FALSE(decode_subspace_values(variant("nine-c1"), "{").ok());
}

// What is just allowed and what is just not.
TEST(SubspaceValues, Limits) {
    using Json = nlohmann::ordered_json;
    const Variant three = variant("nine-c1@3,3");
    const auto with = [&](const std::string& heuristic, std::int64_t win) {
        auto json = Json::parse(stone_values(three)->encode());
        json["heuristic"] = heuristic;
        json["win"] = win;
        const auto read = decode_subspace_values(three, json.dump());
        return read.ok() ? std::string() : read.error().message;
    };
    EXPECT_EQ(with("a", 1), "");  // all values are 0
    EXPECT_EQ(with("az09-_", 30000), "");
    EXPECT_EQ(with(std::string(40, 'z'), 5), "");
    EXPECT_NE(with(std::string(41, 'z'), 5), "");
    for (const char* name : {"", "A", "a b", "a/", "`", "{", ":", "a.b", "\u00e9"})
        EXPECT_NE(with(name, 5), "") << name;
    for (const std::int64_t win : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{30001}, std::int64_t{1} << 32 | 5}) {
        EXPECT_EQ(with("a", win), "values of subspaces: 'win' must be from 1 to 30000") << win;
    }
    EXPECT_FALSE(SubspaceValues::make(three, "a", 0, false, stone_values(three)->entries()).ok());
    EXPECT_FALSE(SubspaceValues::make(three, "a", 30001, false, stone_values(three)->entries()).ok());
    EXPECT_TRUE(SubspaceValues::make(three, "a", 30000, false, stone_values(three)->entries()).ok());

    // Values stand inside -win to win; men are at most twelve.
    const auto value = [](int number, const char* word) {
        expect_refused([&](Json& j) { entry(j, 0, 0, 4, 3)["value"] = number; }, word);
    };
    value(30000, "inside");
    value(-30000, "inside");
    value(30001, "whole number");
    value(-30001, "whole number");
    expect_refused([](Json& j) { entry(j, 0, 0, 4, 3)["own"] = 12; }, "0-0+4-3 has no value");
    expect_refused([](Json& j) { entry(j, 0, 0, 4, 3)["own"] = 13; }, "number of men");
    const auto at_the_edge = [&](int number) {
        const Variant v = variant("nine-c1@4,3");
        auto json = Json::parse(stone_values(v)->encode());
        entry(json, 0, 0, 4, 3)["value"] = number;  // a transient one: no twin must be opposite
        return decode_subspace_values(v, json.dump()).ok();
    };
    const int win = stone_values(variant("nine-c1@4,3"))->win();
    EXPECT_TRUE(at_the_edge(win - 1) && at_the_edge(1 - win));
    EXPECT_FALSE(at_the_edge(win) || at_the_edge(-win));

    // Files that are of other types.
    expect_refused([](Json& j) { j["values"][0] = 7; }, "not an object");
    expect_refused([](Json& j) { j["values"][1].erase("value"); }, "whole number");
    expect_refused([](Json& j) { j["values"][1].erase("other_hand"); }, "'other_hand' is no number of men");
    expect_refused([](Json& j) { j["values"][1]["computer_moves"] = 1; }, "computer_moves", true);
    expect_refused([](Json& j) { j["values"][1].erase("computer_moves"); }, "computer_moves", true);
    expect_refused([](Json& j) { j["win"] = 1.5; }, "'win' is no whole number");
    expect_refused([](Json& j) { j["win"] = "5"; }, "'win' is no whole number");
    expect_refused([](Json& j) { j.erase("win"); }, "'win' is no whole number");
    expect_refused([](Json& j) { j.erase("variant"); }, "'variant' is missing");
    expect_refused([](Json& j) { j["variant"] = 1; }, "'variant' is missing");
    expect_refused([](Json& j) { j.erase("heuristic"); }, "'heuristic' is missing");
    expect_refused([](Json& j) { j["heuristic"] = 1; }, "'heuristic' is missing");
    expect_refused([](Json& j) { j["values"] = 1; }, "'values' is no list");
    expect_refused([](Json& j) { j["values"] = Json::array(); }, "has no value");
    expect_refused([](Json& j) { j["variant"] = std::string(100, 'v'); }, "of " + std::string(80, 'v') + ", not of");
    expect_refused([](Json& j) { entry(j, 4, 3, 0, 0)["value"] = 2; }, "3-4 is worth -1, but its twin 4-3 2 and not 1");
    expect_refused([](Json& j) { entry(j, 3, 3, 0, 0)["value"] = 1; }, "3-3 is worth 1, but equal men must be worth 0");
}

// Where best play ends, in words.
TEST(SubspaceValues, EndsOfDraws) {
    const Variant v = variant("nine-c1@5,4");
    std::vector<SubspaceValues::Entry> entries = stone_values(v)->entries();
    const auto set = [&](const Subspace& s, int value) {
        for (auto& e : entries) {
            if (e.subspace == s) e.value = value;
            if (e.subspace == twin(s)) e.value = -value;
        }
    };
    set({5, 3, 0, 0}, 7);
    set({4, 3, 0, 0}, 7);
    const auto values = SubspaceValues::make(v, "mine", 9, false, entries);
    ASSERT_TRUE(values.ok()) << values.error().message;
    EXPECT_EQ(values->ends_in(7), "4-3 or 5-3");
    EXPECT_EQ(values->ends_in(-7), "3-4 or 3-5");
    EXPECT_EQ(values->ends_in(1), "5-4");
    EXPECT_EQ(values->ends_in(0), "0");
    EXPECT_EQ(values->ends_in(3), "");
    EXPECT_EQ(stone_values(v)->ends_in(1), "+1");
    EXPECT_EQ(stone_values(v)->ends_in(-1), "-1");
    EXPECT_EQ(values->units_of(7), (std::vector<Subspace>{{4, 3, 0, 0}, {5, 3, 0, 0}}));
    EXPECT_EQ(values->units_of(7, false), values->units_of(7));  // it is not split
    EXPECT_EQ(values->draw_values(), (std::vector<int>{-7, -1, 0, 1, 7}));
}

// Men in hand count like men on the board: where play can stay with some, they are part of the difference.
TEST(SubspaceValues, EndsOfDrawsWithMenInHand) {
    const Variant v = variant("lasker-c1@4,4");
    const auto stones = stone_values(v);
    const auto units = stones->units_of(1);
    const auto has = [&](const Subspace& s) { return std::find(units.begin(), units.end(), s) != units.end(); };
    ASSERT_TRUE(has({4, 3, 0, 0}) && has({3, 3, 1, 0}) && has({4, 2, 0, 1}) && has({1, 2, 3, 1}));
    EXPECT_EQ(stones->ends_in(1), "+1");
    EXPECT_EQ(stones->ends_in(0), "0");
    EXPECT_EQ(stones->ends_in(-1), "-1");

    // As many men more on the board, but not in all.
    std::vector<SubspaceValues::Entry> entries = stones->entries();
    for (auto& e : entries) {
        if (e.subspace == Subspace{4, 3, 0, 0} || e.subspace == Subspace{3, 2, 1, 2}) e.value = 7;
        if (e.subspace == Subspace{3, 4, 0, 0} || e.subspace == Subspace{2, 3, 2, 1}) e.value = -7;
    }
    const auto values = SubspaceValues::make(v, "mine", 9, false, entries);
    ASSERT_TRUE(values.ok()) << values.error().message;
    EXPECT_EQ(values->ends_in(7), "3-2+1-2 or 4-3");
    EXPECT_EQ(values->ends_in(-7), "2-3+2-1 or 3-4");
}

// The published order is a change of the other one, which only some counts allow.
TEST(SubspaceValues, PublishedNeedsTheOrderOfThePaper) {
    const Variant nine = variant("nine-c1");
    int refused = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const CountsBySubspace counts = made_up_counts(nine, seed);
        const auto ratio = ratio_values(nine, counts);
        ASSERT_TRUE(ratio.ok());
        const int inner = ratio->value({5, 3, 0, 0}), hole = ratio->value({6, 3, 0, 0}),
                  outer = ratio->value({9, 8, 0, 0});
        const bool order = 0 < inner && inner < hole && hole < outer;
        const auto values = published_values(nine, counts);
        EXPECT_EQ(values.ok(), order) << seed;
        refused += values.ok() ? 0 : 1;
        if (!values.ok()) EXPECT_EQ(values.error().code, ErrorCode::kBadInput);
    }
    EXPECT_GT(refused, 0);
}

// Ranks of a split set straight from their definition.
TEST(SubspaceValues, SplitRanksAreNumbersOfSmallerShares) {
    for (const char* id : {"nine-c1@3,3", "nine-c1@5,4", "lasker-c1@3,4"}) {
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            const CountsBySubspace counts = made_up_counts(variant(id), seed);
            const auto values = split_values(variant(id), counts);
            ASSERT_TRUE(values.ok()) << values.error().message;
            // What the computer wins of a unit, as whole numbers.
            const auto share = [&](const Subspace& s, bool computer_moves) {
                const bool stays = !is_transient(variant(id), s);
                const SubspaceCounts& c = counts.at(!computer_moves && stays ? twin(s) : s);
                const std::uint64_t won = !computer_moves && !stays ? c.losses : c.wins;
                return won * 27720 * 13 / c.positions();  // 1 to 13 positions: all divide
            };
            std::set<std::uint64_t> shares;
            for (const auto& e : values->entries()) shares.insert(share(e.subspace, e.computer_moves));
            const int middle = static_cast<int>(shares.size() - 1) / 2;
            int most = 0;
            for (const auto& e : values->entries()) {
                const auto smaller = std::distance(shares.begin(), shares.find(share(e.subspace, e.computer_moves)));
                const int for_computer = static_cast<int>(smaller) - middle;
                EXPECT_EQ(e.value, e.computer_moves ? for_computer : -for_computer)
                    << id << format_subspace(e.subspace);
                most = std::max(most, std::abs(e.value));
            }
            EXPECT_EQ(values->win(), middle + 2);
            EXPECT_LT(most, values->win());
        }
    }
}

}  // namespace
}  // namespace merels
