// What a search knows at each moment. All lanes hold the same numbers in their registers; frames of the line are in
// shared memory.

constexpr int INFINITE = 32000, MATE = 30000, DECIDED = 28000, MOST_EVAL = 20000, NO_EVAL = UNKNOWN;
constexpr u32 HARD_LIMIT = 8;  // times the nodes of a move; a depth that has begun is finished before
// Instead of the number of nodes after which a position of the tree is drawn: never; and it was drawn.
constexpr u32 NO_SAMPLE = 0xffffffff, SAMPLED = 0xfffffffe;
constexpr int MOST_DOUBLES = 8;  // extensions by two plies in a line

enum State { PICK, RETURN, CHOSEN, OVER, MAKE, ENTER };
// Of a node; the last two are what the table says of it.
enum Flags { IS_PV = 1, IS_CHECK = 2, IS_QUIESCENCE = 4, IS_IMPROVING = 8, IS_CUT_NODE = 16, TABLE_CAPTURES = 32, WAS_PV = 64,
             IS_EXCLUDING = 128, TABLE_IS_AS_DEEP = 256, TABLE_IS_ABOVE_ALPHA = 512 };
// With which window a move is searched.
enum Phase { FULL, REDUCED, ZERO_WINDOW, NULL_MOVE };

constexpr u16 NO_PIECE_SQUARE = 0xffff;
constexpr int UNTRIED = 100;  // an extension that a search without the table's move is to find
constexpr int MOST_HISTORY = 8191, CORRECTION_GRAIN = 256, MOST_CORRECTION = 32 * CORRECTION_GRAIN;

HOST_AND_DEVICE int clamp(int value, int least, int most) { return max(least, min(value, most)); }

// Moves a score towards its bound: the farther it is, the less a bonus adds.
DEVICE void nudge(i16& score, int bonus) { score += bonus - score * abs(bonus) / (MOST_HISTORY + 1); }

struct SearchState : Warp, Window {
    // The node.
    Position position;
    Accumulator sums;
    int state = ENTER, ply = 0, value = 0;
    u32 move = NO_MOVE;
    bool after_null = false, is_cut_node = false;
    int known_extension = UNTRIED;  // that the node which is entered again has found

    // The root.
    bool ends_games = true;
    int game_ply = 0, root_depth = 1, root_value = 0;
    u32 root_move = NO_MOVE, nodes = 0, hard_nodes = HARD_LIMIT * slice.nodes, sample_at = NO_SAMPLE;
    u64 salt = 0, dice = 0;  // the salt makes entries of other games foreign

    // The accumulator stands for something that no position is like, so that it begins anew.
    METHOD explicit SearchState(const Warp& warp) : Warp(warp) { memory->summed.p0 = ~0ull; }

    // Each number of the search by its name.
    u32 player = 0;
#define VALUE(name, value, ...) METHOD int name() const { return TUNE ? memory->knobs[player][name##_place] : value; }
    KNOBS(VALUE)
#undef VALUE

    METHOD u32 roll() {
        dice = dice * 6364136223846793005ull + 1442695040888963407ull;
        return (u32)(dice >> 33);
    }

    METHOD void forget_game() {
        ROLLED for (int i = lane; i < 2 * PIECE_SQUARES; i += LANES) memory->history[player][0][i] = 0;
        uint4* histories = (uint4*)store->continuations;
        int bytes = sizeof store->continuations + sizeof store->captures + sizeof store->corrections;
        ROLLED for (int i = lane; i < bytes / 16; i += LANES) histories[i] = uint4();
        wait_for_lanes();
    }

    // What a search to some depth teaches about its best move, and about those tried before it.
    METHOD int bonus_of(int depth) const { return min(bonus_step() * depth - bonus_less(), bonus_most()); }
    METHOD int malus_of(int depth) const { return -min(malus_step() * depth - malus_less(), malus_most()); }

    METHOD Window& window() { return *this; }
    METHOD void enter_next(bool is_after_null, bool is_cut) {
        after_null = is_after_null;
        is_cut_node = is_cut;
        state = ENTER;
    }
    METHOD void leave(int with) {
        value = with;
        state = RETURN;
    }

    // The histories that follow from moves one, two and four plies ago; none after a null move or at the root.
    METHOD i16* continuation(int back) {
        if (ply < back || memory->frames[ply - back].piece_square == NO_PIECE_SQUARE) return nullptr;
        return store->continuations[back > 1][memory->frames[ply - back].piece_square];
    }
    // Learns what became of a quiet move at this ply. One lane calls it for a move.
    METHOD void teach(int piece_square, int bonus) {
        i16* of_player = memory->history[player][is_black(memory->frames[ply].position)];
        i16* histories[] = {of_player, continuation(1), continuation(2), continuation(4)};
        UNROLLED for (i16* history : histories)
            if (history) nudge(history[piece_square], bonus);
    }
    METHOD int piece_square(u32 of) { return (role_at(position, from_of(of)) - 1) * 64 + to_of(of); }

