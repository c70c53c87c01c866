// SPDX-License-Identifier: MIT
// The C interface (include/merels/merels.h): each function checks its pointers, turns plain structs into the library's
// values, asks the library, and turns the answer back. No exception leaves.
#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "merels/merels.h"
#include "merels/tablebase.h"
#include "rules/rules.h"

struct merels_game {
    merels::Variant variant;
};

struct merels_tables {
    merels::Tablebase tables;
};

namespace merels {
namespace {

static_assert(MERELS_MOST_TURNS == TurnList::kCapacity);
static_assert(static_cast<int>(ErrorCode::kBadInput) + 1 == MERELS_BAD_INPUT);
static_assert(static_cast<int>(ErrorCode::kInternal) + 1 == MERELS_INTERNAL);
static_assert(static_cast<int>(GameEnd::kFullBoard) == MERELS_FULL_BOARD);
static_assert(static_cast<int>(LineEnd::kUnknown) == MERELS_LINE_UNKNOWN);

// A code of the library as one of the interface: the same order, after MERELS_OK.
int to_c(ErrorCode code) { return static_cast<int>(code) + 1; }

int tell(merels_error* out, int code, std::string_view message) {
    if (out != nullptr) {
        out->code = code;
        const std::size_t size = std::min(message.size(), sizeof out->message - 1);
        std::copy_n(message.data(), size, out->message);
        out->message[size] = '\0';
    }
    return code;
}

int tell(merels_error* out, const Error& error) { return tell(out, to_c(error.code), error.message); }

// Runs the body of a function: a Status, or whatever is thrown, becomes a code.
template <class Body>
int guarded(merels_error* out, const Body& body) {
    try {
        const Status done = body();
        return done ? tell(out, MERELS_OK, "") : tell(out, done.error());
    } catch (const std::bad_alloc&) {
        return tell(out, MERELS_NO_MEMORY, "not enough memory");
    } catch (const std::exception& thrown) {
        return tell(out, MERELS_INTERNAL, thrown.what());
    } catch (...) {
        return tell(out, MERELS_INTERNAL, "unknown exception");
    }
}

Error bad(std::string message) { return {ErrorCode::kBadInput, std::move(message)}; }

// True where a pointer that must be there is not.
template <class... Pointers>
bool any_null(const Pointers*... pointers) {
    return ((pointers == nullptr) || ...);
}
Status null_pointer() { return bad("a pointer is null"); }

Result<Position> from_c(const Variant& variant, const merels_position& in) {
    if (in.to_move > 1) return bad("to_move is neither 0 nor 1");
    if (in.unused != 0) return bad("the unused byte of a position is not 0");
    Position position;
    position.men = {in.men[0], in.men[1]};
    position.hand = {in.hand[0], in.hand[1]};
    position.to_move = static_cast<Side>(in.to_move);
    if (auto why = why_impossible(variant, position)) return bad(*std::move(why));
    return position;
}

merels_position to_c(const Position& position) {
    return {{position.men[0], position.men[1]},
            {position.hand[0], position.hand[1]},
            static_cast<std::uint8_t>(position.to_move),
            0};
}

merels_turn to_c(const Turn& turn) { return {turn.from, turn.to, {turn.take[0], turn.take[1]}}; }

merels_value to_c(const Value& value) {
    constexpr std::array<std::int16_t, 4> kResults{MERELS_LOSS, MERELS_DRAW, MERELS_WIN, MERELS_UNKNOWN};
    return {kResults[static_cast<std::size_t>(value.wdl)], value.dtw};
}

merels_ultra to_c(const std::optional<Ultra>& ultra) {
    if (!ultra) return {};
    return {1, ultra->value, ultra->depth ? 1 : 0, ultra->depth.value_or(0), ultra->stay};
}

merels_turn_value to_c(const TurnValue& turn, bool best) {
    return {to_c(turn.turn), to_c(turn.after), to_c(turn.value), best ? 1 : 0, to_c(turn.ultra)};
}

Status write_text(std::string_view from, char* to) {
    if (from.size() >= MERELS_TEXT_SIZE) return Error{ErrorCode::kInternal, "a text is longer than MERELS_TEXT_SIZE"};
    std::copy(from.begin(), from.end(), to);
    to[from.size()] = '\0';
    return ok_status();
}

}  // namespace
}  // namespace merels

using namespace merels;

int merels_c_version() { return MERELS_C_VERSION; }

int merels_open_game(const char* id, merels_game** game, merels_error* error) {
    return guarded(error, [&]() -> Status {
        if (any_null(id, game)) return null_pointer();
        const auto variant = parse_variant(id);
        if (!variant) return variant.error();
        *game = new merels_game{*variant};
        return ok_status();
    });
}

void merels_close_game(merels_game* game) { delete game; }

int merels_game_id(const merels_game* game, char id[MERELS_TEXT_SIZE], merels_error* error) {
    return guarded(error, [&]() -> Status {
        if (any_null(game, id)) return null_pointer();
        return write_text(game->variant.id(), id);
    });
}

int merels_start(const merels_game* game, merels_position* position, merels_error* error) {
    return guarded(error, [&]() -> Status {
        if (any_null(game, position)) return null_pointer();
        *position = to_c(start_position(game->variant));
        return ok_status();
    });
}

int merels_parse_position(const merels_game* game, const char* text, merels_position* position, merels_error* error) {
    return guarded(error, [&]() -> Status {
        if (any_null(game, position, text)) return null_pointer();
        const auto parsed = parse_position(game->variant, text);
        if (!parsed) return parsed.error();
        *position = to_c(*parsed);
        return ok_status();
    });
}

