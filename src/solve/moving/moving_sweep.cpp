// SPDX-License-Identifier: MIT
// Orchestration: plies, and for each ply the dense rows, then the lists.
//
// Ply n even, Black to move:  losses(n) from wins(n - 1).    Ply n odd, White to move:  wins(n) from losses(n - 1).
// A bit that appears at ply n has depth n. Each step reads one set and adds to the other, so rows are independent and
// nothing needs a lock; what a step reads does not change while it runs.
#include "solve/moving/moving_sweep.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <string>
#include <vector>

#include "base/stopwatch.h"
#include "base/worker_pool.h"
#include "index/combination.h"
#include "solve/moving/dense_steps.h"
#include "solve/moving/depth_level.h"
#include "solve/moving/depth_log.h"
#include "solve/moving/ply_exchange.h"
#include "solve/moving/ply_lists.h"
#include "solve/moving/rank_rows.h"
#include "solve/moving/sweep_census.h"
#include "solve/moving/sweep_plan.h"
#include "solve/rows/row_table.h"
#include "solve/rows/spill.h"

namespace merels {

using namespace solve;

namespace {

DenseLimits limits_for(int max_men, ListShares::Wins shares) {
    DenseLimits limits;
    for (int w = kMinMen; w <= max_men; ++w) {
        const std::uint32_t bits = std::uint32_t{1} << axes_of(w);
        limits.own[w] = bits / shares.own;
        limits.all[w] = w == max_men ? limits.own[w] : std::max(limits.own[w], bits / shares.capture);
    }
    return limits;
}

// The byte of a win in so many plies.
std::uint8_t value_of(int ply) { return static_cast<std::uint8_t>((ply + 1) / 2); }

std::uint64_t positions_of(const PlyTally& tally) {
    std::uint64_t sum = 0;
    for (const auto& row : tally.positions) {
        for (const std::uint64_t positions : row) sum += positions;
    }
    return sum;
}

constexpr std::size_t kSavedPiece = std::size_t{32} << 20;  // of a set, in a saved state

// The fixed part of a saved state.
struct SavedHeader {
    std::array<char, 8> magic = {'m', 'r', 'l', 's', 'w', 'e', 'e', 'p'};
    std::uint32_t version = 4;
    std::uint32_t board = 0;
    std::uint32_t rule = 0;
    std::uint32_t max_men = 0;
    std::uint32_t max_total = 0;
    std::uint32_t depths = 0;    // are kept
    std::uint32_t finished = 0;  // the sweep: no bit sets follow where depths are kept
    std::uint32_t plies = 0;     // completed
    friend bool operator==(const SavedHeader&, const SavedHeader&) = default;
};

}  // namespace

class MovingSweep::Impl {
  public:
    Impl(const SweepOptions& options, const SweepPlan& plan, const CubeKernels& kernels)
        : options_(options),
          plan_(plan),
          kernels_(kernels),
          ranks_(*options.ranks),
          share_(ranks_),
          pool_(options.threads),
          workers_(static_cast<std::size_t>(pool_.threads())),
          exchange_(ranks_, share_, pool_.threads()) {
        for (std::size_t i = 0; i < workers_.size(); ++i) workers_[i].number = static_cast<int>(i);
    }

    Status allocate();
    Status run(const PlyCallback& report, const StopFlag* stop);
    Status prepare(int own);
    Status save(const SaveChunk& writer) const;
    Status restore(const LoadChunk& reader);
    void forget() { begun_ = false; }
    const RowShare& share() const { return share_; }
    RowSource row_source(int own, int other) const;
    const std::vector<PlyTally>& tallies() const { return tallies_; }
    const CubeKernels& kernels() const { return kernels_; }

