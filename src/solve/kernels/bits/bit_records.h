// SPDX-License-Identifier: MIT
// New bits of rows as bytes, one byte a bit mostly: for the log of depths, and between ranks. A record: the row, a
// value, the number of bits times four plus how they are written, then the bits. All numbers in groups of seven bits,
// lowest first.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "solve/kernels/bits/sparse_push.h"
#include "solve/rows/row_axes.h"
#include "solve/rows/row_table.h"

namespace merels::solve {

enum class BitForm : std::uint8_t {
    kAscending = 0,  // each as its distance to the one before, less one
    kUnordered = 1,  // each as its signed distance to the one before
    kWords = 2,      // the words of the row
};

// The `bits` bits that are set in the words of a row.
void put_row(std::vector<std::uint8_t>& bytes, std::uint32_t row, std::uint8_t value, const Word* delta,
             std::uint64_t bits, std::uint32_t words);
// Entries of a BitList that are all of one row.
void put_bits(std::vector<std::uint8_t>& bytes, std::uint32_t row, std::uint8_t value,
              std::span<const std::uint64_t> entries);

// The list ordered by row. Lives in `scratch`.
std::span<const std::uint64_t> sort_by_row(const BitList& list, std::vector<std::uint64_t>& scratch);

// Calls body(row, entries) for each row of a list.
template <class Body>
void for_each_row_of(const BitList& list, std::vector<std::uint64_t>& scratch, Body&& body) {
    const std::span<const std::uint64_t> sorted = sort_by_row(list, scratch);
    for (std::size_t i = 0; i < sorted.size();) {
        const std::uint64_t row = sorted[i] >> kPoints;
        std::size_t end = i;
        while (end < sorted.size() && sorted[end] >> kPoints == row) ++end;
        body(static_cast<RowId>(row), sorted.subspan(i, end - i));
        i = end;
    }
}

// Reads records until the end; what is not there, or too long, is an error that stays.
class RecordReader {
  public:
    struct Record {
        std::uint32_t row = 0;
        std::uint8_t value = 0;
        BitForm form = BitForm::kAscending;
        std::uint32_t bits = 0;
    };

    explicit RecordReader(std::span<const std::uint8_t> bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}
    bool at_end() const { return at_ == end_; }
    bool good() const { return good_; }
    // Bytes that are left.
    std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

    // The head of the next record; its bits follow, by one of the two below.
    Record next() {
        Record record;
        record.row = number();
        record.value = byte();
        const std::uint32_t count = number();
        record.form = static_cast<BitForm>(count & 3);
        record.bits = count >> 2;
        return record;
    }
    // False where the bytes end too early.
    bool copy_words(std::span<Word> words) {
        if (left() < words.size_bytes()) return false;
        std::memcpy(words.data(), at_, words.size_bytes());
        at_ += words.size_bytes();
        return true;
    }
    // Calls visit(bit) until it gives false. False then, or where the bytes end too early.
    template <class Visit>
    bool for_each_bit(const Record& record, Visit&& visit) {
        const bool ascending = record.form == BitForm::kAscending;
        std::uint32_t bit = ascending ? ~0u : 0;
        for (std::uint32_t left = record.bits; left != 0; --left) {
            const std::uint32_t code = short_number();
            bit += ascending ? code + 1 : code >> 1 ^ (~(code & 1) + 1);
            if (!good_ || !visit(bit)) return false;
        }
        return true;
    }

  private:
    std::uint32_t number() {
        std::uint32_t value = 0;
        for (int shift = 0; shift < 32; shift += 7) {
            if (at_ == end_) break;
            const std::uint8_t byte = *at_++;
            value |= std::uint32_t{byte & 127u} << shift;
            if (byte < 128) return value;
        }
        good_ = false;
        return 0;
    }
    // Mostly one or two bytes long, which cannot be predicted: both are read.
    std::uint32_t short_number() {
        if (left() < 2 || (at_[0] & at_[1]) >= 128) return number();
        const unsigned longer = at_[0] >> 7;
        const std::uint32_t value = (at_[0] & 127u) | (std::uint32_t{at_[1]} << 7 & (0u - longer));
        at_ += 1 + longer;
        return value;
    }
    std::uint8_t byte() {
        if (at_ != end_) return *at_++;
        good_ = false;
        return 0;
    }

    const std::uint8_t* at_;
    const std::uint8_t* end_;
    bool good_ = true;
};

}  // namespace merels::solve
