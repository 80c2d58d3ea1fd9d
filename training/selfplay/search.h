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
//   EXPAND    its moves and their order                            (expand)
//
// All lanes hold the same numbers in their registers; frames of the line are in shared memory.
#pragma once
#include "endings.h"
#include "exchange.h"
#include "memory.h"

constexpr int INFINITE = 32000, MATE = 30000, DECIDED = 28000, MOST_EVAL = 20000;
constexpr int NO_EVAL = UNKNOWN;

enum State { PICK, RETURN, CHOSEN, OVER, MAKE, ENTER, EXPAND, FINISHED };
enum Flags { IS_PV = 1, IS_CHECK = 2, IS_QUIESCENCE = 4, IS_IMPROVING = 8, IS_CUT_NODE = 16, TABLE_CAPTURES = 32 };
// With which window a move is searched.
enum Phase { FULL, REDUCED, ZERO_WINDOW, PV_AGAIN, NULL_MOVE };

// The order in which moves are tried, in the upper half of a list's entry.
enum Order : u32 {
    TABLE_MOVE = 0xffff,
    GOOD_CAPTURE = 0xc000,
    FIRST_KILLER = 0xb001,
    SECOND_KILLER = 0xb000,
    QUIET = 0x8000,         // and up to 8191 of history to either side
    LOSING_BELOW = 0x6000,
    LOSING_QUIET = 0x4000,  // by exchanges; a quarter of its history
    BAD_BELOW = 0x2000,
    BAD_CAPTURE = 0x1000,
    UNDERPROMOTION = 0x0800,
};
constexpr u32 GIVES_CHECK = 0x8000;  // in the lower half of a list's entry, above the move
constexpr u16 NO_PIECE_SQUARE = 0xffff;
constexpr int MOST_HISTORY = 8191;

// The margins, in hundredths of a pawn, in the units of the network's scores.
constexpr int ASPIRATION = 20, ASPIRATION_FROM = 4, MOST_DEPTH = 30;
constexpr int RAZOR_BASE = 220, RAZOR_STEP = 210, RAZOR_DEPTH = 3;
constexpr int REVERSE_FUTILITY_STEP = 80, REVERSE_FUTILITY_DEPTH = 8;
constexpr int FUTILITY_BASE = 110, FUTILITY_STEP = 90, FUTILITY_DEPTH = 8;
constexpr int NULL_MOVE_DEPTH = 3, NULL_MOVE_BASE = 120, NULL_MOVE_STEP = 20;
constexpr int DELTA = 180;
constexpr int ONE_PLY = 1024;  // of a reduction

HOST_AND_DEVICE int piece_worth(int role) { return role == NOTHING || role == KING ? 0 : exchange_worth(role); }

DEVICE void save(const Position& p, Frame& frame) {
    frame.p0 = p.p0;
    frame.p1 = p.p1;
    frame.p2 = p.p2;
    frame.them = p.them;
    frame.key = p.key;
    frame.state = p.state;
}
DEVICE void load(Position& p, const Frame& frame) {
    p.p0 = frame.p0;
    p.p1 = frame.p1;
    p.p2 = frame.p2;
    p.them = frame.them;
    p.key = frame.key;
    p.state = frame.state;
}

struct Search {
    // Where things are.
    Network network;
    const u64* rays;
    const int* reductions;
    const u32* pawn_wins;
    WarpMemory* memory;
    u32* moves;
    uint4* table;
    u64* keys;
    i16* continuations;
    u32 table_size, soft_nodes, hard_nodes;
    int lane;

    // The node.
    Position position;
    Accumulator sums;
    bool sums_are_stale = true;
    int state = ENTER, ply = 0, alpha = -INFINITE, beta = INFINITE, depth = 1, value = 0;
    u32 move = NO_MOVE;
    bool after_null = false, is_cut_node = false;

    // The root. Before a game's first search, random moves are made.
    bool is_new_root = true, makes_game_move = false, has_ended = false, ends_games = true;
    int random_left = 0, game_ply = 0, root_depth = 0, root_value = 0;
    u32 root_move = NO_MOVE, nodes = 0;
    u64 salt = 0, dice = 0;  // the salt makes entries of other games foreign

