// SPDX-License-Identifier: MIT
#include "probe/prober.h"

#include <algorithm>
#include <utility>

#include "index/combination.h"

namespace merels {
namespace {

// A drawn position shows it soon: the first few quiet turns are looked at before the others.
constexpr std::size_t kFirstLook = 4;

}  // namespace

void Troubles::add(const Error& error) {
    const bool damage = error.code != ErrorCode::kMissing;
    damaged += damage ? 1 : 0;
    if (!worst || (damage && worst->code == ErrorCode::kMissing)) worst = error;
}

void Troubles::add(const Troubles& more) {
    if (!more.worst) return;
    const int before = damaged;
    add(*more.worst);
    damaged = before + more.damaged;
}

Result<const Table*> Prober::table_of(const Subspace& subspace) {
    const auto known =
        std::find_if(open_.begin(), open_.end(), [&](const OpenTable& t) { return t.subspace == subspace; });
    if (known != open_.end()) return known->table.get();
    auto table = tables_.find(variant_, subspace);
    if (!table) return table.error();
    open_.push_back({subspace, *std::move(table)});
    return open_.back().table.get();
}

Seen Prober::from_byte(std::uint8_t byte, bool with_depth) {
    if (byte == 0) return {Seen::State::kNotWon, {}, with_depth};
    return {Seen::State::kWon, {Wdl::kWin, with_depth ? static_cast<Ply>(2 * byte - 1) : kNoPly}, with_depth};
}

Seen Prober::read_whole(const Table& table, const Address& address, Troubles& troubles) {
    const auto whole = table.whole_value(address.row, address.rank);
    if (!whole) {
        troubles.add(whole.error());
        return {};
    }
    const Value value = whole->result == 0  ? Value::draw()
                        : whole->result > 0 ? Value::win(*whole->depth)
                                            : Value::loss(*whole->depth);
    return {Seen::State::kKnown, value, true};
}

Seen Prober::look_up(const Position& position, Troubles& troubles) {
    const auto table = table_of(subspace_of(position));
    if (!table) {
        troubles.add(table.error());
        return {};
    }
    const Address address = address_of(position);
    if ((*table)->tells_all()) return read_whole(**table, address, troubles);
    const auto byte = (*table)->at(address.row, address.rank);
    if (!byte) {
        troubles.add(byte.error());
        return {};
    }
    return from_byte(*byte, (*table)->spec().kind == ValueKind::kDtw);
}

void Prober::read_group(std::span<const Position> after, std::span<const std::uint32_t> members, std::span<Seen> out,
                        Troubles& troubles) {
    const Position& any = after[members.front()];
    const auto table = table_of(subspace_of(any));
    if (!table) {
        troubles.add(table.error());
        return;
    }
    if ((*table)->tells_all()) {
        for (const std::uint32_t i : members) out[i] = read_whole(**table, address_of(after[i]), troubles);
        return;
    }
    // The side to move has the same men in all of them: one row, one symmetry.
    const Classes& classes = Classes::get();
    const ClassRef ref = classes.find(any.own());
    const Mask free = kBoardMask & ~classes.representative(count(any.own()), ref.index);
    std::array<std::pair<std::uint32_t, std::uint32_t>, 64> room;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> more(members.size() > room.size() ? members.size() : 0);
    const std::span places = more.empty() ? std::span(room).first(members.size()) : std::span(more);
    for (std::size_t i = 0; i < members.size(); ++i) {
        places[i] = {colex_rank_on(free, map_men(ref.to_representative, after[members[i]].other())), members[i]};
    }
    std::sort(places.begin(), places.end());
    std::array<std::uint32_t, 64> ranks;
    std::array<std::uint8_t, 64> bytes;
    for (std::size_t first = 0; first < places.size(); first += ranks.size()) {
        const std::size_t size = std::min(ranks.size(), places.size() - first);
        for (std::size_t i = 0; i < size; ++i) ranks[i] = places[first + i].first;
        if (Status read = (*table)->gather(ref.index, std::span(ranks).first(size), std::span(bytes).first(size));
            !read) {
            troubles.add(read.error());
            continue;
        }
        const bool with_depth = (*table)->spec().kind == ValueKind::kDtw;
        for (std::size_t i = 0; i < size; ++i) out[places[first + i].second] = from_byte(bytes[i], with_depth);
    }
}

void Prober::look_up(std::span<const Position> after, std::span<const Turn> turns, std::span<Seen> out,
                     Troubles& troubles) {
    std::vector<Group> groups;
    for (std::uint32_t i = 0; i < turns.size(); ++i) {
        if (const auto ended = final_value(variant_, after[i])) {
            out[i] = {Seen::State::kFinal, *ended, true};
            continue;
        }
        const Mask taken = turns[i].taken();
        const bool placing = turns[i].from == kNoPoint;
        const auto same = std::find_if(groups.begin(), groups.end(),
                                       [&](const Group& g) { return g.taken == taken && g.placing == placing; });
        Group& group = same != groups.end() ? *same : groups.emplace_back(Group{taken, placing, {}});
        group.members.push_back(i);
    }
    for (const Group& group : groups) read_group(after, group.members, out, troubles);
}

Value Prober::drawn_or_lost(const Position& position, Troubles& troubles) {
    TurnList turns;
    legal_turns(variant_, position, turns);
    // Quiet turns first: their results stand in one row, so they are the cheap ones.
    const auto taking = std::partition(turns.begin(), turns.end(), [](const Turn& t) { return t.takes() == 0; });
    const auto quiet = static_cast<std::size_t>(taking - turns.begin());
    const auto all = static_cast<std::size_t>(turns.size());
    std::vector<Position> after(all);
    std::vector<Seen> seen(all);
    Troubles met;
    bool unread = false, with_depth = true;
    Ply longest = 0;
    const std::array<std::size_t, 4> cuts{0, std::min(kFirstLook, quiet), quiet, all};
    for (std::size_t part = 0; part + 1 < cuts.size(); ++part) {
        const std::size_t first = cuts[part], size = cuts[part + 1] - first;
        for (std::size_t i = first; i < first + size; ++i) after[i] = apply(position, turns[static_cast<int>(i)]);
        look_up(std::span(after).subspan(first, size), std::span(turns.begin() + first, size),
                std::span(seen).subspan(first, size), met);
        for (std::size_t i = first; i < first + size; ++i) {
            const Seen& s = seen[i];
            if (s.state == Seen::State::kNotWon) return Value::draw();
            const bool told = s.state == Seen::State::kFinal || s.state == Seen::State::kKnown;
            if (told && s.value.wdl == Wdl::kDraw) return Value::draw();
            if (told && s.value.wdl == Wdl::kLoss) {
                troubles.add({ErrorCode::kCorrupt, "a table calls a position not won that a turn wins at once: " +
                                                       format_position(position)});
                return Value::unknown();
            }
            unread |= s.state == Seen::State::kUnread;
            with_depth &= s.value.dtw != kNoPly;
            longest = std::max(longest, s.value.dtw);
        }
    }
    if (unread) {
        troubles.add(met);
        return Value::unknown();
    }
    return with_depth ? Value::loss(longest + 1) : Value{Wdl::kLoss, kNoPly};
}

}  // namespace merels
