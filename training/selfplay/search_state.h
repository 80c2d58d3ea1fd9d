// What a search knows at each moment. All lanes hold the same numbers in their registers; frames of the line are in
// shared memory.

constexpr int INFINITE = 32000, MATE = 30000, DECIDED = 28000, MOST_EVAL = 20000, NO_EVAL = UNKNOWN;
constexpr u32 NO_SAMPLE = 0xffffffff;

enum State { PICK, RETURN, CHOSEN, OVER, MAKE, ENTER };
enum Flags { IS_PV = 1, IS_CHECK = 2, IS_QUIESCENCE = 4, IS_IMPROVING = 8, IS_CUT_NODE = 16, TABLE_CAPTURES = 32 };
// With which window a move is searched.
enum Phase { FULL, REDUCED, ZERO_WINDOW, PV_AGAIN, NULL_MOVE };

constexpr u16 NO_PIECE_SQUARE = 0xffff;
constexpr int MOST_HISTORY = 8191;

HOST_AND_DEVICE int clamp(int value, int least, int most) { return max(least, min(value, most)); }

struct SearchState : Warp, Window {
    // The node.
    Position position;
    Accumulator sums;
    int state = ENTER, ply = 0, value = 0;
    u32 move = NO_MOVE;
    bool after_null = false, is_cut_node = false;

    // The root.
    bool ends_games = true, has_sample = false;
    int game_ply = 0, root_depth = 1, root_value = 0;
    u32 root_move = NO_MOVE, nodes = 0, enough_nodes, sample_at = NO_SAMPLE;
    u64 salt = 0, dice = 0;  // the salt makes entries of other games foreign

    // The accumulator stands for something that no position is like, so that it begins anew.
    METHOD explicit SearchState(const Warp& warp) : Warp(warp), enough_nodes(slice.nodes) { memory->summed.p0 = ~0ull; }

    METHOD u32 roll() {
        dice = dice * 6364136223846793005ull + 1442695040888963407ull;
        return (u32)(dice >> 33);
    }

    METHOD void forget_game() {
        ROLLED for (int i = lane; i < 2 * PIECE_SQUARES; i += LANES) memory->history[0][i] = 0;
        uint4* continuations = (uint4*)store->continuations;
        ROLLED for (int i = lane; i < (int)(sizeof store->continuations / 16); i += LANES) continuations[i] = uint4();
        wait_for_lanes();
    }

    METHOD Window& window() { return *this; }
    METHOD void leave(int with) {
        value = with;
        state = RETURN;
    }

    // The histories that follow from the one or two moves before; none after a null move or at the root.
    METHOD i16* continuation(int back) {
        if (ply < back || memory->frames[ply - back].piece_square == NO_PIECE_SQUARE) return nullptr;
        return store->continuations[back - 1][memory->frames[ply - back].piece_square];
    }
    METHOD int piece_square(u32 of) { return (role_at(position, from_of(of)) - 1) * 64 + to_of(of); }

    METHOD uint4& table_entry(u64 key) { return store->table[key & (TABLE_ENTRIES - 1)]; }

    METHOD void node_is_done(const Frame& frame, int flags, int best) {
        leave(best);
        u64 key = position.key ^ salt;
        int stored = best > DECIDED ? best + ply : best < -DECIDED ? best - ply : best;
        bool is_exact = best > frame.first_alpha && frame.best_move && !(flags & IS_QUIESCENCE);
        u32 bound = best >= beta ? LOWER : is_exact ? EXACT : UPPER;
        u32 stored_depth = flags & IS_QUIESCENCE ? 0 : depth;
        table_entry(key) = make_uint4((u32)(key >> 32), (u32)key, frame.best_move | (u32)(u16)(i16)stored << 16,
                                      (u32)(u16)frame.raw_eval | stored_depth << 16 | bound << 24);
    }
};
