// SPDX-License-Identifier: MIT
// The C interface: prints the value of a position and of every turn, best first.
//   probe FOLDER GAME POSITION
#include <merels/merels.h>
#include <stdio.h>

static merels_turn_value turns[MERELS_MOST_TURNS];

static const char* word(merels_value value) {
    return value.result == MERELS_WIN    ? "win"
           : value.result == MERELS_LOSS ? "loss"
           : value.result == MERELS_DRAW ? "draw"
                                         : "unknown";
}

int main(int argc, char** argv) {
    merels_error error = {MERELS_BAD_INPUT, "use: probe FOLDER GAME POSITION"};
    merels_game* game = NULL;
    merels_tables* tables = NULL;
    merels_position position;
    merels_analysis analysis;
    int code = MERELS_BAD_INPUT;
    if (argc == 4 && (code = merels_open_game(argv[2], &game, &error)) == MERELS_OK &&
        (code = merels_open(argv[1], 0, &tables, &error)) == MERELS_OK &&
        (code = merels_parse_position(game, argv[3], &position, &error)) == MERELS_OK &&
        (code = merels_analyse(tables, game, &position, &analysis, turns, MERELS_MOST_TURNS, &error)) == MERELS_OK) {
        printf("%s %d\n", word(analysis.value), analysis.value.plies);
        for (size_t i = 0; i < analysis.turns; ++i) {
            char text[MERELS_TEXT_SIZE];
            merels_format_turn(&turns[i].turn, text, NULL);
            printf("%s  %s %d\n", text, word(turns[i].value), turns[i].value.plies);
        }
    }
    if (error.code != MERELS_OK) fprintf(stderr, "%s\n", error.message);  // or why something is unknown
    merels_close(tables);
    merels_close_game(game);
    return code == MERELS_OK ? 0 : 1;
}
