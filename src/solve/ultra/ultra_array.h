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
    // Where memory is short: after every few hundred random places, since the system may bring 64 KiB for each.
    void keep_to_limit() const { arena_->keep_to_limit(); }
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

// The same positions with rows by the other side's men: target(A, B) = source(B, A) for every entry of `target` that is
// wanted as it is. Reads one entry of `source` for each of them, at random places, prefetched: some 10 ns.
template <class Code, class Wanted>
void turn_rows(const UltraIndex& index, WorkerPool& pool, const CodeArray<Code>& source, CodeArray<Code>& target,
               Wanted&& wanted) {
    constexpr std::size_t kBatch = 128;
    const int men = target.row_men();
    const int set_men = target.set_men();
    struct Turned {
        Code* to;
        const Code* from;
        std::uint32_t set;
    };
    pool.parallel_for(target.rows(), target.chunk(), [&](std::size_t first, std::size_t last, int) {
        std::array<Turned, kBatch> batch;
        for (std::size_t r = first; r < last; ++r) {
            const Mask own = index.men_of(men, static_cast<ClassIndex>(r));
            const Mask free = kBoardMask & ~own;
            Code* const row = target.row(static_cast<ClassIndex>(r));
            std::uint32_t set = (1u << set_men) - 1;
            for (std::size_t at = 0; at < target.row_size(); at += kBatch) {
                const std::size_t end = std::min(at + kBatch, target.row_size());
                std::size_t n = 0;  // no branch: whether an entry is wanted cannot be foretold
                for (std::size_t i = at; i < end; ++i) {
                    batch[n].to = row + i;
                    batch[n].set = set;
                    n += wanted(row[i]) ? 1 : 0;
                    set = set == 0 ? 0 : next_subset(set);
                }
                for (std::size_t i = 0; i < n; ++i) {
                    const auto place = index.find(index.points(batch[i].set, free), set_men);
                    const Mask image = index.map(place.symmetry, own);
                    batch[i].from =
                        source.row(place.row) + index.rank_on(image, index.free_of(set_men, place.row), men);
                    __builtin_prefetch(batch[i].from);
                }
                for (std::size_t i = 0; i < n; ++i) *batch[i].to = *batch[i].from;
                if (at % (2 * kBatch) == 0) target.keep_to_limit();
            }
        }
    });
}

// The same for few positions, one after the other: add(class of B, set A, code) calls enter(target(A, B), code), now or
// at the latest when it goes, with the images under symmetries. Threads that have different rows of B never get the
// same entry; entries with a symmetry may come more than once. Cost: a random write for each, prefetched.
template <class Code, class Enter>
class TurnedEntries {
  public:
    TurnedEntries(const UltraIndex& index, CodeArray<Code>& target, Enter enter)
        : index_(index), target_(target), enter_(std::move(enter)) {}
    ~TurnedEntries() { drain(); }
    TurnedEntries(const TurnedEntries&) = delete;
    TurnedEntries& operator=(const TurnedEntries&) = delete;

    void add(Mask row_men, Mask set, Code code) {
        const int set_men = target_.row_men();
        const auto place = index_.find(set, set_men);
        const Mask image = index_.map(place.symmetry, row_men);
        Code* const to =
            target_.row(place.row) + index_.rank_on(image, index_.free_of(set_men, place.row), target_.set_men());
        __builtin_prefetch(to, 1);
        batch_[n_++] = {code, place.row, image, to};
        if (n_ == kBatch) drain();
    }

  private:
    struct Found {
        Code code;
        ClassIndex row;
        Mask image;
        Code* to;
    };
    void drain() {
        const int men = target_.row_men();
        for (std::size_t i = 0; i < n_; ++i) {
            const Found& e = batch_[i];
            enter_(*e.to, e.code);
            const Mask free = index_.free_of(men, e.row);
            for (std::uint32_t s = index_.stabiliser_of(men, e.row); s != 0; s &= s - 1) {
                const Mask other = index_.map(static_cast<Symmetry>(std::countr_zero(s)), e.image);
                enter_(target_.row(e.row)[index_.rank_on(other, free, target_.set_men())], e.code);
            }
        }
        n_ = 0;
        if (++drained_ % 4 == 0) target_.keep_to_limit();
    }

    static constexpr std::size_t kBatch = 64;
    const UltraIndex& index_;
    CodeArray<Code>& target_;
    Enter enter_;
    std::array<Found, kBatch> batch_;
    std::size_t n_ = 0;
    std::size_t drained_ = 0;  // batches
};

// All entries of `source` that are wanted: enter(target(A, B), source(B, A)). Cost besides: a look at all of `source`.
template <class Code, class Wanted, class Enter>
void turn_some(const UltraIndex& index, WorkerPool& pool, const CodeArray<Code>& source, CodeArray<Code>& target,
               Wanted&& wanted, Enter&& enter) {
    pool.parallel_for(source.rows(), source.chunk(), [&](std::size_t first, std::size_t last, int) {
        TurnedEntries turned(index, target, enter);
        for (std::size_t r = first; r < last; ++r) {
            const Mask own = index.men_of(source.row_men(), static_cast<ClassIndex>(r));
            const Mask free = kBoardMask & ~own;
            const Code* const codes = source.row(static_cast<ClassIndex>(r));
            std::uint32_t set = (1u << source.set_men()) - 1;
            for (std::size_t i = 0; i < source.row_size(); ++i, set = set == 0 ? 0 : next_subset(set)) {
                if (wanted(codes[i])) turned.add(own, index.points(set, free), codes[i]);
            }
        }
    });
}

}  // namespace merels::solve