    // By how much the evaluation was wrong where pawns stood as here, or after the same moves.
    METHOD i16& correction(int by) {
        u64 seen = mix(pawns(position), 0xBF58476D1CE4E5B9ull) + (pawns(position) & position.them);
        if (by) seen = ply < 2 ? 0 : memory->frames[ply - 1].piece_square * 769u + memory->frames[ply - 2].piece_square;
        return store->corrections[by][is_black(position)][seen * 0x9E3779B97F4A7C15ull >> 52];
    }
    METHOD int corrected(int eval) {
        int learned = correction(0) * correction_pawns() + correction(1) * correction_moves();
        return clamp(eval + learned / (1024 * CORRECTION_GRAIN), -MOST_EVAL, MOST_EVAL);
    }

    METHOD uint4& table_entry(u64 key) { return store->table[key & (TABLE_ENTRIES - 1)]; }

    // The evaluation learns from its error, where the value can be trusted.
    METHOD void learn_error(const Frame& frame, int best, u32 bound) {
        bool is_beyond = bound == LOWER ? best > frame.eval : bound == EXACT || best < frame.eval;
        bool is_tactical = frame.best_move && !is_quiet(position, frame.best_move);
        if ((frame.flags & IS_CHECK) || is_tactical || !is_beyond || best >= DECIDED || best <= -DECIDED) return;
        int error = clamp(best - frame.eval, -correction_error(), correction_error()) * CORRECTION_GRAIN;
        int weight = min(depth + 1, correction_weight());
        ROLLED for (int by = 0; by < 2; by++) {
            i16& known = correction(by);
            int mixed = (known * (256 - weight) + error * weight) / 256;
            wait_for_lanes();
            known = (i16)clamp(mixed, -MOST_CORRECTION, MOST_CORRECTION);
        }
    }

    // What this node says about the opponent's last move, if that was quiet: it was good if nothing raised alpha.
    METHOD void judge_last_move(int bonus) {
        if (!ply || memory->frames[ply - 1].move == NO_MOVE || !memory->frames[ply - 1].is_quiet) return;
        ply--;
        if (lane == 0) teach(memory->frames[ply].piece_square, bonus);
        ply++;
        wait_for_lanes();
    }

    // The table's move is searched deeper if all others are much worse, and less deeply if others do as well; if they are
    // good enough for a cut, it is made at once. The node is entered again.
    METHOD void find_extension(Frame& frame, int best) {
        int bar = frame.window.beta, flags = frame.outer_flags;
        window() = frame.outer;
        if (best >= bar && bar >= beta) return leave(bar);
        int worse = bar - best - (flags & IS_PV ? singular_pv() : 0);
        bool is_far = worse > singular_double() && best > -INFINITE && memory->frames[ply - 1].doubles < MOST_DOUBLES;
        int less = frame.table_value >= beta ? singular_beta() : flags & IS_CUT_NODE ? singular_cut_node() : 0;
        known_extension = best < bar ? 1 + is_far : -less;
        enter_next(true, flags & IS_CUT_NODE);
    }

    METHOD void node_is_done(Frame& frame, int flags, int best) {
        if (flags & IS_EXCLUDING) return find_extension(frame, best);
        bool searched = !(flags & IS_QUIESCENCE);
        u32 bound = best >= beta ? LOWER : searched && frame.best_move && best > frame.first_alpha ? EXACT : UPPER;
        // How far a cut goes beyond beta is uncertain.
        if (bound == LOWER && searched && best < DECIDED && beta > -DECIDED) best = (best * depth + beta) / (depth + 1);
        if (searched) learn_error(frame, best, bound);
        if (searched && bound == UPPER) judge_last_move(bonus_of(depth) * praise() / 1024);
        // What lies around a principal variation may become a part of it.
        if (bound == UPPER && ply && depth > spread_depth() && (memory->frames[ply - 1].flags & WAS_PV)) flags |= WAS_PV;
        leave(best);
        u64 key = position.key ^ salt;
        int stored = best > DECIDED ? best + ply : best < -DECIDED ? best - ply : best;
        if (flags & WAS_PV) bound |= FROM_PV;
        table_entry(key) = {(u32)(key >> 32), (u32)key, frame.best_move | (u32)(u16)(i16)stored << 16,
                            (u32)(u16)frame.raw_eval | (u32)(searched ? depth : 0) << 16 | bound << 24};
    }
};