    // What `enter` finds out and `expand` needs.
    struct Node {
        Danger danger;
        int eval, raw_eval, best, first_alpha, list;
        u32 table_move, flags;
        bool draws;
    };

    METHOD u32 roll() {
        dice = dice * 6364136223846793005ull + 1442695040888963407ull;
        return (u32)(dice >> 33);
    }

    METHOD void forget_game() {
        wait_for_lanes();
        ROLLED for (int i = lane; i < 2 * PIECE_SQUARES; i += LANES) memory->history[i] = 0;
        ROLLED for (int i = lane; i < 2 * CONTINUATIONS / 8; i += LANES) ((uint4*)continuations)[i] = make_uint4(0, 0, 0, 0);
        wait_for_lanes();
    }
    METHOD void forget_killers() {
        ROLLED for (int i = lane; i < MOST_PLIES; i += LANES) memory->frames[i].killers[0] = memory->frames[i].killers[1] = NO_MOVE;
    }

    METHOD void leave(int with) {
        value = with;
        state = RETURN;
    }

    // The histories that follow from the one or two moves before; none after a null move or at the root.
    METHOD i16* continuation(int back) {
        if (ply < back || memory->frames[ply - back].piece_square == NO_PIECE_SQUARE) return nullptr;
        return continuations + (back - 1) * CONTINUATIONS + memory->frames[ply - back].piece_square * PIECE_SQUARES;
    }
    METHOD int piece_square(u32 of) { return (role_at(position, from_of(of)) - 1) * 64 + to_of(of); }

    METHOD void pick() {
        Frame& frame = memory->frames[ply];
        int count = frame.count, tried = frame.tried, flags = frame.flags, best = frame.best;
        u32* list = moves + frame.list;
        bool skips_quiets = frame.skips_quiets;
        alpha = frame.alpha;
        beta = frame.beta;
        depth = frame.depth;
        // The best move that is left, swapped to the front.
        u32 mine = 0, found = 0;
        int place = 0;
        ROLLED for (int i = tried + lane; i < count; i += LANES) {
            u32 entry = list[i];
            bool skipped = skips_quiets && entry >= BAD_BELOW << 16 && entry < GOOD_CAPTURE << 16;
            if (entry > mine && !skipped) {
                mine = entry;
                place = i;
            }
        }
        if (tried < count) found = max_of_lanes(mine);
        int verdict = STOP;
        u32 picked = found & MOVE_BITS;
        if (found) {
            u32 finders = vote(mine == found), order = found >> 16;
            place = (int)from_lane((u32)place, __ffs(finders) - 1);
            u32 front = list[tried];
            wait_for_lanes();
            if (lane == 0) {
                list[place] = front;
                list[tried] = found;
            }
            frame.tried = ++tried;
            wait_for_lanes();
            bool captures = order >= GOOD_CAPTURE || order < BAD_BELOW;
            if (order == TABLE_MOVE) captures = (flags & TABLE_CAPTURES) || ((flags & IS_QUIESCENCE) && !(flags & IS_CHECK));
            verdict = flags & IS_QUIESCENCE ? judge_capture(frame, picked, order, captures, best)
                                            : judge_move(frame, picked, order, captures, found & GIVES_CHECK, best);
        }
        if (verdict == STOP) {
            node_is_done(frame, flags, best);
        } else if (verdict == SKIP) {
            wait_for_lanes();
        } else {
            move = picked;
            state = MAKE;
        }
    }

    enum Verdict { TRY, SKIP, STOP };

    // Quiescence: losing captures and those that can't lift the score to alpha are not tried (delta pruning).
    METHOD int judge_capture(Frame& frame, u32 picked, u32 order, bool captures, int& best) {
        if (best > -DECIDED) {
            if (frame.flags & IS_CHECK) {
                if (!captures && frame.tried > 1) return STOP;
            } else if (order < BAD_BELOW) {
                return STOP;
            } else if (!promotion_of(picked)) {
                int victim = role_at(position, to_of(picked));
                int hope = frame.eval + DELTA + piece_worth(victim ? victim : PAWN);
                if (hope <= alpha) {
                    if (hope > best) frame.best = best = hope;
                    return order == TABLE_MOVE ? SKIP : STOP;
                }
            }
        }
        frame.move = picked;
        frame.phase = FULL;
        frame.new_depth = 0;
        frame.piece_square = piece_square(picked);
        return TRY;
    }

