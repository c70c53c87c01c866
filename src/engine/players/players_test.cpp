// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/search/random_positions.h"
#include "engine/search/turn_generator.h"
#include "merels/engine.h"
#include "rules/rules.h"

namespace merels {
namespace {

const Variant kNine = *parse_variant("nine-c1");

TurnRequest request_of(const Variant& variant, const Position& position, const char* player, std::uint64_t seed = 0) {
    TurnRequest request;
    request.variant = variant;
    request.position = position;
    request.player = *parse_player(player);
    request.seed = seed;
    return request;
}

TEST(PlayerSpec, ReadsWhatItWrites) {
    for (const char* text : {"random",
                             "perfect",
                             "perfect:ms=20",
                             "search:depth=8",
                             "search:nodes=200000",
                             "search:ms=500",
                             "search:level=3",
                             "search:depth=4,nodes=10,tables=on",
                             "search",
                             "engine:./other --fast",
                             "search:nodes=100000-200000",
                             "search:ms=5,threads=4",
                             "ultra",
                             "ultra:values=stones,local=trap",
                             "perfect:local=random",
                             "ultra:local=combined,nodes=5000",
                             "ultra:values=split,local=units",
                             "ultra:values=ratio,local=hunt,among=unit",
                             "ultra:local=trap,among=result,nodes=5",
                             "perfect:local=hunt,searches=20,nodes=5000"}) {
        const auto player = parse_player(text);
        ASSERT_TRUE(player) << text;
        EXPECT_EQ(format_player(*player), text);
    }
    EXPECT_EQ(format_player(*parse_player("ultra:combined")), "ultra:local=combined");
    EXPECT_EQ(format_player(*parse_player("ultra:among=equal")), "ultra:among=equal");
    EXPECT_TRUE(parse_player_kind("ultra:local=hunt,among=result"));
    EXPECT_FALSE(parse_player_kind("ultra:local=hunt,searches=9"));
    EXPECT_TRUE(parse_player("perfect")->tables);
    EXPECT_TRUE(parse_player("ultra")->tables);
    EXPECT_FALSE(parse_player("search:ms=5")->tables);
}

TEST(PlayerSpec, RefusesNonsense) {
    for (const char* text : {"",
                             "human",
                             "search:",
                             "search:level=0",
                             "search:level=11",
                             "search:depth=x",
                             "search:ms=",
                             "search:depth=8,",
                             "search:speed=3",
                             "engine:",
                             "randomly",
                             "searching",
                             "perfect:level=2",
                             "search:tables=maybe",
                             "search:nodes=5-3",
                             "search:nodes=5-",
                             "search:threads=0",
                             "search:local=trap",
                             "perfect:values=stones",
                             "perfect:local=units",
                             "perfect:among=unit",
                             "ultra:among=all",
                             "search:among=result",
                             "ultra:searches=0",
                             "search:searches=5",
                             "ultra:local=x",
                             "ultra:values=",
                             "ultra:values=../x",
                             "search:combined",
                             "ultra:level=1",
                             "search:nodes=-1",
                             "search:depth=101"}) {
        EXPECT_FALSE(parse_player(text)) << text;
    }
}

TEST(Engine, RefusesWhatCannotBePlayed) {
    Engine engine({1, nullptr});
    Position over;  // White has two men
    over.men = {3, 0x700};
    EXPECT_FALSE(engine.choose(request_of(kNine, over, "random")));
    Position twice;
    twice.men = {7, 7};
    EXPECT_FALSE(engine.choose(request_of(kNine, twice, "random")));
    EXPECT_FALSE(engine.choose(request_of(kNine, start_position(kNine), "engine:x")));
}

TEST(RandomPlayer, DependsOnTheSeedAlone) {
    Engine engine({1, nullptr});
    std::set<Turn> seen;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const auto once = engine.choose(request_of(kNine, start_position(kNine), "random", seed));
        const auto again = engine.choose(request_of(kNine, start_position(kNine), "random", seed));
        ASSERT_TRUE(once && again);
        EXPECT_EQ(once->turn, again->turn);
        seen.insert(once->turn);
    }
    EXPECT_EQ(seen.size(), 24u);
}

TEST(SearchPlayer, SameRequestSameChoice) {
    const Position p = random_game_position(kNine, 20, 4);
    Engine a({2, nullptr}), b({2, nullptr});
    const auto request = request_of(kNine, p, "search:nodes=20000", 5);
    const auto first = a.choose(request), second = b.choose(request);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->turn, second->turn);
    EXPECT_EQ(first->thinking.nodes, second->thinking.nodes);
    a.clear();
    EXPECT_EQ(a.choose(request)->thinking.nodes, first->thinking.nodes);
}

