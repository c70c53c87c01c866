// SPDX-License-Identifier: MIT
#include "solve/moving/ply_exchange.h"

#include <atomic>
#include <bit>
#include <cstring>

#include "solve/kernels/bits/bit_records.h"
#include "solve/moving/rank_rows.h"

namespace merels::solve {

void PlyExchange::begin(const RowTable& table, const std::uint8_t* rank_rows) {
    table_ = &table;
    rank_rows_ = rank_rows;
    row_.assign(scratch_.size(), std::vector<Word>(words_of_row(axes_of(kMinMen))));
}

void PlyExchange::add_row(int worker, RowId row, const Word* delta, std::uint64_t bits, bool wins) {
    if ((rank_rows_[row] & (wins ? kWinsCross : kLossesCross)) == 0) return;
    if (wins) {
        std::vector<Word>& kept = row_[static_cast<std::size_t>(worker)];
        bits = keep_mills(*table_, row, delta, kept.data());
        delta = kept.data();
        if (bits == 0) return;
    }
    put_row(blocks_.open(worker), row, 0, delta, bits, words_of_row(axes_of(table_->level[row])));
    blocks_.added(worker);
}

void PlyExchange::add_bits(int worker, BitList& list) {
    for_each_row_of(list, scratch_[static_cast<std::size_t>(worker)],
                    [&](RowId row, std::span<const std::uint64_t> entries) {
                        put_bits(blocks_.open(worker), row, 0, entries);
                        blocks_.added(worker);
                    });
    list.clear();
}

// The flags of all rows and the tally: the others' rows are read, or pushed, with what their rank says of them.
Status PlyExchange::share_flags(const Ply& ply) {
    std::vector<std::vector<std::uint8_t>*> flags{ply.news};
    if (ply.wins) flags.push_back(ply.three_men);
    std::vector<std::byte> mine(sizeof(PlyTally));
    std::memcpy(mine.data(), ply.tally, sizeof(PlyTally));
    const auto for_each_run = [&](int rank, auto&& body) {
        for (std::vector<std::uint8_t>* by_row : flags) {
            for (int men = kMinMen; men <= table_->max_men; ++men) {
                const RowShare::Run run = share_.of(rank, men);
                body(by_row->data() + table_->first_row[men] + run.first, run.size());
            }
        }
    };
    for_each_run(ranks_.rank(), [&](const std::uint8_t* flag, std::size_t rows) {
        const auto* const bytes = reinterpret_cast<const std::byte*>(flag);
        mine.insert(mine.end(), bytes, bytes + rows);
    });
    const auto all = ranks_.all_gather(mine);
    for (int rank = 0; rank < ranks_.size(); ++rank) {
        if (rank == ranks_.rank()) continue;
        const std::vector<std::byte>& heard = all[static_cast<std::size_t>(rank)];
        std::size_t expected = sizeof(PlyTally);
        for_each_run(rank, [&](const std::uint8_t*, std::size_t rows) { expected += rows; });
        if (heard.size() != expected) return Error{ErrorCode::kInternal, "the ranks solve different games"};
        PlyTally tally;
        std::memcpy(&tally, heard.data(), sizeof(PlyTally));
        ply.tally->add(tally);
        const std::byte* at = heard.data() + sizeof(PlyTally);
        for_each_run(rank, [&](std::uint8_t* flag, std::size_t rows) {
            std::memcpy(flag, at, rows);
            at += rows;
        });
    }
    return ok_status();
}

Status PlyExchange::run(const Ply& ply, WorkerPool& pool) {
    if (Status shared = share_flags(ply); !shared) return shared;
    return blocks_.run(pool,
                       [&](std::span<const std::uint8_t> block, int worker) { return enter(block, ply, worker); });
}

// Several blocks may tell of one row, so several threads set bits by atomic OR.
bool PlyExchange::enter(std::span<const std::uint8_t> block, const Ply& ply, int worker) {
    BitList& found = *ply.found[static_cast<std::size_t>(worker)];
    const bool one_thread = ply.found.size() == 1;
    const auto set_bits = [one_thread](Word& known, Word bits) {
        if (one_thread) {
            known |= bits;
        } else {
            std::atomic_ref<Word>(known).fetch_or(bits, std::memory_order_relaxed);
        }
    };
    RecordReader records(block);
    while (!records.at_end()) {
        const RecordReader::Record record = records.next();
        if (!records.good() || record.row >= table_->rows) return false;
        const RowId row = record.row;
        const bool needed = (rank_rows_[row] & (ply.wins ? kWinsCross : kLossesCross)) != 0;
        const int axes = axes_of(table_->level[row]);
        Word* const known = ply.wins ? table_->wins_row(row) : table_->losses_row(row);
        const Word* const canonical = table_->canonical_row(row);
        const bool listed = needed && (*ply.news)[row] != static_cast<std::uint8_t>(News::kDense);
        // As the rank that has the row does: the smallest images, and three flying men go by flags.
        const auto list = [&](AxisSet set) {
            if (canonical != nullptr && !test_bit(canonical, set)) return;
            if (ply.wins && std::popcount(set) == kMinMen) return;
            found.append_reserved(BitList::entry(row, set));
        };
        if (listed) found.reserve_more(record.bits);
        if (record.form == BitForm::kWords) {
            const std::span words(row_[static_cast<std::size_t>(worker)].data(), words_of_row(axes));
            if (!records.copy_words(words)) return false;
            if (!needed) continue;
            if (one_thread && !listed) {
                for (std::uint32_t k = 0; k < words.size(); ++k) known[k] |= words[k];
                continue;
            }
            for (std::uint32_t k = 0; k < words.size(); ++k) {
                if (words[k] == 0) continue;
                set_bits(known[k], words[k]);
                if (!listed) continue;
                for (Word rest = words[k]; rest != 0; rest &= rest - 1) {
                    list(k << 6 | static_cast<AxisSet>(std::countr_zero(rest)));
                }
            }
            continue;
        }
        const bool good = records.for_each_bit(record, [&](AxisSet set) {
            if (set >> axes != 0) return false;
            if (needed) set_bits(known[set >> 6], Word{1} << (set & 63));
            if (listed) list(set);
            return true;
        });
        if (!good) return false;
    }
    return true;
}

}  // namespace merels::solve