int merels_format_position(const merels_game* game, const merels_position* position, char text[MERELS_TEXT_SIZE],
                           merels_error* error) {
    return guarded(error, [&]() -> Status {
        if (any_null(game, position, text)) return null_pointer();
        const auto checked = from_c(game->variant, *position);
        if (!checked) return checked.error();
        return write_text(format_position(*checked), text);
    });
}

int merels_parse_turn(const merels_game* game, const merels_position* position, const char* text, merels_turn* turn,
                      merels_error* error) {
    return guarded(error, [&]() -> Status {
        if (any_null(game, position, turn, text)) return null_pointer();
        const auto at = from_c(game->variant, *position);
        if (!at) return at.error();
        const auto parsed = parse_turn(game->variant, *at, text);
        if (!parsed) return parsed.error();
        *turn = to_c(*parsed);
        return ok_status();
    });
}

int merels_format_turn(const merels_turn* turn, char text[MERELS_TEXT_SIZE], merels_error* error) {
    return guarded(error, [&]() -> Status {
        if (any_null(turn, text)) return null_pointer();
        for (const int point : {turn->from, turn->to, turn->take[0], turn->take[1]}) {
            if (point < kNoPoint || point >= kPoints) return bad("a turn names a point outside the board");
        }
        if (turn->to == kNoPoint || (turn->take[0] == kNoPoint && turn->take[1] != kNoPoint)) {
            return bad("a turn without target, or with its second taking only");
        }
        return write_text(format_turn({turn->from, turn->to, {turn->take[0], turn->take[1]}}), text);
    });
}

int merels_turns(const merels_game* game, const merels_position* position, merels_turn* turns, std::size_t capacity,
                 std::size_t* count, merels_error* error) {
    return guarded(error, [&]() -> Status {
        if (any_null(game, position, count) || (capacity > 0 && turns == nullptr)) return null_pointer();
        const auto at = from_c(game->variant, *position);
        if (!at) return at.error();
        TurnList list;
        legal_turns(game->variant, *at, list);
        *count = static_cast<std::size_t>(list.size());
        const std::size_t given = std::min(capacity, *count);
        for (std::size_t i = 0; i < given; ++i) turns[i] = to_c(list[static_cast<int>(i)]);
        return ok_status();
    });
}

int merels_play(const merels_game* game, const merels_position* position, const merels_turn* turn,
                merels_position* after, merels_error* error) {
    return guarded(error, [&]() -> Status {
        if (any_null(game, position, turn, after)) return null_pointer();
        const auto at = from_c(game->variant, *position);
        if (!at) return at.error();
        const Turn wanted{turn->from, turn->to, {turn->take[0], turn->take[1]}};
        TurnList list;
        legal_turns(game->variant, *at, list);
        if (std::find(list.begin(), list.end(), wanted) == list.end()) return bad("the turn is not legal here");
        *after = to_c(apply(*at, wanted));
        return ok_status();
    });
}

int merels_open(const char* folder, std::size_t cache_bytes, merels_tables** tables, merels_error* error) {
    return guarded(error, [&]() -> Status {
        if (any_null(folder, tables)) return null_pointer();
        auto opened = Tablebase::open(folder, cache_bytes);
        if (!opened) return opened.error();
        *tables = new merels_tables{*std::move(opened)};
        return ok_status();
    });
}

void merels_close(merels_tables* tables) { delete tables; }

int merels_probe(const merels_tables* tables, const merels_game* game, const merels_position* position,
                 merels_value* value, merels_error* error) {
    return guarded(error, [&]() -> Status {
        if (any_null(tables, game, position, value)) return null_pointer();
        const auto at = from_c(game->variant, *position);
        if (!at) return at.error();
        const auto known = tables->tables.value(game->variant, *at);
        if (!known) return known.error();
        *value = to_c(*known);
        return ok_status();
    });
}

int merels_analyse(const merels_tables* tables, const merels_game* game, const merels_position* position,
                   merels_analysis* analysis, merels_turn_value* turns, std::size_t capacity, merels_error* error) {
    std::optional<Error> trouble;
    const int code = guarded(error, [&]() -> Status {
        if (any_null(tables, game, position, analysis) || (capacity > 0 && turns == nullptr)) return null_pointer();
        const auto at = from_c(game->variant, *position);
        if (!at) return at.error();
        const PositionValue known = tables->tables.analyse(game->variant, *at, capacity > 0);
        trouble = known.trouble;
        *analysis = {to_c(known.value),
                     known.basis == Basis::kDtw ? 1 : 0,
                     static_cast<std::int32_t>(known.end),
                     trouble ? to_c(trouble->code) : MERELS_OK,
                     to_c(known.ultra),
                     known.turns.size()};
        const std::size_t given = std::min(capacity, known.turns.size());
        for (std::size_t i = 0; i < given; ++i) turns[i] = to_c(known.turns[i], known.is_best(known.turns[i]));
        return ok_status();
    });
    if (code == MERELS_OK && trouble) tell(error, *trouble);
    return code;
}

int merels_line(const merels_tables* tables, const merels_game* game, const merels_position* position,
                merels_turn_value* plies, std::size_t capacity, std::size_t* count, std::int32_t* end,
                merels_error* error) {
    return guarded(error, [&]() -> Status {
        if (any_null(tables, game, position, count, end) || (capacity > 0 && plies == nullptr)) {
            return null_pointer();
        }
        const auto at = from_c(game->variant, *position);
        if (!at) return at.error();
        constexpr std::size_t kMost = 1'000'000'000;
        LineWalk line(tables->tables, game->variant, *at, static_cast<int>(std::min(capacity, kMost)));
        std::size_t given = 0;
        while (const auto ply = line.next()) plies[given++] = to_c(ply->best, true);
        *count = given;
        *end = static_cast<std::int32_t>(line.end());
        return ok_status();
    });
}
