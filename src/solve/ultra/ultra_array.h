// SPDX-License-Identifier: MIT
// The codes of one subspace in memory, laid out like its table: a row for each class of one side's men, in the row one
// code for each set of the other side's men, in colex order.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/worker_pool.h"
#include "index/combination.h"
#include "solve/rows/page_arena.h"
#include "solve/ultra/ultra_index.h"

namespace merels::solve {

template <class Code>
class CodeArray {
  public:
    CodeArray() = default;
    CodeArray(CodeArray&& other) noexcept { *this = std::move(other); }
    CodeArray& operator=(CodeArray&& other) noexcept {
        std::swap(row_men_, other.row_men_);
        std::swap(set_men_, other.set_men_);
        std::swap(row_size_, other.row_size_);
        std::swap(rows_, other.rows_);
        std::swap(arena_, other.arena_);
        std::swap(codes_, other.codes_);
        return *this;
    }
    ~CodeArray() { release(); }

    // False when there is no memory. The codes are anything.
    [[nodiscard]] bool allocate(PageArena& arena, const UltraIndex& index, int row_men, int set_men) {
        release();
        row_men_ = row_men;
        set_men_ = set_men;
        row_size_ = binomial(kPoints - row_men, set_men);
        rows_ = index.rows(row_men);
        arena_ = &arena;
        codes_ = static_cast<Code*>(arena.take(bytes()));
        return codes_ != nullptr;
    }
    static std::size_t bytes_for(int row_men, int set_men) {
        return std::size_t{Classes::get().size(row_men)} * binomial(kPoints - row_men, set_men) * sizeof(Code);
    }
    void release() {
        if (codes_ != nullptr) arena_->give(codes_);
        codes_ = nullptr;
    }

    int row_men() const { return row_men_; }
    int set_men() const { return set_men_; }
    ClassIndex rows() const { return rows_; }
    std::size_t row_size() const { return row_size_; }
    std::size_t bytes() const { return rows_ * row_size_ * sizeof(Code); }
    Code* row(ClassIndex i) const { return codes_ + i * row_size_; }
    // Rows for one thread at a time: enough of them to be worth it.
    std::size_t chunk() const { return 1 + 60000 / row_size_; }

  private:
    int row_men_ = 0;
    int set_men_ = 0;
    std::size_t row_size_ = 0;
    ClassIndex rows_ = 0;
    PageArena* arena_ = nullptr;
    Code* codes_ = nullptr;
};

// The same positions with rows by the other side's men: target(A, B) = source(B, A) for every entry of `target`. Reads
// one entry of `source` for each, at random places, prefetched. Cost: some 10 ns an entry.
template <class Code>
void turn_rows(const UltraIndex& index, WorkerPool& pool, const CodeArray<Code>& source, CodeArray<Code>& target) {
    constexpr int kBatch = 64;
    const int men = target.row_men();
    const int set_men = target.set_men();
    pool.parallel_for(target.rows(), target.chunk(), [&](std::size_t first, std::size_t last, int) {
        const Code* from[kBatch];
        for (std::size_t r = first; r < last; ++r) {
            const Mask own = index.men_of(men, static_cast<ClassIndex>(r));
            const Mask free = kBoardMask & ~own;
            Code* const row = target.row(static_cast<ClassIndex>(r));
            std::uint32_t set = (1u << set_men) - 1;
            for (std::size_t at = 0; at < target.row_size(); at += kBatch) {
                const int n = static_cast<int>(std::min<std::size_t>(kBatch, target.row_size() - at));
                for (int i = 0; i < n; ++i) {
                    const auto place = index.find(index.points(set, free), set_men);
                    const Mask image = index.map(place.symmetry, own);
                    from[i] = source.row(place.row) + index.rank_on(image, index.free_of(set_men, place.row), men);
                    __builtin_prefetch(from[i]);
                    set = set == 0 ? 0 : next_subset(set);
                }
                for (int i = 0; i < n; ++i) row[at + static_cast<std::size_t>(i)] = *from[i];
            }
        }
    });
}

// The same for few positions: calls enter(target(A, B), source(B, A)) where wanted(source(B, A)). No two threads get
// the same entry; entries with a symmetry may come more than once. Cost: a random write for each, and a look at all of
// `source`.
template <class Code, class Wanted, class Enter>
void turn_some(const UltraIndex& index, WorkerPool& pool, const CodeArray<Code>& source, CodeArray<Code>& target,
               Wanted&& wanted, Enter&& enter) {
    constexpr std::size_t kBatch = 64;
    const int men = source.row_men();
    const int set_men = source.set_men();
    pool.parallel_for(source.rows(), source.chunk(), [&](std::size_t first, std::size_t last, int) {
        struct Entry {
            Code code;
            ClassIndex row;
            Mask image;
            Code* to;
        };
        std::array<Entry, kBatch> batch;
        std::size_t n = 0;
        const auto drain = [&] {
            for (std::size_t i = 0; i < n; ++i) {
                const Entry& e = batch[i];
                enter(*e.to, e.code);
                const Mask free = index.free_of(set_men, e.row);
                for (std::uint32_t s = index.stabiliser_of(set_men, e.row); s != 0; s &= s - 1) {
                    const Mask other = index.map(static_cast<Symmetry>(std::countr_zero(s)), e.image);
                    enter(target.row(e.row)[index.rank_on(other, free, men)], e.code);
                }
            }
            n = 0;
        };
        for (std::size_t r = first; r < last; ++r) {
            const auto row = static_cast<ClassIndex>(r);
            const Mask own = index.men_of(men, row);
            const Mask free = kBoardMask & ~own;
            const Code* const codes = source.row(row);
            std::uint32_t set = (1u << set_men) - 1;
            for (std::size_t i = 0; i < source.row_size(); ++i, set = set == 0 ? 0 : next_subset(set)) {
                if (!wanted(codes[i])) continue;
                const auto place = index.find(index.points(set, free), set_men);
                const Mask image = index.map(place.symmetry, own);
                Code* const to = target.row(place.row) + index.rank_on(image, index.free_of(set_men, place.row), men);
                __builtin_prefetch(to, 1);
                batch[n++] = {codes[i], place.row, image, to};
                if (n == kBatch) drain();
            }
        }
        drain();
    });
}

}  // namespace merels::solve
