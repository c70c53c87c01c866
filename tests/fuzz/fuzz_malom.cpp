// SPDX-License-Identifier: MIT
// Any bytes as a file of Malom's: the first byte says what it is read as (0: entries of ranks, 1: of differences of
// men, 2: a .secval text). Reading never crashes; a file whose every entry could be counted gives a value for each
// position, the same by every way of reading, and as many of each kind as were counted.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "fuzz_check.h"
#include "malom/malom_table.h"

namespace {

using namespace merels;

constexpr Subspace kSubspace{1, 1, 8, 8};  // 92 entries

SubspaceValues values_of(bool stones) {
    const Variant variant = *parse_variant("nine-c1");
    SubspaceValues values = *stone_values(variant);
    if (stones) return values;
    return *SubspaceValues::make(variant, "ranks", 299, false, values.entries());
}

void read_table(const std::filesystem::path& folder, bool stones) {
    static const auto kValues = std::array{std::make_shared<const SubspaceValues>(values_of(false)),
                                           std::make_shared<const SubspaceValues>(values_of(true))};
    const auto& values = kValues[stones ? 1 : 0];
    const auto format = MalomFormat::of(*parse_variant("nine-c1"), *values);
    const auto file = MalomFile::open(folder, *format, kSubspace);
    if (!file) {
        FUZZ_CHECK(file.error().message.find(format->file_name(kSubspace)) != std::string::npos);
        return;
    }
    const MalomTable table({"fuzz", kSubspace.counts()}, ValueKind::kDtw, *file, kSubspace, values);
    const auto counted = table.count();
    std::vector<std::uint8_t> row(table.spec().row_size);
    std::uint64_t wins = 0;
    for (std::uint32_t r = 0; r < table.spec().rows; ++r) {
        const bool read = table.read_rows(r, 1, row).ok();
        for (std::uint32_t rank = 0; rank < row.size(); ++rank) {
            const auto value = table.whole_value(r, rank);
            const auto byte = table.at(r, rank);
            FUZZ_CHECK(value.ok() || !counted.ok());
            if (byte && read) FUZZ_CHECK(*byte == row[rank]);
            if (byte) FUZZ_CHECK((*byte > 0) == (value->result == 1));
            wins += value && value->result == 1 ? 1 : 0;
        }
    }
    if (counted) {
        std::uint64_t draws = 0;
        for (const UltraCount& count : counted->draws) draws += count.positions;
        FUZZ_CHECK(draws == counted->census.draws());
        FUZZ_CHECK((counted->census.wins() > 0) == (wins > 0));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string bytes(reinterpret_cast<const char*>(data + 1), size - 1);
    if (data[0] % 3 == 2) {
        const auto values = parse_malom_values(bytes);
        if (values) FUZZ_CHECK(values->win > 0);
        if (!values) FUZZ_CHECK(values.error().code == ErrorCode::kCorrupt);
        return 0;
    }
    static const std::filesystem::path folder = [] {
        const std::filesystem::path memory = "/dev/shm";
        const auto base = std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
        return base / ("merels-malom-fuzz-" + std::to_string(::getpid()));
    }();
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "std_1_1_8_8.sec2", std::ios::binary | std::ios::trunc) << bytes;
    read_table(folder, data[0] % 3 == 1);
    std::filesystem::remove_all(folder);
    return 0;
}
