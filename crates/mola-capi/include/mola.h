// Mola for C: the laws of chess, games, PGN, two engines, and what a coach says about moves.
// Written by cbindgen from crates/mola-capi; GPL-3.0-or-later.
//
// Errors: a function that fails returns false, NULL or 0, has changed nothing, and mola_last_error() says what
// was wrong in a sentence. Null pointers and texts that are not UTF-8 are such errors. Nothing aborts and nothing
// is thrown.
//
// Memory: what a function returns as `char *` is yours; give it back with mola_string_free. A `const char *` is
// not yours. Every handle has a function that frees it, which takes NULL as well. Handles do not depend on each
// other: a position taken from a game outlives the game.
//
// Threads: different handles may be used by different threads at once. One handle may be read by several threads
// at once, but while one thread changes it no other may use it; functions that change a handle take it without
// `const`. A MolaEngine is the exception: any thread may call any of its functions at any time. While it thinks,
// all of them fail at once, except mola_engine_stop, which stops it. Only mola_engine_free must come last.
//
// Moves are numbers that mean something only in the position in which they were found or read; 0 stands for none.
// Texts end with a zero byte. Squares are counted from a1 = 0, b1 = 1, to h8 = 63.

#ifndef MOLA_H
#define MOLA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Room for the moves of any position.
#define MOLA_MAX_MOVES 256

// Whether a score is exact.
typedef enum MolaBound {
  // It is.
  MOLA_BOUND_EXACT = 0,
  // The truth may be higher.
  MOLA_BOUND_LOWER = 1,
  // The truth may be lower.
  MOLA_BOUND_UPPER = 2,
} MolaBound;

// A name for a bad move.
typedef enum MolaJudgment {
  // It is not a bad move.
  MOLA_JUDGMENT_FINE = 0,
  // It costs a little.
  MOLA_JUDGMENT_INACCURACY = 1,
  // It costs enough to regret.
  MOLA_JUDGMENT_MISTAKE = 2,
  // It may cost the game.
  MOLA_JUDGMENT_BLUNDER = 3,
} MolaJudgment;

// A side.
typedef enum MolaColor {
  // The side that begins.
  MOLA_COLOR_WHITE = 0,
  // The other side.
  MOLA_COLOR_BLACK = 1,
} MolaColor;

// Which engine.
typedef enum MolaEngineKind {
  // The strong one, with its network.
  MOLA_ENGINE_KIND_STRONG = 0,
  // The small one, after Sunfish.
  MOLA_ENGINE_KIND_POCKET = 1,
} MolaEngineKind;

// The verdicts on a game.
typedef struct MolaAnalysis MolaAnalysis;

// An engine and its memory.
typedef struct MolaEngine MolaEngine;

// A game: its moves, its clocks and how it ended.
typedef struct MolaGame MolaGame;

// A reader of games.
typedef struct MolaPgn MolaPgn;

// A game that was read, with its variations and comments.
typedef struct MolaPgnGame MolaPgnGame;

// A legal position.
typedef struct MolaPosition MolaPosition;

// When to stop thinking. 0 stands for none; the first limit that is reached counts.
typedef struct MolaLimits {
  // Positions to look at.
  uint64_t nodes;
  // Plies to look ahead.
  uint32_t depth;
  // Stop at a proven mate in this many moves.
  uint32_t mate;
  // Milliseconds for this move.
  uint32_t move_time_ms;
  // Milliseconds on the clock. The clock of a game that has one counts instead.
  uint32_t left_ms;
  // Milliseconds that each move adds to it.
  uint32_t increment_ms;
  // How many best lines are wanted; 0 and 1 are one.
  uint32_t lines;
} MolaLimits;

// A move: a number that means something only in the position in which it was found or read. 0 stands for none.
typedef uint16_t MolaMove;

// What an engine thinks of a line, seen by the player to move.
typedef struct MolaScore {
  // Hundredths of a pawn; or, if `is_mate`, moves to mate: positive to give it, negative to suffer it, 0 if it is
  // on the board.
  int32_t value;
  // Whether a mate is seen.
  bool is_mate;
} MolaScore;

