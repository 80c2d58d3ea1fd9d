// A chess computer in a loop, as a microcontroller runs it: read a line, play it, answer.
//
// It needs two functions of its machine, to read and to write a line; here they are C's own. Moves are typed
// like e2e4 or e7e8n; "new" begins again, "quit" and the end of input leave. Compile it with the header's
// folder and the static library:
//
//     cc -I include examples/main_loop.c libmola_pocket_c.a -o chess
#include <stdio.h>
#include <string.h>

#include "mola_pocket.h"

// All the memory there is: a game, and a table of 512 positions.
static MolaPocket game;
static uint32_t table[512 * 3];

static bool read_line(char *line, int size) {
    if (!fgets(line, size, stdin)) return false;
    line[strcspn(line, "\r\n")] = 0;
    return true;
}

static void show_board(void) {
    uint8_t board[64];
    mola_pocket_board64(&game, board);
    for (int row = 0; row < 8; row++) printf("%d %.8s\n", 8 - row, (const char *)board + 8 * row);
    printf("  abcdefgh\n");
}

// Says how the game ended; false while it goes on.
static bool over(void) {
    MolaOutcome outcome = mola_pocket_outcome(&game);
    if (outcome == MOLA_OUTCOME_PLAYING) return false;
    printf("%s\n", mola_pocket_outcome_text(outcome));
    return true;
}

int main(void) {
    char line[100];
    char reply[MOLA_MOVE_SIZE];
    mola_pocket_init(&game, table, sizeof table);
    show_board();
    while (read_line(line, sizeof line)) {
        if (strcmp(line, "quit") == 0) break;
        MolaStatus status;
        if (strcmp(line, "new") == 0) {
            status = mola_pocket_new_game(&game);
            show_board();
            continue;
        }
        if (strncmp(line, "fen ", 4) == 0) {
            status = mola_pocket_set_fen(&game, line + 4);
        } else if (strcmp(line, "go") == 0) {
            // The engine moves for the player.
            status = mola_pocket_think_level(&game, 2, reply);
            if (status == MOLA_STATUS_OK) {
                printf("Yours: %s\n", reply);
                status = mola_pocket_play(&game, reply);
            }
        } else {
            status = mola_pocket_play(&game, line);
        }
        if (status != MOLA_STATUS_OK) {
            printf("%s\n", mola_pocket_status_text(status));
            continue;
        }
        if (strncmp(line, "fen ", 4) == 0 || over()) {
            show_board();
            continue;
        }
        mola_pocket_think_level(&game, 3, reply);
        mola_pocket_play(&game, reply);
        printf("Mine: %s%s\n", reply, mola_pocket_in_check(&game) ? " check" : "");
        over();
        show_board();
    }
    return 0;
}