TEST(SearchPlayer, ARangeOfNodesIsDrawnAnewEachTurn) {
    const Position p = random_game_position(kNine, 20, 4);
    std::set<std::uint64_t> limits;
    for (int turn = 0; turn < 8; ++turn) {
        Engine engine({2, nullptr});
        auto request = request_of(kNine, p, "search:nodes=2000-9000", 5);
        request.history.assign(static_cast<std::size_t>(turn), start_position(kNine));
        const std::uint64_t nodes = engine.choose(request)->thinking.nodes;
        EXPECT_GE(nodes, 2000u);
        EXPECT_LE(nodes, 9000u);
        limits.insert(nodes);
        engine.clear();
        EXPECT_EQ(engine.choose(request)->thinking.nodes, nodes);  // seeded
    }
    EXPECT_GE(limits.size(), 7u);
}

TEST(SearchPlayer, OpeningsVaryWithTheSeed) {
    std::set<Turn> first_turns;
    Engine engine({2, nullptr});
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        first_turns.insert(engine.choose(request_of(kNine, start_position(kNine), "search:nodes=2000", seed))->turn);
    }
    EXPECT_GE(first_turns.size(), 4u);
}

TEST(SearchPlayer, ChoosesAmongTheTurnsAllowed) {
    Engine engine({1, nullptr});
    auto request = request_of(kNine, start_position(kNine), "search:depth=3");
    request.only = {*parse_turn(kNine, request.position, "a1")};
    EXPECT_EQ(engine.choose(request)->turn, request.only[0]);
    request.only = {Turn{0, 1, {kNoPoint, kNoPoint}}};
    EXPECT_FALSE(engine.choose(request));
}

// Low levels err, but do not hand over a man: where some turn leaves the opponent no mill to close, they do not play
// one that does (unless they take a man themselves, or the search saw that it is best).
TEST(Levels, DoNotGiveMenAwayForNothing) {
    const engine::SearchRules rules(kNine);
    Engine engine({1, nullptr});
    int gifts = 0, chances = 0;
    for (int i = 0; i < 150; ++i) {
        const Position p = random_game_position(kNine, 6 + i % 25, 300 + static_cast<std::uint64_t>(i));
        const engine::Node node = engine::node_of(p);
        const auto gift = [&](const Turn& turn) {
            const engine::Node next = engine::after(node, engine::pack(turn));
            return turn.takes() == 0 &&
                   engine::closing_steps(rules, next.own, next.empty(), next.own_hand, next.own_men()) != 0;
        };
        for (const char* level : {"search:level=1", "search:level=2", "search:level=3"}) {
            const auto choice = engine.choose(request_of(kNine, p, level, static_cast<std::uint64_t>(i) + 1));
            ASSERT_TRUE(choice);
            if (gift(choice->thinking.lines[0].turns[0])) continue;
            ++chances;
            gifts += gift(choice->turn);
        }
    }
    EXPECT_GT(chances, 150);
    EXPECT_EQ(gifts, 0);
}

TEST(Levels, PlayEveryVariant) {
    Engine engine({2, nullptr});
    for (const Variant& variant : all_variants()) {
        for (int level = 1; level <= kLevels; ++level) {
            auto request = request_of(variant, random_game_position(variant, 21, 8), "search:level=1", 3);
            request.player.level = level;
            request.most_nodes = 3000;
            EXPECT_TRUE(engine.choose(request)) << variant.id() << " level " << level;
        }
    }
}

// Values made up from the position alone: every kind of value occurs, and some positions are unknown.
class InventedValues : public ValueSource {
  public:
    InventedValues(bool with_depth, bool all_known, bool no_wins)
        : with_depth_(with_depth), all_known_(all_known), no_wins_(no_wins) {}

