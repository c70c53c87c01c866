// SPDX-License-Identifier: MIT
// The heuristics: how values of subspaces are made. All by exact fractions, so every machine makes the same ranks.
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "index/subspace_values.h"

namespace merels {
namespace {

using Entry = SubspaceValues::Entry;
__extension__ using Wide = unsigned __int128;  // products of two counts

struct Fraction {
    std::uint64_t above = 0;
    std::uint64_t below = 1;
    friend bool operator<(const Fraction& a, const Fraction& b) {
        return Wide{a.above} * b.below < Wide{b.above} * a.below;
    }
    friend bool operator==(const Fraction& a, const Fraction& b) { return !(a < b) && !(b < a); }
};

struct Ranked {
    Subspace subspace;
    bool transient = false;
    Fraction score;
    int value = 0;

    bool equal_men() const { return subspace == twin(subspace); }
    bool is_twin() const { return !transient && !equal_men(); }
};

Status check_counts(const Variant& variant, const CountsBySubspace& counts) {
    for (const Subspace& s : reachable_subspaces(variant)) {
        const auto found = counts.find(s);
        if (found == counts.end() || found->second.positions() == 0) {
            return Error{ErrorCode::kMissing, "no counts of wins, draws and losses of subspace " + format_subspace(s)};
        }
    }
    return ok_status();
}

// Step 1 of docs/subspace_values.md: the share of points, a draw being half a point; in a unit that play can stay
// in, together with what the opponent to move loses there. All in halves.
std::vector<Ranked> scored(const Variant& variant, const CountsBySubspace& counts) {
    std::vector<Ranked> all;
    for (const Subspace& s : reachable_subspaces(variant)) {
        const SubspaceCounts& c = counts.at(s);
        Ranked ranked{s, is_transient(variant, s), {2 * c.wins + c.draws, 2 * c.positions()}, 0};
        if (!ranked.transient) {
            const SubspaceCounts& t = counts.at(twin(s));
            ranked.score.above += 2 * t.losses + t.draws;
            ranked.score.below += 2 * t.positions();
        }
        all.push_back(ranked);
    }
    return all;
}

// Step 2: of equal scores, equal men without a way out stand in the middle and twins nest around them like brackets.
bool before(const Ranked& a, const Ranked& b) {
    if (!(a.score == b.score)) return a.score < b.score;
    const auto place = [](const Ranked& r) {
        if (r.equal_men() && !r.transient) return 1;
        return r.subspace < twin(r.subspace) ? 0 : 2;
    };
    if (place(a) != place(b)) return place(a) < place(b);
    return place(a) == 2 ? twin(b.subspace) < twin(a.subspace) : a.subspace < b.subspace;
}

// Steps 3 and 4. Where the paper looks for the twins on both sides of the first subspace of equal men, this takes the
// innermost pair of twins, which is the same in the published games and keeps twins opposite in every other.
void number_outwards(std::vector<Ranked>& order) {
    std::vector<int> twins;
    int centre = 0;
    for (int i = 0; i < static_cast<int>(order.size()); ++i) {
        if (order[i].is_twin()) twins.push_back(i);
        if (order[i].equal_men() && !order[i].transient) centre = i;
    }
    const int below = twins.empty() ? centre : twins[twins.size() / 2 - 1];
    const int above = twins.empty() ? centre : twins[twins.size() / 2];
    int left = (below + above) / 2, right = (below + above + 1) / 2;
    if (left == right) {  // that one keeps its 0
        --left;
        ++right;
    }
    const int end = static_cast<int>(order.size());
    for (int c = 1; left >= 0 || right < end; ++c) {
        const bool both = left >= 0 && right < end;
        const bool left_waits = both && order[left].is_twin() && !order[right].is_twin();
        const bool right_waits = both && order[right].is_twin() && !order[left].is_twin();
        if (left >= 0 && !left_waits) order[left--].value = -c;
        if (right < end && !right_waits) order[right++].value = c;
    }
}

Result<SubspaceValues> make(const Variant& variant, std::string name, const std::vector<Ranked>& ranks) {
    std::vector<Entry> entries;
    int most = 0;
    for (const Ranked& r : ranks) {
        entries.push_back({r.subspace, true, r.value});
        most = std::max(most, std::abs(r.value));
    }
    return SubspaceValues::make(variant, std::move(name), most + 1, false, entries);
}

Result<std::vector<Ranked>> ratio_ranks(const Variant& variant, const CountsBySubspace& counts) {
    if (Status complete = check_counts(variant, counts); !complete) return complete.error();
    std::vector<Ranked> order = scored(variant, counts);
    std::sort(order.begin(), order.end(), before);
    number_outwards(order);
    for (Ranked& r : order) {
        if (r.equal_men() && !r.transient) r.value = 0;  // step 5
    }
    return order;
}

}  // namespace

Result<SubspaceValues> stone_values(const Variant& variant) {
    std::vector<Entry> entries;
    for (const Subspace& s : reachable_subspaces(variant)) {
        entries.push_back({s, true, s.own + s.own_hand - s.other - s.other_hand});
    }
    return SubspaceValues::make(variant, "stones", std::max(variant.white_men, variant.black_men) + 1, false, entries);
}

Result<SubspaceValues> ratio_values(const Variant& variant, const CountsBySubspace& counts) {
    const auto ranks = ratio_ranks(variant, counts);
    if (!ranks) return ranks.error();
    return make(variant, "ratio", *ranks);
}

Result<SubspaceValues> published_values(const Variant& variant, const CountsBySubspace& counts) {
    if (variant.id() != "nine-c1") {
        return Error{ErrorCode::kBadInput, "published values of subspaces exist for nine-c1 only, not for " +
                                               variant.id() + "; the same without the change by hand is 'ratio'"};
    }
    auto ranks = ratio_ranks(variant, counts);
    if (!ranks) return ranks.error();
    const auto rank = [&](int own, int other) {
        const Subspace s{static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other), 0, 0};
        return std::find_if(ranks->begin(), ranks->end(), [&](const Ranked& r) { return r.subspace == s; })->value;
    };
    // 9-8 goes just inside 5-3, 6-3 to where 9-8 was; what stood between 5-3 and 6-3 goes one outwards.
    const int inner = rank(5, 3), hole = rank(6, 3), outer = rank(9, 8);
    if (inner <= 0 || inner >= hole || hole >= outer) {
        return Error{ErrorCode::kBadInput, "the ranks of 5-3, 6-3 and 9-8 are not in the published order"};
    }
    for (Ranked& r : *ranks) {
        const int size = std::abs(r.value), sign = r.value < 0 ? -1 : 1;
        const auto is = [&](int more, int fewer) {
            const auto [low, high] = std::minmax(r.subspace.own, r.subspace.other);
            return !r.transient && high == more && low == fewer;
        };
        if (is(9, 8)) {
            r.value = sign * inner;
        } else if (is(6, 3)) {
            r.value = sign * outer;
        } else if (size >= inner && size < hole) {
            r.value += sign;
        }
    }
    return make(variant, "published", *ranks);
}