// What an engine thinks so far. It is valid only during the call that tells it.
typedef struct MolaReport {
  // Positions looked at.
  uint64_t nodes;
  // The moves expected.
  const MolaMove *moves;
  // How many.
  size_t move_count;
  // Which of the best lines, counted from 1.
  uint32_t line;
  // Plies looked ahead.
  uint32_t depth;
  // Plies of the longest line.
  uint32_t selective_depth;
  // How good it is.
  struct MolaScore score;
  // Whether the score is exact.
  enum MolaBound bound;
} MolaReport;

// Who hears what an engine thinks. Both functions may be NULL; they run on the thread that asked, must not throw,
// and should not take long.
typedef struct MolaListener {
  // Handed to both functions.
  void *context;
  // Hears each report.
  void (*report)(void *context, const struct MolaReport *report);
  // Asked some hundred times a second: true stops the engine.
  bool (*stop)(void *context);
} MolaListener;

// What became of a move. Scores are those of the player who made it.
typedef struct MolaVerdict {
  // The chance to win that it threw away, in percent.
  double loss;
  // How the player stood before it.
  struct MolaScore before;
  // How the player stood after it.
  struct MolaScore after;
  // What it is called.
  enum MolaJudgment judgment;
  // The move.
  MolaMove played;
  // What the engine would have played.
  MolaMove best;
} MolaVerdict;

// What an engine would play.
typedef struct MolaAnswer {
  // Positions looked at.
  uint64_t nodes;
  // What it thinks of the position.
  struct MolaScore score;
  // The best move; 0 if there is no legal one.
  MolaMove best;
  // The reply that it expects; 0 if it expects none.
  MolaMove ponder;
} MolaAnswer;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Lets an engine judge every move of a game. `limits` are for each position and must not all be 0. The listener,
// which may be NULL, hears what the engine thinks; if it says stop, there is no analysis. Free it with
// `mola_analysis_free`.
struct MolaAnalysis *mola_engine_analyze(const struct MolaEngine *engine,
                                         const struct MolaGame *game,
                                         const struct MolaLimits *limits,
                                         const struct MolaListener *listener);

// Frees an analysis. NULL is fine.
void mola_analysis_free(struct MolaAnalysis *analysis);

// How many moves were judged.
size_t mola_analysis_count(const struct MolaAnalysis *analysis);

// Writes the verdict on a move, counted from 0, to `verdict`.
bool mola_analysis_verdict(const struct MolaAnalysis *analysis,
                           size_t number,
                           struct MolaVerdict *verdict);

// What to say about a bad move, counted from 0, such as "Blunder: allows mate in 1. Best was Nf6."; NULL if it is
// not a bad one. Free it with `mola_string_free`.
char *mola_analysis_remark(const struct MolaAnalysis *analysis,
                           size_t number);

// How accurately a player, which is a `MolaColor`, played, from 0 to 100; negative if the player made no move.
double mola_analysis_accuracy(const struct MolaAnalysis *analysis,
                              uint32_t color);

// What was wrong with the last call of this thread that failed, as a sentence; "" if none has. It is valid until
// the next call of this thread that fails.
const char *mola_last_error(void);

// The version of the library, such as "0.1.0".
const char *mola_version(void);

// Gives back a text that a function returned. NULL is fine.
void mola_string_free(char *text);

// An engine, which is a `MolaEngineKind`. Free it with `mola_engine_free`.
struct MolaEngine *mola_engine_new(uint32_t kind);

// Frees an engine that is not thinking. NULL is fine.
void mola_engine_free(struct MolaEngine *engine);

// What to call it. Free it with `mola_string_free`.
char *mola_engine_name(const struct MolaEngine *engine);

// Sets an option as UCI has it: "Hash" to "64", "Skill Level" to "5", "Threads" to "4".
bool mola_engine_set_option(const struct MolaEngine *engine, const char *name, const char *value);

// Forgets earlier games.
bool mola_engine_new_game(const struct MolaEngine *engine);

// Finds a move for the player whose turn it is, and writes it to `answer`. The move is not played. It returns when a
// limit is reached, when the listener says stop, or after `mola_engine_stop`. `limits` may be NULL for none, and
// `listener` may be NULL.
bool mola_engine_think(const struct MolaEngine *engine,
                       const struct MolaGame *game,
                       const struct MolaLimits *limits,
                       const struct MolaListener *listener,
                       struct MolaAnswer *answer);

