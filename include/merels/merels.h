// SPDX-License-Identifier: MIT
// The library for C, and for everything that can call C: games, positions, turns, and the values of solved tables.
//
//     merels_error error;
//     merels_game* game = NULL;
//     merels_tables* tables = NULL;
//     merels_position position;
//     merels_value value;
//     if (merels_open_game("nine-c1", &game, &error) == MERELS_OK &&
//         merels_open("db", 0, &tables, &error) == MERELS_OK &&
//         merels_parse_position(game, "O*******/O*@*****/@*@****O w 5 6", &position, &error) == MERELS_OK &&
//         merels_probe(tables, game, &position, &value, &error) == MERELS_OK)
//         printf("%d in %d plies\n", value.result, value.plies);
//     else
//         puts(error.message);
//     merels_close(tables);
//     merels_close_game(game);
//
// Every function that can fail gives back MERELS_OK or another code, and the reason as a line of text in `error`, which
// may be NULL. What it was to fill is then unchanged, unless something else is said. No exception leaves a function,
// nothing is printed, there are no globals. A handle may be used by any number of threads at once and is closed once,
// when nobody uses it any more; closing NULL does nothing. All other memory is the caller's.
//
// Stable: within one MERELS_C_VERSION functions, fields and numbers keep their places and meanings, and only new
// functions and codes are added. docs/library.md has more.
#ifndef MERELS_MERELS_H
#define MERELS_MERELS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define MERELS_C extern "C"
#else
#define MERELS_C
#endif

#define MERELS_C_VERSION 1

// The version of this interface that the library was built with.
MERELS_C int merels_c_version(void);

enum {
    MERELS_OK = 0,
    MERELS_BAD_INPUT = 1,      // the caller's text or arguments are wrong
    MERELS_MISSING = 2,        // a file or table is not there
    MERELS_CORRUPT = 3,        // a checksum or a structure does not hold
    MERELS_TRUNCATED = 4,      // a file ends too early
    MERELS_WRONG_VARIANT = 5,  // a table belongs to another game
    MERELS_NEWER_VERSION = 6,  // a file was written by a later format version
    MERELS_IO = 7,             // the operating system refused
    MERELS_NO_SPACE = 8,       // the disk is full
    MERELS_NO_MEMORY = 9,
    MERELS_INTERRUPTED = 10,  // stopped on request
    MERELS_INTERNAL = 11      // a bug
};

typedef struct merels_error {
    int32_t code;
    char message[508];  // one line, ends with 0, cut where it is longer; empty after MERELS_OK
} merels_error;

// A game of the family: rules and start.
typedef struct merels_game merels_game;
// A folder of solved tables.
typedef struct merels_tables merels_tables;

// Points are bits 0..23 of a mask; include/merels/position.h draws them.
typedef struct merels_position {
    uint32_t men[2];  // of White, of Black
    uint8_t hand[2];  // men not yet placed
    uint8_t to_move;  // 0 White, 1 Black
    uint8_t unused;   // 0
} merels_position;

// A placing (from is -1) or a move, with the men that it takes (-1: none).
typedef struct merels_turn {
    int8_t from;
    int8_t to;
    int8_t take[2];
} merels_turn;

enum { MERELS_LOSS = -1, MERELS_DRAW = 0, MERELS_WIN = 1, MERELS_UNKNOWN = -128 };

typedef struct merels_value {
    int16_t result;  // for the side to move, see above
    int16_t plies;   // to the end under best play; -1: a draw, unknown, or a table without depths
} merels_value;

// The ultra-strong value of a drawn position for its side to move (docs/solving_ultra.md).
typedef struct merels_ultra {
    int32_t known;      // 0: no such tables, or no draw; the rest is 0 then
    int32_t value;      // of the unit in which best play ends
    int32_t has_depth;  // 0: that is the value of the position's own subspace
    int32_t depth;
    int32_t stay;  // plies in better units on the way less those in worse ones; greater is better
} merels_ultra;

typedef struct merels_turn_value {
    merels_turn turn;
    merels_position after;
    merels_value value;  // for the side that makes the turn
    int32_t best;        // 1: known to have the best value
    merels_ultra ultra;  // of `after`, for the side to move there
} merels_turn_value;