    Result<Value> value(const Variant&, const Position& position) const override {
        engine::Random random(engine::node_of(position).key());
        const auto kind = random.below(all_known_ ? 3 : 4);
        const int depth = static_cast<int>(random.below(40)) * 2;
        // For the side to move here; the player looks for losses of the opponent.
        if (kind == 0 && !no_wins_) return with_depth_ ? Value::loss(depth) : Value{Wdl::kLoss, kNoPly};
        if (kind == 1) return with_depth_ ? Value::win(depth + 1) : Value{Wdl::kWin, kNoPly};
        if (kind == 3) return Error{ErrorCode::kMissing, "no such table"};
        return Value::draw();
    }

  private:
    bool with_depth_, all_known_, no_wins_;
};

Value after_turn(const ValueSource& source, const Position& p, const Turn& turn) {
    const Position next = apply(p, turn);
    if (const auto ended = final_value(kNine, next)) return before_turn(*ended);
    const auto value = source.value(kNine, next);
    return value ? before_turn(*value) : Value::unknown();
}

Value best_value(const ValueSource& source, const Position& p) {
    TurnList turns;
    legal_turns(kNine, p, turns);
    Value best = after_turn(source, p, turns[0]);
    for (const Turn& turn : turns) {
        const Value value = after_turn(source, p, turn);
        if (better(value, best)) best = value;
    }
    return best;
}

int replies_that_hold(const ValueSource& source, const Position& p, const Turn& turn) {
    const Position next = apply(p, turn);
    TurnList replies;
    legal_turns(kNine, next, replies);
    int holding = 0;
    for (const Turn& reply : replies) holding += after_turn(source, next, reply).wdl != Wdl::kLoss;
    return holding;
}

TEST(PerfectPlayer, PlaysTheBestValue) {
    for (const bool no_wins : {false, true}) {
        const auto source = std::make_shared<InventedValues>(true, true, no_wins);
        Engine engine({1, source});
        for (int i = 0; i < 200; ++i) {
            const Position p = random_game_position(kNine, 5 + i % 40, static_cast<std::uint64_t>(i));
            const auto choice = engine.choose(request_of(kNine, p, "perfect", 1));
            ASSERT_TRUE(choice);
            EXPECT_TRUE(choice->from_tables);
            const Value best = best_value(*source, p);
            EXPECT_EQ(after_turn(*source, p, choice->turn), best);
            EXPECT_EQ(choice->thinking.lines[0].score.proven, best);
            if (best.wdl != Wdl::kDraw) continue;
            TurnList turns;
            legal_turns(kNine, p, turns);
            for (const Turn& turn : turns) {
                if (after_turn(*source, p, turn).wdl != Wdl::kDraw) continue;
                EXPECT_LE(replies_that_hold(*source, p, choice->turn), replies_that_hold(*source, p, turn));
            }
        }
    }
}

// As InventedValues, with invented ranks of drawn positions; few different ones, so that many turns are equal.
class InventedRanks : public InventedValues {
  public:
    InventedRanks() : InventedValues(true, true, true) {}
    Result<UltraRank> ultra(const Variant&, const Position& position, const UltraSet& set) const override {
        EXPECT_EQ(set.values, "stones");
        engine::Random random(engine::node_of(position).key() + 77);
        return UltraRank{static_cast<int>(random.below(3)) - 1, static_cast<int>(random.below(2))};
    }
};

TEST(UltraPlayer, PlaysTheHighestRankByEveryLocalChoice) {
    const auto source = std::make_shared<InventedRanks>();
    const auto rank_of = [&](const Position& p, const Turn& turn) {
        return -*source->ultra(kNine, apply(p, turn), {"stones", Side::kWhite});
    };
    Engine engine({1, source});
    int draws = 0;
    for (const char* player :
         {"ultra:values=stones,local=replies", "ultra:values=stones,local=random", "ultra:values=stones,local=units",
          "ultra:values=stones,local=trap,nodes=300", "ultra:values=stones,combined,nodes=300",
          "ultra:values=stones,local=hunt,searches=9,nodes=300"}) {
        for (int i = 0; i < 30; ++i) {
            const Position p = random_game_position(kNine, 5 + i, static_cast<std::uint64_t>(i));
            if (best_value(*source, p).wdl != Wdl::kDraw) continue;
            ++draws;
            const auto choice = engine.choose(request_of(kNine, p, player, 1));
            ASSERT_TRUE(choice);
            EXPECT_TRUE(choice->from_tables);
            ASSERT_EQ(after_turn(*source, p, choice->turn).wdl, Wdl::kDraw);
            TurnList turns;
            legal_turns(kNine, p, turns);
            for (const Turn& turn : turns) {
                if (after_turn(*source, p, turn).wdl != Wdl::kDraw) continue;
                EXPECT_LE(rank_of(p, turn), rank_of(p, choice->turn));
            }
        }
    }
    EXPECT_GT(draws, 60);
}

