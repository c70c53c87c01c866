// SPDX-License-Identifier: MIT
#include "solve/ultra/ultra_pass.h"

#include <fmt/format.h>

#include <algorithm>

#include "solve/ultra/ultra_waves.h"
#include "tables/variant_tables.h"

namespace merels::solve {
namespace {

std::uint64_t bytes_of(const UltraScale& scale, const Subspace& s) {
    return scale.fits_16_bits() ? CodeArray<std::int16_t>::bytes_for(s.own, s.other)
                                : CodeArray<std::int32_t>::bytes_for(s.own, s.other);
}

// Beside its sources: what an item holds while it is solved.
std::uint64_t item_bytes(const UltraScale& scale, const UltraItem& item) {
    const Subspace& s = item.key.subspace;
    const std::uint64_t here = bytes_of(scale, s);
    const std::uint64_t there = bytes_of(scale, twin(s));
    if (!item.cyclic) return here + there;
    const std::uint64_t arrays = item.key == scale.twin_of(item.key) ? 2 * here : 2 * (here + there);
    return arrays + arrays / 8;  // lists of entries
}

// While a subspace is read back from tables; where its losses are found too, with the wins of its successors.
std::uint64_t load_bytes(const Variant& variant, const UltraScale& scale, const UltraKey& key, bool recheck) {
    std::uint64_t bytes = bytes_of(scale, key.subspace);
    if (!recheck) return bytes;
    if (!is_transient(variant, key.subspace)) bytes += bytes_of(scale, twin(key.subspace));
    for (const UltraExit& exit : exits_of(variant, scale, key)) bytes += bytes_of(scale, exit.key.subspace);
    return bytes;
}

constexpr std::uint64_t kFixedBytes = std::uint64_t{300} << 20;  // look-ups, lists, buffers

template <class Code>
class UltraPass {
  public:
    UltraPass(const UltraWork& work, const UltraPassOptions& options, const std::vector<UltraItem>& items, bool steps)
        : work_(work), options_(options), steps_(steps) {
        std::vector<UltraItem> open;
        for (const UltraItem& item : items) {
            if (is_done(item)) {
                positions_done_ += positions_of(work_.scale, item);
            } else {
                open.push_back(item);
            }
        }
        waves_ = deal_waves(options_.variant, work_.scale, open, options_.ranks->rank(), options_.ranks->size());
        for (const UltraWave& wave : waves_) {
            for (const UltraItem& item : wave.items) {
                for (const UltraKey& key : sources(item)) ++readers_[key];
            }
        }
    }

    Status run() {
        std::uint64_t total = positions_done_;
        for (const UltraWave& wave : waves_) total += wave.positions;
        options_.progress->begin(fmt::format("ultra-strong values: {}", work_.scale.values().variant_id()), total);
        Status status = ok_status();
        for (const UltraWave& wave : waves_) {
            status = options_.ranks->agree(solve(wave));  // and all see the tables of this wave
            if (!status) break;
            positions_done_ += wave.positions;
            options_.progress->advance_to(positions_done_);
        }
        options_.progress->end();
        return status;
    }

  private:
    using Array = CodeArray<Code>;
    using Rule = UltraRule<Code>;

    std::vector<UltraKey> sources(const UltraItem& item) const {
        return sources_of(options_.variant, work_.scale, item);
    }
    bool is_done(const UltraItem& item) const {
        return options_.has_table(item.key) && (!item.cyclic || options_.has_table(work_.scale.twin_of(item.key)));
    }

    // Frees what the item does not read until there is room for so many bytes more.
    void make_room(const std::vector<UltraKey>& read, std::uint64_t bytes) {
        std::uint64_t held = 0;
        for (const auto& [key, array] : arrays_) held += array.bytes();
        while (held + bytes + kFixedBytes > options_.memory_limit) {
            auto largest = arrays_.end();
            for (auto i = arrays_.begin(); i != arrays_.end(); ++i) {
                if (std::find(read.begin(), read.end(), i->first) != read.end()) continue;
                if (largest == arrays_.end() || i->second.bytes() > largest->second.bytes()) largest = i;
            }
            if (largest == arrays_.end()) return;
            held -= largest->second.bytes();
            arrays_.erase(largest);
        }
    }

    Status solve(const UltraWave& wave) {
        std::uint64_t done = positions_done_;
        for (const UltraItem& item : wave.items) {
            options_.progress->detail(format_subspace(item.key.subspace));
            if (Status solved = solve(item); !solved) return solved;
            done += positions_of(work_.scale, item);
            options_.progress->advance_to(done);
        }
        return ok_status();
    }

    Status solve(const UltraItem& item) {
        const auto read = sources(item);
        for (const UltraKey& key : read) {
            if (arrays_.contains(key)) continue;
            make_room(read, load_bytes(options_.variant, work_.scale, key, options_.recheck));
            if (Status loaded = load(key); !loaded) return in(key, loaded);
        }
        make_room(read, item_bytes(work_.scale, item));
        Status solved = item.cyclic ? solve_cyclic(item) : solve_step(item);
        if (!solved) return in(item.key, solved);
        for (const UltraKey& key : read) {
            if (--readers_[key] == 0) arrays_.erase(key);
        }
        return ok_status();
    }