// Stops an engine that is thinking on another thread; nothing happens if it is not.
void mola_engine_stop(const struct MolaEngine *engine);

// How many levels the option "Skill Level" has: they are 1 to this number.
uint32_t mola_level_count(void);

// The name of a level, which is a fish. NULL if there is no such level. Free it with `mola_string_free`.
char *mola_level_name(uint32_t level);

// The Elo rating of a level; 0 for the last, which is as good as it can be, and if there is no such level.
int32_t mola_level_rating(uint32_t level);

// A game from a position, or from the usual start if that is NULL. Each player has `base_ms` on the clock and gets
// `increment_ms` for each move; if both are 0, time does not matter. Free it with `mola_game_free`.
struct MolaGame *mola_game_new(const struct MolaPosition *start,
                               uint32_t base_ms,
                               uint32_t increment_ms);

// Frees a game. NULL is fine.
void mola_game_free(struct MolaGame *game);

// Plays a move that somebody typed: "Nf3", "e2e4", "O-O". Returns it, or 0 if it cannot be played.
MolaMove mola_game_play_text(struct MolaGame *game, const char *move_text);

// Plays a move that took this long. If it took longer than was left, the game ends on time.
bool mola_game_play(struct MolaGame *game, MolaMove played, uint32_t spent_ms);

// Takes back the last move, and with it whatever ended the game.
bool mola_game_take_back(struct MolaGame *game);

// Plays again what was taken back last.
bool mola_game_redo(struct MolaGame *game);

// A player, which is a `MolaColor`, gives up.
bool mola_game_resign(struct MolaGame *game, uint32_t color);

// A player's time ran out. The opponent wins, if there is anything to mate with.
bool mola_game_flag(struct MolaGame *game, uint32_t color);

// A player offers a draw. If the opponent has offered one too, the game is drawn.
bool mola_game_offer_draw(struct MolaGame *game, uint32_t color);

// A player accepts the opponent's offer.
bool mola_game_accept_draw(struct MolaGame *game, uint32_t color);

// The player to move claims a draw by repetition or by the fifty-move rule.
bool mola_game_claim_draw(struct MolaGame *game);

// Whether the game is over.
bool mola_game_is_over(const struct MolaGame *game);

// "1-0", "0-1", "1/2-1/2", or "*" while it is played. Free it with `mola_string_free`.
char *mola_game_result(const struct MolaGame *game);

// How it ended, such as "White wins by checkmate"; NULL while it is played. Free it with `mola_string_free`.
char *mola_game_outcome(const struct MolaGame *game);

// Where the game stands, as a position of its own. Free it with `mola_position_free`.
struct MolaPosition *mola_game_position(const struct MolaGame *game);

// Where the game began, as a position of its own. Free it with `mola_position_free`.
struct MolaPosition *mola_game_start(const struct MolaGame *game);

// How many moves of either player have been played.
size_t mola_game_move_count(const struct MolaGame *game);

// The move with this number, counted from 0; 0 if there is none.
MolaMove mola_game_move(const struct MolaGame *game, size_t number);

// Milliseconds on a player's clock; 0 if time does not matter.
uint64_t mola_game_time_left(const struct MolaGame *game, uint32_t color);

// The game as PGN. `tags` holds names and values in turn, `tag_count` pairs of them. Free it with `mola_string_free`.
char *mola_game_pgn(const struct MolaGame *game,
                    const char *const *tags,
                    size_t tag_count);

// Reads the games of a file. Free it with `mola_pgn_free`.
struct MolaPgn *mola_pgn_open(const char *path);

// Reads the games of a text, which is copied. Free it with `mola_pgn_free`.
struct MolaPgn *mola_pgn_from_text(const char *games);

// Frees a reader. NULL is fine.
void mola_pgn_free(struct MolaPgn *pgn);

// Reads the next game into `game`, or puts NULL there after the last one. Free each with `mola_pgn_game_free`.
// False if the file cannot be read.
bool mola_pgn_next(struct MolaPgn *pgn,
                   struct MolaPgnGame **game);

// What could not be read after the last game, once it was read, a line for each mistake: a file that was cut off may
// end in a tag. NULL if there is none. Free it with `mola_string_free`.
char *mola_pgn_errors(const struct MolaPgn *pgn);

