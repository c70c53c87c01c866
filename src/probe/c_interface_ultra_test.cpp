// SPDX-License-Identifier: MIT
// Ultra-strong values through the C interface, from made-up tables of three against three. (The rest of the interface:
// tests/c_interface_test.c.)
#include <gtest/gtest.h>

#include <fstream>

#include "index/collection.h"
#include "index/ultra_table.h"
#include "merels/merels.h"
#include "rules/rules.h"
#include "store/database/manifest.h"
#include "store/files/scratch_folder.h"

namespace merels {
namespace {

constexpr Subspace kThree{3, 3, 0, 0};

void write(const std::filesystem::path& folder, const TableSpec& spec, const std::string& rules,
           const std::vector<std::uint8_t>& bytes) {
    const auto source = [&](std::uint32_t row, std::span<std::uint8_t> out) {
        std::copy_n(bytes.begin() + std::ptrdiff_t{row} * row_size(kThree), out.size(), out.begin());
    };
    const auto written = write_table(folder, spec, source, 1);
    ASSERT_TRUE(written) << written.error().message;
    ASSERT_TRUE(add_to_manifest(folder, spec.id.collection, rules, manifest_entry(spec, *written)));
}

void expect(const merels_ultra& found, const merels_ultra& right) {
    EXPECT_EQ(found.known, right.known);
    EXPECT_EQ(found.value, right.value);
    EXPECT_EQ(found.has_depth, right.has_depth);
    EXPECT_EQ(found.depth, right.depth);
    EXPECT_EQ(found.stay, right.stay);
}

TEST(CInterface, TellsUltraStrongValues) {
    const Variant variant = *parse_variant("nine-c1@4,3");
    const SubspaceValues values = *stone_values(variant);
    const char* const text = "O****@**/**@*****/*O**O**@ w 0 0";  // nobody can close a mill with the next turn
    const Position here = *parse_position(variant, text);
    TurnList turns;
    legal_turns(variant, here, turns);
    const Position next = apply(here, turns[4]);

    const ScratchFolder folder;
    const std::size_t size = std::size_t{row_count(kThree)} * row_size(kThree);
    std::vector<std::uint8_t> bytes(size);  // no wins
    write(
        folder.path(),
        {{collection_of(variant, kThree), kThree.counts()}, ValueKind::kDtw, row_count(kThree), row_size(kThree), "{}"},
        rules_of(variant, kThree), bytes);
    UltraCodes codes = UltraCodes::make(kThree, 0, {});
    codes.entries.push_back({1, 5});
    codes.entries.push_back({-1, 4});
    const auto put = [&](const Position& position, std::uint8_t code) {
        for (int s = 0; s < kSymmetries; ++s) {
            const Address at = address_of(map_position(static_cast<Symmetry>(s), position));
            bytes[std::size_t{at.row} * row_size(kThree) + at.rank] = code;
        }
    };
    put(here, 1);
    put(next, 2);
    const std::string collection = ultra_collection(variant, values.heuristic());
    write(folder.path(),
          {{collection, kThree.counts()}, ValueKind::kUltra, codes.rows(), row_size(kThree), encode_ultra_codes(codes)},
          ultra_rules(values), bytes);
    std::ofstream(folder.path() / collection / kSubspaceValuesFile) << values.encode();

    merels_error error;
    merels_game* game = nullptr;
    merels_tables* tables = nullptr;
    ASSERT_EQ(merels_open_game("nine-c1@4,3", &game, &error), MERELS_OK) << error.message;
    ASSERT_EQ(merels_open(folder.path().c_str(), 0, &tables, &error), MERELS_OK) << error.message;
    merels_position position;
    ASSERT_EQ(merels_parse_position(game, text, &position, &error), MERELS_OK) << error.message;
    merels_analysis all, alone;
    std::vector<merels_turn_value> found(MERELS_MOST_TURNS);
    ASSERT_EQ(merels_analyse(tables, game, &position, &all, found.data(), found.size(), &error), MERELS_OK);
    ASSERT_EQ(merels_analyse(tables, game, &position, &alone, nullptr, 0, &error), MERELS_OK);
    ASSERT_EQ(all.turns, static_cast<std::size_t>(turns.size()));
    expect(all.ultra, {1, 1, 1, 5, -5});
    expect(alone.ultra, {1, 1, 1, 5, -5});
    expect(found[0].ultra, {1, -1, 1, 4, 4});  // the lowest for the opponent
    expect(found[1].ultra, {1, 0, 0, 0, 0});
    // A position that is over has none.
    ASSERT_EQ(merels_parse_position(game, "OO******/@@@*****/******** w 0 0", &position, &error), MERELS_OK);
    ASSERT_EQ(merels_analyse(tables, game, &position, &all, nullptr, 0, &error), MERELS_OK);
    expect(all.ultra, {0, 0, 0, 0, 0});
    merels_close(tables);
    merels_close_game(game);
}

}  // namespace
}  // namespace merels
