// SPDX-License-Identifier: MIT
#include "merels/variant.h"

#include <array>
#include <charconv>

namespace merels {
namespace {

constexpr Variant make(std::string_view id, Board board, int men, Phases phases, AllInMills all_in_mills, int takes,
                       bool full_board_draw = false) {
    const auto m = static_cast<std::uint8_t>(men);
    return {id, board, phases, all_in_mills, static_cast<std::uint8_t>(takes), full_board_draw, m, m, m};
}

constexpr auto kThen = Phases::kPlaceThenMove;
constexpr auto kOr = Phases::kPlaceOrMove;
constexpr auto kCapture = AllInMills::kAnyMayBeTaken;
constexpr auto kProtected = AllInMills::kNoneMayBeTaken;

constexpr std::array kVariants = {
    make("nine-c1", Board::kNine, 9, kThen, kCapture, 1),
    make("nine-c2", Board::kNine, 9, kThen, kCapture, 2),
    make("nine-p1", Board::kNine, 9, kThen, kProtected, 1),
    make("nine-p2", Board::kNine, 9, kThen, kProtected, 2),
    make("lasker-c1", Board::kNine, 10, kOr, kCapture, 1),
    make("lasker-p2", Board::kNine, 10, kOr, kProtected, 2),
    make("morabaraba", Board::kDiagonals, 12, kThen, kCapture, 1),
    make("morabaraba-fbd", Board::kDiagonals, 12, kThen, kCapture, 1, true),
};

Error bad(std::string message) { return {ErrorCode::kBadInput, std::move(message)}; }

std::string known_ids() {
    std::string ids;
    for (const Variant& v : kVariants) ids.append(ids.empty() ? "" : ", ").append(v.base_id);
    return ids;
}

// Reads a number of men at the start of `text` and removes it; 0 when there is none.
int take_men(std::string_view& text) {
    int men = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), men);
    if (error != std::errc{} || men < kMinMen || men > kMaxMen || text.front() == '0') return 0;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return men;
}

}  // namespace

std::string Variant::id() const {
    std::string result(base_id);
    if (white_men != base_men || black_men != base_men) {
        result += '@' + std::to_string(white_men) + ',' + std::to_string(black_men);
    }
    return result;
}

std::span<const Variant> all_variants() { return kVariants; }

Result<Variant> parse_variant(std::string_view text) {
    const std::size_t at = text.find('@');
    const std::string_view base = text.substr(0, at);
    for (Variant v : kVariants) {
        if (v.base_id != base) continue;
        if (at == std::string_view::npos) return v;
        std::string_view start = text.substr(at + 1);
        const int white = take_men(start);
        const bool comma = !start.empty() && start.front() == ',';
        if (comma) start.remove_prefix(1);
        const int black = comma ? take_men(start) : 0;
        if (white == 0 || black == 0 || !start.empty()) {
            return bad("variant '" + std::string(text) + "': after '@' two numbers from 3 to 12 are expected, as in '" +
                       std::string(base) + "@11,12'");
        }
        v.white_men = static_cast<std::uint8_t>(white);
        v.black_men = static_cast<std::uint8_t>(black);
        return v;
    }
    return bad("unknown variant '" + std::string(base) + "'; known are " + known_ids());
}

std::string describe(const Variant& v) {
    std::string s = std::to_string(v.white_men);
    if (v.black_men != v.white_men) s += " against " + std::to_string(v.black_men);
    s += v.board == Board::kNine ? " men, plain board, " : " men, board with diagonals, ";
    s += v.phases == Phases::kPlaceThenMove ? "place, then move; " : "place or move; ";
    s += v.all_in_mills == AllInMills::kAnyMayBeTaken ? "always capture, " : "always protected, ";
    s += "take " + std::to_string(v.takes);
    if (v.full_board_draw) s += "; a full board is a draw";
    return s;
}

}  // namespace merels