TEST(UltraPlayer, KeepsTheUnitOrTheResultAmongMoreTurns) {
    const auto source = std::make_shared<InventedRanks>();
    const auto unit_of = [&](const Position& p, const Turn& turn) {
        return (-*source->ultra(kNine, apply(p, turn), {"stones", Side::kWhite})).value;
    };
    Engine engine({1, source});
    int worse_units = 0;
    for (const char* player :
         {"ultra:values=stones,searches=9,nodes=300", "ultra:values=stones,local=hunt,among=unit,searches=9,nodes=300",
          "ultra:values=stones,local=hunt,among=result,searches=9,nodes=300", "ultra:values=stones,among=result"}) {
        const bool of_unit = parse_player(player)->among != Among::kResult;
        for (int i = 0; i < 30; ++i) {
            const Position p = random_game_position(kNine, 5 + i, static_cast<std::uint64_t>(i));
            if (best_value(*source, p).wdl != Wdl::kDraw) continue;
            const auto request = request_of(kNine, p, player, 1);
            const auto choice = engine.choose(request);
            ASSERT_TRUE(choice);
            ASSERT_EQ(after_turn(*source, p, choice->turn).wdl, Wdl::kDraw);
            engine.clear();
            EXPECT_EQ(engine.choose(request)->turn, choice->turn);
            TurnList turns;
            legal_turns(kNine, p, turns);
            int best = -1;
            for (const Turn& turn : turns) {
                if (after_turn(*source, p, turn).wdl == Wdl::kDraw) best = std::max(best, unit_of(p, turn));
            }
            EXPECT_TRUE(!of_unit || unit_of(p, choice->turn) == best);
            worse_units += unit_of(p, choice->turn) < best;
        }
    }
    EXPECT_GT(worse_units, 5);
}

TEST(UltraPlayer, WithoutUltraTablesItIsPerfectAndSaysSo) {
    Engine engine({1, std::make_shared<InventedValues>(true, true, true)});
    const auto choice = engine.choose(request_of(kNine, start_position(kNine), "ultra:values=split", 1));
    ASSERT_TRUE(choice);
    EXPECT_TRUE(choice->from_tables);
    EXPECT_NE(choice->note.find("'split'"), std::string::npos) << choice->note;
}

// The reply that a short search likes must be the one that loses: after d6 the invented opponent loses whatever he
// does but a1; the search cannot see it. After any other turn nothing loses.
class TrapAfterD6 : public ValueSource {
    Result<Value> value(const Variant&, const Position& p) const override {
        const bool after_reply = count(p.men[0]) == 1 && count(p.men[1]) == 1;
        const Position trap = apply(start_position(kNine), *parse_turn(kNine, start_position(kNine), "d6"));
        const bool trapped = after_reply && p.men[0] == trap.men[0];
        const Mask a1 = apply(trap, *parse_turn(kNine, trap, "a1")).men[1];
        return trapped && p.men[1] != a1 ? Value::win(9) : Value::draw();
    }
};

TEST(LocalChoice, TrapFindsTheTurnAfterWhichNaturalRepliesLose) {
    Engine engine({1, std::make_shared<TrapAfterD6>()});
    const auto choose = [&engine](const char* player, std::uint64_t seed) {
        return format_turn(engine.choose(request_of(kNine, start_position(kNine), player, seed))->turn);
    };
    std::set<std::string> by_chance;
    for (std::uint64_t seed = 1; seed < 30; ++seed) {
        EXPECT_EQ(choose("perfect:local=trap,nodes=500", seed), "d6");
        EXPECT_EQ(choose("perfect:local=hunt,nodes=500", seed), "d6");
        EXPECT_EQ(choose("perfect", seed), "d6");  // 22 of 23 replies lose
        by_chance.insert(choose("perfect:local=random", seed));
    }
    EXPECT_GT(by_chance.size(), 8u);
}

