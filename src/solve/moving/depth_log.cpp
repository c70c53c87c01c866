// SPDX-License-Identifier: MIT
// A block is a sequence of records. A record: the row within the slab, the value, the number of bits times four plus
// how they are written, then the bits. All numbers in groups of seven bits, lowest first.
#include "solve/moving/depth_log.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace merels::solve {
namespace {

constexpr std::uint64_t kSlabBytes = std::uint64_t{64} << 20;  // of depths
constexpr std::size_t kBlockBytes = 32 << 10;                  // a block is handed over when it is as long as this
constexpr std::size_t kMostOfNumber = 5;
constexpr std::size_t kMemoryStep = std::size_t{64} << 20;

enum Form : std::uint32_t {
    kAscending = 0,  // each as its distance to the one before, less one
    kUnordered = 1,  // each as its signed distance to the one before
    kWords = 2,      // the words of the row
};

std::uint8_t* put(std::uint8_t* at, std::uint32_t number) {
    while (number >= 128) {
        *at++ = static_cast<std::uint8_t>(number | 128);
        number >>= 7;
    }
    *at++ = static_cast<std::uint8_t>(number);
    return at;
}

// Reads numbers until the end; what is not there, or too long, is an error that stays.
class Numbers {
  public:
    explicit Numbers(std::span<const std::uint8_t> bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}
    bool at_end() const { return at_ == end_; }
    bool good() const { return good_; }
    std::uint32_t next() {
        std::uint32_t number = 0;
        for (int shift = 0; shift < 32; shift += 7) {
            if (at_ == end_) break;
            const std::uint8_t byte = *at_++;
            number |= std::uint32_t{byte & 127u} << shift;
            if (byte < 128) return number;
        }
        good_ = false;
        return 0;
    }

    std::uint32_t byte() {
        if (at_ != end_) return *at_++;
        good_ = false;
        return 0;
    }
    bool copy(std::span<std::byte> out) {
        if (static_cast<std::size_t>(end_ - at_) < out.size()) return false;
        std::memcpy(out.data(), at_, out.size());
        at_ += out.size();
        return true;
    }

  private:
    const std::uint8_t* at_;
    const std::uint8_t* end_;
    bool good_ = true;
};

std::uint32_t zigzag(std::int32_t number) {
    return static_cast<std::uint32_t>(number) << 1 ^ static_cast<std::uint32_t>(number >> 31);
}
std::int32_t unzigzag(std::uint32_t code) { return static_cast<std::int32_t>(code >> 1 ^ (~(code & 1) + 1)); }

std::uint64_t depth_bytes_of_row(const RowTable& table, int white) {
    std::uint64_t bytes = 0;
    for (int b = kMinMen; b <= table.most_black(white); ++b) bytes += binomial(axes_of(white), b);
    return bytes;
}

}  // namespace

std::uint64_t DepthLog::buffer_bytes(int threads) {
    return static_cast<std::uint64_t>(threads) * (std::uint64_t{24} << 20);
}

void DepthLog::begin(const RowTable& table, int threads, std::uint64_t memory_limit, std::filesystem::path folder) {
    table_ = &table;
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
    const std::uint32_t words = words_of_row(axes_of(table_->level[row]));
    const bool many = bits > std::uint64_t{sizeof(Word)} * words;
    std::vector<std::uint8_t>& bytes = buffer(worker, slab);
    const std::size_t begin = bytes.size();
    // A distance is below 2^21, so it takes three groups at most.
    bytes.resize(begin + 2 * kMostOfNumber + 1 + (many ? words * sizeof(Word) : 3 * bits));
    std::uint8_t* at = put(bytes.data() + begin, row - slabs_[slab].first);
    *at++ = value;
    at = put(at, static_cast<std::uint32_t>(bits) << 2 | (many ? kWords : kAscending));
    if (many) {
        std::memcpy(at, delta, words * sizeof(Word));
        at += words * sizeof(Word);
    } else {
        std::uint32_t next = 0;  // the smallest bit that may come
        for (std::uint32_t k = 0; k < words; ++k) {
            for (Word rest = delta[k]; rest != 0; rest &= rest - 1) {
                const std::uint32_t bit = k << 6 | static_cast<std::uint32_t>(std::countr_zero(rest));
                const std::uint32_t gap = bit - next;
                next = bit + 1;
                if (gap < 128) {
                    *at++ = static_cast<std::uint8_t>(gap);
                } else {
                    at = put(at, gap);
                }
            }
        }
    }
    bytes.resize(static_cast<std::size_t>(at - bytes.data()));
    if (bytes.size() >= kBlockBytes) hand_over(worker, slab);
}

