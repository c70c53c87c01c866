// SPDX-License-Identifier: MIT
#include "index/subspace_values.h"

#include <xxhash.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace merels {
namespace {

using Json = nlohmann::ordered_json;
using Entry = SubspaceValues::Entry;

constexpr int kMostWin = 30000;  // values fit 16 bits

Error bad(std::string message) { return {ErrorCode::kBadInput, "values of subspaces: " + std::move(message)}; }

bool is_name(std::string_view text) {
    return !text.empty() && text.size() <= 40 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

std::string describe(const Entry& e, bool split) {
    return format_subspace(e.subspace) + (!split ? "" : e.computer_moves ? " (computer to move)" : " (other to move)");
}

// The subspaces to which a turn can lead, by counts of men.
std::vector<Subspace> turns_from(const Variant& variant, const Subspace& s) {
    std::vector<Subspace> next;
    const auto add = [&](Subspace after) {
        for (int taken = 0; taken <= variant.takes && taken <= s.other; ++taken) {
            after.other = static_cast<std::uint8_t>(s.other - taken);
            if (after.other + after.other_hand < kMinMen) break;
            next.push_back(twin(after));
        }
    };
    if (s.own_hand > 0) {
        add({static_cast<std::uint8_t>(s.own + 1), s.other, static_cast<std::uint8_t>(s.own_hand - 1), s.other_hand});
    }
    const bool may_slide = s.own_hand == 0 || variant.phases == Phases::kPlaceOrMove;
    if (may_slide && s.own > 0) add(s);
    return next;
}

Result<Entry> read_entry(const Json& json, bool split) {
    Entry entry;
    const std::array<std::pair<const char*, std::uint8_t*>, 4> fields{{{"own", &entry.subspace.own},
                                                                       {"other", &entry.subspace.other},
                                                                       {"own_hand", &entry.subspace.own_hand},
                                                                       {"other_hand", &entry.subspace.other_hand}}};
    if (!json.is_object()) return bad("'values' holds something that is not an object");
    for (const auto& [name, field] : fields) {
        const auto found = json.find(name);
        const bool number = found != json.end() && found->is_number_integer();
        const auto men = number ? found->get<std::int64_t>() : -1;
        if (men < 0 || men > kMaxMen) {
            return bad("'" + std::string(name) + "' is no number of men in " + json.dump().substr(0, 80));
        }
        *field = static_cast<std::uint8_t>(men);
    }
    const auto value = json.find("value");
    const bool whole = value != json.end() && value->is_number_integer();
    const std::int64_t number = whole ? value->get<std::int64_t>() : 0;
    if (!whole || number < -kMostWin || number > kMostWin) {
        return bad("the value of " + format_subspace(entry.subspace) + " is no whole number from " +
                   std::to_string(-kMostWin) + " to " + std::to_string(kMostWin));
    }
    entry.value = static_cast<int>(number);
    const auto computer = json.find("computer_moves");
    if ((computer != json.end()) != split || (split && !computer->is_boolean())) {
        return bad("'computer_moves' must be true or false in every value or stand in none, see " +
                   format_subspace(entry.subspace));
    }
    if (split) entry.computer_moves = computer->get<bool>();
    return entry;
}

}  // namespace

bool is_transient(const Variant& variant, const Subspace& s) {
    if (variant.phases == Phases::kPlaceOrMove) return s.own == 0 || s.other == 0;
    return s.own_hand + s.other_hand > 0;
}

std::vector<Subspace> reachable_subspaces(const Variant& variant) {
    std::set<Subspace> seen{{0, 0, variant.white_men, variant.black_men}};
    std::vector<Subspace> open(seen.begin(), seen.end());
    while (!open.empty()) {
        const Subspace s = open.back();
        open.pop_back();
        for (const Subspace& next : turns_from(variant, s)) {
            if (seen.insert(next).second) open.push_back(next);
        }
    }
    return {seen.begin(), seen.end()};
}

Result<SubspaceValues> SubspaceValues::make(const Variant& variant, std::string heuristic, int win, bool split,
                                            const std::vector<Entry>& entries) {
    if (!is_name(heuristic)) return bad("'heuristic' must be a name of small letters, digits, '-' and '_'");
    if (win < 1 || win > kMostWin) return bad("'win' must be from 1 to " + std::to_string(kMostWin));
    SubspaceValues set;
    set.variant_id_ = variant.id();
    set.heuristic_ = std::move(heuristic);
    set.win_ = win;
    set.split_ = split;
    set.table_.assign(std::size_t{kSide} * kSide * kSide * kSide * 2, kNone);
    for (const Entry& e : entries) {
        int& place = set.table_[slot(e.subspace, e.computer_moves || !split)];
        if (place != kNone) return bad(describe(e, split) + " has two values");
        if (e.value <= -win || e.value >= win) {
            return bad(describe(e, split) + " is worth " + std::to_string(e.value) + ", which is not inside -" +
                       std::to_string(win) + " to " + std::to_string(win));
        }
        place = e.value;
    }
    // Entries anew, in order: this also finds what is missing. Then what is left of the given ones is not reachable.
    const std::vector<Subspace> reachable = reachable_subspaces(variant);
    for (const bool computer_moves : {true, false}) {
        for (const Subspace& s : reachable) {
            if (!split && !computer_moves) {
                set.table_[slot(s, false)] = set.table_[slot(s, true)];
                continue;
            }
            const Entry entry{s, computer_moves, set.of(s, computer_moves)};
            if (entry.value == kNone) return bad(describe(entry, split) + " has no value");
            set.entries_.push_back(entry);
            if (!is_transient(variant, s)) set.units_.push_back(entry);
        }
    }
    for (const Entry& e : entries) {
        if (!std::binary_search(reachable.begin(), reachable.end(), e.subspace)) {
            return bad(describe(e, split) + " cannot be reached in " + variant.id());
        }
    }
    std::set<int> draws{0};
    for (const Entry& e : set.units_) {
        const int opposite = set.of(twin(e.subspace), split ? !e.computer_moves : true);
        if (e.value != -opposite) {
            return bad(e.subspace == twin(e.subspace) && !split
                           ? format_subspace(e.subspace) + " is worth " + std::to_string(e.value) +
                                 ", but equal men must be worth 0"
                           : describe(e, split) + " is worth " + std::to_string(e.value) + ", but its twin " +
                                 format_subspace(twin(e.subspace)) + " " + std::to_string(opposite) + " and not " +
                                 std::to_string(-e.value));
        }
        draws.insert(e.value);
    }
    set.draw_values_.assign(draws.begin(), draws.end());
    const std::string text = set.encode();
    set.digest_ = XXH3_64bits(text.data(), text.size());
    return set;
}

std::vector<Subspace> SubspaceValues::units_of(int value, bool computer_moves) const {
    std::vector<Subspace> found;
    for (const Entry& e : units_) {
        if (e.value == value && e.computer_moves == (computer_moves || !split_)) found.push_back(e.subspace);
    }
    return found;
}

std::string SubspaceValues::ends_in(int value, bool computer_moves) const {
    const std::vector<Subspace> units = units_of(value, computer_moves);
    if (units.size() == 1) return format_subspace(units.front());
    const auto difference = [](const Subspace& s) { return s.own + s.own_hand - s.other - s.other_hand; };
    const bool alike = std::all_of(units.begin(), units.end(),
                                   [&](const Subspace& s) { return difference(s) == difference(units.front()); });
    if (alike && !units.empty()) {
        const int d = difference(units.front());
        return (d > 0 ? "+" : "") + std::to_string(d);
    }
    std::string text;
    for (const Subspace& s : units) text += (text.empty() ? "" : " or ") + format_subspace(s);
    return text;
}

std::string SubspaceValues::encode() const {
    Json head{{"variant", variant_id_}, {"heuristic", heuristic_}, {"win", win_}};
    std::string text = head.dump();
    text.back() = ',';
    text += "\"values\":[";
    for (const Entry& e : entries_) {
        Json json{{"own", e.subspace.own},
                  {"other", e.subspace.other},
                  {"own_hand", e.subspace.own_hand},
                  {"other_hand", e.subspace.other_hand}};
        if (split_) json["computer_moves"] = e.computer_moves;
        json["value"] = e.value;
        text += (&e == entries_.data() ? "\n" : ",\n") + json.dump();
    }
    return text + "\n]}\n";
}

Result<SubspaceValues> decode_subspace_values(const Variant& variant, std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object()) return bad("this is no JSON object");
    const auto id = json.find("variant");
    const auto heuristic = json.find("heuristic");
    const auto win = json.find("win");
    const auto list = json.find("values");
    if (id == json.end() || !id->is_string()) return bad("'variant' is missing");
    if (heuristic == json.end() || !heuristic->is_string()) return bad("'heuristic' is missing");
    if (win == json.end() || !win->is_number_integer()) return bad("'win' is no whole number");
    if (list == json.end() || !list->is_array()) return bad("'values' is no list");
    if (id->get<std::string>() != variant.id()) {
        return bad("they are of " + id->get<std::string>().substr(0, 80) + ", not of " + variant.id());
    }
    if (win->get<std::int64_t>() < 1 || win->get<std::int64_t>() > kMostWin) {
        return bad("'win' must be from 1 to " + std::to_string(kMostWin));
    }
    const bool split = !list->empty() && list->front().is_object() && list->front().contains("computer_moves");
    std::vector<Entry> entries;
    for (const Json& item : *list) {
        auto entry = read_entry(item, split);
        if (!entry) return entry.error();
        entries.push_back(*entry);
    }
    return SubspaceValues::make(variant, heuristic->get<std::string>(), win->get<int>(), split, entries);
}

}  // namespace merels
