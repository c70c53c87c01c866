// SPDX-License-Identifier: MIT
// The C++ reader for comparison with the Python one: for each line "DATABASE COLLECTION OWN OTHER OWN_HAND OTHER_HAND"
// of the input one line of output, either "rows ... values CHECKSUM" or "error KIND". Used by store_readers_test.py.
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "store/files/checksum.h"
#include "store/table/table.h"

namespace {

using namespace merels;

const char* kind_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::kMissing: return "missing";
        case ErrorCode::kCorrupt: return "corrupt";
        case ErrorCode::kTruncated: return "truncated";
        case ErrorCode::kWrongVariant: return "wrong variant";
        case ErrorCode::kNewerVersion: return "newer version";
        default: return "other";
    }
}

void dump(const std::string& database, const TableId& id) {
    const auto table = Table::open(database, id);
    if (!table) {
        std::printf("error %s\n", kind_of(table.error().code));
        return;
    }
    const TableSpec& spec = (*table)->spec();
    std::vector<std::uint8_t> values(std::size_t{spec.rows} * spec.row_size);
    if (const Status read = (*table)->read_rows(0, spec.rows, values); !read) {
        std::printf("error %s\n", kind_of(read.error().code));
        return;
    }
    const std::span metadata(reinterpret_cast<const std::uint8_t*>(spec.metadata.data()), spec.metadata.size());
    std::printf("rows %u row_size %u kind %u metadata %016llx values %016llx\n", spec.rows, spec.row_size,
                static_cast<unsigned>(spec.kind), static_cast<unsigned long long>(checksum(metadata)),
                static_cast<unsigned long long>(checksum(values)));
}

}  // namespace

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string database;
        TableId id;
        unsigned counts[4] = {};
        words >> database >> id.collection >> counts[0] >> counts[1] >> counts[2] >> counts[3];
        for (std::size_t i = 0; i < 4; ++i) id.counts[i] = static_cast<std::uint8_t>(counts[i]);
        dump(database, id);
    }
}
