// SPDX-License-Identifier: MIT
#include "store/database/digest.h"

#include <gtest/gtest.h>

#include "store/files/checksum.h"
#include "store/files/scratch_folder.h"
#include "store/layout/table_samples.h"

namespace merels {
namespace {

class DigestTest : public testing::Test {
  protected:
    static constexpr std::uint32_t kRows = 30;
    static constexpr std::uint32_t kRowSize = 3003;  // C(14, 6): 30 rows of it are enough for a model

    void add(const std::string& folder, std::array<std::uint8_t, 4> counts, const std::vector<std::uint8_t>& values,
             ValueKind kind = ValueKind::kDtw, Packing packing = Packing::kFast, const std::string& metadata = "") {
        TableSpec spec = sample_spec(kRows, kRowSize);
        spec.id.counts = counts;
        spec.kind = kind;
        spec.metadata = metadata;
        const auto written = write_table(folder_.path() / folder, spec, source_of(values, kRowSize), 1, packing);
        ASSERT_TRUE(written) << written.error().message;
        ASSERT_TRUE(
            add_to_manifest(folder_.path() / folder, spec.id.collection, "rules", manifest_entry(spec, *written)));
    }
    std::vector<CollectionDigest> digests(const std::string& folder, DigestOf what = DigestOf::kTables,
                                          int threads = 2) {
        SilentProgress silent;
        const Database database(folder_.path() / folder);
        auto found = digest_database(database, what, threads, silent);
        EXPECT_TRUE(found) << found.error().message;
        return found ? *found : std::vector<CollectionDigest>{};
    }
    static std::vector<std::uint8_t> values(std::uint64_t seed) {
        return sample_values(std::uint64_t{kRows} * kRowSize, Filling::kSkewed, seed);
    }
    ScratchFolder folder_;
};

TEST_F(DigestTest, IsOfTheValuesAlone) {
    const auto all = values(1);
    add("fast", {10, 6, 0, 0}, all);
    add("dense", {10, 6, 0, 0}, all, ValueKind::kDtw, Packing::kDense, "other metadata");
    const auto fast = digests("fast");
    ASSERT_EQ(fast.size(), 1u);
    ASSERT_EQ(fast[0].tables.size(), 1u);
    EXPECT_EQ(fast[0].tables[0].digest, checksum(all));
    EXPECT_EQ(digest_line(fast[0]), digest_line(digests("dense", DigestOf::kTables, 1)[0]));
    EXPECT_EQ(digest_line(fast[0].tables[0]), "sample-game/10-6 dtw " + format_digest(checksum(all)));
    auto other = all;
    other.back() ^= 1;
    add("other", {10, 6, 0, 0}, other);
    EXPECT_NE(digests("other")[0].digest(), fast[0].digest());
    add("other", {10, 6, 0, 0}, all);
    EXPECT_EQ(digests("other")[0].digest(), fast[0].digest());
    add("other", {6, 10, 0, 0}, all);
    EXPECT_NE(digests("other")[0].digest(), fast[0].digest());
}

TEST_F(DigestTest, ResultsOfTablesWithAndWithoutDepth) {
    const auto depths = values(2);
    auto results = depths;
    for (auto& value : results) value = value != 0;
    add("depths", {10, 6, 1, 0}, depths);
    add("results", {10, 6, 1, 0}, results, ValueKind::kWdl);
    EXPECT_NE(digests("depths")[0].digest(), digests("results")[0].digest());
    EXPECT_EQ(digests("depths", DigestOf::kResults)[0].digest(), digests("results")[0].digest());
    EXPECT_EQ(digests("results", DigestOf::kResults)[0].digest(), digests("results")[0].digest());
    EXPECT_EQ(digests("depths", DigestOf::kResults)[0].kinds(), "wdl");
}

TEST_F(DigestTest, UltraStrongValuesIncludeWhatTheirCodesMean) {
    const auto codes = values(3);
    add("a", {10, 6, 0, 0}, codes, ValueKind::kUltra, Packing::kFast, "[1]");
    add("b", {10, 6, 0, 0}, codes, ValueKind::kUltra, Packing::kFast, "[2]");
    EXPECT_NE(digests("a")[0].digest(), digests("b")[0].digest());
    EXPECT_TRUE(digests("a", DigestOf::kResults).empty());
}

TEST_F(DigestTest, DamagedTablesHaveNone) {
    add("db", {10, 6, 0, 0}, values(4));
    const auto path = table_path(folder_.path() / "db", {"sample-game", {10, 6, 0, 0}});
    auto bytes = bytes_of(path);
    bytes[bytes.size() / 2] ^= 1;
    put_bytes(path, bytes);
    SilentProgress silent;
    const Database database(folder_.path() / "db");
    const auto refused = digest_database(database, DigestOf::kTables, 1, silent);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kCorrupt);
}

TEST_F(DigestTest, PublishedOnes) {
    add("db", {10, 6, 0, 0}, values(5));
    add("db", {6, 10, 0, 0}, values(6));
    const auto found = digests("db");
    std::string text =
        "# made by hand\n" + digest_line(found[0]) + "\n" + digest_line(found[0].tables[0]) + "\nnonsense\n";
    EXPECT_EQ(parse_digests(text).size(), 2u);
    auto compared = compare_with_published(found, parse_digests(text));
    EXPECT_EQ(compared.equal, 1u);
    EXPECT_EQ(compared.unknown, 1u);
    EXPECT_TRUE(compared.failures.empty());
    text += "sample-game/10-6 dtw 0000000000000001\n";
    compared = compare_with_published(found, parse_digests(text));
    ASSERT_EQ(compared.failures.size(), 1u);
    EXPECT_EQ(compared.failures[0].code, ErrorCode::kCorrupt);
    EXPECT_NE(compared.failures[0].message.find("sample-game/10-6"), std::string::npos);
}

}  // namespace
}  // namespace merels
