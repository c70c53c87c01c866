// SPDX-License-Identifier: MIT
// Options that hosts of the Sanmill engine send, in terms of ours (docs/engine_protocol.md).
#include <algorithm>
#include <array>
#include <charconv>

#include "engine/protocol/protocol.h"

namespace merels {
namespace {

constexpr int kSkillLevels = 30;
constexpr int kRandomAlgorithm = 4;

std::optional<int> whole_number(const std::string& value) {
    if (value == "true" || value == "false") return value == "true";
    int number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc{} || end != value.data() + value.size()) return std::nullopt;
    return number;
}

// Rules that all our games share: a host that wants others would get wrong turns, so it is told.
struct FixedRule {
    std::string_view key;
    int value;
};
constexpr std::array kFixedRules{FixedRule{"piecesatleastcount", 3},
                                 FixedRule{"flypiececount", 3},
                                 FixedRule{"mayfly", 1},
                                 FixedRule{"hasbannedlocations", 0},
                                 FixedRule{"isdefendermovefirst", 0},
                                 FixedRule{"mayonlyremoveunplacedpieceinplacingphase", 0},
                                 FixedRule{"stalemateaction", 0}};

}  // namespace

// Positions of newer hosts: -1 where no mill was closed last, which older ones write as 0, and a last word that says
// how points are numbered: inner ring first, as here.
void EngineSession::plain_fields(Words& fields) {
    if (!fields.empty() && fields.back() == "ids:nodes") fields.pop_back();
    constexpr std::size_t kLastMills = 10, kAfterLastMills = 14;
    for (std::size_t i = kLastMills; i < std::min(fields.size(), kAfterLastMills); ++i) {
        if (fields[i] == "-1") fields[i] = "0";
    }
}

// The plain game of ours with these rules; nothing where there is none.
std::optional<Variant> EngineSession::HostRules::variant() const {
    for (const Variant& v : all_variants()) {
        const bool same = v.base_men == men && (v.board == Board::kDiagonals) == diagonals &&
                          (v.phases == Phases::kPlaceOrMove) == may_move_while_placing &&
                          v.all_in_mills == AllInMills::kAnyMayBeTaken && (v.takes == 2) == may_take_two &&
                          !v.full_board_draw;
        if (same) return v;
    }
    return std::nullopt;
}

// True where the option is one of the rules that make a variant. Rules come one by one: the variant is set when they
// fit one of ours, and stays what it was while they do not.
bool EngineSession::set_host_rule(const std::string& key, int value) {
    if (key == "piecescount") {
        rules_.men = value;
    } else if (key == "hasdiagonallines") {
        rules_.diagonals = value != 0;
    } else if (key == "maymoveinplacingphase") {
        rules_.may_move_while_placing = value != 0;
    } else if (key == "mayremovefrommillsalways") {
        // "Always" is taking from mills while other men could be taken: a rule that no game of ours has.
        if (value != 0) say("info string men in mills are taken only where there are no others");
        return true;
    } else if (key == "mayremovemultiple") {
        rules_.may_take_two = value != 0;
    } else {
        return false;
    }
    if (const auto variant = rules_.variant()) {
        if (*variant != variant_) {
            variant_ = *variant;
            new_game();
            say("info string variant " + variant_.id());
        }
    } else {
        say("info string no variant with these rules; still " + variant_.id());
    }
    return true;
}

Status EngineSession::set_sanmill(const std::string& key, const std::string& name, const std::string& value) {
    const auto number = whole_number(value);
    const auto bad_number = [&] { return Error{ErrorCode::kBadInput, name + " wants a number, not '" + value + "'"}; };
    if (key == "perfectdatabasepath") {
        if (const auto opened = set_tables(value); !opened) say("info string no tables: " + opened.error().message);
        return ok_status();
    }
    if (key == "skilllevel") {
        if (!number || *number < 0 || *number > kSkillLevels) return bad_number();
        level_ = (*number * kLevels + kSkillLevels - 1) / kSkillLevels;
        return ok_status();
    }
    if (key == "movetime") {  // seconds
        if (!number || *number < 0 || *number > 3600) return bad_number();
        move_time_ = *number * 1000;
        return ok_status();
    }
    if (key == "algorithm" || key == "useperfectdatabase") {
        if (!number) return bad_number();
        (key == "algorithm" ? wants_random_ : wants_tables_) =
            key == "algorithm" ? *number == kRandomAlgorithm : *number != 0;
        return set_player(wants_tables_ ? "perfect" : wants_random_ ? "random" : "search");
    }
    if (key == "shuffling") {
        if (!number) return bad_number();
        seed_ = *number != 0 ? std::max<std::uint64_t>(seed_, 1) : 0;
        return ok_status();
    }
    if (number && set_host_rule(key, *number)) return ok_status();
    const auto fixed =
        std::find_if(kFixedRules.begin(), kFixedRules.end(), [&](const FixedRule& rule) { return rule.key == key; });
    if (number && fixed != kFixedRules.end() && fixed->value == *number) return ok_status();
    std::string shown;
    for (const char c : name.substr(0, 60)) shown += c >= ' ' && c < 127 ? c : '?';
    say("info string ignored option " + shown);
    return ok_status();
}

}  // namespace merels
