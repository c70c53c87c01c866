// SPDX-License-Identifier: MIT
// The plain versions, entry by entry, written for the reader: every other version must give the same bytes.
#include <algorithm>
#include <bit>
#include <cstring>

#include "solve/kernels/bytes/byte_kernels.h"

namespace merels::solve::kernels::portable {
namespace {

// Calls visit(i) for every set of axes with at most `most` members, ascending.
template <class Visit>
void for_each_entry(int axes, int most, Visit&& visit) {
    constexpr int kInner = 8;  // whole blocks of entries are left out where the upper axes alone are too many
    for (AxisSet block = 0; block < AxisSet{1} << (axes - kInner); ++block) {
        if (std::popcount(block) > most) continue;
        for (AxisSet i = block << kInner; i < (block + 1) << kInner; ++i) {
            if (std::popcount(i) <= most) visit(i);
        }
    }
}

template <class Choose>
void permute(std::uint8_t* target, const std::uint8_t* source, const AxisMap& map, Choose&& choose) {
    const AxisSet absent = map.absent >= 0 ? AxisSet{1} << map.absent : 0;
    for_each_entry(map.axes, map.most_men, [&](AxisSet i) {
        if ((i & absent) != 0) return;
        AxisSet from = 0;
        for (AxisSet rest = i; rest != 0; rest &= rest - 1) from |= AxisSet{1} << map.source_of[std::countr_zero(rest)];
        target[i] = choose(target[i], source[from]);
    });
}

void permute_min(std::uint8_t* target, const std::uint8_t* source, const AxisMap& map, const PrefetchHint&) {
    permute(target, source, map, [](std::uint8_t a, std::uint8_t b) { return std::min(a, b); });
}

void permute_max(std::uint8_t* target, const std::uint8_t* source, const AxisMap& map, const PrefetchHint&) {
    permute(target, source, map, [](std::uint8_t a, std::uint8_t b) { return std::max(a, b); });
}

// Mills through `axis` that are complete in `men`, the axis itself not counted.
int mills_at(const RowAxes& axes, AxisSet men, int axis) {
    int mills = 0;
    for (int i = 0; i < axes.line_count[axis]; ++i) {
        const RowAxes::Line line = axes.lines[axis][i];
        mills += (men >> line.first & men >> line.second & 1) != 0;
    }
    return mills;
}

void capture_min(std::uint8_t* image, const std::uint8_t* row, const RowAxes& axes, AllInMills rule, int most) {
    for_each_entry(axes.axes, most, [&](AxisSet men) {
        AxisSet takeable = 0;
        for (AxisSet rest = men; rest != 0; rest &= rest - 1) {
            if (mills_at(axes, men, std::countr_zero(rest)) == 0) takeable |= rest & (~rest + 1);
        }
        if (takeable == 0 && rule == AllInMills::kAnyMayBeTaken) takeable = men;
        std::uint8_t best = takeable == 0 ? row[men] : kNotWon;
        for (; takeable != 0; takeable &= takeable - 1) best = std::min(best, row[men ^ (takeable & (~takeable + 1))]);
        image[men] = best;
    });
}

void place_max(std::uint8_t* row, const std::uint8_t* once, const std::uint8_t* twice, const RowAxes& axes, int most) {
    // Ascending: what an entry reads is larger than itself, so it is not yet overwritten.
    for_each_entry(axes.axes, most, [&](AxisSet men) {
        std::uint8_t worst = 0;
        for (int q = 0; q < axes.axes; ++q) {
            const AxisSet after = men | AxisSet{1} << q;
            if (after == men) continue;
            const int mills = mills_at(axes, men, q);
            const std::uint8_t* const from = mills == 0 ? row : mills == 1 || twice == nullptr ? once : twice;
            worst = std::max(worst, from[after]);
        }
        row[men] = worst;
    });
}

void slide_max(std::uint8_t* out, const std::uint8_t* row, const std::uint8_t* once, const RowAxes& axes, int most) {
    for_each_entry(axes.axes, most, [&](AxisSet men) {
        std::uint8_t worst = 0;
        for (AxisSet origins = men; origins != 0; origins &= origins - 1) {
            const AxisSet rest = men & ~(origins & (~origins + 1));
            for (AxisSet to = axes.neighbours[std::countr_zero(origins)] & ~men; to != 0; to &= to - 1) {
                const int q = std::countr_zero(to);
                const AxisSet after = rest | AxisSet{1} << q;
                worst = std::max(worst, mills_at(axes, rest, q) > 0 ? once[after] : row[after]);
            }
        }
        out[men] = worst;
    });
}

void increment(std::uint8_t* row, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i)
        row[i] = static_cast<std::uint8_t>(row[i] == kNotWon ? kNotWon : row[i] + 1);
}

void pack(std::uint8_t* out, const std::uint8_t* row, int axes, int men) {
    for_each_entry(axes, men, [&](AxisSet i) {
        if (std::popcount(i) == men) *out++ = row[i] == kNotWon ? std::uint8_t{0} : row[i];
    });
}

void expand(std::uint8_t* row, const std::uint8_t* const* packed, int axes, int fewest, int most) {
    const std::uint8_t* next[kPoints + 1] = {};
    for (int men = fewest; men <= most; ++men) next[men] = packed[men];
    for_each_entry(axes, most, [&](AxisSet i) {
        const int men = std::popcount(i);
        const std::uint8_t value = men < fewest ? std::uint8_t{0} : *next[men]++;
        row[i] = value == 0 ? kNotWon : value;
    });
}

void count(ByteHistogram& histogram, const std::uint8_t* row, const std::uint64_t* canonical, int axes, int most) {
    for_each_entry(axes, most, [&](AxisSet i) {
        if (canonical == nullptr || (canonical[i >> 6] >> (i & 63) & 1) != 0) ++histogram[std::popcount(i)][row[i]];
    });
}

std::uint8_t find_value(std::uint64_t* bits, const std::uint8_t* row, int axes, int most, std::uint8_t value) {
    std::uint8_t next = kNotWon;
    for (std::uint32_t word = 0; word < words_of_row(axes); ++word) {
        bits[word] = 0;
        for (std::uint64_t rest = at_most(word, most); rest != 0; rest &= rest - 1) {
            const std::uint8_t found = row[word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest))];
            if (found == value) bits[word] |= rest & (~rest + 1);
            if (found > value) next = std::min(next, found);
        }
    }
    return next;
}

constexpr ByteKernels kTable{"portable", kCompiledFor, permute_min, permute_max, capture_min, place_max,
                             slide_max,  increment,    pack,        expand,      count,       find_value};

}  // namespace

const ByteKernels& byte_kernels() { return kTable; }

}  // namespace merels::solve::kernels::portable