    METHOD int judge_move(Frame& frame, u32 picked, u32 order, bool captures, bool gives_check, int best) {
        int flags = frame.flags, tried = frame.tried, verdict = TRY;
        bool improving = flags & IS_IMPROVING, pv = flags & IS_PV;
        int reduction = reductions[(depth > 63 ? 63 : depth) * 64 + (tried > 63 ? 63 : tried)];
        if (ply && best > -DECIDED && alpha < DECIDED) {
            int expected = depth - reduction / ONE_PLY;
            expected = expected < 0 ? 0 : expected;
            if (captures) {
                if (order < BAD_BELOW && depth <= 3) return STOP;
            } else {
                // Late move pruning, futility pruning, losing exchanges.
                if (tried > (3 + depth * depth) / (improving ? 1 : 2)) frame.skips_quiets = 1;
                bool is_futile = frame.eval + FUTILITY_BASE + FUTILITY_STEP * expected <= alpha;
                if (!(flags & IS_CHECK) && !gives_check && expected <= FUTILITY_DEPTH && is_futile) {
                    frame.skips_quiets = 1;
                    verdict = SKIP;
                }
                int losing_depth = role_at(position, from_of(picked)) == PAWN ? 1 : 3;
                if (order < LOSING_BELOW && expected <= losing_depth) verdict = SKIP;
            }
        }
        int new_depth = depth - 1, phase = FULL, reduced = new_depth;
        if (depth >= 2 && tried > (pv ? 2 : 1)) {
            reduction += (pv ? -900 : 1024) + (flags & IS_CUT_NODE ? 1500 : 0) + (improving ? 0 : 700);
            if (!captures) {
                if (flags & TABLE_CAPTURES) reduction += 700;
                if (order >= SECOND_KILLER) reduction -= 1024;
                else if (order < LOSING_BELOW) reduction -= (int)order - (int)LOSING_QUIET - 512;
                else reduction -= ((int)order - (int)QUIET) / 4;
            }
            if (gives_check) reduction -= 1024;
            if (captures) reduction = reduction / 2 - (order >= GOOD_CAPTURE ? 512 : 0);
            int shallower = new_depth - reduction / ONE_PLY;
            reduced = shallower > new_depth ? new_depth : shallower < 1 ? 1 : shallower;
            if (new_depth < 1) reduced = new_depth;
            phase = REDUCED;
        } else if (tried > 1 || !pv) {
            phase = ZERO_WINDOW;
        }
        frame.move = picked;
        frame.phase = phase;
        frame.new_depth = new_depth;
        frame.reduced = reduced;
        frame.piece_square = piece_square(picked);
        return verdict;
    }

    METHOD void node_is_done(const Frame& frame, int flags, int best) {
        leave(best);
        u64 key = position.key ^ salt;
        int stored = best > DECIDED ? best + ply : best < -DECIDED ? best - ply : best;
        bool is_exact = best > frame.first_alpha && frame.best_move && !(flags & IS_QUIESCENCE);
        u32 bound = best >= beta ? LOWER : is_exact ? EXACT : UPPER;
        u32 stored_depth = flags & IS_QUIESCENCE ? 0 : depth;
        table[key & (table_size - 1)] =
            make_uint4((u32)(key >> 32), (u32)key, frame.best_move | (u32)(u16)(i16)stored << 16,
                       (u32)(u16)frame.raw_eval | stored_depth << 16 | bound << 24);
    }

