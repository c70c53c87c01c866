// SPDX-License-Identifier: MIT
#include "solve/placing/placing_pairs.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <mutex>

#include "index/combination.h"

namespace merels::solve {
namespace {

int fewest_cube_men(const RoleLayer& layer) { return std::max(0, kMinMen - layer.cube_hand); }

PairTurn turn_of(const LayerPair& pair, Side role, int men) {
    if (!pair.before) return PairTurn::kNone;
    if (pair.before->hand[index_of(role)] == 0) return PairTurn::kSlides;
    return men == 0 ? PairTurn::kNone : PairTurn::kPlaces;
}

// Men of the row side in the layer before.
int before_men(int men, PairTurn turn) { return turn == PairTurn::kPlaces ? men - 1 : men; }

// Memory cut into rows of one size, taken and given back.
class Slots {
  public:
    // Takes `rows` rows from the front of `memory`.
    Slots(std::uint8_t*& memory, std::size_t rows, std::size_t row_bytes) {
        for (std::size_t i = 0; i < rows; ++i) free_.push_back(memory + (rows - 1 - i) * row_bytes);
        memory += rows * row_bytes;
    }
    std::uint8_t* take() {
        std::uint8_t* const row = free_.back();
        free_.pop_back();
        return row;
    }
    void give_back(std::uint8_t*& row) {
        if (row != nullptr) free_.push_back(row);
        row = nullptr;
    }

  private:
    std::vector<std::uint8_t*> free_;
};

// The rows of a level that are there now.
struct LiveRows {
    LiveRows(ClassIndex rows, std::uint8_t*& memory, std::size_t most, std::size_t row_bytes)
        : at(rows, nullptr), slots(memory, most, row_bytes) {}
    void begin(const std::vector<ClassIndex>& rows) {
        for (const ClassIndex row : rows) at[row] = slots.take();
    }
    void end(const std::vector<ClassIndex>& rows) {
        for (const ClassIndex row : rows) slots.give_back(at[row]);
    }
    LevelRows rows() const { return LevelRows(at.data()); }

    std::vector<std::uint8_t*> at;
    Slots slots;
};

// A solved level of `before` that waits to be written: with depths as the bytes of its tables (no larger than the rows,
// and half as large where it matters), without as rows of bits. In memory, or in a file where memory is short.
class KeptLevel {
  public:
    KeptLevel(const PlacingRows& rows, ValueKind values, const RoleLayer& layer, int men, const RowShare::Run& own,
              std::uint8_t* memory, const ScratchFile* file = nullptr)
        : rows_(rows),
          packed_(values == ValueKind::kDtw),
          axes_(kPoints - men),
          layer_(layer),
          first_row_(own.first),
          memory_(memory),
          file_(file) {
        const std::size_t count = own.size();
        for (int cube = fewest_cube_men(layer); packed_ && cube <= most(); ++cube) {
            offset_[cube] = bytes_;
            bytes_ += count * binomial(axes_, cube);
        }
        if (!packed_) bytes_ = count * rows.row_bytes(axes_);
    }
    std::size_t bytes() const { return bytes_; }

    // Thread-safe, for different rows.
    void keep(ClassIndex index, const std::uint8_t* row) {
        if (!packed_) {
            put(place(index) * rows_.row_bytes(axes_), {row, rows_.row_bytes(axes_)});
            return;
        }
        for (int cube = fewest_cube_men(layer_); cube <= most(); ++cube) {
            if (file_ == nullptr) {
                rows_.pack(memory_ + at(cube, index), row, axes_, cube);
            } else {
                thread_local std::vector<std::uint8_t> packed;
                packed.resize(binomial(axes_, cube) + kBeyond);
                rows_.pack(packed.data(), row, axes_, cube);
                put(at(cube, index), std::span(packed).first(binomial(axes_, cube)));
            }
        }
    }
    void pack(int cube, ClassIndex index, std::span<std::uint8_t> out) {
        if (packed_) {
            get(at(cube, index), out);
        } else if (file_ == nullptr) {
            rows_.pack(out.data(), memory_ + place(index) * rows_.row_bytes(axes_), axes_, cube);
        } else {
            thread_local std::vector<std::uint8_t> row;
            row.resize(rows_.row_bytes(axes_) + kBeyond);
            get(place(index) * rows_.row_bytes(axes_), std::span(row).first(rows_.row_bytes(axes_)));
            rows_.pack(out.data(), row.data(), axes_, cube);
        }
    }
    // An error of the file, if there was one.
    Status status() const { return failure_; }