void DepthLog::add_bits(int worker, BitList& list, std::uint8_t value) {
    const std::size_t size = list.size();
    if (size == 0) return;
    // By row: two rounds of a counting sort.
    constexpr int kDigit = 10;
    constexpr std::uint32_t kDigits = 1u << kDigit;
    std::vector<std::uint64_t>& scratch = workers_[static_cast<std::size_t>(worker)].scratch;
    scratch.resize(2 * size);
    std::copy_n(list.data(), size, scratch.begin());
    std::uint64_t* from = scratch.data();
    std::uint64_t* to = from + size;
    for (const int shift : {kPoints, kPoints + kDigit}) {
        std::array<std::uint32_t, kDigits + 1> place{};
        for (std::size_t i = 0; i < size; ++i) ++place[(from[i] >> shift & (kDigits - 1)) + 1];
        for (std::uint32_t d = 0; d < kDigits; ++d) place[d + 1] += place[d];
        for (std::size_t i = 0; i < size; ++i) to[place[from[i] >> shift & (kDigits - 1)]++] = from[i];
        std::swap(from, to);
    }
    for (std::size_t i = 0; i < size;) {
        const auto row = static_cast<RowId>(from[i] >> kPoints);
        std::size_t end = i;
        while (end < size && from[end] >> kPoints == row) ++end;
        const std::uint32_t slab = slab_of_row_[row];
        std::vector<std::uint8_t>& bytes = buffer(worker, slab);
        const std::size_t begin = bytes.size();
        bytes.resize(begin + 2 * kMostOfNumber + 1 + 4 * (end - i));
        std::uint8_t* at = put(bytes.data() + begin, row - slabs_[slab].first);
        *at++ = value;
        at = put(at, static_cast<std::uint32_t>(end - i) << 2 | kUnordered);
        std::int32_t before = 0;
        for (; i < end; ++i) {
            const auto bit = static_cast<std::int32_t>(from[i] & kBoardMask);
            at = put(at, zigzag(bit - before));
            before = bit;
        }
        bytes.resize(static_cast<std::size_t>(at - bytes.data()));
        if (bytes.size() >= kBlockBytes) hand_over(worker, slab);
    }
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
    std::vector<Word> words;
    Numbers numbers(bytes);
    while (!numbers.at_end()) {
        const std::uint32_t row = numbers.next();
        const auto value = static_cast<std::uint8_t>(numbers.byte());
        const std::uint32_t count = numbers.next();
        if (!numbers.good() || row >= slab.last - slab.first || value == 0) return damaged;
        const DepthRow depths = level.row(slab.first + row - table_->first_row[level.white_men()]);
        const std::uint32_t form = count & 3;
        if (form == kWords) {
            words.resize(words_of_row(axes));
            if (!numbers.copy(std::as_writable_bytes(std::span(words)))) return damaged;
            kernels.record(depths, words.data(), axes, value);
            continue;
        }
        std::uint32_t bit = form == kAscending ? ~0u : 0;
        for (std::uint32_t left = count >> 2; left != 0; --left) {
            const std::uint32_t number = numbers.next();
            bit += form == kAscending ? number + 1 : static_cast<std::uint32_t>(unzigzag(number));
            const int men = std::popcount(bit);
            if (!numbers.good() || bit >> axes != 0 || men < kMinMen || men > most) return damaged;
            depths.at(bit) = value;
        }
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

Status DepthLog::save(const Writer& writer) const {
    std::vector<std::uint64_t> sizes(slabs_.size());
    for (std::size_t i = 0; i < slabs_.size(); ++i) {
        for (const Block& block : slabs_[i].blocks) sizes[i] += block.size;
    }
    if (Status s = writer("log-sizes", std::as_bytes(std::span(sizes))); !s) return s;
    for (std::size_t i = 0; i < slabs_.size(); ++i) {
        std::vector<std::uint8_t> bytes;
        bytes.reserve(sizes[i]);
        for (const Block& block : slabs_[i].blocks) {
            const auto part = read(block);
            if (!part) return part.error();
            bytes.insert(bytes.end(), part->begin(), part->end());
        }
        if (bytes.empty()) continue;
        if (Status s = writer("log-" + std::to_string(i), std::as_bytes(std::span(bytes))); !s) return s;
    }
    return ok_status();
}

Status DepthLog::restore(const Reader& reader) {
    std::vector<std::uint64_t> sizes(slabs_.size());
    if (Status s = reader("log-sizes", std::as_writable_bytes(std::span(sizes))); !s) return s;
    for (std::size_t i = 0; i < slabs_.size(); ++i) {
        if (sizes[i] == 0) continue;
        if (sizes[i] > 4 * kSlabBytes) return Error{ErrorCode::kCorrupt, "the saved log of depths is damaged"};
        std::vector<std::uint8_t> bytes(sizes[i]);
        if (Status s = reader("log-" + std::to_string(i), std::as_writable_bytes(std::span(bytes))); !s) return s;
        append(slabs_[i], bytes);
    }
    return flush();
}

}  // namespace merels::solve