  private:
    Error refused() const;
    void keep_to_limit() const {
        if (spill_) spill_->keep_to_limit();
    }
    void begin();
    bool finished() const;
    bool saves_bits() const { return !(options_.record_depths && finished()); }
    void clear_bits();
    void seed_terminals();
    void mark_everything_new();
    Status do_ply(int ply);
    template <class Body>
    void for_rows(int white, const RowShare::Run& rows, Body&& body);
    template <class Body>
    void for_own_rows(int white, Body&& body) {
        for_rows(white, share_.own(white), body);
    }
    void dense_wins(DensePly& ply);
    void dense_losses(DensePly& ply);
    void push_lists(int ply);
    Status exchange(bool wins, PlyTally& tally);
    void take_counts(int white);
    DenseLimits limits(int ply) const;
    SavedHeader header() const;
    template <class Visit>
    Status visit_chunks(Visit&& visit) const;

    SweepOptions options_;
    SweepPlan plan_;
    const CubeKernels& kernels_;
    Transport& ranks_;
    RowShare share_;
    WorkerPool pool_;
    std::unique_ptr<Spill> spill_;  // where memory is short
    RowTable table_;
    DepthLog log_;
    DepthLevel depths_;  // of the number of men that is prepared
    std::vector<SweepWorker> workers_;
    BigMemory images_;  // capture images of one level

    // By row, of the ply before and of the one at work.
    std::vector<std::uint8_t> news_, next_news_;
    std::vector<std::uint8_t> three_men_, next_three_men_;
    PlyLists lists_;

    // Where there are several ranks.
    PlyExchange exchange_;
    std::vector<std::uint8_t> rank_rows_;  // by row: whose it is, and who needs it (rank_rows.h)

