// SPDX-License-Identifier: MIT
#include "index/subspace_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
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
    for (const char* id : {"nine-c1@3,3", "nine-c1@5,4", "nine-p2@3,5", "lasker-c1@4,4", "morabaraba"}) {
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
    expect_refused([](Json& j) { j["variant"] = "nine-c1"; }, "not of nine-c1@4,3");
    expect_refused([](Json& j) { j["heuristic"] = "../x"; }, "heuristic");
    expect_refused([](Json& j) { j["win"] = 0; }, "win");
    expect_refused([](Json& j) { j.erase("values"); }, "values");
    expect_refused([](Json& j) { j["values"][0]["computer_moves"] = true; }, "computer_moves");
    expect_refused([](Json& j) { entry(j, 4, 3, 0, 0)["value"] = entry(j, 4, 3, 0, 0)["value"].get<int>() - 1; },
                   "twin", true);
    EXPECT_FALSE(decode_subspace_values(variant("nine-c1"), "[]").ok());
    EXPECT_FALSE(decode_subspace_values(variant("nine-c1"), "{").ok());
}

}  // namespace
}  // namespace merels
