// SPDX-License-Identifier: MIT
#include "verify/ultra_parts.h"

#include <algorithm>
#include <tuple>

#include "minimax/successor_subspaces.h"
#include "rules/rules.h"
#include "tables/variant_tables.h"
#include "verify/wrong_position.h"

namespace merels::verify {
namespace {

using Code = UltraParts::Code;

// after_turn, but for a slide without a man on the board: its subspace is not one that play reaches.
std::optional<Subspace> after_legal_turn(const Variant& variant, const Subspace& s, int takes, bool placed) {
    if (!placed && s.own == 0) return std::nullopt;
    return after_turn(variant, s, takes, placed);
}

// One number from the bytes of a position, plane by plane `step` bytes apart.
Code goodness_from(const UltraParts::Codes& codes, const std::uint8_t* bytes, std::size_t step) {
    std::size_t code = 0;
    for (std::size_t plane = 0; plane < static_cast<std::size_t>(codes.stored.planes()); ++plane) {
        code |= std::size_t{bytes[plane * step]} << (8 * plane);
    }
    return code < codes.goodness.size() ? codes.goodness[code] : PairCodes::kNone;
}

}  // namespace

std::vector<UltraPart> UltraParts::all_parts(bool moving_only) const {
    std::vector<UltraPart> parts;
    for (const Subspace& s : reachable_subspaces(variant_)) {
        if (moving_only && s.own_hand + s.other_hand > 0) continue;
        parts.push_back({s, true});
        if (!set_.values().antisymmetric()) parts.push_back({s, false});
    }
    std::sort(parts.begin(), parts.end(), [](const UltraPart& a, const UltraPart& b) {
        const auto key = [](const UltraPart& p) {
            const Subspace& s = p.subspace;
            const Subspace turned{s.other, s.own, s.other_hand, s.own_hand};
            return std::tuple(s.own_hand + s.other_hand, s.own + s.other, std::max(s, turned), s, !p.computer_moves);
        };
        return key(a) < key(b);
    });
    return parts;
}

Status UltraParts::open(bool moving_only, VerifyReport& report) {
    for (const UltraPart& part : all_parts(moving_only)) {
        const Subspace& s = part.subspace;
        auto ultra = set_.codes(s, part.computer_moves);
        if (!ultra.ok() && ultra.error().code != ErrorCode::kMissing) return ultra.error();
        const auto strong = listed_table(database_, variant_, s);
        if (!strong.ok() && strong.error().code != ErrorCode::kMissing) return strong.error();
        if (!ultra.ok() || !strong.ok()) {
            report.missing.push_back(s);
            continue;
        }
        const int own = set_.values().value(s, part.computer_moves);
        for (const UltraCount& count : ultra->census) {
            if (!well_formed(count.entry, own)) {
                WrongCensus& wrong = report.wrong_census.emplace_back();
                wrong.subspace = s;
                wrong.what = "a depth where there is none, or none where there is one";
            }
            pairs_.add(pair_of(count.entry, own));
        }
        codes_[part] = {std::move(*ultra), {}, own};
    }
    if (codes_.empty()) {
        return Error{ErrorCode::kMissing, "no ultra-strong tables of " + variant_.id() + " with their strong ones"};
    }
    if (!pairs_.finish()) return Error{ErrorCode::kNoMemory, "the tables hold too many different values and depths"};
    for (auto& [part, codes] : codes_) {
        for (const UltraEntry& entry : codes.stored.entries) {
            const bool known = well_formed(entry, codes.own);
            codes.goodness.push_back(known ? pairs_.negative(pairs_.code(pair_of(entry, codes.own)))
                                           : PairCodes::kNone);
        }
    }
    for (const UltraPart& part : all_parts(moving_only)) {
        if (!codes_.contains(part)) continue;
        const std::vector<Turn> next = turns(part);
        const bool all_there =
            std::all_of(next.begin(), next.end(), [&](const Turn& turn) { return codes_.contains(turn.after); });
        if (all_there) {
            checkable_.push_back(part);
        } else {
            report.unchecked.push_back(part.subspace);
        }
    }
    return ok_status();
}

std::vector<UltraParts::Turn> UltraParts::turns(const UltraPart& part) const {
    std::vector<Turn> turns;
    const bool computer_moves = set_.values().antisymmetric() || !part.computer_moves;
    for (int takes = 0; takes <= variant_.takes; ++takes) {
        for (const bool placed : {false, true}) {
            const auto s = after_legal_turn(variant_, part.subspace, takes, placed);
            if (s) turns.push_back({takes, placed, {*s, computer_moves}});
        }
    }
    return turns;
}

Result<UltraParts::Files> UltraParts::files(const UltraPart& part) const {
    auto ultra = set_.table(part.subspace, part.computer_moves);
    if (!ultra.ok()) return ultra.error();
    if (ultra->codes != codes(part).stored) {
        return Error{ErrorCode::kCorrupt, format_subspace(part.subspace) + ": the table was replaced during the check"};
    }
    auto strong = open_table(database_, variant_, part.subspace);
    if (!strong.ok()) return strong.error();
    return Files{std::move(ultra->table), std::move(*strong)};
}

Status UltraParts::decode(const Files& files, const UltraPart& part, ClassIndex first, ClassIndex rows,
                          Code* out) const {
    const Codes& codes = this->codes(part);
    const std::size_t size = row_size(part.subspace), planes = static_cast<std::size_t>(codes.stored.planes());
    std::vector<std::uint8_t> wins(rows * size), bytes(rows * size * planes);
    if (Status read = files.strong->read_rows(first, rows, wins); !read.ok()) return read;
    const auto table_rows = static_cast<std::uint32_t>(rows * planes);
    if (Status read = files.ultra->read_rows(codes.stored.row(first, 0), table_rows, bytes); !read.ok()) return read;
    for (std::size_t r = 0; r < rows; ++r) {
        const std::uint8_t* const at = bytes.data() + r * planes * size;
        for (std::size_t i = 0; i < size; ++i) {
            *out++ = wins[r * size + i] != 0 ? Code{0} : goodness_from(codes, at + i, size);
        }
    }
    return ok_status();
}

Result<Code> UltraParts::code_at(const UltraPart& part, Address address) const {
    const auto opened = files(part);
    if (!opened.ok()) return opened.error();
    const auto win = opened->strong->at(address.row, address.rank);
    if (!win.ok()) return win.error();
    if (*win != 0) return Code{0};
    const Codes& codes = this->codes(part);
    std::array<std::uint8_t, UltraCodes::kMostPlanes> bytes{};
    for (int plane = 0; plane < codes.stored.planes(); ++plane) {
        const auto byte = opened->ultra->at(codes.stored.row(address.row, plane), address.rank);
        if (!byte.ok()) return byte.error();
        bytes[plane] = *byte;
    }
    return goodness_from(codes, bytes.data(), 1);
}

Code UltraParts::expected_of(const UltraPart& part, int best) const {
    if (best == 0) return 0;                                // all turns lose
    if (best >= PairCodes::kNone) return PairCodes::kNone;  // a win, or a successor that holds nonsense
    return pairs_.negative(pairs_.code(before_turn(pairs_.pair(best), codes(part).own)));
}

Code UltraParts::expected_without_turn(const UltraPart& part) const {
    const Subspace& s = part.subspace;
    const bool drawn = variant_.full_board_draw && s.own + s.other == kPoints;
    return drawn ? pairs_.negative(pairs_.code({codes(part).own, 0})) : Code{0};
}

Result<Code> UltraParts::expected_at(const UltraPart& part, const Position& position) const {
    if (const auto result = final_value(variant_, position)) {
        return result->wdl == Wdl::kDraw ? pairs_.negative(pairs_.code({codes(part).own, 0})) : Code{0};
    }
    TurnList turns;
    legal_turns(variant_, position, turns);
    int best = 0;
    for (const merels::Turn& turn : turns) {
        const Position next = apply(position, turn);
        if (men_in_all(next, next.to_move) < kMinMen) return PairCodes::kNone;
        const UltraPart after{subspace_of(next), set_.values().antisymmetric() || !part.computer_moves};
        const auto code = code_at(after, address_of(next));
        if (!code.ok()) return code.error();
        best = std::max<int>(best, *code);
    }
    return expected_of(part, best);
}

std::string UltraParts::describe(Code goodness, int own) const {
    if (goodness == 0) return "a win or a loss";
    if (goodness == PairCodes::kNone) return "no pair of any census";
    const UltraEntry entry = entry_of(pairs_.pair(pairs_.negative(goodness)), own);
    return "value " + std::to_string(entry.value) +
           (entry.depth ? " depth " + std::to_string(*entry.depth) : " without depth");
}

WrongPosition UltraParts::wrong_position(const UltraPart& part, Address address, Code stored, Code expected) const {
    WrongPosition wrong = make_wrong_position(part.subspace, address, stored, expected);
    const int own = codes(part).own;
    wrong.said = "the table has " + describe(stored, own) + ", the successors say " + describe(expected, own);
    return wrong;
}

}  // namespace merels::verify