  private:
    static constexpr std::size_t kBeyond = 64;  // kernels may touch a little more than they are asked for

    int most() const { return std::min(layer_.cube_most, axes_); }
    std::size_t place(ClassIndex index) const { return index - first_row_; }
    std::size_t at(int cube, ClassIndex index) const { return offset_[cube] + place(index) * binomial(axes_, cube); }
    void put(std::size_t offset, std::span<const std::uint8_t> bytes) {
        if (file_ == nullptr) {
            std::memcpy(memory_ + offset, bytes.data(), bytes.size());
        } else {
            note(file_->write(offset, bytes));
        }
    }
    void get(std::size_t offset, std::span<std::uint8_t> bytes) {
        if (file_ == nullptr) {
            std::memcpy(bytes.data(), memory_ + offset, bytes.size());
        } else {
            note(file_->read(offset, bytes));
        }
    }
    void note(const Status& status) {
        if (status) return;
        const std::lock_guard lock(mutex_);
        if (failure_) failure_ = status;
    }

    const PlacingRows& rows_;
    const bool packed_;
    const int axes_;
    const RoleLayer layer_;
    const ClassIndex first_row_;
    std::uint8_t* memory_;
    const ScratchFile* file_;
    std::size_t bytes_ = 0;
    std::array<std::size_t, kPoints + 1> offset_{};
    std::mutex mutex_;
    Status failure_ = ok_status();
};

// One level of a pair, batch by batch.
class LevelRun {
  public:
    LevelRun(RoleWork& work, const PairPlan& plan, const LayerPair& pair, const TableReader& reader,
             std::uint8_t* memory, KeptLevel* kept)
        : work_(work),
          plan_(plan),

          after_(role_layer(work.options.variant, work.role, pair.after)),
          layer_(role_layer(work.options.variant, work.role, pair.between)),
          reader_(reader),
          kept_(kept),
          between_(rows_of(plan.men), memory, plan.between.most, bytes_of(plan.men)),
          images_(rows_of(plan.men), memory, plan.most_images, bytes_of(plan.men)),
          below_(rows_of(plan.men - 1), memory, plan.below.most, bytes_of(plan.men - 1)),
          once_(rows_of(plan.men - 1), memory, twice() ? plan.below.most : 0, bytes_of(plan.men - 1)),
          deeper_(rows_of(plan.men - 2), memory, plan.deeper.most, bytes_of(plan.men - 2)),
          losses_(work.rows, work.canonical, layer_, plan.men, work.pool.threads()) {
        if (kept == nullptr) return;
        before_ = role_layer(work.options.variant, work.role, *pair.before);
        wins_.emplace(work.rows, work.canonical, *before_, before_men(plan_.men, plan_.turn), work.pool.threads());
    }

    Status run() {
        for (std::uint32_t batch = 0; batch < plan_.batches; ++batch) {
            if (Status s = make_below(batch); !s) return s;
            if (Status s = make_between(batch); !s) return s;
            if (kept_ != nullptr) {
                make_before(batch);
                if (Status s = kept_->status(); !s) return s;
            }
            end(batch);
        }
        return ok_status();
    }
    Result<std::vector<Census>> losses() const { return losses_.finish(*work_.options.ranks); }
    Result<std::vector<Census>> wins() const { return wins_->finish(*work_.options.ranks); }

  private:
    using Buffers = PlacingWorkspace::Buffers;
    static constexpr std::size_t kLoadBytes = std::size_t{1} << 21;  // of rows that are read from tables at once

    static ClassIndex rows_of(int men) { return men < 0 ? 0 : Classes::get().size(men); }
    std::size_t bytes_of(int men) const { return men < 0 ? 0 : work_.rows.row_bytes(kPoints - men); }
    bool twice() const { return !plan_.deeper.begin.empty(); }
    const std::vector<ClassIndex>& starting(const RowLives& lives, std::uint32_t batch) const {
        static const std::vector<ClassIndex> kNone;
        return lives.begin.empty() ? kNone : lives.begin[batch];
    }

