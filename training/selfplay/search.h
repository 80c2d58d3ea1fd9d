// One warp's search: alpha-beta with a quiescence search, at a fixed number of nodes.
//
// A GPU has no stack worth the name, and what limits this program is fetching instructions. So the search is not
// recursive but a machine with few states, and each heavy routine is called at one place only:
//
//   PICK      the next move of a node, or back to its parent       (pick)
//   RETURN    a node is done: what its value means to the parent   (unwind)
//   CHOSEN    a search is done: the game goes on                   (game.h)
//   OVER      a game is done                                       (game.h)
//   MAKE      play the picked move                                 (make)
//   ENTER     a new node: draws, table, evaluation, pruning        (enter)
//             if it is searched, its moves and their order         (expand)

constexpr int ASPIRATION_FROM = 4, MOST_DEPTH = 30, NULL_MOVE_DEPTH = 3;
constexpr int SINGULAR_ENTRY = 3;   // plies that the table's entry may be shallower
constexpr int MOST_SURPLUS = 7;     // plies that a null move is reduced more, far above beta

struct Search : MovePicker {
    using MovePicker::MovePicker;

    // A node has its value: back to the parent, or an iteration of the root is over.
    METHOD void unwind() {
        bool is_stopped = nodes >= hard_nodes;
        if (ply == 0 || is_stopped) return deepen(is_stopped);
        ply--;
        Frame& frame = memory->frames[ply];
        position = frame.position;
        value = -value;
        int phase = frame.phase, flags = frame.flags, best = frame.best, new_depth = frame.new_depth, cuts = frame.cuts;
        window() = frame.window;
        move = frame.move;
        if (phase == NULL_MOVE) {
            if (value >= beta) return leave(value > DECIDED ? beta : value);
            return enter_next(true, flags & IS_CUT_NODE);
        }
        // A reduced search that was too good is done again, and so is one with a zero window on the main line.
        bool again = phase == REDUCED && value > alpha && frame.reduced < new_depth;
        bool as_pv = (phase == REDUCED || phase == ZERO_WINDOW) && value > alpha && (flags & IS_PV);
        wait_for_lanes();
        if (again || as_pv) {
            if (again) frame.new_depth = new_depth + (value > best + deeper()) - (value < best + new_depth);
            frame.phase = again ? ZERO_WINDOW : FULL;
            state = MAKE;
            return;
        }
        state = PICK;
        if (value > best) frame.best = value;
        if (value > alpha) {
            frame.best_move = move;
            if ((value >= beta || (flags & IS_PV)) && !(flags & IS_QUIESCENCE)) reward(frame);
            if (value >= beta) {
                frame.count = frame.tried;
                frame.cuts = cuts + 1;
            } else {
                frame.window.alpha = value;
                if (depth >= 3 && depth <= raised_most() && value < DECIDED) frame.window.depth = depth - 1;
            }
        }
        wait_for_lanes();
    }

    // An iteration is over, or the nodes are: search deeper, or again with a wider window, or choose the move.
    METHOD void deepen(bool is_stopped) {
        Frame& frame = memory->frames[0];
        if (ply) position = frame.position;
        ply = 0;
        int best = frame.best, low = frame.first_alpha, high = frame.window.beta;
        u32 best_move = frame.best_move;
        if (best_move && (best > low || is_stopped || !root_move)) {
            root_move = best_move;
            root_value = best;
        }
        bool is_low = best <= low && low > -INFINITE, is_high = best >= high && high < INFINITE;
        bool is_deep_enough = nodes >= slice.nodes || root_depth >= MOST_DEPTH;
        wait_for_lanes();
        if (is_stopped || (!is_low && !is_high && is_deep_enough)) {
            if (!root_move) root_move = store->moves[0] & MOVE_BITS;
            state = CHOSEN;
            return;
        }
        int wider = high - low > 400 ? INFINITE : high - low;
        if (is_low) return begin_iteration(max(best - wider, -INFINITE), (low + high) / 2);
        if (is_high) return begin_iteration(low, min(best + wider, INFINITE));
        bool is_narrow = ++root_depth >= ASPIRATION_FROM && best > -DECIDED && best < DECIDED;
        begin_iteration(is_narrow ? best - aspiration() : -INFINITE, is_narrow ? best + aspiration() : INFINITE);
    }

    METHOD void begin_iteration(int low, int high) {
        window() = {low, high, root_depth};
        enter_next(false, false);
    }
    METHOD void begin_root() {
        ROLLED for (int i = lane; i < MOST_PLIES; i += LANES) memory->frames[i].killers = memory->frames[i].cuts = 0;
        root_depth = 1;
        root_move = NO_MOVE;
        nodes = 0;
        begin_iteration(-INFINITE, INFINITE);
    }

