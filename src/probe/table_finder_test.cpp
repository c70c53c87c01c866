// SPDX-License-Identifier: MIT
// One finder, all games: nobody gets the table of other rules.
#include "probe/table_finder.h"

#include <gtest/gtest.h>

#include <set>

#include "index/collection.h"
#include "index/subspace.h"
#include "store/database/manifest.h"
#include "store/files/scratch_folder.h"

namespace merels {
namespace {

TEST(TableFinder, EveryGameFindsItsOwnTables) {
    const ScratchFolder folder;
    const std::vector<const char*> games{"nine-c1",   "nine-c2",   "nine-p1",    "nine-p2",
                                         "lasker-c1", "lasker-p2", "morabaraba", "morabaraba-fbd"};
    const std::vector<Subspace> subspaces{{1, 2, 0, 0}, {2, 1, 0, 0}, {1, 2, 2, 1},
                                          {2, 1, 1, 2}, {1, 2, 0, 1}, {1, 2, 1, 0}};
    std::set<std::pair<std::string, Subspace>> written;
    const auto write = [&](const Variant& variant, const Subspace& s) {
        const TableSpec spec{{collection_of(variant, s), s.counts()}, ValueKind::kDtw, row_count(s), row_size(s), "{}"};
        if (!written.emplace(spec.id.collection, s).second) return;
        const auto zeros = [](std::uint32_t, std::span<std::uint8_t> out) { std::fill(out.begin(), out.end(), 0); };
        const auto table = write_table(folder.path(), spec, zeros, 1);
        ASSERT_TRUE(table);
        ASSERT_TRUE(
            add_to_manifest(folder.path(), spec.id.collection, rules_of(variant, s), manifest_entry(spec, *table)));
    };
    for (const char* game : games) {
        for (const Subspace& s : subspaces) write(*parse_variant(game), s);
    }
    const TableFinder finder(std::make_shared<const Database>(folder.path()));
    for (int again = 0; again < 2; ++again) {  // the second time what is known is found
        for (const char* game : games) {
            for (const Subspace& s : subspaces) {
                const auto table = finder.find(*parse_variant(game), s);
                ASSERT_TRUE(table) << game << ' ' << format_subspace(s) << ": " << table.error().message;
                EXPECT_EQ((*table)->spec().id.collection, collection_of(*parse_variant(game), s)) << game;
                EXPECT_EQ((*table)->spec().id.counts, s.counts()) << game;
            }
        }
    }
    EXPECT_EQ(finder.find(*parse_variant("nine-c1"), {3, 3, 0, 0}).error().code, ErrorCode::kMissing);
}

}  // namespace
}  // namespace merels
