// SPDX-License-Identifier: MIT
#include "verify/ultra_brute_force.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <tuple>

#include "base/worker_pool.h"
#include "rules/rules.h"

namespace merels::verify {
namespace {

constexpr std::size_t kChunk = 4096;
constexpr std::int16_t kUnknown = INT16_MIN;  // a depth

int sign(int number) { return (number > 0) - (number < 0); }

// Sets grow and depths settle in any order, so threads may see each other's results early.
std::int16_t load(std::int16_t& number) {
    return std::atomic_ref<std::int16_t>(number).load(std::memory_order_relaxed);
}
void store(std::int16_t& number, int value) {
    std::atomic_ref<std::int16_t>(number).store(static_cast<std::int16_t>(value), std::memory_order_relaxed);
}

// One chunk of the positions of a unit.
struct Chunk {
    Side to_move = Side::kWhite;
    std::size_t first = 0;                // number of its first position in the unit
    std::vector<std::uint32_t> ends;      // for each position, where its successors within the unit end
    std::vector<std::uint32_t> inside;    // their numbers
    std::vector<UltraPair> outside;       // for each position, the best that a turn out of the unit gives
    std::vector<std::uint8_t> has_turns;  // 0: over, `outside` says how; 1: all turns stay; 2: some leave
};

// The unit being solved.
class Unit {
  public:
    Unit(int value, std::vector<Chunk> chunks, std::size_t size, int threads)
        : v_(value),
          chunks_(std::move(chunks)),
          values_(size, static_cast<std::int16_t>(value)),
          depths_(size, 0),
          decided_(size, 0),
          pool_(threads) {}

    std::vector<UltraPair> solve() {
        std::set<int> thresholds;
        for (const Chunk& chunk : chunks_) {
            for (std::size_t i = 0; i < chunk.outside.size(); ++i) {
                if (chunk.has_turns[i] != 1) thresholds.insert(chunk.outside[i].value);
            }
        }
        for (auto t = thresholds.rbegin(); t != thresholds.rend() && *t > v_; ++t) attack(Side::kWhite, *t);
        for (auto t = thresholds.begin(); t != thresholds.end() && *t < v_; ++t) attack(Side::kBlack, *t);
        settle_depths();
        std::vector<UltraPair> pairs;
        pairs.reserve(values_.size());
        for (std::size_t n = 0; n < values_.size(); ++n) pairs.push_back({values_[n], depths_[n]});
        return pairs;
    }

  private:
    // Visits every position: body(chunk, number in the chunk, number in the unit, first and last inside successor)
    // returns whether it changed something. Again until nothing changes.
    template <class Body>
    void until_stable(Body&& body) {
        std::atomic<bool> changed{true};
        while (changed.exchange(false)) {
            pool_.parallel_for(chunks_.size(), 1, [&](std::size_t begin, std::size_t end, int) {
                bool any = false;
                for (std::size_t c = begin; c < end; ++c) {
                    const Chunk& chunk = chunks_[c];
                    const std::uint32_t* next = chunk.inside.data();
                    for (std::size_t i = 0; i < chunk.ends.size(); ++i) {
                        const std::uint32_t* const first = next;
                        next = chunk.inside.data() + chunk.ends[i];
                        any |= body(chunk, i, chunk.first + i, first, next);
                    }
                }
                if (any) changed.store(true, std::memory_order_relaxed);
            });
        }
    }

    // The positions, not yet decided, from which the attacker forces t or better: their value is t.
    void attack(Side attacker, int t) {
        const auto good = [&](int value) { return attacker == Side::kWhite ? value >= t : value <= t; };
        const auto member = [&](std::uint32_t n) { return load(decided_[n]) != 0 && good(load(values_[n])); };
        until_stable([&](const Chunk& chunk, std::size_t i, std::size_t n, const std::uint32_t* first,
                         const std::uint32_t* last) {
            if (load(decided_[n]) != 0) return false;
            const bool leaves = chunk.has_turns[i] != 1;
            bool enters = false;
            if (chunk.to_move == attacker) {
                enters = (leaves && good(chunk.outside[i].value)) || std::any_of(first, last, member);
            } else {
                enters = (!leaves || good(chunk.outside[i].value)) && std::all_of(first, last, member);
            }
            if (!enters) return false;
            store(values_[n], t);
            store(decided_[n], 1);
            return true;
        });
    }

    void settle_depths() {
        for (std::size_t n = 0; n < values_.size(); ++n) {
            if (values_[n] != v_) depths_[n] = kUnknown;
        }
        until_stable([&](const Chunk& chunk, std::size_t i, std::size_t n, const std::uint32_t* first,
                         const std::uint32_t* last) {
            const int value = values_[n];
            if (value == v_) return false;
            const int depth = chunk.has_turns[i] == 0 ? chunk.outside[i].depth : depth_of(chunk, i, value, first, last);
            if (depth == kUnknown || depth == load(depths_[n])) return false;
            store(depths_[n], depth);
            return true;
        });
    }