    METHOD void make() {
        Frame& frame = memory->frames[ply];
        frame.position = position;
        play(position, move);
        int phase = frame.phase, flags = frame.flags, low = frame.window.alpha, high = frame.window.beta;
        if (move != NO_MOVE) nodes++;
        ply++;
        bool is_other = phase == NULL_MOVE || phase == ZERO_WINDOW;
        alpha = phase == NULL_MOVE ? -high : phase == REDUCED || phase == ZERO_WINDOW ? -low - 1 : -high;
        beta = phase == NULL_MOVE ? 1 - high : -low;
        depth = flags & IS_QUIESCENCE ? 0 : phase == REDUCED ? frame.reduced : frame.new_depth;
        enter_next(phase == NULL_MOVE, phase == REDUCED || (is_other && !(flags & IS_CUT_NODE)));
    }

    // Draws by repetition (a second time within the search, a third time at all), by the clock, by bare kings.
    METHOD bool is_draw() {
        int clock = clock_of(position), here = game_ply + ply, most = min(clock, here), repeats = 0;
        bool is_again = false;
        ROLLED for (int first = 4; first <= most; first += 2 * LANES) {
            int back = first + 2 * lane;
            u32 lanes = vote(back <= most && store->keys[here - (back <= most ? back : 0)] == position.key);
            is_again = is_again || (lanes && first + 2 * (__builtin_ffs(lanes) - 1) <= ply);
            repeats += popcount(lanes);
        }
        bool is_bare = !pawns(position) && !straights(position) && popcount(occupied(position)) <= 3;
        return is_again || repeats >= 2 || clock >= 100 || is_bare;
    }

    METHOD void enter() {
        Frame& frame = memory->frames[ply];
        bool pv = beta - alpha > 1;
        int extension = known_extension;
        known_extension = UNTRIED;
        int clock = clock_of(position);
        store->keys[game_ply + ply] = position.key;
        u64 key = position.key ^ salt;
        uint4 entry = table_entry(key);  // asked for early, needed late
        bool draws = is_draw();
        if (ply && draws) return leave(0);

        // The table.
        if (entry.x != (u32)(key >> 32) || entry.y != (u32)key) entry = uint4();
        int table_value = (i16)(entry.z >> 16), table_eval = (i16)entry.w, table_depth = entry.w >> 16 & 255;
        u32 table_move = entry.z & 0xffff, bound = entry.w >> 24;
        table_value -= table_value > DECIDED ? ply : table_value < -DECIDED ? -ply : 0;
        bool is_deep = table_depth >= (depth > 0 ? depth : 0), fits = bound & (table_value >= beta ? LOWER : UPPER);
        if (!pv && ply && is_deep && clock < 90 && fits) {
            if (depth > 0 && table_value >= beta) {
                int bonus = bonus_of(depth);
                bool praises = table_move && is_quiet(position, table_move);
                frame.position = position;
                if (praises && lane == 0) teach(piece_square(table_move), bonus * table_praise() / 1024);
                wait_for_lanes();
                if (memory->frames[ply - 1].tried <= 2) judge_last_move(-bonus * table_blame() / 1024);
            }
            return leave(table_value);
        }

        // The evaluation, which fades as the clock runs; in a won ending it must not cover up small progress.
        Danger danger = danger_of(position, *this);
        bool check = danger.checkers != 0, improving = false;
        int eval = NO_EVAL, raw = bound && !check ? table_eval : NO_EVAL, guess = NO_EVAL;
        if (!check) {
            if (raw == NO_EVAL && may_be_known(position))
                raw = known_ending(position.p0, position.p1, position.p2, position.them, slice.pawn_wins);
            if (raw == NO_EVAL) {
                bring(sums, slice.network, position, &memory->summed, false, lane);
                raw = clamp(output(sums, slice.network, position, lane), -MOST_EVAL, MOST_EVAL);
                if (nodes >= sample_at && ply) {
                    memory->sampled = position;
                    sample_at = SAMPLED;
                }
            }
            bool is_won = raw >= KNOWN_WIN || raw <= -KNOWN_WIN;
            guess = eval = is_won ? raw : corrected(raw * (200 - min(clock, 100)) / 200);
            bool tells_more = bound & (table_value > eval ? LOWER : UPPER);
            if (table_value < DECIDED && table_value > -DECIDED && tells_more) guess = table_value;
            int before = ply >= 2 ? memory->frames[ply - 2].eval : eval;
            improving = eval >= beta || before == NO_EVAL || eval > before;
            if (ply && !after_null) learn_from_change(memory->frames[ply - 1], eval);
        }
        int list = ply ? memory->frames[ply - 1].list + memory->frames[ply - 1].count : 0;
        if (ply >= MOST_PLIES - 2 || list + 256 > MOST_MOVES) return leave(check ? 0 : guess);

        // Pruning of whole nodes: razoring, reverse futility pruning, null move.
        bool tries_null = false;
        if (depth > 0 && !pv && !check && beta < DECIDED && beta > -DECIDED && ply) {
            u64 own_pieces = occupied(position) & ~position.them & (position.p1 | position.p2) & ~kings(position);
            bool is_hopeful = guess >= beta && eval >= beta - null_step() * depth + null_base();
            const Frame& parent = memory->frames[ply - 1];
            bool worsening = !after_null && parent.eval != NO_EVAL && eval > -parent.eval;
            int margin = rfp_margin() * depth - (improving ? rfp_improving() : 0) - (worsening ? rfp_worsening() : 0) +
                         (bound & FROM_PV ? rfp_was_pv() : 0) + rfp_correction() * abs(eval - raw) / 16;
            if (depth <= razor_depth() && guess + razor_base() + razor_step() * depth < alpha) depth = 0;
            else if (depth <= rfp_depth() && guess - margin >= beta) return leave(beta + (guess - beta) * rfp_beyond() / 16);
            tries_null = depth >= NULL_MOVE_DEPTH && is_hopeful && !after_null && own_pieces &&
                         (is_cut_node || guess >= beta + null_elsewhere());
        }
        bool quiescence = depth <= 0;
        frame.first_alpha = alpha;
        frame.best = -INFINITE;
        if (quiescence && !check) {
            if (guess >= beta) return leave(beta + (guess - beta) * pat_beyond() / 16);
            if (guess > alpha) alpha = guess;
            frame.best = guess;
        }
        // Internal iterative reduction.
        bool is_unordered = !table_move || table_depth + iir_entry() < depth;
        if (!tries_null && depth >= iir_depth() && is_unordered && (pv || is_cut_node) && ply) depth--;
        frame.window = window();
        bool as_deep = bound && table_depth >= depth, above_alpha = bound && table_value > alpha;
        frame.flags = IS_PV * pv | IS_CHECK * check | IS_QUIESCENCE * quiescence | IS_IMPROVING * improving |
                      IS_CUT_NODE * is_cut_node | WAS_PV * (pv || (bound & FROM_PV)) | TABLE_IS_AS_DEEP * as_deep |
                      TABLE_IS_ABOVE_ALPHA * above_alpha;
        frame.eval = eval;
        frame.raw_eval = raw;
        frame.list = list;
        frame.count = frame.tried = frame.skips_quiets = 0;
        frame.best_move = NO_MOVE;
        frame.table_value = (i16)table_value;
        bool may_be_singular = depth >= singular_depth() && ply && ply < MOST_PLIES / 2 && table_move && (bound & LOWER) &&
                               table_depth >= depth - SINGULAR_ENTRY && table_value < DECIDED && table_value > -DECIDED;
        frame.extension = extension != UNTRIED ? extension : may_be_singular && !quiescence ? UNTRIED : 0;
        if (!tries_null) return expand(frame, danger, table_move, draws);
        int surplus = min((guess - beta) * ONE_PLY / null_surplus(), MOST_SURPLUS * ONE_PLY);
        frame.move = move = NO_MOVE;
        frame.piece_square = NO_PIECE_SQUARE;
        frame.phase = NULL_MOVE;
        int reduction = null_reduction() + null_reduction_step() * depth + surplus + (improving ? null_improving() : 0);
        frame.new_depth = depth - reduction / ONE_PLY;
        state = MAKE;
    }