    // Calls body(rows, worker) with parts of a list, on all threads; the first error ends it.
    template <class Body>
    Status for_each_part(const std::vector<ClassIndex>& list, int men, Body&& body) {
        std::mutex mutex;
        Status failure = ok_status();
        const std::size_t part = std::max<std::size_t>(1, kLoadBytes >> (kPoints - men));
        work_.pool.parallel_for(list.size(), std::min<std::size_t>(part, 64),
                                [&](std::size_t first, std::size_t last, int worker) {
                                    Status status = body(std::span(list).subspan(first, last - first), worker);
                                    if (status) return;
                                    const std::lock_guard lock(mutex);
                                    if (failure) failure = status;
                                });
        return failure;
    }

    // Reads rows of the layer after, run by run of consecutive numbers.
    Status load(const LevelRows& level, int men, std::span<const ClassIndex> rows) const {
        for (std::size_t first = 0; first < rows.size();) {
            std::size_t last = first + 1;
            while (last < rows.size() && rows[last] == rows[last - 1] + 1) ++last;
            Status status =
                load_rows(work_, level, after_, men, rows[first], static_cast<ClassIndex>(last - first), reader_);
            if (!status) return status;
            work_.keep_to_limit();
            first = last;
        }
        return ok_status();
    }

    Status make_below(std::uint32_t batch) {
        const auto& fresh = starting(plan_.below, batch);
        if (fresh.empty()) return ok_status();
        const int men = plan_.men - 1;
        below_.begin(fresh);
        if (twice()) {
            const auto& deeper = plan_.deeper.begin[batch];
            deeper_.begin(deeper);
            Status loaded =
                for_each_part(deeper, men - 1, [&](auto rows, int) { return load(deeper_.rows(), men - 1, rows); });
            if (!loaded) return loaded;
            once_.begin(fresh);
        }
        Status loaded = for_each_part(fresh, men, [&](auto rows, int) { return load(below_.rows(), men, rows); });
        if (!loaded || !(work_.options.variant.takes > 1 && twice())) return loaded;
        return for_each_part(fresh, men, [&](auto rows, int worker) {
            for (const ClassIndex row : rows) {
                work_.steps.once_row(once_.at[row], below_.at[row], men, row, layer_.cube_most + 1, deeper_.rows(),
                                     buffers(worker));
            }
            return ok_status();
        });
    }

    Status make_between(std::uint32_t batch) {
        const auto& fresh = starting(plan_.between, batch);
        between_.begin(fresh);
        if (kept_ != nullptr) {
            for (const ClassIndex row : fresh) {
                if (has_mill(row)) images_.at[row] = images_.slots.take();
            }
        }
        return for_each_part(fresh, plan_.men, [&](auto rows, int worker) -> Status {
            if (Status loaded = load(between_.rows(), plan_.men, rows); !loaded) return loaded;
            for (const ClassIndex row : rows) {
                work_.steps.cube_row(between_.at[row], plan_.men, row, layer_, below_.rows(),
                                     twice() ? once_.rows() : below_.rows(), buffers(worker));
                work_.keep_to_limit();
                if (images_.at[row] == nullptr) continue;
                work_.steps.image_row(images_.at[row], between_.at[row],
                                      work_.space.classes.representative(plan_.men, row), before_->cube_most);
            }
            if (work_.options.census) count_losses(worker, rows);
            return ok_status();
        });
    }

    // Rows that several ranks make are counted by one of them.
    void count_losses(int worker, std::span<const ClassIndex> rows) {
        if (plan_.counted.empty()) return losses_.add(worker, rows, between_.rows());
        std::vector<ClassIndex> ours;
        std::copy_if(rows.begin(), rows.end(), std::back_inserter(ours),
                     [&](ClassIndex row) { return plan_.counted[row] != 0; });
        if (!ours.empty()) losses_.add(worker, ours, between_.rows());
    }

