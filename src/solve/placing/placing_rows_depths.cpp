// SPDX-License-Identifier: MIT
// Rows of bytes, one for each instruction set.
#include <algorithm>
#include <bit>
#include <cstring>

#include "solve/placing/placing_rows.h"
#include "solve/rows/flights.h"

namespace merels::solve {
namespace {

// Calls visit(offset, size) for the blocks of a row that hold entries of at most `most` men. A block is a page, so that
// small games touch only part of their memory.
template <class Visit>
void for_each_block(int axes, int most, Visit&& visit) {
    constexpr int kBlockAxes = 12;
    static_assert(kPoints - kMaxMen >= kBlockAxes);
    for (std::uint32_t block = 0; block < std::uint32_t{1} << (axes - kBlockAxes); ++block) {
        if (std::popcount(block) <= most) visit(std::size_t{block} << kBlockAxes, bytes_of_row(kBlockAxes));
    }
}

// The cube side flies with three men: entries of three men become the worst over all flights (slide_max treats them as
// sliding).
void fly_max(std::uint8_t* out, const std::uint8_t* row, const std::uint8_t* once, const RowAxes& axes) {
    const auto arrivals = [&](int a, int b) {
        AxisSet closing = 0;  // the third axis of a line through both
        for (int i = 0; i < axes.line_count[a]; ++i) {
            const RowAxes::Line line = axes.lines[a][i];
            if (line.first == b) closing |= AxisSet{1} << line.second;
            if (line.second == b) closing |= AxisSet{1} << line.first;
        }
        return [row, once, closing, pair = AxisSet{1} << a | AxisSet{1} << b](int q) {
            return ((closing >> q & 1) != 0 ? once : row)[pair | AxisSet{1} << q];
        };
    };
    worst_flights(axes.axes, arrivals, [out](AxisSet set, std::uint8_t worst) { out[set] = worst; });
}

// One or two men on the board that fly, because there are two or one in hand: no mill can be closed.
void fly_few_max(std::uint8_t* out, const std::uint8_t* row, int axes, int men) {
    for (int a = 0; a < axes; ++a) {
        std::uint8_t alone = 0;  // the worst arrival elsewhere
        for (int q = 0; q < axes; ++q) {
            if (q != a) alone = std::max(alone, row[AxisSet{1} << q]);
        }
        if (men == 1) out[AxisSet{1} << a] = alone;
        for (int b = 0; men == 2 && b < a; ++b) {
            const AxisSet first = AxisSet{1} << a, second = AxisSet{1} << b;
            std::uint8_t worst = 0;
            for (int q = 0; q < axes; ++q) {
                const AxisSet arrival = AxisSet{1} << q;
                if (q != a && q != b) worst = std::max({worst, row[first | arrival], row[second | arrival]});
            }
            out[first | second] = worst;
        }
    }
}

class DepthRows final : public PlacingRows {
  public:
    explicit DepthRows(const ByteKernels& kernels) : PlacingRows(8), kernels_(kernels) {}

    void fill(std::uint8_t* row, int axes, int most, bool won) const override {
        const int value = won ? 0 : kNotWon;
        for_each_block(axes, most, [&](std::size_t at, std::size_t size) { std::memset(row + at, value, size); });
    }
    void copy(std::uint8_t* to, const std::uint8_t* from, int axes, int most) const override {
        for_each_block(axes, most, [&](std::size_t at, std::size_t size) { std::memcpy(to + at, from + at, size); });
    }
    void win_small_sets(std::uint8_t* row, int axes, int men) const override {
        if (men > 0) row[0] = 0;
        for (int a = 0; a < axes; ++a) {
            if (men > 1) row[AxisSet{1} << a] = 0;
            for (int b = 0; b < a && men > 2; ++b) row[AxisSet{1} << a | AxisSet{1} << b] = 0;
        }
    }
    void draw_full_board(std::uint8_t* row, int axes) const override { row[bytes_of_row(axes) - 1] = kNotWon; }

    void best(std::uint8_t* target, const std::uint8_t* source, const AxisMap& map, const PrefetchHint& next,
              std::uint8_t*) const override {
        kernels_.permute_min(target, source, map, next);
    }
    void worst(std::uint8_t* target, const std::uint8_t* source, const AxisMap& map, const PrefetchHint& next,
               std::uint8_t*) const override {
        kernels_.permute_max(target, source, map, next);
    }
    void capture(std::uint8_t* image, const std::uint8_t* row, const RowAxes& axes, AllInMills rule,
                 int most) const override {
        kernels_.capture_min(image, row, axes, rule, most);
    }
    void place(std::uint8_t* row, const std::uint8_t* once, const std::uint8_t* twice, const RowAxes& axes, int most,
               std::uint8_t*) const override {
        kernels_.place_max(row, once, twice, axes, most);
    }
    void slide(std::uint8_t* out, const std::uint8_t* row, const std::uint8_t* once, const RowAxes& axes, int most,
               int flying, std::uint8_t*) const override {
        kernels_.slide_max(out, row, once, axes, most);
        if (flying > most) return;
        if (flying == kMinMen) fly_max(out, row, once, axes);
        if (flying == 1 || flying == 2) fly_few_max(out, row, axes.axes, flying);
    }
    void renew(std::uint8_t* row, const std::uint8_t* found, const std::uint8_t* other, int axes,
               int most) const override {
        if (other == nullptr) return copy(row, found, axes, most);
        for_each_block(axes, most, [&](std::size_t at, std::size_t size) {
            for (std::size_t i = at; i < at + size; ++i) row[i] = std::max(found[i], other[i]);
        });
    }
    void deepen(std::uint8_t* row, int axes, int most) const override {
        for_each_block(axes, most, [&](std::size_t at, std::size_t size) { kernels_.increment(row + at, size); });
    }
    void pack(std::uint8_t* out, const std::uint8_t* row, int axes, int men) const override {
        kernels_.pack(out, row, axes, men);
    }
    void expand(std::uint8_t* row, const std::uint8_t* const* packed, int axes, int fewest, int most) const override {
        kernels_.expand(row, packed, axes, fewest, most);
    }
    void count(ByteHistogram& histogram, const std::uint8_t* row, const std::uint64_t* canonical, int axes,
               int most) const override {
        kernels_.count(histogram, row, canonical, axes, most);
    }
    bool is_zero(const std::uint8_t* row, AxisSet entry) const override { return row[entry] == 0; }

  private:
    const ByteKernels& kernels_;
};

}  // namespace

std::unique_ptr<const PlacingRows> make_depth_rows(KernelKind kind) {
    const KernelSet* const kernels = find_kernels(kind);
    return kernels == nullptr ? nullptr : std::make_unique<DepthRows>(*kernels->bytes);
}

}  // namespace merels::solve
