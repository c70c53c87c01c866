// SPDX-License-Identifier: MIT
// Rows of bits, with the kernels of the moving sweep: the row side is its White, the cube side its Black, and a bit
// says that the row side wins. Eight times less to move than depths.
#include <array>
#include <bit>
#include <cstring>

#include "index/combination.h"
#include "solve/kernels/bits/kernel_vector.h"
#include "solve/placing/placing_rows.h"

namespace merels::solve {
namespace {

Word* words(std::uint8_t* row) { return reinterpret_cast<Word*>(row); }
const Word* words(const std::uint8_t* row) { return reinterpret_cast<const Word*>(row); }

void set_bit(Word* row, AxisSet entry) { row[entry >> 6] |= Word{1} << (entry & 63); }

// target |= source, which has one axis fewer: `axis`, at which the target is only touched at 0.
void insert_axis(Word* target, const Word* source, int source_axes, int axis) {
    const std::uint32_t source_words = words_of_row(source_axes);
    if (axis >= kWordAxes) {
        const std::uint32_t run = std::uint32_t{1} << (axis - kWordAxes);
        for (std::uint32_t from = 0; from < source_words; from += run) {
            for (std::uint32_t i = 0; i < run; ++i) target[2 * from + i] |= source[from + i];
        }
        return;
    }
    // Spread the halves of each word: the gaps of 2^k bits are opened from the widest down to the wanted ones.
    constexpr std::array<Word, 5> kKept = {0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F,
                                           0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF};
    const auto spread = [axis, &kKept](Word half) {
        for (int k = 4; k >= axis; --k) half = (half | half << (1 << k)) & kKept[k];
        return half;
    };
    for (std::uint32_t i = 0; i < source_words; ++i) {
        target[2 * i] |= spread(source[i] & 0xFFFFFFFF);
        target[2 * i + 1] |= spread(source[i] >> 32);
    }
}

// Black flies with three men: he is lost if no flight of any of them leads to a position that White does not win.
void fly(Word* out, const Word* row, const Word* once, const RowAxes& axes) {
    // For each pair that stays: the axes on which the third man may arrive without losing.
    std::array<std::array<AxisSet, kPoints>, kPoints> ways_out;
    const int n = axes.axes;
    for (int b = 1; b < n; ++b) {
        for (int a = 0; a < b; ++a) {
            const AxisSet pair = AxisSet{1} << a | AxisSet{1} << b;
            AxisSet closing = 0;  // the third axis of a line through both
            for (int i = 0; i < axes.line_count[a]; ++i) {
                const RowAxes::Line line = axes.lines[a][i];
                if (line.first == b) closing |= AxisSet{1} << line.second;
                if (line.second == b) closing |= AxisSet{1} << line.first;
            }
            AxisSet ways = 0;
            for (int q = 0; q < n; ++q) {
                const AxisSet arrival = AxisSet{1} << q;
                if ((pair & arrival) != 0) continue;
                if (!test_bit((closing & arrival) != 0 ? once : row, pair | arrival)) ways |= arrival;
            }
            ways_out[a][b] = ways;
        }
    }
    for (int c = 2; c < n; ++c) {
        for (int b = 1; b < c; ++b) {
            for (int a = 0; a < b; ++a) {
                const AxisSet men = AxisSet{1} << a | AxisSet{1} << b | AxisSet{1} << c;
                const bool lost = ((ways_out[b][c] | ways_out[a][c] | ways_out[a][b]) & ~men) == 0;
                out[men >> 6] &= ~(Word{1} << (men & 63));
                if (lost) set_bit(out, men);
            }
        }
    }
}

// One or two men on the board that fly, because there are two or one in hand: no mill can be closed.
void fly_few(Word* out, const Word* row, int axes, int men) {
    // For each man that stays (none of one): the axes on which the other may arrive without losing.
    std::array<AxisSet, kPoints> ways_out{};
    AxisSet alone = 0;
    for (int a = 0; a < axes; ++a) {
        if (!test_bit(row, AxisSet{1} << a)) alone |= AxisSet{1} << a;
        for (int q = 0; q < axes; ++q) {
            if (q != a && !test_bit(row, AxisSet{1} << a | AxisSet{1} << q)) ways_out[a] |= AxisSet{1} << q;
        }
    }
    const auto write = [out](AxisSet men_at, AxisSet ways) {
        out[men_at >> 6] &= ~(Word{1} << (men_at & 63));
        if ((ways & ~men_at) == 0) set_bit(out, men_at);
    };
    for (int a = 0; a < axes; ++a) {
        if (men == 1) write(AxisSet{1} << a, alone);
        for (int b = 0; men == 2 && b < a; ++b) write(AxisSet{1} << a | AxisSet{1} << b, ways_out[a] | ways_out[b]);
    }
}

// A row in which so few entries have at most `most` men that going through them one by one beats the kernels.
bool is_narrow(int axes, int most) {
    constexpr std::uint64_t kShare = 200;
    std::uint64_t entries = 0;
    for (int men = 0; men <= most && men <= axes; ++men) entries += binomial(axes, men);
    return entries * kShare <= std::uint64_t{1} << axes;
}

// out(B) = whether lost(B), for the sets of at most `most` men.
template <class Lost>
void one_by_one(Word* out, int axes, int most, Lost&& lost) {
    for (std::uint32_t word = 0; word < words_of_row(axes); ++word) {
        Word found = 0;
        for (Word bits = at_most(word, most); bits != 0; bits &= bits - 1) {
            const AxisSet men = word << 6 | static_cast<AxisSet>(std::countr_zero(bits));
            if (lost(men)) found |= bits & (~bits + 1);
        }
        out[word] = found;
    }
}

class ResultRows final : public PlacingRows {
  public:
    explicit ResultRows(const CubeKernels& kernels) : PlacingRows(1), kernels_(kernels) {}

