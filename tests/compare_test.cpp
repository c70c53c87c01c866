// SPDX-License-Identifier: MIT
// The comparison of rule sets against plain counting: every position of small starts with the values of the brute-force
// solver, and made-up tables in which every kind of change is frequent (in real ones a reversal is one in a million).
#include <gtest/gtest.h>

#include <map>

#include "analysis/comparison.h"
#include "index/census.h"
#include "rules/rules.h"
#include "store/files/scratch_folder.h"
#include "verify/brute_force.h"
#include "verify/solved_table_writer.h"

namespace merels {
namespace {

using verify::BruteForce;
using verify::SolvedTable;

void write(const std::filesystem::path& database, const Variant& variant, const SolvedTable& table) {
    ASSERT_TRUE(write_solved_table(database, variant, table, census_of(table)).ok());
}

void expect_equal(const OutcomeChanges& ours, const OutcomeChanges& expected, const std::string& where) {
    EXPECT_EQ(ours.counts, expected.counts) << where;
    EXPECT_EQ(ours.nearer_under_a, expected.nearer_under_a) << where;
    EXPECT_EQ(ours.nearer_under_b, expected.nearer_under_b) << where;
    for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b) {
            const auto& example = ours.examples[a][b];
            const auto& smallest = expected.examples[a][b];
            ASSERT_EQ(example.has_value(), smallest.has_value()) << where << ' ' << a << b;
            if (!example) continue;
            EXPECT_EQ(address_of(example->position), address_of(smallest->position)) << where << ' ' << a << b;
            EXPECT_EQ(example->a, smallest->a) << where;
            EXPECT_EQ(example->b, smallest->b) << where;
        }
    }
}

// One position after the other.
OutcomeChanges count_plainly(const SolvedTable& a, const SolvedTable& b) {
    const Subspace& s = a.subspace;
    OutcomeChanges changes;
    for (ClassIndex row = 0; row < row_count(s); ++row) {
        for (std::uint32_t rank = 0; rank < row_size(s); ++rank) {
            const Address address{row, rank};
            if (!is_canonical(s, address)) continue;
            const Value va = a.value(address), vb = b.value(address);
            ++changes.counts[static_cast<int>(va.wdl)][static_cast<int>(vb.wdl)];
            if (va.wdl == vb.wdl) {
                if (va.wdl == Wdl::kDraw) continue;
                changes.nearer_under_a += vb.dtw - va.dtw > kFarPlies;
                changes.nearer_under_b += va.dtw - vb.dtw > kFarPlies;
                continue;
            }
            auto& example = changes.examples[static_cast<int>(va.wdl)][static_cast<int>(vb.wdl)];
            if (!example) example = ChangedPosition{position_at(s, address), va, vb};
        }
    }
    return changes;
}

struct Game {
    Variant variant;
    BruteForce solved;
};

Game solve(const std::string& id, bool moving_only) {
    const Variant variant = *parse_variant(id);
    verify::BruteForceOptions options;
    options.moving_only = moving_only;
    options.threads = 2;
    return {variant, *BruteForce::solve(variant, options)};
}

void compare_games(const Game& a, const Game& b, bool moving_only, int threads) {
    const ScratchFolder folder;
    std::map<Subspace, OutcomeChanges> expected;
    OutcomeChanges all;
    for (const Subspace& s : a.solved.subspaces()) {
        const SolvedTable table_a = a.solved.table(s), table_b = b.solved.table(s);
        write(folder.path(), a.variant, table_a);
        write(folder.path(), b.variant, table_b);
        all.add(expected[s] = count_plainly(table_a, table_b));
    }
    CompareOptions options;
    options.placing = !moving_only;
    options.threads = threads;
    options.memory = std::uint64_t{1} << 20;  // too little to keep much: arrays are dropped and made again
    const auto comparison = compare_variants(folder.path(), a.variant, b.variant, options);
    ASSERT_TRUE(comparison.ok()) << comparison.error().message;
    EXPECT_TRUE(comparison->missing.empty());
    std::size_t compared = 0;
    for (const LayerComparison& layer : comparison->layers) {
        for (const SubspaceComparison& entry : layer.subspaces) {
            expect_equal(entry.changes, expected.at(entry.subspace),
                         a.variant.id() + ' ' + b.variant.id() + ' ' + format_subspace(entry.subspace));
            ++compared;
            for (const auto& row : entry.changes.examples) {
                for (const auto& example : row) {
                    if (!example) continue;
                    EXPECT_EQ(example->position.to_move, layer.layer.to_move);
                }
            }
        }
        if (layer.ply == 0) continue;
        EXPECT_EQ(layer.layer, layers_of(a.variant)[static_cast<std::size_t>(layer.ply - 1)]);
    }
    EXPECT_EQ(compared, expected.size());
    OutcomeChanges both = comparison->placing;
    both.add(comparison->moving);
    EXPECT_EQ(both.counts, all.counts);
}