    // A node has its value: the parent goes on, or an iteration of the root is over.
    METHOD void unwind() {
        bool is_stopped = nodes >= hard_nodes;
        if (ply == 0 || is_stopped) return deepen(is_stopped);
        ply--;
        Frame& frame = memory->frames[ply];
        load(position, frame);
        value = -value;
        int phase = frame.phase, flags = frame.flags, best = frame.best;
        alpha = frame.alpha;
        beta = frame.beta;
        depth = frame.depth;
        move = frame.move;
        if (phase == NULL_MOVE) {
            if (value >= beta) return leave(value > DECIDED ? beta : value);
            after_null = true;
            is_cut_node = flags & IS_CUT_NODE;
            state = ENTER;
            return;
        }
        // A reduced search that was too good is done again, and so is one with a zero window on the main line.
        bool again = phase == REDUCED && value > alpha && frame.reduced < frame.new_depth;
        bool as_pv = (phase == REDUCED || phase == ZERO_WINDOW) && value > alpha && (flags & IS_PV);
        wait_for_lanes();
        if (again || as_pv) {
            frame.phase = again ? ZERO_WINDOW : PV_AGAIN;
            state = MAKE;
            return;
        }
        state = PICK;
        if (value > best) {
            frame.best = value;
            if (value > alpha) {
                frame.best_move = move;
                if (value < beta) {
                    frame.alpha = value;
                } else {
                    if (!(flags & IS_QUIESCENCE) && is_quiet(position, move)) reward(frame);
                    frame.count = frame.tried;
                }
            }
        }
        wait_for_lanes();
    }

    // A quiet move refuted the opponent's: it is remembered, and those tried before it are blamed.
    METHOD void reward(Frame& frame) {
        int tried = frame.tried;
        u32 killer = frame.killers[0];
        const u32* list = moves + frame.list;
        wait_for_lanes();
        if (killer != move) {
            frame.killers[1] = killer;
            frame.killers[0] = move;
        }
        i16 *history = memory->history + is_black(position) * PIECE_SQUARES, *first = continuation(1), *second = continuation(2);
        int size = 160 * depth > 1200 ? 1200 : 160 * depth;
        ROLLED for (int i = lane; i < tried; i += LANES) {
            u32 other = list[i] & MOVE_BITS;
            if (!is_quiet(position, other)) continue;
            int at = piece_square(other), bonus = i == tried - 1 ? size : -size;
            history[at] += bonus - history[at] * size / (MOST_HISTORY + 1);
            if (first) first[at] += bonus - first[at] * size / (MOST_HISTORY + 1);
            if (second) second[at] += bonus - second[at] * size / (MOST_HISTORY + 1);
        }
        wait_for_lanes();
    }

    // An iteration is over, or the nodes are: search deeper, or again with a wider window, or choose the move.
    METHOD void deepen(bool is_stopped) {
        Frame& frame = memory->frames[0];
        if (ply) load(position, frame);
        ply = 0;
        int best = frame.best, low = frame.first_alpha, high = frame.beta;
        u32 best_move = frame.best_move;
        if (best_move && (best > low || is_stopped || !root_move)) {
            root_move = best_move;
            root_value = best;
        }
        bool again = false;
        if (!is_stopped) {
            again = true;
            alpha = -INFINITE;
            beta = INFINITE;
            if (best <= low && low > -INFINITE) {
                beta = high;
            } else if (best >= high && high < INFINITE) {
                alpha = low;
            } else if (nodes < soft_nodes && root_depth < MOST_DEPTH) {
                root_depth++;
                if (root_depth >= ASPIRATION_FROM && best > -DECIDED && best < DECIDED) {
                    alpha = best - ASPIRATION;
                    beta = best + ASPIRATION;
                }
            } else {
                again = false;
            }
        }
        wait_for_lanes();
        if (again) {
            depth = root_depth;
            state = ENTER;
            is_cut_node = after_null = false;
            return;
        }
        if (!root_move) root_move = moves[0] & MOVE_BITS;
        state = CHOSEN;
    }