    bool begun_ = false;
    bool bits_used_ = false;         // the bit sets hold something
    bool over_ = false;              // the bit sets are given back
    std::vector<PlyTally> tallies_;  // by ply; its size is the number of completed plies
};

Error MovingSweep::Impl::refused() const {
    if (spill_ && !spill_->error().message.empty()) return spill_->error();
    return {ErrorCode::kNoMemory, "the system refuses the memory for the sweep"};
}

Status MovingSweep::Impl::allocate() {
    if (plan_.spills) {
        spill_ = std::make_unique<Spill>(options_.scratch, options_.memory_limit, plan_.sets_in_memory);
        pool_.after_chunks([this] { keep_to_limit(); });
    }
    if (!build_row_table(options_.extent(), pool_, table_, spill_.get())) return refused();
    std::size_t largest_level = 0;
    for (int w = kMinMen; w <= options_.max_men; ++w) largest_level = std::max(largest_level, table_.words(w));
    if (!images_.allocate(largest_level * sizeof(Word), spill_.get())) return refused();
    for (SweepWorker& worker : workers_) {
        if (!worker.allocate(axes_of(kMinMen))) return refused();
        worker.push.table = &table_;
    }
    if (ranks_.alone()) return ok_status();
    rank_rows_ = find_rank_rows(table_, share_, pool_);
    exchange_.begin(table_, rank_rows_.data());
    for (SweepWorker& worker : workers_) worker.push.rank_rows = rank_rows_.data();
    return ok_status();
}

void MovingSweep::Impl::clear_bits() {
    for (int w = kMinMen; w <= options_.max_men; ++w) {
        for (BigMemory* bits : {&table_.wins[w], &table_.losses[w]}) {
            const std::size_t bytes = bits->bytes();
            pool_.parallel_for((bytes + kHugePage - 1) / kHugePage, 4, [&](std::size_t first, std::size_t last, int) {
                const std::size_t begin = first * kHugePage;
                std::memset(bits->as<char>() + begin, 0, std::min(last * kHugePage, bytes) - begin);
            });
        }
    }
}

// Black with fewer than three men has lost. Only White's last capture reads these bits.
void MovingSweep::Impl::seed_terminals() {
    pool_.parallel_for(table_.rows, 64, [&](std::size_t first, std::size_t last, int) {
        for (std::size_t row = first; row < last; ++row) {
            Word* losses = table_.losses_row(static_cast<RowId>(row));
            const auto set = [losses](AxisSet men) { losses[men >> 6] |= Word{1} << (men & 63); };
            set(0);
            for (int a = 0; a < axes_of(table_.level[row]); ++a) {
                for (int b = 0; b <= a; ++b) set(AxisSet{1} << a | AxisSet{1} << b);
            }
        }
    });
}

void MovingSweep::Impl::mark_everything_new() {
    std::fill(news_.begin(), news_.end(), static_cast<std::uint8_t>(News::kDense));
    std::fill(three_men_.begin(), three_men_.end(), kNewThree | kNewMill);
    lists_.drop();
}

void MovingSweep::Impl::begin() {
    if (options_.record_depths) log_.begin(table_, share_, pool_.threads(), plan_.log_memory, options_.scratch);
    begun_ = true;
    tallies_.clear();
    news_.assign(table_.rows, 0);
    next_news_.assign(table_.rows, 0);
    three_men_.assign(table_.rows, 0);
    next_three_men_.assign(table_.rows, 0);
    lists_.reset(table_.rows, pool_.threads());
    if (bits_used_) clear_bits();
    bits_used_ = true;
    seed_terminals();
}

bool MovingSweep::Impl::finished() const {
    return tallies_.size() >= 2 && positions_of(tallies_.back()) == 0 &&
           positions_of(tallies_[tallies_.size() - 2]) == 0;
}

DenseLimits MovingSweep::Impl::limits(int ply) const {
    const ListShares& shares = plan_.shares;
    if (ply % 2 == 0) return limits_for(options_.max_men, {shares.losses, shares.losses});
    const bool few = ply > 2 && positions_of(tallies_[ply - 1]) < plan_.needs.positions / shares.few;
    return limits_for(options_.max_men, few ? shares.few_wins : shares.wins);
}

void MovingSweep::Impl::take_counts(int white) {
    for (SweepWorker& worker : workers_) {
        std::array<std::uint64_t, 2 * kPoints> by_men{};
        kernels_.sum_counts(worker.counts, by_men.data());
        for (int black = kMinMen; black <= options_.max_men; ++black) {
            worker.push.tally.positions[white][black] += by_men[black];
        }
    }
}

// Calls body(row, worker) for some rows of a level. Large rows go one by one, small ones in chunks.
template <class Body>
void MovingSweep::Impl::for_rows(int white, const RowShare::Run& rows, Body&& body) {
    const RowId first_row = table_.first_row[white] + rows.first;
    const std::size_t chunk = white < 6 ? 1 : 8;
    pool_.parallel_for(rows.size(), chunk, [&](std::size_t first, std::size_t last, int worker) {
        for (std::size_t i = first; i < last; ++i) {
            body(first_row + static_cast<RowId>(i), workers_[worker]);
        }
    });
}

void MovingSweep::Impl::dense_wins(DensePly& ply) {
    ply.images = images_.as<Word>();
    for (int white = kMinMen; white <= options_.max_men; ++white) {
        for_rows(white, {0, table_.classes->size(white)}, [&](RowId row, SweepWorker&) {
            if (!ranks_.alone() && (rank_rows_[row] & kImageWanted) == 0) return;
            if (needs_image(ply, row)) make_image(ply, row, images_.as<Word>() + table_.row_offset(row));
        });
        for_own_rows(white, [&](RowId row, SweepWorker& worker) { pull_wins(ply, worker, row); });
        take_counts(white);
    }
}

void MovingSweep::Impl::dense_losses(DensePly& ply) {
    for (int white = kMinMen; white <= options_.max_men; ++white) {
        for_own_rows(white, [&](RowId row, SweepWorker& worker) { pull_losses(ply, worker, row); });
        take_counts(white);
    }
}

void MovingSweep::Impl::push_lists(int ply) {
    constexpr std::size_t kMostWon = 1 << 18;  // on a list before it goes to the log
    const auto rows = lists_.rows();
    pool_.parallel_for(rows.size(), 16, [&](std::size_t first, std::size_t last, int worker) {
        PushContext& push = workers_[worker].push;
        for (std::size_t i = first; i < last; ++i) {
            const RowId row = rows[i];
            const auto bits = lists_.bits(row);
            if (ply % 2 == 1) {
                kernels_.push_losses(push, row, bits.data(), bits.size());
            } else {
                kernels_.push_wins(push, row, bits.data(), bits.size(), news_[row] == 0 && push.owns(row));
            }
            if (push.changed.size() > kMostWon) exchange_.add_bits(worker, push.changed);
            if (push.won.size() > kMostWon) log_.add_bits(worker, push.won, value_of(ply));
            keep_to_limit();
        }
    });
}

Status MovingSweep::Impl::do_ply(int ply) {
    const bool white_moves = ply % 2 == 1;
    std::fill(next_news_.begin(), next_news_.end(), 0);
    if (white_moves) std::fill(next_three_men_.begin(), next_three_men_.end(), 0);
    DensePly dense;
    dense.table = &table_;
    dense.kernels = &kernels_;
    dense.log = options_.record_depths ? &log_ : nullptr;
    dense.exchange = ranks_.alone() ? nullptr : &exchange_;
    dense.value = value_of(ply);
    dense.news = news_.data();
    dense.three_men = three_men_.data();
    dense.next_news = next_news_.data();
    dense.next_three_men = next_three_men_.data();
    dense.limits = limits(ply);
    for (SweepWorker& worker : workers_) {
        PushContext& push = worker.push;
        push.records = options_.record_depths;
        push.next_news = next_news_.data();
        push.three_men = next_three_men_.data();
        push.found.clear();
        push.tally.clear();
    }

    // 1. Seeds.
    if (ply == 0) {
        for (int white = kMinMen; white <= options_.max_men; ++white) {
            for_own_rows(white, [&](RowId row, SweepWorker& worker) { kernels_.seed_blocked(worker.push, row); });
        }
    }
    if (ply == 1) {
        for (int white = kMinMen; white <= options_.max_men; ++white) {
            for_own_rows(white, [&](RowId row, SweepWorker& worker) { seed_last_captures(dense, worker, row); });
            take_counts(white);
        }
    }
    // 2. Rows that read dense news.
    const auto some = [](const std::vector<std::uint8_t>& flags) {
        return std::any_of(flags.begin(), flags.end(), [](std::uint8_t flag) { return flag != 0; });
    };
    if (some(news_) || (!white_moves && some(three_men_))) {
        white_moves ? dense_wins(dense) : dense_losses(dense);
    }
    // 3. Listed news.
    push_lists(ply);
    if (options_.record_depths) {
        for (SweepWorker& worker : workers_) log_.add_bits(worker.number, worker.push.won, value_of(ply));
    }
    // 4. What the other ranks found.
    PlyTally tally;
    for (const SweepWorker& worker : workers_) tally.add(worker.push.tally);
    if (!ranks_.alone()) {
        if (Status heard = exchange(white_moves, tally); !heard) return heard;
    }
    // 5. This ply's news.
    lists_.collect(workers_, table_, dense.limits, next_news_, pool_);
    std::swap(news_, next_news_);
    if (white_moves) std::swap(three_men_, next_three_men_);
    tallies_.push_back(tally);
    return ok_status();
}

Status MovingSweep::Impl::exchange(bool wins, PlyTally& tally) {
    PlyExchange::Ply ply{wins, &next_news_, &next_three_men_, {}, &tally};
    for (SweepWorker& worker : workers_) {
        exchange_.add_bits(worker.number, worker.push.changed);
        ply.found.push_back(&worker.push.found);
    }
    return exchange_.run(ply, pool_);
}

Status MovingSweep::Impl::run(const PlyCallback& report, const StopFlag* stop) {
    if (!begun_) begin();
    PlyReport progress;
    progress.positions = plan_.needs.positions;
    for (const PlyTally& tally : tallies_) progress.decided += positions_of(tally);
    while (!finished()) {
        if (stop != nullptr && stop->load(std::memory_order_relaxed)) {
            return Error{ErrorCode::kInterrupted, "stopped on request after ply " + std::to_string(tallies_.size())};
        }
        const Stopwatch watch;
        const int ply = static_cast<int>(tallies_.size());
        if (ply > 2 * 255 - 1) return Error{ErrorCode::kInternal, "the sweep is deeper than a byte can record"};
        const TransportUse before = ranks_.use();
        ranks_.stage("ply", std::to_string(ply));
        if (Status done = do_ply(ply); !done) return done;
        if (Status logged = ranks_.agree(log_.flush()); !logged) return logged;
        progress.sent_bytes = ranks_.use().sent - before.sent;
        progress.exchange_seconds = ranks_.use().seconds - before.seconds;
        progress.ply = ply;
        progress.new_positions = positions_of(tallies_.back());
        progress.decided += progress.new_positions;
        progress.dense_rows = lists_.dense_rows();
        progress.sparse_rows = static_cast<std::uint32_t>(lists_.rows().size());
        progress.seconds = watch.seconds();
        if (report) report(progress);
    }
    // Without depths the bits are the values, and whoever asks may ask for any row.
    if (!options_.record_depths && !ranks_.alone()) complete_rows(table_.wins, table_, share_, ranks_);
    return ok_status();
}

Status MovingSweep::Impl::prepare(int own) {
    if (!begun_ || !finished()) return Error{ErrorCode::kInternal, "the sweep is not finished"};
    if (!options_.record_depths || depths_.white_men() == own) return ok_status();
    if (!over_) {
        // The rows themselves are no longer needed; their place is what a level of depths takes.
        for (int w = kMinMen; w <= options_.max_men; ++w) {
            table_.wins[w].release();
            table_.losses[w].release();
        }
        images_.release();
        over_ = true;
    }
    const bool memory = depths_.begin(own, share_.own(own), options_.extent(), pool_, spill_.get());
    return ranks_.agree(memory ? log_.read_level(depths_, kernels_, pool_) : Status(refused()));
}

RowSource MovingSweep::Impl::row_source(int own, int other) const {
    if (!options_.record_depths) {
        return [this, own, other](std::uint32_t row, std::span<std::uint8_t> out) {
            kernels_.pack_results(out.data(), table_.wins_row(table_.first_row[own] + row), axes_of(own), other);
            keep_to_limit();
        };
    }
    const std::span<const std::uint8_t> bytes = depths_.subspace(other);
    const std::size_t row_bytes = binomial(axes_of(own), other);
    const ClassIndex first = depths_.rows().first;
    return [this, bytes, row_bytes, first](std::uint32_t row, std::span<std::uint8_t> out) {
        std::memcpy(out.data(), bytes.data() + (row - first) * row_bytes, row_bytes);
        keep_to_limit();
    };
}

SavedHeader MovingSweep::Impl::header() const {
    SavedHeader header;
    header.board = static_cast<std::uint32_t>(options_.board);
    header.rule = static_cast<std::uint32_t>(options_.all_in_mills);
    header.max_men = static_cast<std::uint32_t>(options_.max_men);
    header.max_total = static_cast<std::uint32_t>(options_.max_total);
    header.depths = options_.record_depths ? 1 : 0;
    header.finished = finished() ? 1 : 0;
    header.plies = static_cast<std::uint32_t>(tallies_.size());
    return header;
}

// Calls visit(name, pointer, bytes) for everything behind the header.
template <class Visit>
Status MovingSweep::Impl::visit_chunks(Visit&& visit) const {
    if (Status s = visit("tallies", const_cast<PlyTally*>(tallies_.data()), tallies_.size() * sizeof(PlyTally)); !s) {
        return s;
    }
    // In pieces, so that a set which does not fit into memory need not be there as a whole.
    const auto visit_set = [&](const std::string& name, const BigMemory& set) {
        for (std::size_t at = 0; at < set.bytes(); at += kSavedPiece) {
            keep_to_limit();
            const std::size_t bytes = std::min(kSavedPiece, set.bytes() - at);
            if (Status s = visit(name + "-" + std::to_string(at / kSavedPiece), set.as<std::byte>() + at, bytes); !s) {
                return s;
            }
        }
        return ok_status();
    };
    for (int w = kMinMen; saves_bits() && w <= options_.max_men; ++w) {
        if (Status s = visit_set("wins-" + std::to_string(w), table_.wins[w]); !s) return s;
        if (Status s = visit_set("losses-" + std::to_string(w), table_.losses[w]); !s) return s;
    }
    return ok_status();
}

Status MovingSweep::Impl::save(const SaveChunk& writer) const {
    if (!begun_) return Error{ErrorCode::kBadInput, "there is nothing to save before the first ply"};
    const SavedHeader head = header();
    if (Status s = writer("header", std::as_bytes(std::span(&head, 1))); !s) return s;
    if (saves_bits() && !ranks_.alone()) {
        for (const auto* set : {&table_.wins, &table_.losses}) complete_rows(*set, table_, share_, ranks_);
    }
    Status saved = visit_chunks([&](const std::string& name, const void* data, std::size_t bytes) {
        return writer(name, {static_cast<const std::byte*>(data), bytes});
    });
    return saved && options_.record_depths ? log_.save(writer, ranks_) : saved;
}

Status MovingSweep::Impl::restore(const LoadChunk& reader) {
    SavedHeader head;
    if (over_) return Error{ErrorCode::kBadInput, "a sweep whose values were read cannot go back"};
    if (Status s = reader("header", std::as_writable_bytes(std::span(&head, 1))); !s) return s;
    begin();
    SavedHeader expected = header();
    expected.plies = head.plies;
    expected.finished = head.finished;
    if (!(head == expected) || head.plies > 2 * 255) {
        begun_ = false;
        return Error{ErrorCode::kBadInput, "the saved sweep belongs to other options"};
    }
    tallies_.resize(head.plies);
    Status read = visit_chunks([&](const std::string& name, void* data, std::size_t bytes) {
        return reader(name, {static_cast<std::byte*>(data), bytes});
    });
    if (read && finished() != (head.finished != 0)) read = Error{ErrorCode::kCorrupt, "the saved sweep is damaged"};
    if (read && options_.record_depths) read = log_.restore(reader);
    if (!read) {
        begun_ = false;
        return read;
    }
    // The lists of the last ply are not saved: everything counts as new, and the next ply looks at every row.
    mark_everything_new();
    return ok_status();
}

MovingSweep::MovingSweep(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
MovingSweep::~MovingSweep() = default;

Result<std::unique_ptr<MovingSweep>> MovingSweep::create(const SweepOptions& options) {
    auto plan = plan_sweep(options);
    if (!plan) return plan.error();
    const CubeKernels& kernels =
        options.kernel_table != nullptr ? *options.kernel_table : *find_kernels(options.kernel)->bits;
    auto impl = std::make_unique<Impl>(options, *plan, kernels);
    if (Status s = impl->allocate(); !s) return s.error();
    return std::unique_ptr<MovingSweep>(new MovingSweep(std::move(impl)));
}

std::string_view MovingSweep::kernel_name() const { return impl_->kernels().name; }
Status MovingSweep::run(const PlyCallback& report, const StopFlag* stop) { return impl_->run(report, stop); }
Status MovingSweep::prepare(int own) { return impl_->prepare(own); }
RowSource MovingSweep::row_source(int own, int other) const { return impl_->row_source(own, other); }
Census MovingSweep::census(int own, int other) const { return make_census(impl_->tallies(), own, other); }
Status MovingSweep::save(const SaveChunk& writer) const { return impl_->save(writer); }
Status MovingSweep::restore(const LoadChunk& reader) { return impl_->restore(reader); }
void MovingSweep::forget() { impl_->forget(); }
RowShare MovingSweep::share() const { return impl_->share(); }

}  // namespace merels
