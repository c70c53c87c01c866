// SPDX-License-Identifier: MIT
#include "analysis/openings.h"

#include <gtest/gtest.h>

#include "index/symmetry.h"
#include "probe/turn_mark.h"
#include "rules/rules.h"

namespace merels {
namespace {

// Every turn draws but a4, which loses.
PositionValue analyse(const Variant& variant, const Position& position) {
    PositionValue out;
    out.value = {Wdl::kDraw, kNoPly};
    out.basis = Basis::kDtw;
    TurnList turns;
    legal_turns(variant, position, turns);
    for (const Turn& turn : turns) {
        const Position after = apply(position, turn);
        const bool loses = format_turn(turn) == "a4";
        out.turns.push_back({turn, after, loses ? Value{Wdl::kLoss, 2} : Value{Wdl::kDraw, kNoPly}});
    }
    return out;
}

std::string game_text(const std::string& turns) {
    return "[variant \"nine-c1@3,3\"]\n[start \"********/********/******** w 3 3\"]\n[result \"*\"]\n[white "
           "\"A\"]\n[black \"B\"]\n\n" +
           turns;
}

TEST(Openings, CountsTurnsUpToSymmetry) {
    const auto games = parse_games(game_text("1. d6 a4\n2. d2\n") + "\n" + game_text("1. f4 g1\n2. a4\n"));
    ASSERT_TRUE(games) << games.error().message;
    ASSERT_EQ(games->size(), 2U);
    OpeningRecord record(games->front().variant);
    for (const Game& game : *games) {
        const auto added = record.add(game, analyse);
        ASSERT_TRUE(added) << added.error().message;
    }
    ASSERT_EQ(record.players().size(), 2U);
    EXPECT_EQ(record.players()[0].name, "A");
    EXPECT_EQ(record.players()[0].games, 2);
    // d6 and f4 are one turn by symmetry; a4 was Black's in one game and White's in the other.
    const OpeningRecord::Entry* start = record.at(games->front().start);
    ASSERT_NE(start, nullptr);
    EXPECT_EQ(start->players.at(0).turns, 2);
    EXPECT_EQ(start->players.at(0).wrong, 0);
    EXPECT_EQ(start->successors.size(), 1U);
    const Position after = apply(games->front().start, games->front().turns[0]);
    const OpeningRecord::Entry* second = record.at(map_position(5, after));
    ASSERT_NE(second, nullptr);
    EXPECT_EQ(second->players.at(1).turns, 2);
    EXPECT_EQ(second->players.at(1).wrong, 1);
    EXPECT_EQ(record.players()[0].plies[2].wrong, 1);
    EXPECT_EQ(record.players()[1].plies[1].turns, 2);

    record.keep(2);
    EXPECT_EQ(record.entries().size(), 2U);
    const auto again = OpeningRecord::parse(record.text("note"));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->text("note"), record.text("note"));
}

TEST(Openings, RefusesWhatItCannotCount) {
    EXPECT_FALSE(parse_games("nothing"));
    EXPECT_FALSE(parse_games(game_text("1. d6 d6\n")));
    const auto games = parse_games(game_text("1. d6 a4\n"));
    ASSERT_TRUE(games);
    OpeningRecord other(*parse_variant("nine-c1"));
    EXPECT_FALSE(other.add(games->front(), analyse));
    Game nameless = games->front();
    nameless.tags.clear();
    OpeningRecord record(nameless.variant);
    EXPECT_FALSE(record.add(nameless, analyse));
    const Analyser nothing = [](const Variant& variant, const Position& position) {
        PositionValue out = analyse(variant, position);
        out.trouble = Error{ErrorCode::kMissing, "no table"};
        return out;
    };
    const auto unknown = record.add(games->front(), nothing);
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, ErrorCode::kMissing);
    for (const char* bad : {"", "[]", "{}", R"({"variant":"nine-c1","players":[],"positions":{"x":{}}})"}) {
        EXPECT_FALSE(OpeningRecord::parse(bad)) << bad;
    }
}

// The file that is built in reads, and counts add up.
TEST(Openings, RecordedGames) {
    const Variant variant = *parse_variant("nine-c1");
    const OpeningRecord* record = recorded_openings(variant);
    ASSERT_NE(record, nullptr);
    EXPECT_GE(record->players().size(), 5U);
    for (const auto& [position, entry] : record->entries()) {
        EXPECT_EQ(position, canonical_form(position));
        for (const auto& [number, counts] : entry.players) {
            int chosen = 0;
            for (const auto& [after, times] : entry.successors) chosen += times.contains(number) ? times.at(number) : 0;
            EXPECT_EQ(chosen, counts.turns);
            EXPECT_LE(counts.wrong, counts.turns);
        }
    }
    EXPECT_NE(record->at(start_position(variant)), nullptr);
    EXPECT_EQ(recorded_openings(*parse_variant("morabaraba")), nullptr);
}

}  // namespace
}  // namespace merels
