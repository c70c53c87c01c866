// SPDX-License-Identifier: MIT
// Game files. Reading: lines of tags first, then numbered turns separated by spaces or line ends.
#include <fmt/format.h>

#include <algorithm>

#include "merels/game.h"
#include "rules/notation.h"
#include "rules/rules.h"

namespace merels {
namespace {

constexpr bool is_tag_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }
// Everything but control characters; bytes above 127 are left as they are (UTF-8).
constexpr bool is_value_letter(char c) { return static_cast<unsigned char>(c) >= ' ' && c != '\x7f'; }

struct Tag {
    std::string key;
    std::string value;
    std::size_t key_at = 0;
    std::size_t value_at = 0;
};

// [key "value"] up to and including the end of the line.
bool read_tag(TextCursor& cursor, Tag& tag) {
    cursor.skip();  // the '[' that the caller saw
    tag.key_at = cursor.offset();
    for (; is_tag_letter(cursor.peek()); cursor.skip()) tag.key += cursor.peek();
    if (tag.key.empty()) return cursor.fail_expected("the name of a tag");
    if (!cursor.accept(' ')) return cursor.fail_expected("a space after the name of the tag");
    if (!cursor.accept('"')) return cursor.fail_expected("'\"' before the value");
    tag.value_at = cursor.offset();
    while (!cursor.accept('"')) {
        const bool escaped = cursor.accept('\\');
        const char c = cursor.peek();
        if (cursor.at_end() || !is_value_letter(c)) return cursor.fail_expected("'\"' after the value");
        if (escaped && c != '"' && c != '\\') return cursor.fail_expected("'\"' or '\\' after '\\'");
        tag.value += c;
        cursor.skip();
    }
    if (!cursor.accept(']')) return cursor.fail_expected("']' after the value");
    cursor.accept('\r');
    return cursor.at_end() || cursor.accept('\n') || cursor.fail_expected("the end of the line after ']'");
}

// Runs a reader over the value of a tag; its error, if any, is placed in the file.
template <class Read>
auto read_value(TextCursor& cursor, const Tag& tag, Read&& read) {
    TextCursor inner(tag.value);
    auto value = read(inner);
    if (value && !inner.at_end()) inner.fail_expected("the end of the value");
    // A value that can be read has no escapes in front of its first error, so offsets carry over.
    if (inner.error()) cursor.fail(tag.value_at + inner.error()->offset, inner.error()->message);
    return value;
}

bool read_result(TextCursor& cursor, const Tag& tag, GameResult& result) {
    for (const auto candidate :
         {GameResult::kUnfinished, GameResult::kWhiteWins, GameResult::kBlackWins, GameResult::kDraw}) {
        if (tag.value != name(candidate)) continue;
        result = candidate;
        return true;
    }
    return cursor.fail(tag.value_at, "expected a result: '*', '1-0', '0-1' or '1/2-1/2'");
}

bool skip_space(TextCursor& cursor) {
    const std::size_t start = cursor.offset();
    while (cursor.peek() == ' ' || cursor.peek() == '\n' || cursor.peek() == '\r' || cursor.peek() == '\t')
        cursor.skip();
    return cursor.offset() != start;
}

// Reads all tags; `result_at` is where the result stands, 0 without one.
bool read_tags(TextCursor& cursor, Game& game, std::size_t& result_at) {
    bool has_variant = false;
    bool has_start = false;
    for (skip_space(cursor); cursor.peek() == '['; skip_space(cursor)) {
        Tag tag;
        if (!read_tag(cursor, tag)) return false;
        const bool first = !has_variant;
        if (first != (tag.key == "variant")) {
            return cursor.fail(tag.key_at, first ? "the first tag must be 'variant'" : "a second tag 'variant'");
        }
        if (tag.key == "variant") {
            const auto variant = parse_variant(tag.value);
            if (!variant) return cursor.fail(tag.value_at, variant.error().message);
            game.variant = *variant;
            game.start = start_position(*variant);
            has_variant = true;
        } else if (tag.key == "start") {
            if (has_start) return cursor.fail(tag.key_at, "a second tag 'start'");
            const auto start = read_value(cursor, tag, [&](TextCursor& c) { return read_position(game.variant, c); });
            if (cursor.error()) return false;
            game.start = *start;
            has_start = true;
        } else if (tag.key == "result") {
            if (result_at != 0) return cursor.fail(tag.key_at, "a second tag 'result'");
            if (!read_result(cursor, tag, game.result)) return false;
            result_at = tag.value_at;
        } else {
            const bool known =
                std::any_of(game.tags.begin(), game.tags.end(), [&](const auto& t) { return t.first == tag.key; });
            if (known) return cursor.fail(tag.key_at, fmt::format("a second tag '{}'", tag.key));
            game.tags.emplace_back(std::move(tag.key), std::move(tag.value));
        }
    }
    return has_variant || cursor.fail_expected("a tag, as in [variant \"nine-c1\"]");
}

// "3." before White's turn, and before Black's turn where it is the first of the file ("3..." is not needed: a game
// that Black starts begins with "1. ...").
bool read_turn_number(TextCursor& cursor, std::size_t expected) {
    const std::size_t start = cursor.offset();
    const auto number = read_number(cursor, UINT32_MAX, fmt::format("the number of a turn, '{}.'", expected));
    if (!number) return false;
    if (*number != expected)
        return cursor.fail(start, fmt::format("expected turn number {}, found {}", expected, *number));
    if (!cursor.accept('.')) return cursor.fail_expected("'.' after the number of the turn");
    return skip_space(cursor) || cursor.fail_expected("a space after the number of the turn");
}

bool read_turns(TextCursor& cursor, Game& game) {
    Position position = game.start;
    std::size_t number = 1;
    for (bool first = true; !cursor.at_end(); first = false) {
        if (first || position.to_move == Side::kWhite) {
            if (!read_turn_number(cursor, number)) return false;
            if (position.to_move == Side::kBlack) {
                for (int i = 0; i < 3; ++i) {
                    if (!cursor.accept('.')) return cursor.fail_expected("'...' in place of White's turn");
                }
                if (!skip_space(cursor)) return cursor.fail_expected("a space after '...'");
            }
        }
        const auto turn = read_turn(game.variant, position, cursor);
        if (!turn) return false;
        if (!skip_space(cursor) && !cursor.at_end()) return cursor.fail_expected("a space or the end after a turn");
        if (position.to_move == Side::kBlack) ++number;
        position = apply(position, *turn);
        game.turns.push_back(*turn);
    }
    return true;
}

std::string in_quotes(std::string_view value) {
    std::string text = "\"";
    for (const char c : value) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
    }
    return text + '"';
}

}  // namespace

