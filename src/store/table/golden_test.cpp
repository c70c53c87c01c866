// SPDX-License-Identifier: MIT
// The golden files still say what they said when they were written (tests/data/golden; the Python reader has the same
// test). MERELS_WRITE_GOLDEN=1 writes them anew, for a new version of the format only.
#include <gtest/gtest.h>

#include <cstdlib>

#include "store/database/check_database.h"
#include "store/database/manifest.h"
#include "store/table/golden_samples.h"
#include "store/table/table.h"

namespace merels {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(MERELS_SOURCE_DIR) / "tests" / "data" / "golden";

TEST(Golden, FilesStillReadTheSame) {
    const bool write = std::getenv("MERELS_WRITE_GOLDEN") != nullptr;
    for (const GoldenTable& golden : golden_tables()) {
        const auto values = golden_values(golden);
        SCOPED_TRACE(table_path({}, golden.spec.id).string());
        if (write) {
            const auto written =
                write_table(kFolder, golden.spec, source_of(values, golden.spec.row_size), 1, golden.packing);
            ASSERT_TRUE(written);
            ASSERT_TRUE(add_to_manifest(kFolder, "golden", "none", manifest_entry(golden.spec, *written)));
        }
        const auto table = Table::open(kFolder, golden.spec.id);
        ASSERT_TRUE(table) << table.error().message;
        EXPECT_EQ((*table)->spec().kind, golden.spec.kind);
        EXPECT_EQ((*table)->spec().metadata, golden.spec.metadata);
        ASSERT_EQ((*table)->spec().rows, golden.spec.rows);
        ASSERT_EQ((*table)->spec().row_size, golden.spec.row_size);
        std::vector<std::uint8_t> read(values.size());
        ASSERT_TRUE((*table)->read_rows(0, golden.spec.rows, read));
        EXPECT_EQ(read, values);
    }
    SilentProgress silent;
    const auto report = check_database(kFolder, 1, silent);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->tables, golden_tables().size());
    for (const Error& failure : report->failures) ADD_FAILURE() << failure.message;
}

}  // namespace
}  // namespace merels
