// The MicroPython module `mola_pocket`: a backend of sunfish.py over Mola's small C header. GPL-3.0-or-later.
//
// Its class Game has the methods of mola.game.Game. A game takes 16 KB of the heap, in one piece, and
// allocates nothing while it thinks.
#include <string.h>

#include "py/objstr.h"
#include "py/runtime.h"

#include "mola_pocket.h"

// Positions that the engine remembers, three words each.
#define TABLE_ENTRIES (640)

typedef struct {
    mp_obj_base_t base;
    MolaPocket game;
    uint32_t table[TABLE_ENTRIES * 3];
} game_obj_t;

static NORETURN void refuse(MolaStatus status) {
    mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("%s"), mola_pocket_status_text(status));
}

// Game(board=None): 64 bytes, the player at the bottom in upper case and to move.
static mp_obj_t game_make_new(const mp_obj_type_t *type, size_t n_args, size_t n_kw, const mp_obj_t *args) {
    mp_arg_check_num(n_args, n_kw, 0, 1, false);
    game_obj_t *self = mp_obj_malloc(game_obj_t, type);
    mola_pocket_init(&self->game, self->table, sizeof self->table);
    if (n_args == 1 && args[0] != mp_const_none) {
        mp_buffer_info_t board;
        mp_get_buffer_raise(args[0], &board, MP_BUFFER_READ);
        MolaStatus status = board.len == 64 ? mola_pocket_set_board64(&self->game, board.buf) : MOLA_STATUS_BOARD;
        if (status != MOLA_STATUS_OK) {
            refuse(status);
        }
    }
    return MP_OBJ_FROM_PTR(self);
}

// board(): 64 bytes from the top left, spaces for empty squares.
static mp_obj_t game_board(mp_obj_t self_in) {
    game_obj_t *self = MP_OBJ_TO_PTR(self_in);
    uint8_t board[64];
    mola_pocket_board64(&self->game, board);
    for (size_t i = 0; i < sizeof board; i++) {
        if (board[i] == '.') {
            board[i] = ' ';
        }
    }
    return mp_obj_new_bytes(board, sizeof board);
}
static MP_DEFINE_CONST_FUN_OBJ_1(game_board_obj, game_board);

// play(move): False if it is not a legal move.
static mp_obj_t game_play(mp_obj_t self_in, mp_obj_t move) {
    game_obj_t *self = MP_OBJ_TO_PTR(self_in);
    return mp_obj_new_bool(
        mp_obj_is_str(move) && mola_pocket_play(&self->game, mp_obj_str_get_str(move)) == MOLA_STATUS_OK);
}
static MP_DEFINE_CONST_FUN_OBJ_2(game_play_obj, game_play);

// Whether Ctrl-C waits. It must not be raised from here: it would jump over the engine's frames.
static bool interrupted(void *context) {
    (void)context;
    return MP_STATE_THREAD(mp_pending_exception) != MP_OBJ_NULL;
}

// reply(level): the engine's move, which is played, with + for check and # for mate.
static mp_obj_t game_reply(mp_obj_t self_in, mp_obj_t level) {
    game_obj_t *self = MP_OBJ_TO_PTR(self_in);
    uint32_t nodes = mola_pocket_level_nodes(mp_obj_get_int(level));
    if (nodes == 0) {
        refuse(MOLA_STATUS_LIMIT);
    }
    char move[MOLA_MOVE_SIZE];
    MolaStatus status = mola_pocket_think(&self->game, nodes, interrupted, NULL, move);
    mp_handle_pending(true);
    if (status == MOLA_STATUS_OK) {
        status = mola_pocket_play(&self->game, move);
    }
    if (status != MOLA_STATUS_OK) {
        refuse(status);
    }
    // A queen goes without saying.
    if (move[4] == 'q') {
        move[4] = 0;
    }
    size_t length = strlen(move);
    if (mola_pocket_in_check(&self->game)) {
        move[length++] = mola_pocket_outcome(&self->game) == MOLA_OUTCOME_CHECKMATE ? '#' : '+';
    }
    return mp_obj_new_str(move, length);
}
static MP_DEFINE_CONST_FUN_OBJ_2(game_reply_obj, game_reply);

// ending(): 1 if the player at the bottom won, -1 if the engine did, 0 for a draw, None while it goes on.
static mp_obj_t game_ending(mp_obj_t self_in) {
    game_obj_t *self = MP_OBJ_TO_PTR(self_in);
    switch (mola_pocket_outcome(&self->game)) {
        case MOLA_OUTCOME_PLAYING:
            return mp_const_none;
        case MOLA_OUTCOME_CHECKMATE:
            return MP_OBJ_NEW_SMALL_INT(mola_pocket_black_to_move(&self->game) ? 1 : -1);
        default:
            return MP_OBJ_NEW_SMALL_INT(0);
    }
}
static MP_DEFINE_CONST_FUN_OBJ_1(game_ending_obj, game_ending);

static const mp_rom_map_elem_t game_locals_table[] = {
    { MP_ROM_QSTR(MP_QSTR_board), MP_ROM_PTR(&game_board_obj) },
    { MP_ROM_QSTR(MP_QSTR_play), MP_ROM_PTR(&game_play_obj) },
    { MP_ROM_QSTR(MP_QSTR_reply), MP_ROM_PTR(&game_reply_obj) },
    { MP_ROM_QSTR(MP_QSTR_ending), MP_ROM_PTR(&game_ending_obj) },
};
static MP_DEFINE_CONST_DICT(game_locals, game_locals_table);

static MP_DEFINE_CONST_OBJ_TYPE(
    game_type, MP_QSTR_Game, MP_TYPE_FLAG_NONE, make_new, game_make_new, locals_dict, &game_locals);

static const mp_rom_map_elem_t module_table[] = {
    { MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR_mola_pocket) },
    { MP_ROM_QSTR(MP_QSTR_Game), MP_ROM_PTR(&game_type) },
};
static MP_DEFINE_CONST_DICT(module_globals, module_table);

const mp_obj_module_t mola_pocket_module = {
    .base = { &mp_type_module },
    .globals = (mp_obj_dict_t *)&module_globals,
};

MP_REGISTER_MODULE(MP_QSTR_mola_pocket, mola_pocket_module);
