// Mola's pocket engine for C, on small machines and large ones: the laws of chess and an opponent, without
// an operating system, without allocation. Written by cbindgen from crates/mola-pocket-c; GPL-3.0-or-later.
//
// A game lives in a MolaPocket that the caller provides, and the engine's memory of positions in a block of
// the caller's. Nothing else is kept: two games do not know of each other, and may be played by two threads.
// One game must not be used by two threads at once.
//
// Every function returns 0 (MOLA_STATUS_OK) or says what was wrong; then nothing has changed. Texts end with a
// zero byte. Upper case is White, at the bottom.

#ifndef MOLA_POCKET_H
#define MOLA_POCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// How many 64-bit words a game needs.
#define MOLA_POCKET_WORDS 1024

// Room for the text of a move: five letters and the zero byte, rounded up.
#define MOLA_MOVE_SIZE 8

// How a call went. If not well, nothing has changed.
typedef enum MolaStatus {
  // All is well.
  MOLA_STATUS_OK,
  // A pointer is null.
  MOLA_STATUS_NULL,
  // The game was not set up by `mola_pocket_init`.
  MOLA_STATUS_NOT_READY,
  // The text is not a move.
  MOLA_STATUS_UNREADABLE,
  // The move is not legal here.
  MOLA_STATUS_ILLEGAL,
  // The game is over.
  MOLA_STATUS_OVER,
  // The level is not 1 to 7, or the search has no limit.
  MOLA_STATUS_LIMIT,
  // The text is not a FEN, or the bytes are not a board.
  MOLA_STATUS_BOARD,
  // Not exactly one king on each side.
  MOLA_STATUS_KINGS,
  // More than sixteen pieces on one side.
  MOLA_STATUS_PIECES,
  // A pawn on the first or the last rank.
  MOLA_STATUS_PAWNS,
  // The side that is not to move is in check.
  MOLA_STATUS_CHECK,
  // Castling rights or an en passant square that the board does not allow.
  MOLA_STATUS_RIGHTS,
} MolaStatus;

// How a game stands.
typedef enum MolaOutcome {
  // It goes on.
  MOLA_OUTCOME_PLAYING,
  // The side to move is mated.
  MOLA_OUTCOME_CHECKMATE,
  // The side to move has no legal move: a draw.
  MOLA_OUTCOME_STALEMATE,
  // Neither side can ever give mate: a draw.
  MOLA_OUTCOME_DEAD_POSITION,
  // Fifty moves of each side without a capture or a pawn move: a draw.
  MOLA_OUTCOME_FIFTY_MOVES,
  // The third repetition of a position: a draw.
  MOLA_OUTCOME_REPETITION,
} MolaOutcome;

// A game and its engine. The caller provides the memory, and looks at nothing in it.
typedef struct MolaPocket {
  uint64_t opaque[MOLA_POCKET_WORDS];
} MolaPocket;

// A question that the engine asks while it thinks, at least every 256 positions: true stops it.
typedef bool (*MolaStop)(void *context);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Prepares a game: the start position, and a table in `size` bytes at `memory`, 12 bytes a position. The
// table may be missing (NULL or 0): the engine plays without, only slower. The memory belongs to the game
// until it is no longer used, or prepared anew.
//
// # Safety
// `game` points to a `MolaPocket`, and `memory` to `size` bytes that nobody else uses.
enum MolaStatus mola_pocket_init(struct MolaPocket *game,
                                 void *memory,
                                 uintptr_t size);

// Begins a new game from the start position.
//
// # Safety
// `game` is null or points to a `MolaPocket`.
enum MolaStatus mola_pocket_new_game(struct MolaPocket *game);

// Begins a new game from a FEN. Castling, en passant and the counters may be left out.
//
// # Safety
// `game` is null or points to a `MolaPocket`; `fen` is null or ends with a zero byte.
enum MolaStatus mola_pocket_set_fen(struct MolaPocket *game, const char *fen);

// Begins a new game from 64 bytes, top left first, upper case at the bottom and to move, spaces or dots
// for empty squares. Kings and rooks at home may castle, also on a mirrored board with its kings on the
// d-file.
//
// # Safety
// `game` is null or points to a `MolaPocket`; `board` is null or points to 64 bytes.
enum MolaStatus mola_pocket_set_board64(struct MolaPocket *game,
                                        const uint8_t *board);

// Says whether a move like "e2e4" or "e7e8n" is legal, without playing it. Four letters promote to a queen.
//
// # Safety
// `game` is null or points to a `MolaPocket`; `move_text` is null or ends with a zero byte.
enum MolaStatus mola_pocket_check_move(struct MolaPocket *game,
                                       const char *move_text);

// Plays a move like "e2e4" or "e7e8n".
//
// # Safety
// `game` is null or points to a `MolaPocket`; `move_text` is null or ends with a zero byte.
enum MolaStatus mola_pocket_play(struct MolaPocket *game, const char *move_text);

// Finds a move and writes its text to `move_text`, which has room for `MOLA_MOVE_SIZE` bytes. It looks at
// `nodes` positions, or as many as it takes if that is 0, until `stop` says true; `stop` may be NULL, and
// `context` is handed to it. The move is not played.
//
// # Safety
// `game` is null or points to a `MolaPocket`; `move_text` is null or points to `MOLA_MOVE_SIZE` bytes;
// `stop` is null or a function that takes `context`, and does not use `game`.
enum MolaStatus mola_pocket_think(struct MolaPocket *game,
                                  uint32_t nodes,
                                  MolaStop stop,
                                  void *context,
                                  char *move_text);

// How many positions a level from 1 to 7 looks at, for `mola_pocket_think`; 0 if there is no such level.
uint32_t mola_pocket_level_nodes(uint32_t level);

// Finds a move at a level from 1 to 7 and writes its text to `move_text`, which has room for
// `MOLA_MOVE_SIZE` bytes.
//
// # Safety
// As `mola_pocket_think`.
enum MolaStatus mola_pocket_think_level(struct MolaPocket *game, uint32_t level, char *move_text);

// Writes the board as 64 bytes, top left first, White in upper case at the bottom, dots for empty squares.
//
// # Safety
// `game` is null or points to a `MolaPocket`; `board` is null or points to 64 bytes.
enum MolaStatus mola_pocket_board64(struct MolaPocket *game,
                                    uint8_t *board);

// How the game stands; `MOLA_OUTCOME_PLAYING` also where there is no game.
//
// # Safety
// `game` is null or points to a `MolaPocket`.
enum MolaOutcome mola_pocket_outcome(struct MolaPocket *game);

// Whether the side to move is in check.
//
// # Safety
// `game` is null or points to a `MolaPocket`.
bool mola_pocket_in_check(struct MolaPocket *game);

// Whether Black is to move.
//
// # Safety
// `game` is null or points to a `MolaPocket`.
bool mola_pocket_black_to_move(struct MolaPocket *game);

// What a status means, as a sentence that lives as long as the program.
const char *mola_pocket_status_text(uint32_t status);

// How a game ended, as a sentence that lives as long as the program.
const char *mola_pocket_outcome_text(uint32_t outcome);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* MOLA_POCKET_H */
