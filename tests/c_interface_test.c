// SPDX-License-Identifier: MIT
// The C interface from plain C: what is refused, and that values, turns and lines of a solved game fit together.
//   c_interface_test FOLDER        with the tables of nine-c1@3,3
// Prints "position<TAB>result<TAB>plies" for some positions, which c_interface_test.py holds against the program's.
#include <merels/merels.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

#define CHECK(what)                                                    \
    do {                                                               \
        if (!(what)) {                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what); \
            ++failures;                                                \
        }                                                              \
    } while (0)

// The call is refused with this code and one line of text.
#define REFUSED(call, wanted)                                                \
    do {                                                                     \
        memset(&error, 'x', sizeof error);                                   \
        CHECK((call) == (wanted));                                           \
        CHECK(error.code == (wanted));                                       \
        CHECK(memchr(error.message, 0, sizeof error.message) != NULL);       \
        CHECK(error.message[0] != 0 && strchr(error.message, '\n') == NULL); \
    } while (0)

#define DONE(call)                                                             \
    do {                                                                       \
        if ((call) != MERELS_OK) {                                             \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, error.message); \
            ++failures;                                                        \
        }                                                                      \
    } while (0)

static merels_error error;
static merels_turn turns[MERELS_MOST_TURNS];
static merels_turn_value values[MERELS_MOST_TURNS];
static merels_turn_value plies[200];

// A message that is longer than its place is cut there and ends with 0.
static void long_message(void) {
    struct {
        merels_error error;
        char beyond[16];
    } cut;
    char name[2 * sizeof cut.error.message];
    merels_tables* tables = NULL;
    memset(&cut, 'x', sizeof cut);
    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = 0;
    CHECK(merels_open(name, 0, &tables, &cut.error) == MERELS_MISSING);
    CHECK(cut.error.message[sizeof cut.error.message - 1] == 0);
    CHECK(cut.error.message[sizeof cut.error.message - 2] == 'n');
    CHECK(cut.beyond[0] == 'x');
}

// No more than was asked for is written, and what is asked for must have a place.
static void capacities(const merels_tables* tables, const merels_game* game, const merels_position* position) {
    merels_analysis analysis;
    size_t count = 0;
    int32_t end = -1;
    memset(turns, 'x', sizeof turns);
    memset(values, 'x', sizeof values);
    DONE(merels_turns(game, position, turns, 2, &count, &error));
    CHECK(count == 24 && turns[1].from == -1 && turns[2].from == 'x');
    DONE(merels_analyse(tables, game, position, &analysis, values, 1, &error));
    CHECK(analysis.turns == 24 && values[0].turn.from == -1 && values[1].turn.from == 'x');
    CHECK(values[0].best == 1 && analysis.end == MERELS_NOT_OVER);
    REFUSED(merels_turns(game, position, NULL, 1, &count, &error), MERELS_BAD_INPUT);
    REFUSED(merels_line(tables, game, position, NULL, 1, &count, &end, &error), MERELS_BAD_INPUT);
    DONE(merels_line(tables, game, position, NULL, 0, &count, &end, &error));
    CHECK(count == 0 && end == MERELS_LINE_LIMIT);
}