TEST(Compare, EveryPairOfRulesOnThreeMen) {
    std::vector<Game> games;
    for (const char* id : {"nine-p1@3,3", "nine-p2@3,3", "nine-c1@3,3", "nine-c2@3,3"}) {
        games.push_back(solve(id, false));
    }
    for (std::size_t i = 0; i < games.size(); ++i) {
        for (std::size_t j = i + 1; j < games.size(); ++j) compare_games(games[i], games[j], false, 1 + (i + j) % 2);
    }
}

TEST(Compare, FourMenWithoutHands) {
    const Game a = solve("nine-p1@4,3", true), b = solve("nine-c1@4,3", true);
    compare_games(a, b, true, 2);
    compare_games(b, a, true, 2);
}

TEST(Compare, LaskerAndDiagonals) {
    compare_games(solve("lasker-c1@3,3", false), solve("lasker-p2@3,3", false), false, 2);
    compare_games(solve("nine-c1@3,3", false), solve("morabaraba@3,3", false), false, 2);
}

// Tables that no game has: the values after a turn are drawn at random, losses follow from them, and of what is not
// lost some is called won. One value in `change` is drawn by the seed, the others are the same for every seed.
class MadeUp {
  public:
    MadeUp(const char* id, const Subspace& subspace, unsigned seed, unsigned change,
           const std::filesystem::path& folder)
        : variant_(*parse_variant(id)), seed_(seed), change_(change), table_(empty_table(subspace)) {
        for_each_position(subspace, [&](const Position& position, std::size_t offset) {
            const int loss = loss_of(position);
            if (loss >= 0) {
                table_.losses[offset] = static_cast<std::uint8_t>(loss + 1);
            } else if (loss == kWinsAtOnce || draw(position) % 2 == 0) {
                table_.wins[offset] = static_cast<std::uint8_t>(1 + draw(position) / 2 % 60);
            }
        });
        write(folder, variant_, table_);
        for (const auto& [s, table] : after_) write(folder, variant_, table);
    }
    const Variant& variant() const { return variant_; }
    const SolvedTable& table() const { return table_; }

  private:
    static SolvedTable empty_table(const Subspace& s) {
        const std::size_t size = std::size_t{row_count(s)} * row_size(s);
        return {s, std::vector<std::uint8_t>(size), std::vector<std::uint8_t>(size)};
    }
    template <class Visit>
    static void for_each_position(const Subspace& s, Visit&& visit) {
        std::size_t offset = 0;
        for (ClassIndex row = 0; row < row_count(s); ++row) {
            for (std::uint32_t rank = 0; rank < row_size(s); ++rank) visit(position_at(s, {row, rank}), offset++);
        }
    }
    // A random number that equivalent positions share.
    std::uint32_t draw(const Position& position) const {
        const Position form = canonical_form(position);
        const auto mix = [&](std::uint64_t x) {
            for (const std::uint64_t part : {std::uint64_t{form.men[0]}, std::uint64_t{form.men[1]}}) {
                x = (x ^ part) * 0x9E3779B97F4A7C15;
                x ^= x >> 29;
            }
            return static_cast<std::uint32_t>(x >> 8);
        };
        return mix(seed_) % change_ == 0 ? mix(seed_ + 100) : mix(7);
    }
    std::uint8_t win_after(const Position& position) {
        const Subspace s = subspace_of(position);
        auto found = after_.find(s);
        if (found == after_.end()) {
            found = after_.emplace(s, empty_table(s)).first;
            for_each_position(s, [&](const Position& p, std::size_t offset) {
                const std::uint32_t number = draw(p);
                found->second.wins[offset] = static_cast<std::uint8_t>(number % 30 == 0 ? 0 : 1 + number / 30 % 60);
            });
        }
        return found->second.wins[found->second.offset(address_of(position))];
    }
    static constexpr int kNotLost = -1;
    static constexpr int kWinsAtOnce = -2;  // the probe would not believe a table that calls it drawn
    // Half the plies of the loss, or one of the above.
    int loss_of(const Position& position) {
        TurnList turns;
        legal_turns(variant_, position, turns);
        int longest = 0;
        for (const Turn& turn : turns) {
            const Position next = apply(position, turn);
            if (men_in_all(next, next.to_move) < kMinMen) return kWinsAtOnce;
            const int win = win_after(next);
            longest = win == 0 || longest == kNotLost ? kNotLost : std::max(longest, win);
        }
        return longest;
    }