    Status solve_cyclic(const UltraItem& item) {
        const UltraKey twin_key = work_.scale.twin_of(item.key);
        const std::array<UltraKey, 2> keys{item.key, twin_key};
        const int halves = item.key == twin_key ? 1 : 2;
        std::array<TurnSources<Code>, 2> exits;
        std::array<UnitHalf<Code>, 2> unit;
        for (int i = 0; i < 2; ++i) {
            const UltraKey& key = keys[i];
            exits[i] = turns(key);
            Array& array = arrays_[key];
            const Rule rule(work_.scale, key);
            if (i < halves) {
                if (Status s = allocate(key, array); !s) return s;
                const auto table = strong(key.subspace);
                if (!table) return table.error();
                if (Status s = read_wins(work_, rule, **table, WinUse::kFill, rule.own, array); !s) return s;
            }
            unit[i] = {key, &array, &exits[i]};
        }
        if (Status s = solve_unit(work_, unit); !s) return s;
        std::vector<std::pair<UltraKey, ManifestEntry>> written;
        for (int i = 0; i < halves; ++i) {
            const auto entry = write(keys[i], false);
            if (!entry) return entry.error();
            written.emplace_back(keys[i], *entry);
        }
        Status listed = options_.written(written);
        for (int i = 0; i < halves; ++i) keep_or_drop(keys[i]);
        return listed;
    }

    Status solve_step(const UltraItem& item) {
        const Rule rule(work_.scale, item.key);
        const auto moves = turns(item.key);
        const auto table = strong(item.key.subspace);
        if (!table) return table.error();
        Array& array = arrays_[item.key];
        if (Status s = allocate(item.key, array); !s) return s;
        const bool whole = has_losses((*table)->spec().kind);
        // Where the sources do not know who has lost, wins are not found but read; draws and losses are right.
        if (!whole) {
            if (Status s = read_wins(work_, rule, **table, WinUse::kFill, rule.own, array); !s) return s;
        }
        const StepUse use = whole ? StepUse::kAll : StepUse::kAllButWins;
        if (Status s = step_subspace(work_, rule, moves, use, array); !s) return s;
        if (whole) {
            if (Status s = read_wins(work_, rule, **table, WinUse::kCheck, rule.own, array); !s) return s;
        }
        const auto entry = write(item.key, whole);
        if (!entry) return entry.error();
        Status listed = options_.written({{item.key, *entry}});
        keep_or_drop(item.key);
        return listed;
    }

    // Whether losses are known in all arrays that steps read: then wins come out again.
    bool has_losses(ValueKind kind) const { return options_.recheck && steps_ && kind == ValueKind::kDtw; }

    Result<ManifestEntry> write(const UltraKey& key, bool with_losses) {
        const Array& array = arrays_.at(key);
        auto census = read_census(*options_.database, options_.variant, key.subspace);
        if (!census) return census.error();
        if (is_full_board_draw(key)) census->plies.clear();  // the strong table is shared with games where it loses
        auto draws = census_of_draws(work_, key, *census, with_losses, count_codes(work_, key.subspace, array));
        if (!draws) return draws.error();
        return write_ultra_table(
            work_, *options_.writer,
            ultra_collection(options_.variant, work_.scale.values().heuristic(), key.computer_moves), key,
            std::move(*draws), array);
    }

    void keep_or_drop(const UltraKey& key) {
        if (readers_[key] == 0) arrays_.erase(key);
    }

    Status load(const UltraKey& key) {
        const Rule rule(work_.scale, key);
        Array array;
        if (Status s = allocate(key, array); !s) return s;
        const auto table = strong(key.subspace);
        if (!table) return table.error();
        if (Status s = read_wins(work_, rule, **table, WinUse::kFill, rule.own, array); !s) return s;
        const auto ultra = options_.database->table(
            {ultra_collection(options_.variant, work_.scale.values().heuristic(), key.computer_moves),
             key.subspace.counts()});
        if (!ultra) return ultra.error();
        if (Status s = read_draws(work_, key, **ultra, array); !s) return s;
        if (has_losses((*table)->spec().kind) && !is_full_board_draw(key)) {
            if (Status s = load_losses(key, array); !s) return s;
        }
        arrays_[key] = std::move(array);
        return ok_status();
    }

    Status load_losses(const UltraKey& key, Array& array) {
        const Rule rule(work_.scale, key);
        auto moves = turns_of<Code>(options_.variant, key.subspace);
        moves.lost = rule.lost;
        auto exits = exits_of(options_.variant, work_.scale, key);
        if (!is_transient(options_.variant, key.subspace)) exits.push_back({0, 0, work_.scale.twin_of(key)});
        std::vector<Array> wins(exits.size());
        for (std::size_t i = 0; i < exits.size(); ++i) {
            if (Status s = allocate(exits[i].key, wins[i]); !s) return s;
            const auto table = strong(exits[i].key.subspace);
            if (!table) return table.error();
            if (Status s = read_wins(work_, rule, **table, WinUse::kFill, Code{0}, wins[i]); !s) return s;
            moves.after[exits[i].placing][exits[i].taken] = &wins[i];
        }
        return find_losses(work_, rule, moves, array);
    }