    METHOD void make() {
        Frame& frame = memory->frames[ply];
        save(position, frame);
        play(position, move);
        if (makes_game_move) {
            makes_game_move = false;
            game_ply++;
            is_new_root = true;
            depth = 1;
            alpha = -INFINITE;
            beta = INFINITE;
            state = ENTER;
            return;
        }
        int phase = frame.phase, flags = frame.flags, low = frame.alpha, high = frame.beta;
        if (move != NO_MOVE) nodes++;
        ply++;
        after_null = phase == NULL_MOVE;
        is_cut_node = phase == REDUCED || ((phase == NULL_MOVE || phase == ZERO_WINDOW) && !(flags & IS_CUT_NODE));
        alpha = phase == NULL_MOVE ? -high : phase == REDUCED || phase == ZERO_WINDOW ? -low - 1 : -high;
        beta = phase == NULL_MOVE ? 1 - high : -low;
        depth = flags & IS_QUIESCENCE ? 0 : phase == REDUCED ? frame.reduced : frame.new_depth;
        state = ENTER;
    }

    // Draws by repetition (a second time within the search, a third time at all), by the clock, by bare kings.
    METHOD bool is_draw() {
        int clock = clock_of(position), here = game_ply + ply, back = 4 + 2 * lane;
        u32 repeats = 0, earlier = 0;
        int most = clock < here ? clock : here;
        if (most >= 4) repeats = vote(back <= most && keys[here - (back <= most ? back : 0)] == position.key);
        back += 2 * LANES;
        if (most >= 4 + 2 * LANES) earlier = vote(back <= most && keys[here - (back <= most ? back : 0)] == position.key);
        bool in_search = repeats && 4 + 2 * (__ffs(repeats) - 1) <= ply;
        bool is_bare = !pawns(position) && !straights(position) && __popcll(occupied(position)) <= 3;
        return in_search || __popc(repeats) + __popc(earlier) >= 2 || clock >= 100 || is_bare;
    }

    METHOD void enter(Node& node) {
        Frame& frame = memory->frames[ply];
        bool pv = beta - alpha > 1;
        int clock = clock_of(position);
        keys[game_ply + ply] = position.key;
        u64 key = position.key ^ salt;
        uint4 entry = table[key & (table_size - 1)];  // asked for early, needed late
        node.draws = is_draw();
        if (ply == 0 && is_new_root && random_left == 0) {
            is_new_root = false;
            has_ended = node.draws && ends_games;
            nodes = 0;
            root_depth = depth = 1;
            root_move = NO_MOVE;
            alpha = -INFINITE;
            beta = INFINITE;
            pv = true;
        } else if (ply && node.draws) {
            return leave(0);
        }

        // The table.
        bool is_hit = entry.x == (u32)(key >> 32) && entry.y == (u32)key && entry.w >> 24;
        node.table_move = is_hit ? entry.z & 0xffff : NO_MOVE;
        int table_value = (i16)(entry.z >> 16), table_eval = (i16)entry.w, table_depth = entry.w >> 16 & 255;
        u32 bound = is_hit ? entry.w >> 24 : 0;
        if (table_value > DECIDED) table_value -= ply;
        if (table_value < -DECIDED) table_value += ply;
        bool is_deep = table_depth >= (depth > 0 ? depth : 0), fits = table_value >= beta ? bound & LOWER : bound & UPPER;
        if (is_hit && !pv && ply && is_deep && clock < 90 && fits) return leave(table_value);

        // The evaluation, which fades as the clock runs; in a won ending it must not cover up small progress.
        node.danger = danger_of(position, rays, lane);
        bool check = node.danger.checkers != 0, improving = false;
        int eval = NO_EVAL, raw = NO_EVAL, guess = NO_EVAL;
        if (!check && random_left == 0) {
            if (is_hit) raw = table_eval;
            if (raw == NO_EVAL && may_be_known(position))
                raw = known_ending(position.p0, position.p1, position.p2, position.them, pawn_wins);
            if (raw == NO_EVAL) {
                bring(sums, network, position, &memory->summed, sums_are_stale, lane);
                sums_are_stale = false;
                raw = output(sums, network, position, lane);
                raw = raw > MOST_EVAL ? MOST_EVAL : raw < -MOST_EVAL ? -MOST_EVAL : raw;
            }
            bool is_won = raw >= KNOWN_WIN || raw <= -KNOWN_WIN;
            guess = eval = is_won ? raw : raw * (200 - (clock > 100 ? 100 : clock)) / 200;
            bool tells_more = table_value > eval ? bound & LOWER : bound & UPPER;
            if (is_hit && table_value < DECIDED && table_value > -DECIDED && tells_more) guess = table_value;
            improving = ply >= 2 && (memory->frames[ply - 2].eval == NO_EVAL || eval > memory->frames[ply - 2].eval);
        }
        node.eval = eval;
        node.raw_eval = raw;
        node.flags = (pv ? IS_PV : 0) | (check ? IS_CHECK : 0) | (improving ? IS_IMPROVING : 0) | (is_cut_node ? IS_CUT_NODE : 0);
        node.best = -INFINITE;
        node.first_alpha = alpha;
        node.list = ply ? memory->frames[ply - 1].list + memory->frames[ply - 1].count : 0;
        if (ply >= MOST_PLIES - 2 || node.list + 256 > MOST_MOVES) return leave(check ? 0 : guess);

        // Pruning of whole nodes: razoring, reverse futility pruning, null move.
        if (depth <= 0) {
            node.flags |= IS_QUIESCENCE;
        } else if (!pv && !check && beta < DECIDED && beta > -DECIDED && ply) {
            u64 own_pieces = occupied(position) & ~position.them & (position.p1 | position.p2) & ~kings(position);
            if (depth <= RAZOR_DEPTH && guess + RAZOR_BASE + RAZOR_STEP * depth < alpha) {
                node.flags |= IS_QUIESCENCE;
                depth = 0;
            } else if (depth <= REVERSE_FUTILITY_DEPTH && guess - REVERSE_FUTILITY_STEP * (depth - improving) >= beta) {
                return leave((guess + beta) / 2);
            } else if (depth >= NULL_MOVE_DEPTH && guess >= beta && !after_null && own_pieces &&
                       eval >= beta - NULL_MOVE_STEP * depth + NULL_MOVE_BASE) {
                return try_null_move(frame, node, guess);
            }
        }
        if (node.flags & IS_QUIESCENCE) {
            if (!check) {
                node.best = guess;
                if (guess >= beta) return leave(guess);
                if (guess > alpha) alpha = guess;
            }
        } else if (depth >= 4 && !node.table_move && (pv || is_cut_node) && ply) {
            depth--;  // internal iterative reduction
        }
        state = EXPAND;
    }