    void make_before(std::uint32_t batch) {
        const ClassIndex first = plan_.rows_before.first + batch * plan_.batch;
        const ClassIndex last = std::min<ClassIndex>(first + plan_.batch, plan_.rows_before.last);
        const int men = before_men(plan_.men, plan_.turn);
        work_.pool.parallel_for(last - first, 1, [&](std::size_t from, std::size_t to, int worker) {
            Buffers& own = buffers(worker);
            std::uint8_t* const out = own.out.as<std::uint8_t>();
            for (auto row = static_cast<ClassIndex>(first + from); row < first + to; ++row) {
                if (plan_.turn == PairTurn::kPlaces) {
                    work_.steps.place_row(out, men, row, *before_, between_.rows(), images_.rows(), own);
                } else {
                    work_.steps.slide_row(out, men, row, *before_, between_.rows(), images_.rows(), own);
                    work_.space.write_row_terminals(men, out, *before_);
                }
                const std::uint8_t* const only = out;
                if (work_.options.census) {
                    wins_->add(worker, std::span(&row, 1), LevelRows(const_cast<std::uint8_t*>(only), 0));
                }
                kept_->keep(row, out);
            }
        });
    }

    void end(std::uint32_t batch) {
        for (const ClassIndex row : plan_.between.end[batch]) images_.slots.give_back(images_.at[row]);
        between_.end(plan_.between.end[batch]);
        if (!plan_.below.end.empty()) {
            if (twice()) once_.end(plan_.below.end[batch]);
            below_.end(plan_.below.end[batch]);
        }
        if (twice()) deeper_.end(plan_.deeper.end[batch]);
    }

    bool has_mill(ClassIndex row) const {
        return work_.space.board.in_mills(work_.space.classes.representative(plan_.men, row)) != 0;
    }
    Buffers& buffers(int worker) const { return work_.space.buffers[static_cast<std::size_t>(worker)]; }

    RoleWork& work_;
    const PairPlan& plan_;