static void refusals(const char* folder) {
    merels_game* game = NULL;
    merels_tables* tables = NULL;
    merels_position position;
    merels_value value;
    merels_analysis analysis;
    char text[MERELS_TEXT_SIZE];
    size_t count = 77;

    REFUSED(merels_open_game("ten-c1", &game, &error), MERELS_BAD_INPUT);
    REFUSED(merels_open_game("nine-c1@2,3", &game, &error), MERELS_BAD_INPUT);
    REFUSED(merels_open_game(NULL, &game, &error), MERELS_BAD_INPUT);
    REFUSED(merels_open_game("nine-c1", NULL, &error), MERELS_BAD_INPUT);
    CHECK(game == NULL);
    REFUSED(merels_open("no/such/folder", 0, &tables, &error), MERELS_MISSING);
    CHECK(strstr(error.message, "no/such/folder") != NULL);
    CHECK(tables == NULL);
    CHECK(merels_open("no/such/folder", 0, &tables, NULL) == MERELS_MISSING);
    merels_close(NULL);
    merels_close_game(NULL);

    DONE(merels_open_game("nine-c1@3,3", &game, &error));
    CHECK(error.code == MERELS_OK && error.message[0] == 0);
    DONE(merels_open(folder, 1 << 20, &tables, &error));
    REFUSED(merels_parse_position(game, "nonsense", &position, &error), MERELS_BAD_INPUT);
    REFUSED(merels_parse_position(game, "********/********/******** w 4 3", &position, &error), MERELS_BAD_INPUT);
    DONE(merels_start(game, &position, &error));
    CHECK(position.hand[0] == 3 && position.hand[1] == 3 && position.to_move == 0);

    const merels_position start = position;
    position.men[0] = position.men[1] = 1;
    position.hand[0] = position.hand[1] = 0;
    REFUSED(merels_probe(tables, game, &position, &value, &error), MERELS_BAD_INPUT);  // two men on a point
    position.men[1] = 1u << 24;
    REFUSED(merels_format_position(game, &position, text, &error), MERELS_BAD_INPUT);  // outside the board
    position = start;
    position.hand[1] = 200;
    REFUSED(merels_turns(game, &position, turns, MERELS_MOST_TURNS, &count, &error), MERELS_BAD_INPUT);
    CHECK(count == 77);
    position = start;
    position.to_move = 2;
    REFUSED(merels_line(tables, game, &position, plies, 1, &count, &(int32_t){0}, &error), MERELS_BAD_INPUT);
    position = start;
    position.unused = 1;
    REFUSED(merels_probe(tables, game, &position, &value, &error), MERELS_BAD_INPUT);
    position = start;
    REFUSED(merels_probe(NULL, game, &position, &value, &error), MERELS_BAD_INPUT);
    REFUSED(merels_analyse(tables, game, &position, &analysis, NULL, 1, &error), MERELS_BAD_INPUT);
    REFUSED(merels_play(game, &position, &(merels_turn){0, 1, {-1, -1}}, &position, &error), MERELS_BAD_INPUT);
    REFUSED(merels_play(game, &position, &(merels_turn){99, -7, {55, 100}}, &position, &error), MERELS_BAD_INPUT);
    REFUSED(merels_format_turn(&(merels_turn){-1, 24, {-1, -1}}, text, &error), MERELS_BAD_INPUT);
    REFUSED(merels_format_turn(&(merels_turn){0, 1, {-1, 3}}, text, &error), MERELS_BAD_INPUT);
    REFUSED(merels_format_turn(&(merels_turn){0, -1, {-1, -1}}, text, &error), MERELS_BAD_INPUT);
    REFUSED(merels_format_turn(&(merels_turn){-2, 1, {-1, -1}}, text, &error), MERELS_BAD_INPUT);
    REFUSED(merels_format_turn(&(merels_turn){0, 1, {24, -1}}, text, &error), MERELS_BAD_INPUT);
    REFUSED(merels_format_turn(&(merels_turn){0, 1, {-2, -1}}, text, &error), MERELS_BAD_INPUT);
    REFUSED(merels_format_turn(&(merels_turn){0, 1, {3, 24}}, text, &error), MERELS_BAD_INPUT);
    DONE(merels_format_turn(&(merels_turn){0, 1, {3, 23}}, text, &error));
    capacities(tables, game, &position);
    REFUSED(merels_parse_turn(game, &position, "a1-a4", &turns[0], &error), MERELS_BAD_INPUT);
    CHECK(memcmp(&position, &start, sizeof start) == 0);

    // No tables of nine men: unknown, with a reason.
    merels_game* nine = NULL;
    DONE(merels_open_game("nine-c1", &nine, &error));
    DONE(merels_start(nine, &position, &error));
    REFUSED(merels_probe(tables, nine, &position, &value, &error), MERELS_MISSING);
    memset(&error, 'x', sizeof error);
    CHECK(merels_analyse(tables, nine, &position, &analysis, values, 3, &error) == MERELS_OK);
    CHECK(analysis.value.result == MERELS_UNKNOWN && analysis.value.plies == -1 && analysis.depths == 0);
    CHECK(analysis.trouble == MERELS_MISSING && error.code == MERELS_MISSING && error.message[0] != 0);
    CHECK(analysis.turns == 24 && values[2].value.result == MERELS_UNKNOWN && !values[0].best);
    merels_close_game(nine);
    merels_close(tables);
    merels_close_game(game);
}

// Whether a is better than b for the side that has them.
static int better(merels_value a, merels_value b) {
    if (a.result != b.result) return a.result > b.result;
    return a.result == MERELS_WIN ? a.plies < b.plies : a.result == MERELS_LOSS && a.plies > b.plies;
}