    METHOD void try_null_move(Frame& frame, const Node& node, int guess) {
        int surplus = (guess - beta) / 200;
        wait_for_lanes();
        frame.alpha = alpha;
        frame.beta = beta;
        frame.depth = depth;
        frame.flags = node.flags;
        frame.eval = node.eval;
        frame.raw_eval = node.raw_eval;
        frame.move = NO_MOVE;
        frame.piece_square = NO_PIECE_SQUARE;
        frame.phase = NULL_MOVE;
        frame.new_depth = depth - (4 + depth / 4 + (surplus > 3 ? 3 : surplus));
        frame.list = node.list;
        frame.count = frame.tried = 0;
        move = NO_MOVE;
        state = MAKE;
    }

    METHOD void expand(Node& node) {
        Frame& frame = memory->frames[ply];
        u32* list = moves + node.list;
        bool check = node.flags & IS_CHECK, quiescence = node.flags & IS_QUIESCENCE, captures = quiescence && !check;
        int count = generate(position, node.danger, rays, memory->pieces, list, captures, lane);
        if (random_left) return make_random_move(list, count, node.draws);
        if (count == 0) {
            int nothing = check ? -MATE + ply : quiescence ? node.best : 0;
            if (ply) return leave(nothing);
            root_move = NO_MOVE;
            root_value = nothing;
            state = OVER;
            return;
        }
        if (has_ended) {
            root_value = 0;
            state = OVER;
            return;
        }
        if (ply == 0) memory->root_count = count;
        order(node, list, count, captures);
        frame.alpha = alpha;
        frame.beta = beta;
        frame.first_alpha = node.first_alpha;
        frame.best = node.best;
        frame.eval = node.eval;
        frame.raw_eval = node.raw_eval;
        frame.best_move = NO_MOVE;
        frame.list = node.list;
        frame.count = count;
        frame.tried = 0;
        frame.depth = depth;
        frame.flags = node.flags;
        frame.skips_quiets = 0;
        memory->frames[ply + 1].killers[0] = memory->frames[ply + 1].killers[1] = NO_MOVE;
        state = PICK;
    }

