// SPDX-License-Identifier: MIT
#include "engine/match/start_rule.h"

#include <algorithm>
#include <charconv>

#include "engine/search/random_positions.h"
#include "rules/rules.h"

namespace merels {
namespace {

using engine::Random;

constexpr int kMostTries = 10'000;  // to draw a won position

Position random_men(const StartRule& rule, Random& random) {
    Position p;
    const auto men = [&] {
        return rule.least_men +
               static_cast<int>(random.below(static_cast<std::uint32_t>(rule.most_men - rule.least_men + 1)));
    };
    const int white = men(), black = men();
    put_men(p, Side::kWhite, white, random);
    put_men(p, Side::kBlack, black, random);
    p.to_move = random.below(2) == 0 ? Side::kWhite : Side::kBlack;
    return p;
}

Position random_endgame(const Variant& variant, const StartRule& rule, Random& random) {
    while (true) {
        const Position p = random_men(rule, random);
        if (!final_value(variant, p)) return p;
    }
}

Result<Position> random_won(const Variant& variant, const StartRule& rule, const ValueSource* tables, Random& random) {
    if (tables == nullptr) return Error{ErrorCode::kBadInput, "won starts need tables"};
    for (int i = 0; i < kMostTries; ++i) {
        const Position p = random_endgame(variant, rule, random);
        const auto value = tables->value(variant, p);
        if (!value) return value.error();
        if (value->wdl == Wdl::kWin) return p;
    }
    return Error{ErrorCode::kMissing, "no won position found among " + std::to_string(kMostTries)};
}

bool read_int(std::string_view text, int least, int most, int& out) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc{} && end == text.data() + text.size() && out >= least && out <= most;
}

// "LEAST-MOST" men a side.
bool read_men(const Variant& variant, std::string_view range, StartRule& rule) {
    const std::size_t dash = range.find('-');
    const int most = std::max(variant.white_men, variant.black_men);
    return dash != std::string_view::npos && read_int(range.substr(0, dash), kMinMen, most, rule.least_men) &&
           read_int(range.substr(dash + 1), rule.least_men, most, rule.most_men);
}

}  // namespace

Result<StartRule> parse_start_rule(const Variant& variant, std::string_view text) {
    StartRule rule;
    const auto bad = [&text](const char* what) {
        return Error{ErrorCode::kBadInput, "start '" + std::string(text) + "': " + what};
    };
    if (text == "start") return rule;
    if (text.starts_with("opening:")) {
        rule.kind = StartRule::Kind::kRandomOpening;
        if (!read_int(text.substr(8), 0, 200, rule.plies)) return bad("opening wants a number of plies, 0 to 200");
        return rule;
    }
    if (text.starts_with("endgame:") || text.starts_with("won:")) {
        rule.kind = text.front() == 'e' ? StartRule::Kind::kRandomEndgame : StartRule::Kind::kRandomWon;
        if (!read_men(variant, text.substr(text.find(':') + 1), rule)) {
            return bad("the least and the most men a side are expected, as in endgame:3-6");
        }
        return rule;
    }
    const auto position = parse_position(variant, text);
    if (!position) return position.error();
    if (final_value(variant, *position)) return bad("the game is over in this position");
    rule.position = *position;
    return rule;
}

Result<Position> draw_start(const Variant& variant, const StartRule& rule, const ValueSource* tables,
                            std::uint64_t seed) {
    Random random(seed);
    if (rule.kind == StartRule::Kind::kRandomEndgame) return random_endgame(variant, rule, random);
    if (rule.kind == StartRule::Kind::kRandomWon) return random_won(variant, rule, tables, random);
    return after_random_turns(variant, rule.position.value_or(start_position(variant)), rule.plies, random);
}

}  // namespace merels