Position final_position(const Game& game) {
    Position position = game.start;
    for (const Turn& turn : game.turns) position = apply(position, turn);
    return position;
}

GameResult result_by_rules(const Game& game) {
    const Position last = final_position(game);
    const auto value = final_value(game.variant, last);
    if (!value) return GameResult::kUnfinished;
    if (value->wdl == Wdl::kDraw) return GameResult::kDraw;
    const bool white_wins = (value->wdl == Wdl::kWin) == (last.to_move == Side::kWhite);
    return white_wins ? GameResult::kWhiteWins : GameResult::kBlackWins;
}

Result<Game> parse_game(std::string_view text) {
    TextCursor cursor(text);
    Game game;
    std::size_t result_at = 0;
    if (!read_tags(cursor, game, result_at) || !read_turns(cursor, game)) return cursor.line_error();
    const GameResult by_rules = result_by_rules(game);
    if (result_at == 0) game.result = by_rules;
    if (by_rules != GameResult::kUnfinished && game.result != by_rules) {
        cursor.fail(result_at, fmt::format("the result is '{}', but the last position says '{}'", name(game.result),
                                           name(by_rules)));
        return cursor.line_error();
    }
    return game;
}

std::string format_game(const Game& game) {
    std::string text = fmt::format("[variant \"{}\"]\n[start \"{}\"]\n[result \"{}\"]\n", game.variant.id(),
                                   format_position(game.start), name(game.result));
    for (const auto& [key, value] : game.tags) text += fmt::format("[{} {}]\n", key, in_quotes(value));
    if (!game.turns.empty()) text += '\n';
    Side side = game.start.to_move;
    std::size_t number = 1;
    bool first = true;
    for (const Turn& turn : game.turns) {
        if (side == Side::kWhite || first) {
            text += fmt::format("{}.{}", number, side == Side::kBlack ? " ..." : "");
        }
        text += ' ' + format_turn(turn);
        if (side == Side::kBlack) {
            text += '\n';
            ++number;
        }
        first = false;
        side = opponent(side);
    }
    if (!text.ends_with('\n')) text += '\n';
    return text;
}

}  // namespace merels