    Variant variant_;
    unsigned seed_;
    unsigned change_;
    SolvedTable table_;
    std::map<Subspace, SolvedTable> after_;
};

void compare_made_up(const char* id_a, const char* id_b, const Subspace& subspace, unsigned change) {
    const ScratchFolder folder;
    const MadeUp a(id_a, subspace, 1, change, folder.path()), b(id_b, subspace, 2, change, folder.path());
    CompareOptions options;
    options.threads = 2;
    const auto comparison = compare_variants(folder.path(), a.variant(), b.variant(), options);
    ASSERT_TRUE(comparison.ok()) << comparison.error().message;
    ASSERT_EQ(comparison->layers.size(), 1u);
    ASSERT_EQ(comparison->layers[0].subspaces.size(), 1u);
    EXPECT_EQ(comparison->layers[0].subspaces[0].subspace, subspace);
    const OutcomeChanges expected = count_plainly(a.table(), b.table());
    for (const auto& row : expected.counts) {
        for (const std::uint64_t positions : row) EXPECT_GT(positions, 10u);  // or the test would show little
    }
    EXPECT_GT(expected.nearer_under_a, 10u);
    expect_equal(comparison->layers[0].changes, expected, std::string(id_a) + ' ' + id_b);
    EXPECT_EQ(comparison->first_change(), &comparison->layers[0]);
    EXPECT_EQ(comparison->first_reversal(), &comparison->layers[0]);
}

// Where much differs every position is looked at, where little does only those before it (differing_sets.h).
TEST(Compare, MadeUpTablesWithoutHands) {
    compare_made_up("nine-p1@4,4", "nine-c1@4,4", {4, 3, 0, 0}, 1);
    compare_made_up("nine-p1@4,4", "nine-c1@4,4", {4, 3, 0, 0}, 40);
}
TEST(Compare, MadeUpTablesWithHands) {
    compare_made_up("nine-p2@4,4", "nine-c1@4,4", {3, 3, 1, 1}, 1);
    compare_made_up("nine-p1@4,4", "nine-c1@4,4", {3, 3, 1, 1}, 40);
    compare_made_up("nine-p2@5,5", "nine-c2@5,5", {4, 3, 1, 1}, 40);
}

TEST(Compare, RefusesWhatCannotBeCompared) {
    const ScratchFolder folder;
    const auto starts = compare_variants(folder.path(), *parse_variant("nine-c1"), *parse_variant("nine-c1@8,9"), {});
    ASSERT_FALSE(starts.ok());
    EXPECT_EQ(starts.error().code, ErrorCode::kBadInput);
    const auto nothing = compare_variants(folder.path(), *parse_variant("nine-c1"), *parse_variant("nine-p1"), {});
    ASSERT_FALSE(nothing.ok());
    EXPECT_EQ(nothing.error().code, ErrorCode::kMissing);
}

TEST(Compare, ATableThatDisagreesWithItsCensusIsNoticed) {
    const ScratchFolder folder;
    const Game a = solve("nine-p1@3,3", true), b = solve("nine-c1@3,3", true);
    SolvedTable wrong = b.solved.table({3, 3, 0, 0});
    const Census census = census_of(wrong);
    write(folder.path(), a.variant, a.solved.table({3, 3, 0, 0}));
    *std::find(wrong.wins.begin(), wrong.wins.end(), 0) = 7;
    ASSERT_TRUE(write_solved_table(folder.path(), b.variant, wrong, census).ok());
    CompareOptions options;
    options.placing = false;
    const auto comparison = compare_variants(folder.path(), a.variant, b.variant, options);
    ASSERT_FALSE(comparison.ok());
    EXPECT_EQ(comparison.error().code, ErrorCode::kCorrupt);
    EXPECT_NE(comparison.error().message.find("nine-capture/3-3.mrl"), std::string::npos);
}

}  // namespace
}  // namespace merels