    METHOD void make_random_move(const u32* list, int count, bool draws) {
        if (!count || draws) {
            random_left = -1;
            state = OVER;
            return;
        }
        move = list[roll() % count];
        wait_for_lanes();
        random_left--;
        makes_game_move = true;
        state = MAKE;
    }

    // A lane for each move: captures by victim and attacker, quiet moves by histories, and exchanges for both.
    METHOD void order(Node& node, u32* list, int count, bool captures_only) {
        const Frame& frame = memory->frames[ply];
        bool main_search = !(node.flags & IS_QUIESCENCE);
        u32 killer = frame.killers[0], second_killer = frame.killers[1], table_move = node.table_move;
        const i16 *history = memory->history + is_black(position) * PIECE_SQUARES, *first = continuation(1), *second = continuation(2);
        // From where each kind of piece would give check.
        u64 king_bit = kings(position) & position.them, straight = 0, diagonal = 0;
        int king = lowest(king_bit);
        if (main_search) {
            straight = straight_attacks(occupied(position), rays, king);
            diagonal = diagonal_attacks(occupied(position), rays, king);
        }
        if (table_move && !captures_only && (victim_at(position, to_of(table_move)) || promotion_of(table_move))) node.flags |= TABLE_CAPTURES;
        ROLLED for (int i = lane; i < ((count + 31) & ~31); i += LANES) {
            bool is_one = i < count;
            u32 candidate = is_one ? list[i] : NO_MOVE, rank;
            int from = from_of(candidate), to = to_of(candidate), promotion = promotion_of(candidate);
            int role = is_one ? role_at(position, from) : NOTHING, victim = is_one ? captured(position, candidate) : NOTHING;
            bool holds = true;
            bool may_lose = victim ? role > victim && !(role == BISHOP && victim == KNIGHT) : main_search && is_one && !promotion;
            bool needs_exchange = may_lose && candidate != table_move && role != KING;
            if (vote(needs_exchange) && needs_exchange) holds = exchange_holds(position, rays, from, to, role, victim);
            if (candidate == table_move) rank = TABLE_MOVE;
            else if (victim || promotion == QUEEN) {
                u32 gain = victim * 64 + (7 - role);
                rank = holds && (promotion == NOTHING || promotion == QUEEN) ? GOOD_CAPTURE + gain + (promotion ? 5 * 64 : 0) : BAD_CAPTURE + gain;
            } else if (promotion) rank = UNDERPROMOTION;
            else if (candidate == killer) rank = FIRST_KILLER;
            else if (candidate == second_killer) rank = SECOND_KILLER;
            else {
                int at = (role ? role - 1 : 0) * 64 + to, good = history[at];
                if (first) good += first[at];
                if (second) good += second[at];
                good /= 2;
                good = good > MOST_HISTORY ? MOST_HISTORY : good < -MOST_HISTORY ? -MOST_HISTORY : good;
                rank = holds ? QUIET + good : LOSING_QUIET + good / 4;
            }
            if (main_search) {
                int lands = promotion ? promotion : role;
                u64 checks_from = lands == PAWN     ? pawn_attacks_down(king_bit)
                                  : lands == KNIGHT ? rays[KNIGHT_LEAPS + king]
                                  : lands == BISHOP ? diagonal
                                  : lands == ROOK   ? straight
                                  : lands == QUEEN  ? straight | diagonal
                                                    : 0;
                candidate |= bit_at(checks_from, to) ? GIVES_CHECK : 0;
            }
            if (is_one) list[i] = rank << 16 | candidate;
        }
        wait_for_lanes();
    }

    // Goes on until a move is chosen (CHOSEN) or the game is at its end (OVER).
    METHOD void run() {
        Node node;
        while (state != CHOSEN && state != OVER) {
            ROLLED while (state == PICK || state == RETURN) {
                if (state == PICK) pick();
                else unwind();
            }
            if (state == MAKE) make();
            if (state == ENTER) enter(node);
            if (state == EXPAND) expand(node);
        }
    }
};