// The value of a position is the best of what its turns lead to, seen from the other side; analyse says the same of
// each turn, in that order.
static merels_value check_position(const merels_tables* tables, const merels_game* game, merels_position position) {
    merels_value value = {MERELS_UNKNOWN, -1}, best = {MERELS_LOSS, 0};
    merels_analysis analysis, alone;
    size_t count = 0;
    DONE(merels_probe(tables, game, &position, &value, &error));
    DONE(merels_turns(game, &position, turns, MERELS_MOST_TURNS, &count, &error));
    DONE(merels_analyse(tables, game, &position, &analysis, values, MERELS_MOST_TURNS, &error));
    DONE(merels_analyse(tables, game, &position, &alone, NULL, 0, &error));
    CHECK(analysis.turns == count && alone.turns == 0);
    CHECK(analysis.trouble == MERELS_OK && analysis.depths == 1);
    CHECK(memcmp(&analysis.value, &value, sizeof value) == 0 && memcmp(&alone.value, &value, sizeof value) == 0);
    CHECK((analysis.end == MERELS_NOT_OVER) == (count > 0));
    size_t few = 0;
    DONE(merels_turns(game, &position, NULL, 0, &few, &error));
    CHECK(few == count);
    for (size_t i = 0; i < count; ++i) {
        merels_position after;
        merels_value reply;
        merels_turn again;
        char text[MERELS_TEXT_SIZE];
        DONE(merels_play(game, &position, &values[i].turn, &after, &error));
        CHECK(memcmp(&after, &values[i].after, sizeof after) == 0);
        CHECK(after.to_move == 1 - position.to_move);
        DONE(merels_probe(tables, game, &after, &reply, &error));
        if (reply.result != MERELS_DRAW) ++reply.plies;
        reply.result = (int16_t)-reply.result;
        CHECK(memcmp(&reply, &values[i].value, sizeof reply) == 0);
        if (i == 0 || better(reply, best)) best = reply;
        CHECK(i == 0 || !better(values[i].value, values[i - 1].value));
        CHECK(values[i].best == (memcmp(&values[i].value, &value, sizeof value) == 0));
        DONE(merels_format_turn(&values[i].turn, text, &error));
        DONE(merels_parse_turn(game, &position, text, &again, &error));
        CHECK(memcmp(&again, &values[i].turn, sizeof again) == 0);
    }
    if (count > 0) CHECK(memcmp(&best, &value, sizeof best) == 0);
    return value;
}

static void check_line(const merels_tables* tables, const merels_game* game, merels_position position,
                       merels_value value) {
    size_t count = 0;
    int32_t end = -1;
    DONE(merels_line(tables, game, &position, plies, sizeof plies / sizeof plies[0], &count, &end, &error));
    if (value.result == MERELS_DRAW) {
        CHECK(end == MERELS_LINE_REPETITION || end == MERELS_LINE_LIMIT);
    } else {
        CHECK(end == MERELS_LINE_OVER && count == (size_t)value.plies);
    }
    for (size_t i = 0; i < count; ++i) {
        DONE(merels_play(game, &position, &plies[i].turn, &position, &error));
        CHECK(memcmp(&position, &plies[i].after, sizeof position) == 0 && plies[i].best);
    }
    if (count < 2) return;
    DONE(merels_line(tables, game, &plies[0].after, plies, 1, &count, &end, &error));
    CHECK(count <= 1);
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    CHECK(merels_c_version() == MERELS_C_VERSION);
    refusals(argv[1]);
    long_message();

    merels_game* game = NULL;
    merels_tables* tables = NULL;
    char text[MERELS_TEXT_SIZE];
    DONE(merels_open_game("nine-c1@3,3", &game, &error));
    DONE(merels_open(argv[1], 0, &tables, &error));
    DONE(merels_game_id(game, text, &error));
    CHECK(strcmp(text, "nine-c1@3,3") == 0);
    uint32_t random = 1;
    for (int played = 0; played < 30; ++played) {
        merels_position position, again;
        DONE(merels_start(game, &position, &error));
        for (int ply = 0; ply < 20; ++ply) {
            const merels_value value = check_position(tables, game, position);
            check_line(tables, game, position, value);
            DONE(merels_format_position(game, &position, text, &error));
            DONE(merels_parse_position(game, text, &again, &error));
            CHECK(memcmp(&position, &again, sizeof again) == 0);
            if (played < 2) printf("%s\t%d\t%d\n", text, value.result, value.plies);
            size_t count = 0;
            DONE(merels_turns(game, &position, turns, MERELS_MOST_TURNS, &count, &error));
            if (count == 0) break;
            random = random * 1664525u + 1013904223u;
            DONE(merels_play(game, &position, &turns[(random >> 8) % count], &position, &error));
        }
    }
    merels_close(tables);
    merels_close_game(game);
    if (failures > 0) fprintf(stderr, "%d failed\n", failures);
    return failures > 0;
}
