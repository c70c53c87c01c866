// SPDX-License-Identifier: MIT
#include "solve/lasker/lasker_sweep.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>

#include "index/combination.h"
#include "index/symmetry.h"
#include "solve/kernels/bits/bit_records.h"

namespace merels::solve {
namespace {

// New bits up to this share of a row are handled one by one: about where both ways cost the same.
constexpr std::uint32_t kFewShare = 2048;

// A row in which so few entries have not too many men is handled bit by bit from the start.
constexpr std::uint64_t kNarrowShare = 200;

bool all_in_mills(const RowAxes& axes, AxisSet men) {
    for (AxisSet rest = men; rest != 0; rest &= rest - 1) {
        if (!in_mill(axes, men, std::countr_zero(rest))) return false;
    }
    return true;
}

}  // namespace

std::size_t LaskerSweep::bytes(const PlacingRows& rows, int row_men, int threads) {
    return 3 * PlacingArray::largest_level_bytes(rows, row_men) +
           static_cast<std::size_t>(threads) * 4 * rows.row_bytes(kPoints);
}

bool LaskerSweep::allocate(int row_men) {
    const std::size_t level = PlacingArray::largest_level_bytes(work_.rows, row_men);
    for (BigMemory* memory : {&lost_, &won_before_, &lost_before_}) {
        if (!allocate_bytes(*memory, level, work_.sparse, work_.spill)) return false;
    }
    rows_.resize(work_.buffers.size());
    for (Rows& rows : rows_) {
        for (BigMemory* memory : {&rows.won, &rows.once, &rows.placed, &rows.lost}) {
            if (!allocate_bytes(*memory, work_.rows.row_bytes(kPoints), work_.sparse)) return false;
        }
    }
    return true;
}

void LaskerSweep::begin(const Level& level) {
    level_ = level;
    axes_ = kPoints - level.men;
    row_bytes_ = work_.rows.row_bytes(axes_);
    parts_.set(axes_, level.layer.cube_most);
    std::uint64_t entries = 0;
    for (int cube = 0; cube <= level.layer.cube_most; ++cube) entries += binomial(axes_, cube);
    narrow_ = !whole_rows_ && entries * kNarrowShare <= std::uint64_t{1} << axes_;
    few_ = whole_rows_ ? 0 : narrow_ ? ~std::uint32_t{0} : (std::uint32_t{1} << axes_) / kFewShare;
    first_ = true;
    const ClassIndex rows = work_.classes.size(level.men);
    touched_.assign(rows, kAllParts);
    news_.assign(rows, News::kNone);
    lost_parts_.assign(rows, 0);
    stabilisers_.resize(rows);
    work_.for_each_row(level.men, [&](ClassIndex row, Buffers&) {
        stabilisers_[row] = stabiliser(work_.classes.representative(level_.men, row));
        Word* const won = words(level_.won, row);
        Word* const won_before = words(won_before_.as<std::uint8_t>(), row);
        Word* const lost = words(lost_.as<std::uint8_t>(), row);
        Word* const lost_before = words(lost_before_.as<std::uint8_t>(), row);
        parts_.for_each_word(kAllParts, [&](std::uint32_t word) {
            won[word] &= at_most(word, level_.layer.cube_most);
            won_before[word] = lost[word] = lost_before[word] = 0;
        });
    });
}

std::uint32_t LaskerSweep::take_fresh(Word* fresh, const Word* now, const Word* before, Parts parts) const {
    std::uint32_t bits = 0;
    parts_.for_each_word(parts, [&](std::uint32_t word) {
        fresh[word] = now[word] & ~before[word];
        bits += static_cast<std::uint32_t>(std::popcount(fresh[word]));
    });
    return bits;
}

std::uint32_t LaskerSweep::count_bits(const Word* row, Parts parts) const {
    std::uint32_t bits = 0;
    parts_.for_each_word(parts,
                         [&](std::uint32_t word) { bits += static_cast<std::uint32_t>(std::popcount(row[word])); });
    return bits;
}

void LaskerSweep::copy(Word* to, const Word* from, Parts parts) const {
    parts_.for_each_word(parts, [&](std::uint32_t word) { to[word] = from[word]; });
}

Result<bool> LaskerSweep::round(LaskerEvents* events) {
    const RowShare::Run own = share_.own(level_.men);
    work_.for_rows(level_.men, own, [&](ClassIndex row, Buffers& buffers) { cube_half(row, events, buffers); });
    first_ = false;
    if (!ranks_.alone()) {
        if (Status shared = share_losses(); !shared) return shared.error();
    }
    const auto has = [this](News news) { return std::find(news_.begin(), news_.end(), news) != news_.end(); };
    const bool many = has(News::kMany);
    if (!many && !has(News::kFew)) return false;
    std::atomic<bool> any = false;
    if (many) {
        work_.for_rows(level_.men, own, [&](ClassIndex row, Buffers& buffers) {
            if (pull(row, buffers)) any = true;
        });
    }
    work_.for_each_row(level_.men, [&](ClassIndex row, Buffers&) {
        if (news_[row] == News::kNone) return;
        if (news_[row] == News::kFew && push(row)) any = true;
        copy(words(lost_before_.as<std::uint8_t>(), row), words(lost_.as<std::uint8_t>(), row), lost_parts_[row]);
    });
    return ranks_.any(any);
}

// What the other ranks' rows lost, with the news of them and their images.
Status LaskerSweep::share_losses() {
    work_.for_each_row(level_.men, [&](ClassIndex row, Buffers&) {
        if (!share_.own(level_.men).has(row)) news_[row] = News::kNone;
    });
    Status shared =
        blocks_.run(work_.pool, [&](std::span<const std::uint8_t> block, int) { return enter_losses(block); });
    if (!shared) return shared;
    work_.for_each_row(level_.men, [&](ClassIndex row, Buffers&) {
        if (news_[row] != News::kMany || share_.own(level_.men).has(row)) return;
        make_image(row, row_axes(work_.board, work_.classes.representative(level_.men, row)));
    });
    return ok_status();
}

// A row is told by one worker in one round, so nobody else touches it.
bool LaskerSweep::enter_losses(std::span<const std::uint8_t> block) {
    std::vector<Word> row(words_of_row(axes_));
    RecordReader records(block);
    while (!records.at_end()) {
        const RecordReader::Record record = records.next();
        if (!records.good() || record.row >= news_.size() || record.value > static_cast<std::uint8_t>(News::kMany)) {
            return false;
        }
        Word* const known = words(lost_.as<std::uint8_t>(), record.row);
        news_[record.row] = static_cast<News>(record.value);
        if (record.form == BitForm::kWords) {
            if (!records.copy_words(row)) return false;
            parts_.for_each_word(kAllParts, [&](std::uint32_t word) { known[word] |= row[word]; });
            lost_parts_[record.row] = kAllParts;
            continue;
        }
        lost_parts_[record.row] = 0;
        const bool good = records.for_each_bit(record, [&](AxisSet set) {
            if (set >> axes_ != 0) return false;
            lost_parts_[record.row] |= parts_.part_of(set >> 6);
            known[set >> 6] |= Word{1} << (set & 63);
            return true;
        });
        if (!good) return false;
    }
    return true;
}

// What is not among the words in use of these parts.
void LaskerSweep::clear_others(Word* row, Parts parts) const {
    std::uint32_t next = 0;
    parts_.for_each_word(parts, [&](std::uint32_t word) {
        std::fill(row + next, row + word, 0);
        next = word + 1;
    });
    std::fill(row + next, row + words_of_row(axes_), 0);
}

void LaskerSweep::make_image(ClassIndex row, const RowAxes& axes) {
    if (work_.board.in_mills(axes.men) == 0) return;
    work_.rows.capture(work_.images(level_.men)[row], lost(row), axes, work_.variant.all_in_mills,
                       level_.layer.cube_most);
}

// ---- the cube side to move ----

void LaskerSweep::cube_half(ClassIndex row, LaskerEvents* events, Buffers& buffers) {
    news_[row] = News::kNone;
    const Rows& fresh = rows_[static_cast<std::size_t>(&buffers - work_.buffers.data())];
    LaskerEvents::Entered entered;
    if (events != nullptr) entered = events->enter(row, fresh.once.as<Word>(), fresh.placed.as<Word>());
    entered.won |= touched_[row];
    if ((entered.won | entered.once | entered.placed) == 0) return;
    touched_[row] = 0;
    Word* const won_before = words(won_before_.as<std::uint8_t>(), row);
    const std::uint32_t new_wins = take_fresh(fresh.won.as<Word>(), words(level_.won, row), won_before, entered.won);
    copy(won_before, words(level_.won, row), entered.won);
    const std::uint32_t changes = new_wins + count_bits(fresh.once.as<Word>(), entered.once) +
                                  count_bits(fresh.placed.as<Word>(), entered.placed);
    if (changes == 0 && !first_) return;
    const Mask set = work_.classes.representative(level_.men, row);
    const RowAxes axes = row_axes(work_.board, set);
    const Parts lost_parts = (first_ && !narrow_) || changes > few_ ? lose_whole_row(row, axes, buffers)
                                                                    : lose_bit_by_bit(row, axes, fresh, entered);
    const std::uint32_t new_losses = take_fresh(fresh.lost.as<Word>(), words(lost_.as<std::uint8_t>(), row),
                                                words(lost_before_.as<std::uint8_t>(), row), lost_parts);
    if (events != nullptr) events->found(row, fresh.won.as<Word>(), entered.won, fresh.lost.as<Word>(), lost_parts);
    if (new_losses == 0) return;
    news_[row] = new_losses > few_ ? News::kMany : News::kFew;
    lost_parts_[row] = lost_parts;
    if (news_[row] == News::kMany) make_image(row, axes);
    if (ranks_.alone()) return;
    const int worker = static_cast<int>(&buffers - work_.buffers.data());
    clear_others(fresh.lost.as<Word>(), lost_parts);
    put_row(blocks_.open(worker), row, static_cast<std::uint8_t>(news_[row]), fresh.lost.as<Word>(), new_losses,
            words_of_row(axes_));
    blocks_.added(worker);
}

Parts LaskerSweep::lose_whole_row(ClassIndex row, const RowAxes& axes, Buffers& buffers) {
    const std::uint8_t* const won = row_at(level_.won, row);
    const bool takes = level_.once != nullptr && work_.takeable(axes.men) != 0;
    std::uint8_t* const out = buffers.out.as<std::uint8_t>();
    work_.rows.slide(out, won, takes ? row_at(level_.once, row) : won, axes, level_.layer.cube_most,
                     std::max(0, kMinMen - level_.layer.cube_hand), buffers.scratch.as<std::uint8_t>());
    RoleLayer wait = level_.layer;
    wait.row_moves = false;
    work_.write_row_terminals(level_.men, out, wait);
    const auto* const placed =
        level_.placed == nullptr ? nullptr : reinterpret_cast<const Word*>(row_at(level_.placed, row));
    const Word* const found = buffers.out.as<Word>();
    Word* const known = words(lost_.as<std::uint8_t>(), row);
    Parts parts = 0;
    parts_.for_each_word(kAllParts, [&](std::uint32_t word) {
        const Word now =
            found[word] & at_most(word, level_.layer.cube_most) & (placed == nullptr ? ~Word{0} : placed[word]);
        if ((now & ~known[word]) == 0) return;
        known[word] |= now;
        parts |= parts_.part_of(word);
    });
    return parts;
}

Parts LaskerSweep::lose_bit_by_bit(ClassIndex row, const RowAxes& axes, const Rows& fresh,
                                   const LaskerEvents::Entered& entered) {
    const Word* const won = words(level_.won, row);
    const bool takes = level_.once != nullptr && work_.takeable(axes.men) != 0;
    const Word* const once = takes ? reinterpret_cast<const Word*>(row_at(level_.once, row)) : won;
    const Word* const placed =
        level_.placed == nullptr ? nullptr : reinterpret_cast<const Word*>(row_at(level_.placed, row));
    Word* const known = words(lost_.as<std::uint8_t>(), row);
    const AxisSet everywhere = (AxisSet{1} << axes_) - 1;
    const int flying = kMinMen - level_.layer.cube_hand;
    const auto reach = [&](AxisSet men, int axis) {
        return (std::popcount(men) == flying ? everywhere : axes.neighbours[axis]) & ~men;
    };
    Parts parts = 0;
    const auto try_loss = [&](AxisSet men) {
        if (test_bit(known, men) || (placed != nullptr && !test_bit(placed, men))) return;
        for (AxisSet origins = men; origins != 0; origins &= origins - 1) {
            const int p = std::countr_zero(origins);
            const AxisSet rest = men & ~(AxisSet{1} << p);
            for (AxisSet to = reach(men, p); to != 0; to &= to - 1) {
                const int q = std::countr_zero(to);
                if (!test_bit(in_mill(axes, rest, q) ? once : won, rest | AxisSet{1} << q)) return;
            }
        }
        known[men >> 6] |= Word{1} << (men & 63);
        parts |= parts_.part_of(men >> 6);
    };
    // The slides that end in `after` with a man on q in a mill, or not.
    const auto take_back = [&](AxisSet after, bool mills, bool others) {
        for (AxisSet arrived = after; arrived != 0; arrived &= arrived - 1) {
            const int q = std::countr_zero(arrived);
            if (!(in_mill(axes, after, q) ? mills : others)) continue;
            for (AxisSet from = reach(after, q); from != 0; from &= from - 1) {
                try_loss((after & ~(AxisSet{1} << q)) | (from & (~from + 1)));
            }
        }
    };
    if (first_) {  // everything
        parts_.for_each_word(kAllParts, [&](std::uint32_t word) {
            for (Word bits = at_most(word, level_.layer.cube_most); bits != 0; bits &= bits - 1) {
                const AxisSet men = word << 6 | static_cast<AxisSet>(std::countr_zero(bits));
                if (std::popcount(men) < flying) {
                    known[word] |= bits & (~bits + 1);  // short of men
                } else {
                    try_loss(men);
                }
            }
        });
        return kAllParts;
    }
    parts_.for_each_bit(fresh.won.as<Word>(), entered.won, [&](AxisSet men) { take_back(men, !takes, true); });
    parts_.for_each_bit(fresh.once.as<Word>(), entered.once, [&](AxisSet men) { take_back(men, true, false); });
    parts_.for_each_bit(fresh.placed.as<Word>(), entered.placed, try_loss);
    return parts;
}

// ---- the row side to move ----

// Slides into the rows with many news.
bool LaskerSweep::pull(ClassIndex row, Buffers& buffers) {
    const int men = level_.men;
    const Mask set = work_.classes.representative(men, row);
    const Mask free = kBoardMask & ~set;
    const bool flies = men + level_.layer.row_hand == kMinMen;
    std::uint8_t* const out = buffers.out.as<std::uint8_t>();
    bool found = false;
    RowAxes axes;
    for (Mask origins = set; origins != 0; origins &= origins - 1) {
        const Point origin = lowest(origins);
        const Mask rest = set & ~mask_of(origin);
        for (Mask targets = flies ? free : work_.board.neighbours[origin] & free; targets != 0;
             targets &= targets - 1) {
            const Point to = lowest(targets);
            const Mask after = rest | mask_of(to);
            const ClassIndex from = work_.classes.find(after).index;
            if (news_[from] != News::kMany) continue;
            if (!found) {
                found = true;
                axes = row_axes(work_.board, set);
                std::memset(out, 0, row_bytes_);
            }
            const auto source = work_.source_of(axes, after, axes.axis_of[to], origin, level_.layer.cube_most);
            const bool mill = work_.board.mills_at(rest, to) > 0;
            work_.rows.best(out, mill ? work_.images(men)[from] : lost(from), source.map, {},
                            buffers.scratch.as<std::uint8_t>());
        }
    }
    if (!found) return false;
    Word* const won = words(level_.won, row);
    Parts changed = 0;
    parts_.for_each_word(kAllParts, [&](std::uint32_t word) {
        const Word fresh = buffers.out.as<Word>()[word] & at_most(word, level_.layer.cube_most) & ~won[word];
        if (fresh == 0) return;
        won[word] |= fresh;
        changed |= parts_.part_of(word);
    });
    touched_[row] |= changed;
    return changed != 0;
}

std::vector<LaskerSweep::Unslide> LaskerSweep::unslides(ClassIndex row) const {
    const Mask men = work_.classes.representative(level_.men, row);
    const RowAxes axes = row_axes(work_.board, men);
    const bool flies = level_.men + level_.layer.row_hand == kMinMen;
    std::vector<Unslide> result;
    for (Mask rest = men; rest != 0; rest &= rest - 1) {
        const Point to = lowest(rest);
        const bool mill = work_.board.mills_at(men, to) != 0;
        for (Mask from = flies ? axes.free : work_.board.neighbours[to] & axes.free; from != 0; from &= from - 1) {
            const Point origin = lowest(from);
            const ClassRef ref = work_.classes.find((men & ~mask_of(to)) | mask_of(origin));
            if (!share_.own(level_.men).has(ref.index)) continue;
            const Mask free = kBoardMask & ~work_.classes.representative(level_.men, ref.index);
            Unslide unslide{ref.index, axes.axis_of[origin], mill, {}};
            for (int axis = 0; axis < axes_; ++axis) {
                const Point image = work_.image_of[ref.to_representative][axes.point_of[axis]];
                unslide.axis_in_target[axis] = static_cast<std::int8_t>(count(free & (mask_of(image) - 1)));
            }
            result.push_back(unslide);
        }
    }
    return result;
}

// The new losses of a row, few of them: every position from which the row side slides there is won.
bool LaskerSweep::push(ClassIndex row) {
    const std::vector<Unslide> ways = unslides(row);
    if (ways.empty()) return false;
    const RowAxes axes = row_axes(work_.board, work_.classes.representative(level_.men, row));
    const AxisSet everywhere = (AxisSet{1} << axes_) - 1;
    const bool any_may_be_taken = work_.variant.all_in_mills == AllInMills::kAnyMayBeTaken;
    const bool any_mill = std::any_of(ways.begin(), ways.end(), [](const Unslide& way) { return way.mill; });
    bool any = false;
    const auto emit = [&](const Unslide& way, AxisSet men) {
        AxisSet set = 0;
        for (; men != 0; men &= men - 1) set |= AxisSet{1} << way.axis_in_target[std::countr_zero(men)];
        any |= add_win(way.row, set);
    };
    const Word* const now = words(lost_.as<std::uint8_t>(), row);
    const Word* const before = words(lost_before_.as<std::uint8_t>(), row);
    const auto push_one = [&](AxisSet men) {
        AxisSet taken = 0;  // men that a mill may have taken, judged with them on the board
        if (any_mill && std::popcount(men) < level_.layer.cube_most) {
            for (AxisSet rest = everywhere & ~men; rest != 0; rest &= rest - 1) {
                const int x = std::countr_zero(rest);
                const AxisSet then = men | AxisSet{1} << x;
                if (!in_mill(axes, then, x) || (any_may_be_taken && all_in_mills(axes, then))) {
                    taken |= AxisSet{1} << x;
                }
            }
        }
        const bool took_none = men == 0 || (any_mill && !any_may_be_taken && all_in_mills(axes, men));
        for (const Unslide& way : ways) {
            const AxisSet from = AxisSet{1} << way.from_axis;
            if ((men & from) != 0) continue;
            if (!way.mill || took_none) emit(way, men);
            if (!way.mill) continue;
            for (AxisSet rest = taken & ~from; rest != 0; rest &= rest - 1) emit(way, men | (rest & (~rest + 1)));
        }
    };
    parts_.for_each_word(lost_parts_[row], [&](std::uint32_t word) {
        for (Word bits = now[word] & ~before[word]; bits != 0; bits &= bits - 1) {
            push_one(word << 6 | static_cast<AxisSet>(std::countr_zero(bits)));
        }
    });
    return any;
}

// A row whose men have a symmetry of their own gets all images at once. True when something was new.
bool LaskerSweep::add_win(ClassIndex row, AxisSet set) {
    Word* const won = words(level_.won, row);
    Parts added = 0;
    const auto add = [&](AxisSet entry) {
        const Word bit = Word{1} << (entry & 63);
        if ((std::atomic_ref<Word>(won[entry >> 6]).load(std::memory_order_relaxed) & bit) != 0) return;
        if ((std::atomic_ref<Word>(won[entry >> 6]).fetch_or(bit, std::memory_order_relaxed) & bit) != 0) return;
        added |= parts_.part_of(entry >> 6);
    };
    add(set);
    if (std::uint32_t rest = stabilisers_[row]; rest != 0) {
        const Mask free = kBoardMask & ~work_.classes.representative(level_.men, row);
        const Mask men = to_points(set, free);
        for (; rest != 0; rest &= rest - 1) {
            add(to_axes(map_men(static_cast<Symmetry>(std::countr_zero(rest)), men), free));
        }
    }
    if (added != 0) std::atomic_ref<Parts>(touched_[row]).fetch_or(added, std::memory_order_relaxed);
    return added != 0;
}

}  // namespace merels::solve
