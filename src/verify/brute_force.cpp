// SPDX-License-Identifier: MIT
// Positions fall into groups by the men in hand of both sides, whoever moves: no turn leads to a group with more men in
// hand, and cycles stay within a group. For each group, in ascending order of hands:
//   1. list the successors of every position;
//   2. for n = 0, 1, 2, ...: odd n: a position with a successor lost in n - 1 is won in n; even n: a position whose
//      successors are all won in n - 1 or less is lost in n. What is never reached is a draw.
#include "verify/brute_force.h"

#include <algorithm>

#include "base/worker_pool.h"
#include "index/layers.h"
#include "rules/rules.h"

namespace merels::verify {
namespace {

constexpr std::uint32_t kShortSide = 0;
constexpr std::size_t kChunk = 4096;

// The successors of the positions of a chunk.
struct Chunk {
    std::vector<std::uint32_t> ends;  // for each position, where its successors end
    std::vector<std::uint32_t> successors;
};

struct Located {
    Subspace subspace;
    std::uint32_t first;  // number of its first position
    std::uint32_t size;
};

}  // namespace

std::uint32_t BruteForce::number_of(const Position& position) const {
    const Subspace s = subspace_of(position);
    if (s.own + s.own_hand < kMinMen) return kShortSide;
    const Address address = address_of(position);
    return first_.at(s) + address.row * row_size(s) + address.rank;
}

Result<BruteForce> BruteForce::solve(const Variant& variant, const BruteForceOptions& options) {
    BruteForce game;
    game.variant_ = variant;
    std::map<int, std::vector<Subspace>> groups;  // by men in hand of both: groups of one sum may go in any order
    std::uint64_t positions = 1;
    for (const Subspace& s : merels::subspaces_of(variant)) {
        const int hands = s.own_hand + s.other_hand;
        if (options.moving_only && hands > 0) continue;
        if (positions > ~std::uint32_t{0}) break;
        game.subspaces_.push_back(s);
        game.first_[s] = static_cast<std::uint32_t>(positions);
        positions += std::uint64_t{row_count(s)} * row_size(s);
        groups[hands].push_back(s);
    }
    if (positions > ~std::uint32_t{0}) {
        return Error{ErrorCode::kBadInput, variant.id() + " has too many positions for the brute-force solver"};
    }
    game.value_.assign(positions, kNoPly);
    game.value_[kShortSide] = 0;
    for (const auto& [hands, group] : groups) game.solve_group(group, options.threads);
    return game;
}

void BruteForce::solve_group(const std::vector<Subspace>& group, int threads) {
    WorkerPool pool(threads);
    std::vector<Located> located;
    std::vector<std::uint32_t> numbers_of_chunks;  // number of the first position
    for (const Subspace& s : group) {
        const Located l{s, first_.at(s), row_count(s) * row_size(s)};
        located.push_back(l);
        for (std::uint32_t i = 0; i < l.size; i += kChunk) numbers_of_chunks.push_back(l.first + i);
    }
    std::sort(located.begin(), located.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::sort(numbers_of_chunks.begin(), numbers_of_chunks.end());

    // Step 1. Positions that are over get no successors; those that have lost get their value.
    std::vector<Chunk> chunks(numbers_of_chunks.size());
    pool.parallel_for(chunks.size(), 1, [&](std::size_t begin, std::size_t end, int) {
        TurnList turns;
        for (std::size_t c = begin; c < end; ++c) {
            const std::uint32_t first = numbers_of_chunks[c];
            const Located& l = *(std::upper_bound(located.begin(), located.end(), first,
                                                  [](std::uint32_t n, const Located& x) { return n < x.first; }) -
                                 1);
            const std::uint32_t size = row_size(l.subspace);
            for (std::uint32_t n = first; n < std::min<std::uint64_t>(first + kChunk, l.first + l.size); ++n) {
                const Position p = position_at(l.subspace, {(n - l.first) / size, (n - l.first) % size});
                const auto result = final_value(variant_, p);
                if (!result) {
                    legal_turns(variant_, p, turns);
                    for (const Turn& turn : turns) chunks[c].successors.push_back(number_of(apply(p, turn)));
                } else if (result->wdl == Wdl::kLoss) {
                    value_[n] = result->dtw;
                }
                chunks[c].ends.push_back(static_cast<std::uint32_t>(chunks[c].successors.size()));
            }
        }
    });

    // Step 2. New values of a ply are written after all positions have been looked at.
    const Ply most = *std::max_element(value_.begin(), value_.end());
    int quiet_plies = 0;
    std::vector<std::vector<std::uint32_t>> found(pool.threads());
    for (Ply n = 1; n <= most + 1 || quiet_plies < 2; ++n) {
        pool.parallel_for(chunks.size(), 16, [&](std::size_t begin, std::size_t end, int worker) {
            const auto lost = [&](std::uint32_t s) { return value_[s] == n - 1; };
            const auto won = [&](std::uint32_t s) { return value_[s] % 2 == 1 && value_[s] < n; };
            for (std::size_t c = begin; c < end; ++c) {
                const std::uint32_t* next = chunks[c].successors.data();
                for (std::size_t i = 0; i < chunks[c].ends.size(); ++i) {
                    const std::uint32_t* const first = next;
                    next = chunks[c].successors.data() + chunks[c].ends[i];
                    const auto number = static_cast<std::uint32_t>(numbers_of_chunks[c] + i);
                    if (first == next || value_[number] != kNoPly) continue;
                    const bool yes = n % 2 == 1 ? std::any_of(first, next, lost) : std::all_of(first, next, won);
                    if (yes) found[worker].push_back(number);
                }
            }
        });
        bool any = false;
        for (auto& numbers : found) {
            any |= !numbers.empty();
            for (const std::uint32_t number : numbers) value_[number] = n;
            numbers.clear();
        }
        quiet_plies = any ? 0 : quiet_plies + 1;
    }
}

Value BruteForce::value(const Position& position) const {
    if (const auto result = final_value(variant_, position)) return *result;
    const Ply plies = value_[number_of(position)];
    if (plies == kNoPly) return Value::draw();
    return plies % 2 == 1 ? Value::win(plies) : Value::loss(plies);
}

SolvedTable BruteForce::table(const Subspace& subspace) const {
    SolvedTable table;
    table.subspace = subspace;
    const std::size_t size = std::size_t{row_count(subspace)} * row_size(subspace);
    table.wins.resize(size);
    table.losses.resize(size);
    const Ply* const plies = value_.data() + first_.at(subspace);
    for (std::size_t i = 0; i < size; ++i) {
        if (plies[i] == kNoPly) continue;
        if (plies[i] % 2 == 1) {
            table.wins[i] = static_cast<std::uint8_t>((plies[i] + 1) / 2);
        } else {
            table.losses[i] = static_cast<std::uint8_t>(plies[i] / 2 + 1);
        }
    }
    return table;
}

}  // namespace merels::verify