// Two white men on the middle ring are a trap: then every reply loses, unless Black has a man on a1.
class TrapOnTheMiddleRing : public ValueSource {
  public:
    static bool on_ring(const Position& p) {
        Mask ring = 0;
        for (const char* point : {"b2", "b4", "b6", "d2", "d6", "f2", "f4", "f6"}) ring |= mask_of(point);
        return (p.men[0] & ~ring) == 0;
    }
    Result<Value> value(const Variant&, const Position& p) const override {
        const bool after_two_replies = count(p.men[0]) == 2 && count(p.men[1]) == 2;
        return after_two_replies && on_ring(p) && (p.men[1] & mask_of("a1")) == 0 ? Value::win(9) : Value::draw();
    }

  private:
    static Mask mask_of(const char* point) {
        const Position start = start_position(kNine);
        return apply(start, *parse_turn(kNine, start, point)).men[0];
    }
};

TEST(LocalChoice, HuntFindsATrapThatLiesOneTurnAhead) {
    Engine engine({1, std::make_shared<TrapOnTheMiddleRing>()});
    const Position start = start_position(kNine);
    const auto heads_for_it = [&](const char* player, std::uint64_t seed) {
        engine.clear();
        return TrapOnTheMiddleRing::on_ring(apply(start, engine.choose(request_of(kNine, start, player, seed))->turn));
    };
    int by_chance = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        EXPECT_TRUE(heads_for_it("perfect:local=hunt,nodes=200,searches=100", seed));
        by_chance += heads_for_it("perfect:local=trap,nodes=200", seed);
    }
    EXPECT_LT(by_chance, 18);
}

TEST(LocalChoice, HuntStaysWithinTheLimitsOfTheRequest) {
    Engine engine({1, std::make_shared<TrapOnTheMiddleRing>()});
    auto request = request_of(kNine, start_position(kNine), "perfect:local=hunt,searches=10000,nodes=1000000", 1);
    request.most_nodes = 20'000;
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_TRUE(engine.choose(request));
    request.most_nodes = 0;
    request.most_milliseconds = 50;
    ASSERT_TRUE(engine.choose(request));
    std::atomic<bool> stop = true;
    request.most_milliseconds = 0;
    request.stop = &stop;
    ASSERT_TRUE(engine.choose(request));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}

TEST(PerfectPlayer, NeverGivesAResultAwayWithoutDepth) {
    const auto source = std::make_shared<InventedValues>(false, true, false);
    Engine engine({1, source});
    for (int i = 0; i < 40; ++i) {
        const Position p = random_game_position(kNine, 5 + i, static_cast<std::uint64_t>(i));
        const auto choice = engine.choose(request_of(kNine, p, "perfect:nodes=300", 1));
        ASSERT_TRUE(choice);
        EXPECT_EQ(after_turn(*source, p, choice->turn).wdl, best_value(*source, p).wdl);
    }
}

TEST(PerfectPlayer, SaysWhenItHasToSearch) {
    const Position p = random_game_position(kNine, 20, 4);
    Engine without({1, nullptr});
    auto choice = without.choose(request_of(kNine, p, "perfect:nodes=1000"));
    ASSERT_TRUE(choice);
    EXPECT_FALSE(choice->from_tables);
    EXPECT_NE(choice->note.find("no tables were given"), std::string::npos) << choice->note;

    class Nothing : public ValueSource {
        Result<Value> value(const Variant&, const Position&) const override {
            return Error{ErrorCode::kMissing, "table 7-7 is missing"};
        }
    };
    Engine missing({1, std::make_shared<Nothing>()});
    choice = missing.choose(request_of(kNine, p, "perfect:nodes=1000"));
    ASSERT_TRUE(choice);
    EXPECT_FALSE(choice->from_tables);
    EXPECT_NE(choice->note.find("table 7-7 is missing"), std::string::npos) << choice->note;
}

}  // namespace
}  // namespace merels