    void fill(std::uint8_t* row, int axes, int, bool won) const override {
        std::memset(row, won ? 255 : 0, row_bytes(axes));
    }
    void copy(std::uint8_t* to, const std::uint8_t* from, int axes, int) const override {
        std::memcpy(to, from, row_bytes(axes));
    }
    void win_small_sets(std::uint8_t* row, int axes, int men) const override {
        if (men > 0) set_bit(words(row), 0);
        for (int a = 0; a < axes; ++a) {
            if (men > 1) set_bit(words(row), AxisSet{1} << a);
            for (int b = 0; b < a && men > 2; ++b) set_bit(words(row), AxisSet{1} << a | AxisSet{1} << b);
        }
    }
    void draw_full_board(std::uint8_t* row, int axes) const override { row[row_bytes(axes) - 1] &= 127; }

    void best(std::uint8_t* target, const std::uint8_t* source, const AxisMap& map, const PrefetchHint&,
              std::uint8_t* scratch) const override {
        if (map.dropped != kNoAxis) {  // a slide
            kernels_.permute_or(words(target), words(source), map, words(scratch));
            return;
        }
        // A placing: the source has one axis fewer. Bring the others into order, then open the gap.
        AxisMap axes{map.axes - 1, map.source_of};
        for (int i = map.absent; i < axes.axes; ++i) axes.source_of[i] = map.source_of[i + 1];
        std::uint8_t* const ordered = scratch + row_bytes(map.axes);
        std::memset(ordered, 0, row_bytes(axes.axes));
        kernels_.permute_or(words(ordered), words(source), axes, words(scratch));
        insert_axis(words(target), words(ordered), axes.axes, map.absent);
    }
    void worst(std::uint8_t* target, const std::uint8_t* source, const AxisMap& map, const PrefetchHint&,
               std::uint8_t* scratch) const override {
        kernels_.permute_and(words(target), words(source), map, words(scratch));
    }
    void capture(std::uint8_t* image, const std::uint8_t* row, const RowAxes& axes, AllInMills rule,
                 int) const override {
        kernels_.capture_image(words(image), words(row), axes, rule);
        // Against an empty board a mill takes nothing.
        *words(image) = (*words(image) & ~Word{1}) | (*words(row) & 1);
    }
    void place(std::uint8_t* row, const std::uint8_t* once, const std::uint8_t* twice, const RowAxes& axes, int most,
               std::uint8_t* scratch) const override {
        if (is_narrow(axes.axes, most)) {
            // Ascending: what an entry reads is larger than itself, so it is not yet overwritten.
            return one_by_one(words(row), axes.axes, most, [&](AxisSet men) {
                for (int q = 0; q < axes.axes; ++q) {
                    const AxisSet after = men | AxisSet{1} << q;
                    if (after == men) continue;
                    int mills = 0;
                    for (int i = 0; i < axes.line_count[q]; ++i) {
                        mills += men >> axes.lines[q][i].first & men >> axes.lines[q][i].second & 1;
                    }
                    const std::uint8_t* const from = mills == 0 ? row : mills == 1 || twice == nullptr ? once : twice;
                    if (!test_bit(words(from), after)) return false;
                }
                return true;
            });
        }
        std::uint8_t* const not_lost = scratch;
        kernels_.place_not_lost(words(not_lost), words(row), words(once), words(twice), axes,
                                words(scratch + row_bytes(axes.axes)));
        complement(row, not_lost, axes.axes);
    }
    void slide(std::uint8_t* out, const std::uint8_t* row, const std::uint8_t* once, const RowAxes& axes, int most,
               int flying, std::uint8_t* scratch) const override {
        const std::size_t size = row_bytes(axes.axes);
        if (is_narrow(axes.axes, most)) {
            one_by_one(words(out), axes.axes, most, [&](AxisSet men) {
                for (AxisSet origins = men; origins != 0; origins &= origins - 1) {
                    const int p = std::countr_zero(origins);
                    const AxisSet rest = men & ~(AxisSet{1} << p);
                    for (AxisSet to = axes.neighbours[p] & ~men; to != 0; to &= to - 1) {
                        const std::uint8_t* const from = in_mill(axes, rest, std::countr_zero(to)) ? once : row;
                        if (!test_bit(words(from), rest | (to & (~to + 1)))) return false;
                    }
                }
                return true;
            });
        } else {
            std::memcpy(scratch, once, size);  // the kernel spoils it
            kernels_.not_lost(words(out), words(row), words(scratch), axes, words(scratch + size));
            complement(out, out, axes.axes);
        }
        if (flying > most) return;
        if (flying == kMinMen) fly(words(out), words(row), words(once), axes);
        if (flying == 1 || flying == 2) fly_few(words(out), words(row), axes.axes, flying);
    }
    void renew(std::uint8_t* row, const std::uint8_t* found, const std::uint8_t* other, int axes,
               int most) const override {
        if (other == nullptr) return copy(row, found, axes, most);
        for (std::uint32_t i = 0; i < words_of_row(axes); ++i) words(row)[i] = words(found)[i] & words(other)[i];
    }
    void deepen(std::uint8_t*, int, int) const override {}

