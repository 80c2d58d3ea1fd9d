// A chess computer in a loop, as a microcontroller runs it: read a line, play it, answer.
//
// Moves are typed like e2e4 or e7e8n. "go" lets the engine move for the player, "fen …" sets up a position, "new"
// begins again, "quit" leaves. It needs two functions of its machine; host.c has them for a computer and virt.c for
// a bare RISC-V core. Nothing of C's library is used, since a small machine may not have it.
#include "mola_pocket.h"

// A line without its end, as a text; false when there are no more.
bool read_line(char *line, int size);
void write_text(const char *text);

// All the memory there is: a game, and a table of 512 positions.
static MolaPocket game;
static uint32_t table[512 * 3];

// What follows a word at the beginning of a line, or NULL.
static const char *after(const char *line, const char *word) {
    while (*word) {
        if (*line++ != *word++) return NULL;
    }
    return line;
}

static bool is(const char *line, const char *word) {
    const char *rest = after(line, word);
    return rest && !*rest;
}

static void show_board(void) {
    uint8_t board[64];
    char row[] = "8 ........\n";
    mola_pocket_board64(&game, board);
    for (int i = 0; i < 8; i++) {
        row[0] = '8' - i;
        for (int j = 0; j < 8; j++) row[2 + j] = board[8 * i + j];
        write_text(row);
    }
    write_text("  abcdefgh\n");
}

// Says how the game ended, or that there is check.
static void announce(void) {
    MolaOutcome outcome = mola_pocket_outcome(&game);
    if (outcome != MOLA_OUTCOME_PLAYING) {
        write_text(mola_pocket_outcome_text(outcome));
        write_text("\n");
    } else if (mola_pocket_in_check(&game)) {
        write_text("Check.\n");
    }
}

// Lets the engine move for the side to move.
static MolaStatus engine_moves(const char *whose, uint32_t level) {
    char move[MOLA_MOVE_SIZE];
    MolaStatus status = mola_pocket_think_level(&game, level, move);
    if (status != MOLA_STATUS_OK) return status;
    write_text(whose);
    write_text(move);
    write_text("\n");
    status = mola_pocket_play(&game, move);
    announce();
    return status;
}

// Does what a line says.
static MolaStatus obey(const char *line) {
    const char *fen = after(line, "fen ");
    if (is(line, "new")) return mola_pocket_new_game(&game);
    if (fen) return mola_pocket_set_fen(&game, fen);
    MolaStatus status;
    if (is(line, "go")) {
        status = engine_moves("Yours: ", 2);
    } else {
        status = mola_pocket_play(&game, line);
        if (status == MOLA_STATUS_OK) announce();
    }
    if (status != MOLA_STATUS_OK || mola_pocket_outcome(&game) != MOLA_OUTCOME_PLAYING) return status;
    return engine_moves("Mine: ", 3);
}

void main_loop(void) {
    char line[100];
    mola_pocket_init(&game, table, sizeof table);
    show_board();
    while (read_line(line, sizeof line) && !is(line, "quit")) {
        MolaStatus status = obey(line);
        if (status == MOLA_STATUS_OK) {
            show_board();
        } else {
            write_text(mola_pocket_status_text(status));
            write_text("\n");
        }
    }
}