// Frees a game. NULL is fine.
void mola_pgn_game_free(struct MolaPgnGame *game);

// The value of a tag such as "White"; NULL if the game does not have it. Free it with `mola_string_free`.
char *mola_pgn_game_tag(const struct MolaPgnGame *game,
                        const char *name);

// Where the game begins. Free it with `mola_position_free`.
struct MolaPosition *mola_pgn_game_start(const struct MolaPgnGame *game);

// How many moves its main line has.
size_t mola_pgn_game_move_count(const struct MolaPgnGame *game);

// A move of its main line, counted from 0; 0 if there is none.
MolaMove mola_pgn_game_move(const struct MolaPgnGame *game, size_t number);

// What could not be read of it, a line for each mistake; NULL if there is none. Free it with `mola_string_free`.
char *mola_pgn_game_errors(const struct MolaPgnGame *game);

// The game as PGN again, with its variations and comments. Free it with `mola_string_free`.
char *mola_pgn_game_text(const struct MolaPgnGame *game);

// The main line as a game to play on or to analyze. Free it with `mola_game_free`.
struct MolaGame *mola_pgn_game_replay(const struct MolaPgnGame *game);

// The usual start. Free it with `mola_position_free`.
struct MolaPosition *mola_position_new(void);

// A position from a FEN, also X-FEN and Shredder-FEN. NULL if it is not a legal position.
struct MolaPosition *mola_position_from_fen(const char *fen);

// One of the 960 starting positions; 518 is the usual one.
struct MolaPosition *mola_position_chess960(uint16_t number);

// The same position once more.
struct MolaPosition *mola_position_clone(const struct MolaPosition *position);

// Frees a position. NULL is fine.
void mola_position_free(struct MolaPosition *position);

// The position as a FEN. Free it with `mola_string_free`.
char *mola_position_fen(const struct MolaPosition *position);

// The position as a picture, in SVG. Free it with `mola_string_free`.
char *mola_position_svg(const struct MolaPosition *position);

// The piece on a square, from a1 = 0 to h8 = 63: one of PNBRQK for White, pnbrqk for Black, a dot if it is empty,
// and 0 if there is no such square.
char mola_position_piece(const struct MolaPosition *position,
                         uint8_t square);

// Whose turn it is; White's also where there is no position.
enum MolaColor mola_position_turn(const struct MolaPosition *position);

// Whether the side to move is in check.
bool mola_position_is_check(const struct MolaPosition *position);

// Writes the legal moves to an array with room for `MOLA_MAX_MOVES`, and returns how many there are. The array may
// be NULL: then they are only counted.
size_t mola_position_legal_moves(const struct MolaPosition *position,
                                 MolaMove *moves);

// Reads a move as people or protocols write it: "Nf3", "e2e4", "O-O", "e8=Q". 0 if it is not a legal move.
MolaMove mola_position_read_move(const struct MolaPosition *position,
                                 const char *move_text);

// A legal move as players write it: "Nf3". Free it with `mola_string_free`.
char *mola_position_san(const struct MolaPosition *position, MolaMove played);

// A legal move as protocols write it: "g1f3". Free it with `mola_string_free`.
char *mola_position_uci(const struct MolaPosition *position, MolaMove played);

// A legal move in words: "knight g1 to f3". Free it with `mola_string_free`.
char *mola_position_move_in_words(const struct MolaPosition *position, MolaMove played);

// Plays a move. False if it is not legal.
bool mola_position_play(struct MolaPosition *position, MolaMove played);

// How the game ends here by the position alone, such as "White wins by checkmate", or NULL if it does not. Free it
// with `mola_string_free`. A `MolaGame` also knows repetitions.
char *mola_position_outcome(const struct MolaPosition *position);

// How many lines of this many moves there are: the proof that the laws are right.
uint64_t mola_position_perft(const struct MolaPosition *position, uint32_t depth);

// Where a square is found, for those who count in letters: "e4" is 28. 64 if there is no such square.
uint8_t mola_square(const char *name);

// The squares of a move, from and to, as numbers; castling goes to the square where the king lands. 64 if there is
// no such move.
uint8_t mola_move_from(MolaMove played);

// See `mola_move_from`.
uint8_t mola_move_to(MolaMove played);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* MOLA_H */