    bool is_full_board_draw(const UltraKey& key) const {
        return options_.variant.full_board_draw && key.subspace.own + key.subspace.other == kPoints;
    }

    TurnSources<Code> turns(const UltraKey& key) {
        auto result = turns_of<Code>(options_.variant, key.subspace);
        result.lost = Rule(work_.scale, key).lost;
        for (const UltraExit& exit : exits_of(options_.variant, work_.scale, key)) {
            result.after[exit.placing][exit.taken] = &arrays_.at(exit.key);
        }
        return result;
    }

    Status allocate(const UltraKey& key, Array& array) const {
        if (array.allocate(work_.memory, work_.index, key.subspace.own, key.subspace.other)) return ok_status();
        return work_.memory.refused();
    }

    Result<std::shared_ptr<const Table>> strong(const Subspace& s) const {
        return open_table(*options_.database, options_.variant, s);
    }

    static Status in(const UltraKey& key, const Status& status) {
        return Error{status.error().code, format_subspace(key.subspace) + ": " + status.error().message};
    }

    const UltraWork& work_;
    const UltraPassOptions& options_;
    std::vector<UltraWave> waves_;
    std::uint64_t positions_done_ = 0;  // by all ranks
    std::map<UltraKey, Array> arrays_;
    std::map<UltraKey, int> readers_;  // items of ours still to be solved that read it
    // Place-then-move with men in hand: every subspace in one step from others whose wins, draws and losses are known.
    bool steps_;
};

// The two parts of the work, one after the other: with cycles, and in steps. Arrays of the first do not know losses.
std::array<std::vector<UltraItem>, 2> parts_of(const Variant& variant, const std::vector<UltraItem>& items) {
    std::array<std::vector<UltraItem>, 2> parts;
    for (const UltraItem& item : items) {
        const bool steps = !item.cyclic && variant.phases == Phases::kPlaceThenMove;
        parts[steps ? 1 : 0].push_back(item);
    }
    return parts;
}

// Calls use(bytes held before it, bytes of the item and what it loads) for each item of a part, from the first on.
template <class Use>
void simulate(const Variant& variant, const UltraScale& scale, const std::vector<UltraItem>& items, bool recheck,
              Use&& use) {
    std::map<UltraKey, int> readers;
    for (const UltraItem& item : items) {
        for (const UltraKey& key : sources_of(variant, scale, item)) ++readers[key];
    }
    std::set<UltraKey> held;
    std::uint64_t bytes = 0;
    const auto hold = [&](const UltraKey& key) {
        if (readers[key] > 0 && held.insert(key).second) bytes += bytes_of(scale, key.subspace);
    };
    for (const UltraItem& item : items) {
        const auto read = sources_of(variant, scale, item);
        std::uint64_t loads = 0, sources = 0;
        for (const UltraKey& key : read) {
            sources += bytes_of(scale, key.subspace);
            if (!held.contains(key)) loads = std::max(loads, load_bytes(variant, scale, key, recheck));
            hold(key);
        }
        use(bytes, sources, std::max(item_bytes(scale, item), loads));
        hold(item.key);
        if (item.cyclic) hold(scale.twin_of(item.key));
        for (const UltraKey& key : read) {
            if (--readers[key] == 0 && held.erase(key) == 1) bytes -= bytes_of(scale, key.subspace);
        }
    }
}

}  // namespace

std::uint64_t ultra_pass_memory(const Variant& variant, const UltraScale& scale, const std::vector<UltraItem>& items,
                                bool recheck) {
    std::uint64_t most = 0;
    for (const auto& part : parts_of(variant, items)) {
        simulate(variant, scale, part, recheck,
                 [&](std::uint64_t held, std::uint64_t, std::uint64_t more) { most = std::max(most, held + more); });
    }
    return most + kFixedBytes;
}

std::uint64_t ultra_pass_least_memory(const Variant& variant, const UltraScale& scale,
                                      const std::vector<UltraItem>& items, bool recheck) {
    std::uint64_t most = 0;
    for (const auto& part : parts_of(variant, items)) {
        simulate(variant, scale, part, recheck, [&](std::uint64_t, std::uint64_t sources, std::uint64_t more) {
            most = std::max(most, sources + more);
        });
    }
    return most + kFixedBytes;
}

Status run_ultra_pass(const UltraWork& work, const UltraPassOptions& options, const std::vector<UltraItem>& items) {
    const auto parts = parts_of(options.variant, items);
    for (int steps = 0; steps < 2; ++steps) {
        const auto& part = parts[static_cast<std::size_t>(steps)];
        if (part.empty()) continue;
        Status done = work.scale.fits_16_bits() ? UltraPass<std::int16_t>(work, options, part, steps == 1).run()
                                                : UltraPass<std::int32_t>(work, options, part, steps == 1).run();
        if (!done) return done;
    }
    return ok_status();
}

}  // namespace merels::solve