Result<SubspaceValues> split_values(const Variant& variant, const CountsBySubspace& counts) {
    if (Status complete = check_counts(variant, counts); !complete) return complete.error();
    // A unit counts by its subspace with the computer to move; a transient subspace with the other to move stands
    // alone and counts by what it loses.
    struct Unit {
        Entry entry;
        Fraction score;
    };
    std::vector<Unit> units;
    for (const Subspace& s : reachable_subspaces(variant)) {
        const SubspaceCounts& c = counts.at(s);
        units.push_back({{s, true, 0}, {c.wins, c.positions()}});
        const SubspaceCounts& t = counts.at(is_transient(variant, s) ? s : twin(s));
        const std::uint64_t won = is_transient(variant, s) ? t.losses : t.wins;
        units.push_back({{s, false, 0}, {won, t.positions()}});
    }
    std::sort(units.begin(), units.end(), [](const Unit& a, const Unit& b) { return a.score < b.score; });
    // Equal scores share a rank; the middle rank is 0.
    int ranks = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (i > 0 && !(units[i].score == units[i - 1].score)) ++ranks;
        units[i].entry.value = ranks;
    }
    std::vector<Entry> entries;
    for (Unit& unit : units) {
        const int for_computer = unit.entry.value - ranks / 2;
        unit.entry.value = unit.entry.computer_moves ? for_computer : -for_computer;
        entries.push_back(unit.entry);
    }
    return SubspaceValues::make(variant, "split", ranks / 2 + 2, true, entries);
}

}  // namespace merels
