// What a warp remembers: what it needs at every node in shared memory, the rest in device memory.

constexpr int MOST_PLIES = 40;        // of a line that is searched
constexpr int MOST_MOVES = 2048;      // of all lists of a line together
constexpr int LONGEST_GAME = 400;     // plies; longer games are drawn
constexpr int MOST_PLIES_KEPT = 2 * LONGEST_GAME;  // with a position of the tree for each
constexpr int MOST_KEYS = 512;        // of a game with its opening, and the line that is searched
constexpr int PIECE_SQUARES = 6 * 64;
constexpr int LONGEST_RECORD = 2048;  // bytes of a game in a file
// Room for what a slice makes, for each warp: a GPU fills it in eight minutes or more, a CPU with a few hundred games.
constexpr u64 POSITION_ROOM = 1 << 16, GAME_ROOM = 1 << 20;
constexpr u32 TABLE_ENTRIES = PLAYERS == 2 ? 1 << 18 : 1 << 15, CORRECTIONS = 1 << 12;

struct Window {
    int alpha, beta, depth;
};

// One ply of the line that is searched.
struct Frame {
    Position position;
    Window window;
    u16 best_move, move;
    i16 best, first_alpha;
    i16 eval, raw_eval;      // with and without corrections and the clock's influence
    u16 list;                // where its moves begin
    u8 count, tried;         // how many there are, and how many were picked
    u32 killers;             // the last two quiet moves that refuted others, the later one in the lower half
    u16 piece_square;        // that the move lands with: what continuation histories go by
    u16 flags, outer_flags;
    u8 phase, skips_quiets, is_quiet, cuts, doubles;
    i8 new_depth, reduced;
    i8 extension;            // of the table's move, or UNTRIED
    Window outer;            // with `outer_flags`, of the node, while it is searched without the table's move
    i16 table_value;
};

// A warp's part of shared memory.
struct WarpMemory {
    Frame frames[MOST_PLIES];
    // What the accumulator stands for; a position of the tree, and the game's while that one is looked at.
    Position summed, sampled, paused;
    i16 history[PLAYERS][2][PIECE_SQUARES];
    i16 knobs[PLAYERS][TUNE ? KNOB_COUNT : 1];
    u32 root_count;  // of the root's moves, since a frame forgets its count at a cutoff
    u8 pieces[LANES];
};

// A move of the game that is being played; or a position of the tree, which has no index.
struct Ply {
    Position position;
    i16 score;
    u8 index, kept;  // among the legal moves of mola-rules; whether the position is worth learning from
};

// A warp's part of device memory. The compiler adds the place of each array to one address, which is all that a lane holds.
struct alignas(16) WarpStore {
    // An entry of the transposition table is read and written as one vector of 16 bytes:
    // x, y: key; z: move, value << 16; w: raw evaluation, depth << 16, bound << 24
    uint4 table[TABLE_ENTRIES];
    i16 continuations[2][PIECE_SQUARES][PIECE_SQUARES];
    i16 captures[PIECE_SQUARES][8];      // by what is captured
    i16 corrections[2][2][CORRECTIONS];  // of the evaluation: by pawns or by the last two moves, and by player
    u32 moves[MOST_MOVES];
    u64 keys[MOST_KEYS];
    Ply plies[MOST_PLIES_KEPT];
    u8 record[LONGEST_RECORD];
};
enum Bound { LOWER = 1, UPPER = 2, EXACT = 3, FROM_PV = 4 };  // the last may come with the others

// What all warps count together. Games are counted above their bytes, so that a game's number and its place in the buffer
// are one reservation.
// STOPPED is not a count: the host sets it when time is up or somebody said stop, for no new games.
enum Count { GAMES_AND_BYTES, POSITIONS, FROM_TREE, NODES, SEARCHES, DEPTHS, PLIES, WHITE_WINS, DRAWS, REJECTIONS,
             STOPPED, TRIALS, OUTCOMES, COUNTS };
constexpr int BYTES_BITS = 40;
HOST_AND_DEVICE u64 games_of(u64 packed) { return packed >> BYTES_BITS; }
HOST_AND_DEVICE u64 bytes_of(u64 packed) { return packed & ((1ull << BYTES_BITS) - 1); }

// A position as the trainer reads it: the occupied squares, and four bits for each piece in their order: role, and 8 for
// those of the other side.
struct Record {
    u64 all, first, second;
    u32 score_and_result, game;  // with whether the game is held out
};

// What the host lends for a slice of time.
struct Slice {
    Network network;
    WarpStore* stores;       // one for each warp
    const u64* rays;
    const int* reductions;
    const u32* pawn_wins;    // bits, by `pawn_place`
    const Position* starts;  // all 960
    u64* counts;
    Record* positions;
    u8* games;
    double hindsight;
    u32 warps, nodes, seed, first_game, most_games, chess960_per_mille, tree_per_mille;
};

// What each lane knows of its warp.
struct Warp {
    const Slice& slice;
    const u64* rays;  // in shared memory
    WarpMemory* memory;
    WarpStore* store;
    u32 number;
    int lane;
};
