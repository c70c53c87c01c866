// SPDX-License-Identifier: MIT
// The codes of one subspace in memory, laid out like its table: a row for each class of one side's men, in the row one
// code for each set of the other side's men, in colex order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/worker_pool.h"
#include "index/combination.h"
#include "solve/rows/big_memory.h"
#include "solve/ultra/ultra_index.h"

namespace merels::solve {

template <class Code>
class CodeArray {
  public:
    CodeArray() = default;
    // False when memory is refused. All codes are 0.
    [[nodiscard]] bool allocate(const UltraIndex& index, int row_men, int set_men) {
        row_men_ = row_men;
        set_men_ = set_men;
        row_size_ = binomial(kPoints - row_men, set_men);
        rows_ = index.rows(row_men);
        return memory_.allocate(bytes());
    }
    static std::size_t bytes_for(int row_men, int set_men) {
        return std::size_t{Classes::get().size(row_men)} * binomial(kPoints - row_men, set_men) * sizeof(Code);
    }
    void release() { memory_.release(); }
    bool held() const { return memory_.bytes() != 0; }

    int row_men() const { return row_men_; }
    int set_men() const { return set_men_; }
    ClassIndex rows() const { return rows_; }
    std::size_t row_size() const { return row_size_; }
    std::size_t bytes() const { return rows_ * row_size_ * sizeof(Code); }
    Code* row(ClassIndex i) const { return memory_.as<Code>() + i * row_size_; }
    // Rows for one thread at a time: enough of them to be worth it.
    std::size_t chunk() const { return 1 + 60000 / row_size_; }

  private:
    int row_men_ = 0;
    int set_men_ = 0;
    std::size_t row_size_ = 0;
    ClassIndex rows_ = 0;
    BigMemory memory_;
};

// The same positions with rows by the other side's men: target(A, B) = change(target(A, B), source(B, A)) for every
// entry of `target`. Reads one entry of `source` for each, at random places, asked for in advance.
// Cost: some 10 ns an entry.
template <class Code, class Change>
void turn_rows(const UltraIndex& index, WorkerPool& pool, const CodeArray<Code>& source, CodeArray<Code>& target,
               Change&& change) {
    constexpr int kBatch = 64;
    const int men = target.row_men();
    const int set_men = target.set_men();
    pool.parallel_for(target.rows(), target.chunk(), [&](std::size_t first, std::size_t last, int) {
        Mask sets[kBatch];
        const Code* from[kBatch];
        for (std::size_t r = first; r < last; ++r) {
            const Mask own = index.men_of(men, static_cast<ClassIndex>(r));
            const Mask free = kBoardMask & ~own;
            Code* const row = target.row(static_cast<ClassIndex>(r));
            std::uint32_t set = (1u << set_men) - 1;
            for (std::size_t at = 0; at < target.row_size(); at += kBatch) {
                const int n = static_cast<int>(std::min<std::size_t>(kBatch, target.row_size() - at));
                for (int i = 0; i < n; ++i) {
                    sets[i] = index.points(set, free);
                    __builtin_prefetch(index.address_of_class(sets[i]));
                    set = set == 0 ? 0 : next_subset(set);
                }
                for (int i = 0; i < n; ++i) {
                    const auto place = index.find(sets[i]);
                    const Mask image = index.map(place.symmetry, own);
                    from[i] = source.row(place.row) + index.rank_on(image, index.free_of(set_men, place.row), men);
                    __builtin_prefetch(from[i]);
                }
                for (int i = 0; i < n; ++i) row[at + i] = change(row[at + i], *from[i]);
            }
        }
    });
}

}  // namespace merels::solve