    void pack(std::uint8_t* out, const std::uint8_t* row, int axes, int men) const override {
        kernels_.pack_results(out, words(row), axes, men);
    }
    void expand(std::uint8_t* row, const std::uint8_t* const* packed, int axes, int fewest, int most) const override {
        kernels_.expand_results(words(row), packed, axes, fewest, most);
    }
    void count(ByteHistogram& histogram, const std::uint8_t* row, const std::uint64_t* canonical, int axes,
               int most) const override {
        for (std::uint32_t word = 0; word < words_of_row(axes); ++word) {
            const int above = std::popcount(word);
            if (above > most) continue;
            Word bits = words(row)[word];
            if (canonical != nullptr) bits &= canonical[word];
            for (int below = 0; below <= kWordAxes; ++below) {
                histogram[above + below][1] +=
                    static_cast<std::uint32_t>(std::popcount(bits & kernels::kLayerMask[below][0]));
            }
        }
    }
    bool is_zero(const std::uint8_t*, AxisSet) const override { return false; }

  private:
    void complement(std::uint8_t* to, const std::uint8_t* from, int axes) const {
        for (std::uint32_t i = 0; i < words_of_row(axes); ++i) words(to)[i] = ~words(from)[i];
    }

    const CubeKernels& kernels_;
};

}  // namespace

std::unique_ptr<const PlacingRows> make_result_rows(KernelKind kind) {
    const KernelSet* const kernels = find_kernels(kind);
    return kernels == nullptr ? nullptr : std::make_unique<ResultRows>(*kernels->bits);
}

}  // namespace merels::solve