    // A quiet move after which its player stands better than before was good, long before a search proves it. And one that
    // was reduced a lot and turned out no worse deserves more depth, one that turned out badly less (hindsight).
    METHOD void learn_from_change(Frame& parent, int eval) {
        if (parent.eval == NO_EVAL || parent.move == NO_MOVE) return;
        int change = eval + parent.eval, bonus = clamp(-lesson() * change / 10, -lesson_most(), lesson_most());
        if (parent.is_quiet && lane == 0) nudge(memory->history[player][!is_black(position)][parent.piece_square], bonus);
        wait_for_lanes();
        int reduction = parent.phase == REDUCED ? parent.new_depth - parent.reduced : 0;
        if (reduction >= hindsight_deeper() && change <= 0) depth++;
        else if (reduction >= 1 && depth >= 2 && change > hindsight()) depth--;
    }

    METHOD void expand(Frame& frame, const Danger& danger, u32 table_move, bool draws) {
        u32* list = store->moves + frame.list;
        bool check = frame.flags & IS_CHECK, quiescence = frame.flags & IS_QUIESCENCE, captures = quiescence && !check;
        int count = generate(position, danger, *this, list, captures);
        if (count == 0 || (draws && ends_games)) {
            int nothing = count ? 0 : check ? -MATE + ply : quiescence ? frame.best : 0;
            if (ply) return leave(nothing);
            root_value = nothing;
            state = OVER;
            return;
        }
        if (ply == 0) memory->root_count = count;
        order(frame, table_move, list, count, captures);
        frame.count = count;
        memory->frames[ply + 1].killers = NO_MOVE;
        memory->frames[ply + 2].cuts = 0;
        state = PICK;
    }

    // Goes on until a move is chosen (CHOSEN) or the game is at its end (OVER).
    METHOD void run() {
        while (state != CHOSEN && state != OVER) {
            ROLLED while (state == PICK || state == RETURN) {
                if (state == PICK) pick();
                else unwind();
            }
            if (state == MAKE) make();
            if (state == ENTER) enter();
        }
    }
};