    const RoleLayer after_;
    const RoleLayer layer_;
    std::optional<RoleLayer> before_;
    const TableReader& reader_;
    KeptLevel* kept_;
    LiveRows between_, images_, below_, once_, deeper_;
    LevelCensus losses_;
    std::optional<LevelCensus> wins_;
};

}  // namespace

std::vector<LayerPair> pairs_of(const std::vector<Layer>& layers, Side role, std::optional<Layer> after) {
    std::vector<LayerPair> pairs;
    auto next = layers.begin();
    Layer known{{0, 0}, role};
    if (after) {
        known = *after;
        next = std::find(layers.begin(), layers.end(), *after) + 1;
    } else if (layers.front().to_move == role) {
        // The row side makes the last placing, so the cube side is to move when all men are placed.
        pairs.push_back({known, {{0, 0}, opponent(role)}, false, layers.front()});
        known = layers.front();
        ++next;
    }
    while (next != layers.end()) {
        LayerPair pair{known, *next++, true, std::nullopt};
        if (next != layers.end()) pair.before = known = *next++;
        pairs.push_back(pair);
    }
    return pairs;
}

PlacingPairs::Plans PlacingPairs::make_plans(const PlacingWorkspace& work, Side role, const std::vector<Layer>& layers,
                                             std::uint32_t batch, const RowShare& share) {
    Plans plans;
    for (const LayerPair& pair : pairs_of(layers, role, std::nullopt)) {
        const RoleLayer between = role_layer(work.variant, role, pair.between);
        for (int men = 0; men <= between.row_most; ++men) {
            if (between.row_is_short(men)) continue;
            const std::pair key{men, turn_of(pair, role, men)};
            if (!plans.contains(key)) plans.emplace(key, plan_pair(work, men, key.second, batch, share));
        }
    }
    return plans;
}

std::size_t PlacingPairs::level_bytes(const Plans& plans, const PlacingOptions& options, const PlacingRows& rows,
                                      Side role, const std::vector<Layer>& layers, bool scratch) {
    std::size_t most = 0;
    for (const LayerPair& pair : pairs_of(layers, role, std::nullopt)) {
        const RoleLayer between = role_layer(options.variant, role, pair.between);
        for (int men = 0; men <= between.row_most; ++men) {
            if (between.row_is_short(men)) continue;
            const PairTurn turn = turn_of(pair, role, men);
            const PairPlan& plan = plans.at({men, turn});
            std::size_t bytes = plan.bytes(rows);
            if (turn != PairTurn::kNone && !scratch) {
                const RoleLayer before = role_layer(options.variant, role, *pair.before);
                bytes +=
                    KeptLevel(rows, options.values, before, before_men(men, turn), plan.rows_before, nullptr).bytes();
            }
            most = std::max(most, bytes);
        }
    }
    return most;
}

std::uint64_t PlacingPairs::bytes(const PlacingOptions& options, const PlacingRows& rows, Side role,
                                  const std::vector<Layer>& layers, const PairForm& form) {
    WorkerPool none(1);
    const PlacingWorkspace work(options.variant, rows, none, false);
    return level_bytes(make_plans(work, role, layers, form.batch, RowShare(*options.ranks)), options, rows, role,
                       layers, form.scratch) +
           PlacingWorkspace::row_bytes(rows, options.threads) + CanonicalRows::bytes(men_of(options.variant, role));
}

PlacingPairs::PlacingPairs(const PlacingOptions& options, Side role, const PlacingRows& rows, const PairForm& form)
    : work_(options, role, rows), form_(form) {}

bool PlacingPairs::allocate(const std::vector<Layer>& layers) {
    plans_ = make_plans(work_.space, work_.role, layers, form_.batch, RowShare(*work_.options.ranks));
    const std::size_t bytes = level_bytes(plans_, work_.options, work_.rows, work_.role, layers, form_.scratch);
    return allocate_bytes(memory_, bytes, work_.space.sparse, work_.spill.get()) && work_.space.allocate_rows() &&
           work_.build_canonical();
}

Status PlacingPairs::run(const LayerPair& pair, const TableReader& reader, PlacingSink& sink) {
    const PlacingOptions& options = work_.options;
    if (form_.scratch && !file_.is_open()) {
        if (Status opened = options.ranks->agree(file_.open(options.scratch)); !opened) return opened;
    }
    for (int men = role_layer(options.variant, work_.role, pair.between).row_most; men >= 0; --men) {
        if (options.stopped()) {
            return Error{ErrorCode::kInterrupted, "stopped in the layer '" + name_of(pair.between) + "'"};
        }
        if (options.progress != nullptr) {
            options.progress->detail(name_of(pair.before.value_or(pair.between)) + ", " + std::to_string(men) + " men");
        }
        if (Status s = run_level(pair, men, reader, sink); !s) return s;
    }
    if (pair.between_counts) {
        if (Status s = sink.layer_done(work_.role, pair.between); !s) return s;
    }
    return pair.before ? sink.layer_done(work_.role, *pair.before) : ok_status();
}

Status PlacingPairs::run_level(const LayerPair& pair, int men, const TableReader& reader, PlacingSink& sink) {
    const PlacingOptions& options = work_.options;
    const RoleLayer between = role_layer(options.variant, work_.role, pair.between);
    if (between.row_is_short(men)) return ok_status();  // so is the level of the layer before
    const PairTurn turn = turn_of(pair, work_.role, men);
    const PairPlan& plan = plans_.at({men, turn});

    // The rows first, behind them what waits to be written.
    auto* const memory = memory_.as<std::uint8_t>();
    std::optional<KeptLevel> kept;
    if (turn != PairTurn::kNone) {
        kept.emplace(work_.rows, options.values, role_layer(options.variant, work_.role, *pair.before),
                     before_men(men, turn), plan.rows_before, form_.scratch ? nullptr : memory + plan.bytes(work_.rows),
                     form_.scratch ? &file_ : nullptr);
    }
    options.ranks->stage("layer", name_of(pair.before.value_or(pair.between)));
    LevelRun run(work_, plan, pair, reader, memory, kept ? &*kept : nullptr);
    if (Status s = options.ranks->agree(run.run()); !s) return s;

    options.ranks->stage("layer's tables", name_of(pair.before.value_or(pair.between)));
    if (pair.between_counts) {
        const SolvedLayer losses{[&](int) { return run.losses(); }, {}};
        Status s = deliver_level(options, work_.role, pair.between, men, losses, sink);
        if (!s) return s;
    }
    if (!kept) return ok_status();
    SolvedLayer wins{[&](int) { return run.wins(); },
                     [&](int, int cube, ClassIndex row, std::span<std::uint8_t> out) { kept->pack(cube, row, out); }};
    wins.first_rows = RowShare(*options.ranks).first_rows(before_men(men, turn));
    Status delivered = deliver_level(options, work_.role, *pair.before, before_men(men, turn), wins, sink);
    return delivered ? options.ranks->agree(kept->status()) : delivered;
}

}  // namespace merels::solve
