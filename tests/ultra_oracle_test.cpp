// SPDX-License-Identifier: MIT
// The ultra-strong solver against the oracle that shares no code with it: every position of every table, its value and
// depth, and every count. The strong tables that the solver builds on come from the brute-force solver. Starts whose
// oracle takes minutes run only with MERELS_LONG_TESTS=1.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "merels/progress.h"
#include "solve/jobs/ultra_job.h"
#include "solved_start.h"
#include "store/files/scratch_folder.h"
#include "tables/ultra_collection.h"
#include "verify/ultra_table_writer.h"
#include "verify/verifier.h"

namespace merels {
namespace {

struct Case {
    const char* start;
    const char* heuristic;
    bool takes_minutes;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.start << " " << c.heuristic; }

class UltraOracle : public testing::TestWithParam<Case> {};

TEST_P(UltraOracle, TheSolverFindsEveryPositionAsTheOracleDoes) {
    const char* const asked = std::getenv("MERELS_LONG_TESTS");
    if (GetParam().takes_minutes && (asked == nullptr || *asked != '1')) {
        GTEST_SKIP() << "takes minutes; MERELS_LONG_TESTS=1 runs it";
    }
    const Variant variant = *parse_variant(GetParam().start);
    const ScratchFolder folder;
    const SolvedStart strong(variant, folder.path());
    const auto values = strong.values(GetParam().heuristic);
    ASSERT_TRUE(values.ok()) << values.error().message;

    UltraJobOptions options;
    options.database = std::make_shared<Database>(folder.path());
    options.variant = variant;
    options.values = std::make_shared<const SubspaceValues>(*values);
    options.threads = hardware_threads();
    options.spill = GetParam().heuristic == std::string_view("ratio");
    options.recheck = GetParam().heuristic == std::string_view("stones");  // the others without
    const auto plan = plan_ultra_job(options);
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    SilentProgress progress;
    const auto done = run_ultra_job(options, *plan, progress, nullptr);
    ASSERT_TRUE(done.ok()) << done.error().message;

    const auto oracle = verify::UltraBruteForce::solve(variant, *values, {.threads = hardware_threads()});
    ASSERT_TRUE(oracle.ok()) << oracle.error().message;
    const Database database(folder.path());
    const auto set = UltraCollection::open(database, variant, "");
    ASSERT_TRUE(set.ok()) << set.error().message;
    ASSERT_EQ(set->values(), *values);
    std::uint64_t draws = 0;
    for (const Subspace& s : oracle->subspaces()) {
        for (const bool computer_moves : {true, false}) {
            if (!computer_moves && values->antisymmetric()) continue;
            const std::string name = format_subspace(s) + (computer_moves ? "" : ", other to move");
            const verify::UltraEntries expected = verify::entries_of(*oracle, s, computer_moves);
            const auto table = set->table(s, computer_moves);
            ASSERT_TRUE(table.ok()) << name << ": " << table.error().message;
            const UltraCodes& codes = table->codes;
            const std::size_t size = row_size(s), planes = static_cast<std::size_t>(codes.planes());
            std::vector<std::uint8_t> row(size * planes), bytes(planes);
            for (std::size_t n = 0; n < expected.size(); ++n) {
                if (n % size == 0) {
                    const auto first = codes.row(static_cast<ClassIndex>(n / size), 0);
                    ASSERT_TRUE(table->table->read_rows(first, static_cast<std::uint32_t>(planes), row).ok());
                }
                if (!expected[n]) continue;
                ++draws;
                for (std::size_t plane = 0; plane < planes; ++plane) bytes[plane] = row[plane * size + n % size];
                const auto found = codes.entry(bytes);
                if (found.ok() && *found == *expected[n]) continue;
                const Address address{static_cast<ClassIndex>(n / size), static_cast<std::uint32_t>(n % size)};
                FAIL() << name << " " << format_position(position_at(s, address)) << ": expected " << expected[n]->value
                       << " " << expected[n]->depth.value_or(-999) << ", found " << (found.ok() ? found->value : -9999)
                       << " " << (found.ok() ? found->depth.value_or(-999) : 0);
            }
            const UltraCodes counted = verify::codes_of(*values, s, expected, computer_moves);
            ASSERT_EQ(codes.census, counted.census) << name;
        }
    }
    EXPECT_GT(draws, 0u);

    verify::VerifyOptions how;
    how.threads = hardware_threads();
    const auto report = verify::verify_ultra_tables(variant, folder.path(), "", how);
    ASSERT_TRUE(report.ok()) << report.error().message;
    EXPECT_TRUE(report->passed()) << (report->first_wrong ? report->first_wrong->describe() : "a census");
    EXPECT_TRUE(report->unchecked.empty());
}

std::string name_of(const testing::TestParamInfo<Case>& param) {
    std::string name = std::string(param.param.start) + "_" + param.param.heuristic;
    for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    return name;
}

INSTANTIATE_TEST_SUITE_P(Starts, UltraOracle,
                         testing::Values(Case{"nine-c1@3,3", "ratio", false}, Case{"nine-c1@4,3", "ratio", false},
                                         Case{"nine-c1@4,3", "split", false}, Case{"nine-p2@3,4", "stones", false},
                                         Case{"lasker-c1@3,3", "ratio", false}, Case{"lasker-c1@3,3", "split", false},
                                         Case{"morabaraba@3,4", "stones", false}, Case{"nine-c1@4,4", "ratio", true},
                                         Case{"nine-c1@4,4", "stones", true}, Case{"nine-c1@4,4", "split", true},
                                         Case{"nine-c1@5,4", "ratio", true}, Case{"nine-c1@5,4", "stones", true},
                                         Case{"nine-c1@3,5", "ratio", true}, Case{"nine-c1@3,5", "stones", true},
                                         Case{"nine-p2@4,4", "ratio", true}, Case{"nine-p2@4,4", "stones", true},
                                         Case{"lasker-c1@4,3", "ratio", true}, Case{"lasker-c1@4,3", "stones", true},
                                         Case{"lasker-c1@4,4", "ratio", true}, Case{"lasker-c1@4,4", "stones", true},
                                         Case{"morabaraba@4,4", "ratio", true}, Case{"morabaraba@4,4", "stones", true},
                                         Case{"morabaraba-fbd@4,4", "ratio", true},
                                         Case{"morabaraba-fbd@4,4", "stones", true}),
                         name_of);

}  // namespace
}  // namespace merels