    // From the best successor with the position's own value: the mover's choice of the depth, White's the largest. An
    // unknown depth is the worst for the attacker: he has not yet found a way out from there.
    int depth_of(const Chunk& chunk, std::size_t i, int value, const std::uint32_t* first, const std::uint32_t* last) {
        const bool white_moves = chunk.to_move == Side::kWhite;
        const bool attacker_moves = (value > v_) == white_moves;
        bool unknown = false;
        std::optional<int> best;
        const auto offer = [&](int depth) {
            best = !best ? depth : white_moves ? std::max(*best, depth) : std::min(*best, depth);
        };
        if (chunk.has_turns[i] == 2 && chunk.outside[i].value == value) offer(chunk.outside[i].depth);
        for (; first != last; ++first) {
            if (values_[*first] != value) continue;
            const int depth = load(depths_[*first]);
            if (depth == kUnknown) {
                unknown = true;
            } else {
                offer(depth);
            }
        }
        if (!best || (unknown && !attacker_moves)) return kUnknown;
        return *best + sign(v_ - value);
    }

    int v_;
    std::vector<Chunk> chunks_;
    std::vector<std::int16_t> values_;
    std::vector<std::int16_t> depths_;
    std::vector<std::int16_t> decided_;
    WorkerPool pool_;
};

}  // namespace

std::size_t UltraBruteForce::size_of(const Part& part) {
    return std::size_t{row_count(part.subspace)} * row_size(part.subspace);
}

Position UltraBruteForce::position_of(const Part& part, std::size_t number) {
    const std::uint32_t size = row_size(part.subspace);
    Position p =
        position_at(part.subspace, {static_cast<ClassIndex>(number / size), static_cast<std::uint32_t>(number % size)});
    if (part.to_move == Side::kBlack) {
        std::swap(p.men[0], p.men[1]);
        std::swap(p.hand[0], p.hand[1]);
        p.to_move = Side::kBlack;
    }
    return p;
}

UltraPair UltraBruteForce::at(const Position& p) const {
    if (men_in_all(p, p.to_move) < kMinMen) {
        return {static_cast<std::int16_t>(p.to_move == Side::kWhite ? -values_.win() : values_.win()), 0};
    }
    const Subspace s = subspace_of(p);
    const Address address = address_of(p);
    return pairs_.at({s, p.to_move})[std::size_t{address.row} * row_size(s) + address.rank];
}

std::optional<UltraSeen> UltraBruteForce::seen(const Subspace& s, Address address, bool computer_moves) const {
    const Part part{s, computer_moves ? Side::kWhite : Side::kBlack};
    const UltraPair pair = pairs_.at(part)[std::size_t{address.row} * row_size(s) + address.rank];
    if (std::abs(pair.value) == values_.win()) return std::nullopt;
    const int colour = computer_moves ? 1 : -1;
    const int value = colour * pair.value;
    const int above = value - values_.value(s, computer_moves);  // k1
    if (above == 0) return UltraSeen{value, std::nullopt};
    return UltraSeen{value, -sign(above) * colour * pair.depth};
}

// Units, each after all that its turns lead to: by men in hand, then men on the board; where only one of the sides must
// place (so that its twin is another unit), that one first.
std::vector<std::vector<UltraBruteForce::Part>> UltraBruteForce::parts_in_order(bool moving_only) const {
    std::vector<Subspace> order;
    for (const Subspace& s : reachable_subspaces(variant_)) {
        if (!moving_only || s.own_hand + s.other_hand == 0) order.push_back(s);
    }
    const auto key = [&](const Subspace& s) {
        const bool must_place = s.own_hand > 0 && (variant_.phases == Phases::kPlaceThenMove || s.own == 0);
        return std::tuple(s.own_hand + s.other_hand, s.own + s.other, !must_place, s);
    };
    std::sort(order.begin(), order.end(), [&](const Subspace& a, const Subspace& b) { return key(a) < key(b); });
    std::vector<std::vector<Part>> units;
    for (const Subspace& s : order) {
        if (is_transient(variant_, s)) {
            units.push_back({{s, Side::kWhite}});
            if (!values_.antisymmetric()) units.push_back({{s, Side::kBlack}});
        } else if (!values_.antisymmetric() || s <= twin(s)) {
            units.push_back({{s, Side::kWhite}, {twin(s), Side::kBlack}});
        }
    }
    return units;
}

Result<UltraBruteForce> UltraBruteForce::solve(const Variant& variant, const SubspaceValues& values,
                                               const UltraBruteForceOptions& options) {
    if (values.variant_id() != variant.id()) {
        return Error{ErrorCode::kBadInput, "the values of subspaces are of " + values.variant_id()};
    }
    UltraBruteForce game(variant, values);
    for (const auto& unit : game.parts_in_order(options.moving_only)) {
        std::uint64_t size = 0;
        for (const Part& part : unit) size += size_of(part);
        if (size >= ~std::uint32_t{0}) {
            return Error{ErrorCode::kBadInput, variant.id() + " has too many positions for the brute-force solver"};
        }
        if (is_transient(variant, unit.front().subspace)) {
            game.solve_transient(unit.front(), options.threads);
        } else {
            game.solve_unit(unit, options.threads);
        }
        for (const Part& part : unit) {
            if (values.antisymmetric()) game.mirror(part);
        }
    }
    for (const auto& [part, pairs] : game.pairs_) {
        if (part.to_move == Side::kWhite) game.subspaces_.push_back(part.subspace);
    }
    return game;
}

// The same positions with the colours swapped, where they are not solved already.
void UltraBruteForce::mirror(const Part& part) {
    const Pairs& pairs = pairs_.at(part);
    Pairs& swapped = pairs_[{part.subspace, opponent(part.to_move)}];
    if (!swapped.empty()) return;
    swapped.reserve(pairs.size());
    for (const UltraPair& p : pairs) {
        swapped.push_back({static_cast<std::int16_t>(-p.value), static_cast<std::int16_t>(-p.depth)});
    }
}

void UltraBruteForce::solve_transient(const Part& part, int threads) {
    const int v = values_.for_white(part.subspace, part.to_move);
    const bool white_moves = part.to_move == Side::kWhite;
    Pairs pairs(size_of(part));
    WorkerPool pool(threads);
    pool.parallel_for(pairs.size(), kChunk, [&](std::size_t begin, std::size_t end, int) {
        TurnList turns;
        for (std::size_t n = begin; n < end; ++n) {
            const Position p = position_of(part, n);
            legal_turns(variant_, p, turns);
            if (turns.empty()) {  // blocked
                pairs[n] = {static_cast<std::int16_t>(white_moves ? -values_.win() : values_.win()), 0};
                continue;
            }
            UltraPair best = at(apply(p, turns[0]));
            for (const Turn& turn : turns) {
                const UltraPair next = at(apply(p, turn));
                best = white_moves ? std::max(best, next) : std::min(best, next);
            }
            best.depth = static_cast<std::int16_t>(best.value == v ? 0 : best.depth + sign(v - best.value));
            pairs[n] = best;
        }
    });
    pairs_[part] = std::move(pairs);
}

void UltraBruteForce::solve_unit(const std::vector<Part>& unit, int threads) {
    const int v = values_.for_white(unit.front().subspace, unit.front().to_move);
    const int win = values_.win();
    std::map<Part, std::size_t> offset;
    std::vector<std::pair<Part, std::size_t>> jobs;  // part and first number in it
    std::size_t size = 0;
    for (const Part& part : unit) {
        offset[part] = size;
        for (std::size_t n = 0; n < size_of(part); n += kChunk) jobs.emplace_back(part, n);
        size += size_of(part);
    }
    std::vector<Chunk> chunks(jobs.size());
    WorkerPool pool(threads);
    pool.parallel_for(jobs.size(), 1, [&](std::size_t begin, std::size_t end, int) {
        TurnList turns;
        for (std::size_t c = begin; c < end; ++c) {
            const auto& [part, first] = jobs[c];
            Chunk& chunk = chunks[c];
            chunk.to_move = part.to_move;
            chunk.first = offset.at(part) + first;
            const bool white_moves = part.to_move == Side::kWhite;
            for (std::size_t n = first; n < std::min(first + kChunk, size_of(part)); ++n) {
                const Position p = position_of(part, n);
                const auto result = final_value(variant_, p);
                UltraPair out{static_cast<std::int16_t>(v), 0};
                std::uint8_t has_turns = 0;
                if (result && result->wdl != Wdl::kDraw) {
                    out.value = static_cast<std::int16_t>((result->wdl == Wdl::kWin) == white_moves ? win : -win);
                } else if (!result) {
                    has_turns = 1;
                    legal_turns(variant_, p, turns);
                    for (const Turn& turn : turns) {
                        const Position next = apply(p, turn);
                        const auto found = offset.find({subspace_of(next), next.to_move});
                        if (found != offset.end()) {
                            const Address address = address_of(next);
                            const std::size_t number = std::size_t{address.row} * row_size(found->first.subspace);
                            chunk.inside.push_back(static_cast<std::uint32_t>(found->second + number + address.rank));
                            continue;
                        }
                        const UltraPair pair = at(next);
                        out = has_turns == 1 ? pair : white_moves ? std::max(out, pair) : std::min(out, pair);
                        has_turns = 2;
                    }
                }
                chunk.ends.push_back(static_cast<std::uint32_t>(chunk.inside.size()));
                chunk.outside.push_back(out);
                chunk.has_turns.push_back(has_turns);
            }
        }
    });
    const Pairs solved = Unit(v, std::move(chunks), size, threads).solve();
    for (const Part& part : unit) {
        const auto first = solved.begin() + static_cast<std::ptrdiff_t>(offset.at(part));
        pairs_[part] = Pairs(first, first + static_cast<std::ptrdiff_t>(size_of(part)));
    }
}

}  // namespace merels::verify