// Why a game is over.
enum { MERELS_NOT_OVER = 0, MERELS_FEW_MEN = 1, MERELS_BLOCKED = 2, MERELS_FULL_BOARD = 3 };

typedef struct merels_analysis {
    merels_value value;
    int32_t depths;   // 1: exact depths, or the rules themselves, stand behind the value; 0: results only, or nothing
    int32_t end;      // see above
    int32_t trouble;  // why the value, or that of a turn, is unknown: a code; MERELS_OK where everything is known
    merels_ultra ultra;
    size_t turns;  // legal ones
} merels_analysis;

// Why a line ends.
enum { MERELS_LINE_OVER = 0, MERELS_LINE_REPETITION = 1, MERELS_LINE_LIMIT = 2, MERELS_LINE_UNKNOWN = 3 };

enum {
    MERELS_MOST_TURNS = 2048,  // no position has more
    MERELS_TEXT_SIZE = 64      // room for any position, turn or id as text
};

// Games. `id` is "nine-c1", or "nine-c1@5,6" for another start; MERELS_BAD_INPUT where there is no such game.
MERELS_C int merels_open_game(const char* id, merels_game** game, merels_error* error);
MERELS_C void merels_close_game(merels_game* game);
MERELS_C int merels_game_id(const merels_game* game, char id[MERELS_TEXT_SIZE], merels_error* error);

// Positions and turns, and their text forms (docs/rules.md). A position that the game does not allow, by its men,
// is MERELS_BAD_INPUT everywhere; one that no game reaches is allowed.
MERELS_C int merels_start(const merels_game* game, merels_position* position, merels_error* error);
MERELS_C int merels_parse_position(const merels_game* game, const char* text, merels_position* position,
                                   merels_error* error);
MERELS_C int merels_format_position(const merels_game* game, const merels_position* position,
                                    char text[MERELS_TEXT_SIZE], merels_error* error);
MERELS_C int merels_parse_turn(const merels_game* game, const merels_position* position, const char* text,
                               merels_turn* turn, merels_error* error);
MERELS_C int merels_format_turn(const merels_turn* turn, char text[MERELS_TEXT_SIZE], merels_error* error);

// The legal turns: *count of them, the first `capacity` in `turns`, which may be NULL where that is 0. None when
// the game is over.
MERELS_C int merels_turns(const merels_game* game, const merels_position* position, merels_turn* turns, size_t capacity,
                          size_t* count, merels_error* error);
// The position after a legal turn; MERELS_BAD_INPUT where it is not legal. `after` may be `position`.
MERELS_C int merels_play(const merels_game* game, const merels_position* position, const merels_turn* turn,
                         merels_position* after, merels_error* error);

// Tables. MERELS_MISSING when the folder is not there; an empty folder knows nothing. Opening is cheap: a table is
// opened when it is first asked for. `cache_bytes` bounds the decoded blocks that are kept, 0: 256 MiB.
MERELS_C int merels_open(const char* folder, size_t cache_bytes, merels_tables** tables, merels_error* error);
MERELS_C void merels_close(merels_tables* tables);

// The value of a position. What the tables do not tell is an error (MERELS_MISSING, MERELS_CORRUPT, ...), never a
// guess.
MERELS_C int merels_probe(const merels_tables* tables, const merels_game* game, const merels_position* position,
                          merels_value* value, merels_error* error);

// The value of a position and of every turn, best first, the first `capacity` of them in `turns`. With capacity 0
// (`turns` may be NULL) the turns are neither looked up nor counted. Where something is unknown the call succeeds
// all the same: `trouble` says why, and `error` has that code and its text.
MERELS_C int merels_analyse(const merels_tables* tables, const merels_game* game, const merels_position* position,
                            merels_analysis* analysis, merels_turn_value* turns, size_t capacity, merels_error* error);

// A best line of at most `capacity` plies: *count of them in `plies`, and why it ends there in *end.
MERELS_C int merels_line(const merels_tables* tables, const merels_game* game, const merels_position* position,
                         merels_turn_value* plies, size_t capacity, size_t* count, int32_t* end, merels_error* error);

#endif
