// SPDX-License-Identifier: MIT
// A block is a sequence of records (bit_records.h), with the rows counted within the slab.
#include "solve/moving/depth_log.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "solve/kernels/bits/bit_records.h"

namespace merels::solve {
namespace {

constexpr std::uint64_t kSlabBytes = std::uint64_t{64} << 20;  // of depths
constexpr std::size_t kBlockBytes = 32 << 10;                  // a block is handed over when it is as long as this
constexpr std::size_t kMemoryStep = std::size_t{64} << 20;

std::uint64_t depth_bytes_of_row(const RowTable& table, int white) {
    std::uint64_t bytes = 0;
    for (int b = kMinMen; b <= table.most_black(white); ++b) bytes += binomial(axes_of(white), b);
    return bytes;
}

}  // namespace

std::uint64_t DepthLog::buffer_bytes(int threads) {
    return static_cast<std::uint64_t>(threads) * (std::uint64_t{24} << 20);
}

void DepthLog::begin(const RowTable& table, const RowShare& share, int threads, std::uint64_t memory_limit,
                     std::filesystem::path folder) {
    table_ = &table;
    share_ = share;
    memory_limit_ = memory_limit;
    folder_ = std::move(folder);
    file_.close();
    error_.reset();
    memory_.clear();
    free_ = 0;
    in_memory_ = spilled_ = 0;
    slabs_.clear();
    slab_of_row_.assign(table.rows, 0);
    for (int white = kMinMen; white <= table.max_men; ++white) {
        const auto rows = static_cast<RowId>(std::max<std::uint64_t>(1, kSlabBytes / depth_bytes_of_row(table, white)));
        for (RowId first = table.first_row[white]; first < table.first_row[white + 1]; first += rows) {
            const RowId last = std::min(first + rows, table.first_row[white + 1]);
            std::fill(slab_of_row_.begin() + first, slab_of_row_.begin() + last,
                      static_cast<std::uint32_t>(slabs_.size()));
            Slab& slab = slabs_.emplace_back();
            slab.first = first;
            slab.last = last;
        }
    }
    workers_.clear();
    workers_.resize(static_cast<std::size_t>(threads));
    for (Worker& worker : workers_) worker.buffers.resize(slabs_.size());
}

std::vector<std::uint8_t>& DepthLog::buffer(int worker, std::uint32_t slab) {
    return workers_[static_cast<std::size_t>(worker)].buffers[slab];
}

void DepthLog::hand_over(int worker, std::uint32_t slab) {
    std::vector<std::uint8_t>& bytes = buffer(worker, slab);
    append(slabs_[slab], bytes);
    bytes.clear();
}

void DepthLog::add_row(int worker, RowId row, const Word* delta, std::uint64_t bits, std::uint8_t value) {
    const std::uint32_t slab = slab_of_row_[row];
    std::vector<std::uint8_t>& bytes = buffer(worker, slab);
    put_row(bytes, row - slabs_[slab].first, value, delta, bits, words_of_row(axes_of(table_->level[row])));
    if (bytes.size() >= kBlockBytes) hand_over(worker, slab);
}

void DepthLog::add_bits(int worker, BitList& list, std::uint8_t value) {
    for_each_row_of(list, workers_[static_cast<std::size_t>(worker)].scratch,
                    [&](RowId row, std::span<const std::uint64_t> entries) {
                        const std::uint32_t slab = slab_of_row_[row];
                        std::vector<std::uint8_t>& bytes = buffer(worker, slab);
                        put_bits(bytes, row - slabs_[slab].first, value, entries);
                        if (bytes.size() >= kBlockBytes) hand_over(worker, slab);
                    });
    list.clear();
}

// Null where the limit is reached, or the system refuses. The caller holds the mutex.
std::uint8_t* DepthLog::take_memory(std::size_t bytes) {
    if (bytes > free_) {
        const std::size_t more = std::max(kMemoryStep, bytes);
        if (in_memory_ + more > memory_limit_) return nullptr;
        BigMemory fresh;
        if (!fresh.allocate(more)) return nullptr;
        memory_.push_back(std::move(fresh));
        in_memory_ += more;
        free_ = more;
    }
    std::uint8_t* const taken = memory_.back().as<std::uint8_t>() + (memory_.back().bytes() - free_);
    free_ -= bytes;
    return taken;
}

void DepthLog::append(Slab& slab, std::span<const std::uint8_t> bytes) {
    if (bytes.empty()) return;
    Block block;
    block.size = static_cast<std::uint32_t>(bytes.size());
    std::uint8_t* memory = nullptr;
    {
        const std::lock_guard lock(mutex_);
        memory = take_memory(bytes.size());
        if (memory == nullptr) {
            if (error_) return;
            if (!file_.is_open()) {
                if (Status opened = file_.open(folder_); !opened) {
                    error_ = opened.error();
                    return;
                }
            }
            block.offset = spilled_;
            spilled_ += bytes.size();
        }
    }
    if (memory != nullptr) {
        std::memcpy(memory, bytes.data(), bytes.size());
        block.memory = memory;
    } else {
        if (Status written = file_.write(block.offset, bytes); !written) {
            const std::lock_guard lock(mutex_);
            if (!error_) error_ = written.error();
            return;
        }
    }
    const std::lock_guard lock(mutex_);
    slab.blocks.push_back(block);
}

Status DepthLog::flush() {
    for (std::size_t w = 0; w < workers_.size(); ++w) {
        for (std::uint32_t slab = 0; slab < slabs_.size(); ++slab) hand_over(static_cast<int>(w), slab);
    }
    if (error_) return *error_;
    return ok_status();
}

Result<std::vector<std::uint8_t>> DepthLog::read(const Block& block) const {
    std::vector<std::uint8_t> bytes(block.size);
    if (block.memory != nullptr) {
        std::memcpy(bytes.data(), block.memory, block.size);
    } else if (Status read = file_.read(block.offset, bytes); !read) {
        return read.error();
    }
    return bytes;
}

Status DepthLog::read_block(std::span<const std::uint8_t> bytes, const Slab& slab, DepthLevel& level,
                            const CubeKernels& kernels) const {
    const Error damaged{ErrorCode::kCorrupt, "the log of depths is damaged"};
    const int axes = axes_of(level.white_men());
    const int most = table_->most_black(level.white_men());
    std::vector<Word> words(words_of_row(axes));
    RecordReader records(bytes);
    while (!records.at_end()) {
        const RecordReader::Record record = records.next();
        if (!records.good() || record.row >= slab.last - slab.first || record.value == 0) return damaged;
        const ClassIndex row = slab.first + record.row - table_->first_row[level.white_men()];
        if (!level.rows().has(row)) return damaged;
        const DepthRow depths = level.row(row);
        if (record.form == BitForm::kWords) {
            if (!records.copy_words(words)) return damaged;
            kernels.record(depths, words.data(), axes, record.value);
            continue;
        }
        const bool good = records.for_each_bit(record, [&](std::uint32_t bit) {
            const int men = std::popcount(bit);
            if (bit >> axes != 0 || men < kMinMen || men > most) return false;
            depths.at(bit) = record.value;
            return true;
        });
        if (!good) return damaged;
    }
    return ok_status();
}

Status DepthLog::read_slab(const Slab& slab, DepthLevel& level, const CubeKernels& kernels) const {
    for (const Block& block : slab.blocks) {
        level.keep_to_limit();
        if (block.memory != nullptr) {
            if (Status read = read_block({block.memory, block.size}, slab, level, kernels); !read) return read;
            continue;
        }
        const auto bytes = read(block);
        if (!bytes) return bytes.error();
        if (Status read = read_block(*bytes, slab, level, kernels); !read) return read;
    }
    return ok_status();
}

Status DepthLog::read_level(DepthLevel& level, const CubeKernels& kernels, WorkerPool& pool) const {
    const std::uint32_t first = slab_of_row_[table_->first_row[level.white_men()]];
    const std::uint32_t last = slab_of_row_[table_->first_row[level.white_men() + 1] - 1];
    std::vector<Status> done(last - first + 1, ok_status());
    pool.parallel_for(done.size(), 1, [&](std::size_t from, std::size_t to, int) {
        for (std::size_t i = from; i < to; ++i) done[i] = read_slab(slabs_[first + i], level, kernels);
    });
    for (const Status& status : done) {
        if (!status) return status;
    }
    return ok_status();
}

bool DepthLog::concerns(const Slab& slab, int rank) const {
    const int men = table_->level[slab.first];
    const RowShare::Run run = share_->of(rank, men);
    return slab.first < table_->first_row[men] + run.last && slab.last > table_->first_row[men] + run.first;
}

// The records of a slab's rows that are ours.
Result<std::vector<std::uint8_t>> DepthLog::own_records(const Slab& slab, std::vector<std::uint8_t> bytes) const {
    const int men = table_->level[slab.first];
    const RowShare::Run run = share_->own(men);
    const ClassIndex first = slab.first - table_->first_row[men];
    if (run.has(first) && run.last >= first + (slab.last - slab.first)) return bytes;
    std::vector<std::uint8_t> own;
    std::vector<Word> words(words_of_row(axes_of(men)));
    RecordReader records(bytes);
    while (!records.at_end()) {
        const std::size_t begin = bytes.size() - records.left();
        const RecordReader::Record record = records.next();
        const bool good = record.form == BitForm::kWords
                              ? records.copy_words(words)
                              : records.for_each_bit(record, [](std::uint32_t) { return true; });
        if (!good || !records.good()) return Error{ErrorCode::kCorrupt, "the saved log of depths is damaged"};
        if (!run.has(first + record.row)) continue;
        const std::size_t end = bytes.size() - records.left();
        own.insert(own.end(), bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                   bytes.begin() + static_cast<std::ptrdiff_t>(end));
    }
    return own;
}

// A slab may hold rows of several ranks: its chunk is what they have of it, one after the other. Where a rank fails the
// others still wait for it, so it goes on and says so at the end.
Status DepthLog::save(const Writer& writer, Transport& ranks) const {
    std::vector<std::uint64_t> sizes(slabs_.size());
    for (std::size_t i = 0; i < slabs_.size(); ++i) {
        for (const Block& block : slabs_[i].blocks) sizes[i] += block.size;
    }
    const std::vector<std::uint64_t> own_sizes = sizes;
    ranks.sum(sizes);
    Status saved = ok_status();
    if (ranks.is_first()) saved = writer("log-sizes", std::as_bytes(std::span(sizes)));
    for (std::size_t i = 0; i < slabs_.size() && (saved || !ranks.alone()); ++i) {
        if (sizes[i] == 0) continue;
        std::vector<std::uint8_t> bytes;
        bytes.reserve(ranks.is_first() ? sizes[i] : own_sizes[i]);
        for (const Block& block : slabs_[i].blocks) {
            const auto part = read(block);
            if (!part) saved = part.error();
            if (part) bytes.insert(bytes.end(), part->begin(), part->end());
        }
        if (!ranks.is_first()) {
            if (concerns(slabs_[i], ranks.rank())) ranks.send(std::as_bytes(std::span(bytes)), 0);
            continue;
        }
        for (int rank = 1; rank < ranks.size(); ++rank) {
            if (!concerns(slabs_[i], rank)) continue;
            const std::vector<std::byte> part = ranks.receive(rank);
            const auto* const data = reinterpret_cast<const std::uint8_t*>(part.data());
            bytes.insert(bytes.end(), data, data + part.size());
        }
        if (saved) saved = writer("log-" + std::to_string(i), std::as_bytes(std::span(bytes)));
    }
    return ranks.agree(saved);
}

Status DepthLog::restore(const Reader& reader) {
    std::vector<std::uint64_t> sizes(slabs_.size());
    if (Status s = reader("log-sizes", std::as_writable_bytes(std::span(sizes))); !s) return s;
    for (std::size_t i = 0; i < slabs_.size(); ++i) {
        if (sizes[i] == 0 || !concerns(slabs_[i], share_->rank())) continue;
        if (sizes[i] > 4 * kSlabBytes) return Error{ErrorCode::kCorrupt, "the saved log of depths is damaged"};
        std::vector<std::uint8_t> bytes(sizes[i]);
        if (Status s = reader("log-" + std::to_string(i), std::as_writable_bytes(std::span(bytes))); !s) return s;
        const auto own = own_records(slabs_[i], std::move(bytes));
        if (!own) return own.error();
        append(slabs_[i], *own);
    }
    return flush();
}

}  // namespace merels::solve
