// SPDX-License-Identifier: MIT
// Fuzz target: any bytes as a table file. Opening, reading and checking never crash, and a table whose check() passes
// gives the same values by every way of reading. The first byte of the input tells whether checksums are made right
// first, so that damage reaches what lies behind them; the rest is the file.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "fuzz_check.h"
#include "store/files/byte_order.h"
#include "store/files/checksum.h"
#include "store/layout/table_layout.h"
#include "store/table/table.h"

namespace {

using namespace merels;
using Bytes = std::vector<std::uint8_t>;

void repair(Bytes& bytes) {
    if (bytes.size() < kHeaderBytes) return;
    std::uint8_t* const at = bytes.data();
    const std::uint64_t blocks = load_le<std::uint32_t>(at + 44);
    const auto model = load_le<std::uint64_t>(at + 56);
    const auto data = load_le<std::uint64_t>(at + 72);
    const auto metadata = load_le<std::uint64_t>(at + 88);
    const std::uint64_t most = bytes.size();
    if (model <= most && data <= most && metadata <= most && blocks <= most &&
        kHeaderBytes + model + data + blocks * kIndexEntryBytes + metadata <= most) {
        const std::uint64_t data_at = kHeaderBytes + model;
        const std::uint64_t index_at = data_at + data;
        const std::uint64_t metadata_at = index_at + blocks * kIndexEntryBytes;
        const std::span<const std::uint8_t> all(bytes);
        const auto offset_of = [&](std::uint64_t block) {
            return block == blocks
                       ? data
                       : load_le<std::uint64_t>(at + index_at + block * 16) & ((std::uint64_t{1} << 48) - 1);
        };
        for (std::uint64_t i = 0; i < blocks; ++i) {
            const std::uint64_t from = offset_of(i);
            const std::uint64_t to = offset_of(i + 1);
            if (from <= to && to <= data) {
                store_le(at + index_at + i * 16 + 8, checksum(all.subspan(data_at + from, to - from)));
            }
        }
        store_le(at + 64, checksum(all.subspan(kHeaderBytes, model)));
        store_le(at + 80, checksum(all.subspan(index_at, blocks * kIndexEntryBytes)));
        store_le(at + 96, checksum(all.subspan(metadata_at, metadata)));
    }
    store_le(at + 248, checksum(std::span(bytes).first(248)));
}

// The id that the header claims, if it can be a file name.
TableId claimed_id(const Bytes& bytes) {
    TableId id{"fuzz", {}};
    if (bytes.size() < kHeaderBytes) return id;
    std::copy_n(bytes.begin() + 16, 4, id.counts.begin());
    const std::size_t length = std::min<std::size_t>(bytes[21], 63);
    const std::string name(bytes.begin() + 184, bytes.begin() + 184 + static_cast<std::ptrdiff_t>(length));
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
    if (plain && !name.empty()) id.collection = name;
    return id;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    Bytes bytes(data + 1, data + size);
    if ((data[0] & 1) != 0) repair(bytes);
    const TableId id = claimed_id(bytes);
    static const std::filesystem::path folder = [] {
        const std::filesystem::path memory = "/dev/shm";
        const auto base = std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
        return base / ("merels-table-fuzz-" + std::to_string(::getpid()));
    }();
    const std::filesystem::path path = table_path(folder, id);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (const auto table = Table::open(folder, id)) {
        const TableSpec& spec = (*table)->spec();
        FUZZ_CHECK(spec.id == id);
        const bool good = (*table)->check().ok();
        Bytes row(spec.row_size);
        const std::uint32_t last = spec.rows - 1;
        for (const std::uint32_t r : {0u, last / 2, last}) {
            const bool read = (*table)->read_rows(r, 1, row).ok();
            FUZZ_CHECK(read || !good);
            for (const std::uint32_t rank : {0u, spec.row_size / 3, spec.row_size - 1}) {
                const Result<std::uint8_t> value = (*table)->at(r, rank);
                FUZZ_CHECK(!good || value.ok());
                if (value && read) FUZZ_CHECK(*value == row[rank]);
            }
        }
    }
    std::filesystem::remove_all(folder);
    return 0;
}
