// Which move to try next, which to leave out, and what is learned from those that were tried.

// The order in which moves are tried, in the upper half of a list's entry.
enum Order : u32 {
    TABLE_MOVE = 0xffff, GOOD_CAPTURE = 0xc000, FIRST_KILLER = 0xb001, SECOND_KILLER = 0xb000,
    QUIET = 0x8000,                                // and up to 8191 of history to either side
    LOSING_BELOW = 0x6000, LOSING_QUIET = 0x4000,  // by exchanges; a quarter of its history
    BAD_BELOW = 0x2000, BAD_CAPTURE = 0x1000, UNDERPROMOTION = 0x0800
};
constexpr u32 GIVES_CHECK = 0x8000;  // in the lower half of a list's entry, above the move

// The margins, in hundredths of a pawn, in the units of the network's scores.
constexpr int FUTILITY_BASE = 53, FUTILITY_STEP = 72, FUTILITY_DEPTH = 8, DELTA = 180;
constexpr int CHECK_BONUS = 3000, ESCAPE = 7, HISTORY_PRUNING = 900;
constexpr int ONE_PLY = 1024;  // of a reduction

struct MovePicker : SearchState {
    using SearchState::SearchState;

    // Squares that the opponent attacks with something that is worth less than a piece of some role; each lane looks at two
    // squares for attackers.
    struct Threats {
        u64 by_pawns, by_minors, by_rooks;
        METHOD u64 to(int role) const {
            return role == QUEEN ? by_rooks : role == ROOK ? by_minors : role == BISHOP || role == KNIGHT ? by_pawns : 0;
        }
    };
    METHOD Threats threats() {
        u64 by_minors = pawn_attacks_down(pawns(position) & position.them), by_pawns = by_minors, by_rooks = 0;
        ROLLED for (int from = lane; from < 64; from += LANES) {
            int role = victim_at(position, from);
            if (role == KNIGHT) by_minors |= rays[KNIGHT_LEAPS + from];
            if (role == BISHOP) by_minors |= attacks_along(occupied(position), rays + RISING, from);
            if (role == ROOK) by_rooks |= attacks_along(occupied(position), rays + FILES, from);
        }
        return {by_pawns, any_lane_or(by_minors), any_lane_or(by_minors | by_rooks)};
    }

    // A lane for each move: captures by victim and history, quiet moves by histories, escapes and checks, and exchanges for
    // both.
    METHOD void order(Frame& frame, u32 table_move, u32* list, int count, bool captures_only) {
        bool main_search = !(frame.flags & IS_QUIESCENCE);
        u32 killer = frame.killers & 0xffff, second_killer = frame.killers >> 16;
        const i16* histories[] = {memory->history[is_black(position)], continuation(1), continuation(2), continuation(4)};
        Threats threat = {};
        if (main_search) threat = threats();
        // From where each kind of piece would give check.
        u64 king_bit = kings(position) & position.them;
        int king = lowest(king_bit);
        u64 straight = main_search ? attacks_along(occupied(position), rays + FILES, king) : 0;
        u64 diagonal = main_search ? attacks_along(occupied(position), rays + RISING, king) : 0;
        bool table_captures = victim_at(position, to_of(table_move)) || promotion_of(table_move);
        if (table_move && !captures_only && table_captures) frame.flags |= TABLE_CAPTURES;
        ROLLED for (int i = lane; i < count; i += LANES) {
            u32 candidate = list[i], rank;
            int from = from_of(candidate), to = to_of(candidate), promotion = promotion_of(candidate);
            int role = role_at(position, from), victim = captured(position, candidate);
            bool may_lose = victim ? role > victim && !(role == BISHOP && victim == KNIGHT) : main_search && !promotion;
            bool needs_exchange = may_lose && candidate != table_move && role != KING;
            bool holds = !needs_exchange || exchange_holds(position, rays, from, to, role, victim);
            int lands = promotion ? promotion : role;
            u64 leaps = lands == PAWN ? pawn_attacks_down(king_bit) : lands == KNIGHT ? rays[KNIGHT_LEAPS + king] : 0;
            u64 slides = lands == BISHOP ? diagonal : lands == ROOK ? straight : lands == QUEEN ? straight | diagonal : 0;
            bool checks = main_search && bit_at(leaps | slides, to);
            if (candidate == table_move) rank = TABLE_MOVE;
            else if (victim || promotion == QUEEN) {
                int gain = 4 * (victim ? exchange_worth(victim) : 0) + store->captures[(role - 1) * 64 + to][victim] / 2;
                bool is_good = holds && (promotion == NOTHING || promotion == QUEEN);
                rank = is_good ? GOOD_CAPTURE + 4096 + gain + (promotion ? 4000 : 0) : BAD_CAPTURE + (gain + 4096) / 4;
            } else if (promotion) rank = UNDERPROMOTION;
            else if (candidate == killer) rank = FIRST_KILLER;
            else if (candidate == second_killer) rank = SECOND_KILLER;
            else {
                int escapes = (int)bit_at(threat.to(role), from) - (int)bit_at(threat.to(role), to);
                int good = (checks ? CHECK_BONUS : 0) + escapes * exchange_worth(role) * ESCAPE;
                UNROLLED for (const i16* history : histories) good += history ? history[(role - 1) * 64 + to] : 0;
                good = clamp(good / 2, -MOST_HISTORY, MOST_HISTORY);
                rank = holds ? QUIET + good : LOSING_QUIET + good / 4;
            }
            candidate |= checks ? GIVES_CHECK : 0;
            list[i] = rank << 16 | candidate;
        }
        wait_for_lanes();
    }

    METHOD void pick() {
        Frame& frame = memory->frames[ply];
        int count = frame.count, tried = frame.tried, flags = frame.flags, best = frame.best;
        u32* list = store->moves + frame.list;
        bool skips_quiets = frame.skips_quiets;
        window() = frame.window;
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
        u32 order = found >> 16, picked = found & MOVE_BITS;
        if (found) {
            place = (int)from_lane((u32)place, __builtin_ffs(vote(mine == found)) - 1);
            u32 front = list[tried];
            wait_for_lanes();
            list[place] = front;
            list[tried] = found;
            frame.tried = ++tried;
            wait_for_lanes();
            bool captures = order >= GOOD_CAPTURE || order < BAD_BELOW;
            if (order == TABLE_MOVE) captures = (flags & TABLE_CAPTURES) || ((flags & IS_QUIESCENCE) && !(flags & IS_CHECK));
            verdict = flags & IS_QUIESCENCE ? judge_capture(frame, picked, order, captures, best)
                                            : judge_move(frame, picked, order, captures, found & GIVES_CHECK, best);
        }
        if (verdict == STOP) return node_is_done(frame, flags, best);
        if (verdict == SKIP) return wait_for_lanes();
        frame.move = move = picked;
        frame.is_quiet = is_quiet(position, picked);
        frame.piece_square = piece_square(picked);
        state = MAKE;
    }

    enum Verdict { TRY, SKIP, STOP };

    // Quiescence: losing captures and those that can't lift the score to alpha are not tried (delta pruning).
    METHOD int judge_capture(Frame& frame, u32 picked, u32 order, bool captures, int& best) {
        frame.phase = FULL;
        if (best <= -DECIDED) return TRY;
        if (frame.flags & IS_CHECK) return !captures && frame.tried > 1 ? STOP : TRY;
        if (order < BAD_BELOW) return STOP;
        if (promotion_of(picked)) return TRY;
        if (frame.tried > 3 && ply && to_of(picked) != (to_of(memory->frames[ply - 1].move) ^ 56)) return SKIP;
        int victim = role_at(position, to_of(picked));
        int hope = frame.eval + DELTA + exchange_worth(victim ? victim : PAWN);
        if (hope > alpha) return TRY;
        if (hope > best) frame.best = best = hope;
        return order == TABLE_MOVE ? SKIP : STOP;
    }

    METHOD int judge_move(Frame& frame, u32 picked, u32 order, bool captures, bool gives_check, int best) {
        int flags = frame.flags, tried = frame.tried, verdict = TRY;
        bool improving = flags & IS_IMPROVING, pv = flags & IS_PV;
        int reduction = slice.reductions[(depth > 63 ? 63 : depth) * 64 + (tried > 63 ? 63 : tried)];
        if (ply && best > -DECIDED && alpha < DECIDED) {
            int expected = clamp(depth - reduction / ONE_PLY, 0, depth), role = role_at(position, from_of(picked));
            if (captures && order < BAD_BELOW && depth <= 3) return STOP;
            // Late move pruning, futility pruning, losing exchanges.
            bool is_late = tried > (3 + depth * depth) / (improving ? 1 : 2);
            bool is_futile = !(flags & IS_CHECK) && !gives_check && expected <= FUTILITY_DEPTH &&
                             frame.eval + FUTILITY_BASE + FUTILITY_STEP * expected + ((int)order - (int)QUIET) / 64 <= alpha;
            bool is_losing = order < LOSING_BELOW && expected <= (role == PAWN ? 1 : 3);
            bool is_bad = depth <= 5 && order >= LOSING_BELOW && (int)order - (int)QUIET < -HISTORY_PRUNING * depth;
            if (!captures && (is_late || is_futile || is_bad)) frame.skips_quiets = 1;
            if (!captures && (is_futile || is_losing || is_bad)) verdict = SKIP;
        }
        frame.new_depth = depth - 1;
        frame.phase = tried > 1 || !pv ? ZERO_WINDOW : FULL;
        if (depth >= 2 && tried > (pv ? 2 : 1)) {
            reduction += (pv ? -900 : flags & WAS_PV ? 0 : 1024) + (flags & IS_CUT_NODE ? 1500 : 0) + (improving ? 0 : 1000);
            if (!captures) {
                if (flags & TABLE_CAPTURES) reduction += 700;
                if (order >= SECOND_KILLER) reduction -= 1024;
                else if (order < LOSING_BELOW) reduction -= (int)order - (int)LOSING_QUIET - 512;
                else reduction -= ((int)order - (int)QUIET) / 4;
            }
            if (memory->frames[ply + 1].cuts > 3) reduction += 700;
            if (gives_check) reduction -= 1024;
            if (captures) reduction = reduction / 2 - (order >= GOOD_CAPTURE ? 512 : 0);
            frame.reduced = clamp(depth - 1 - reduction / ONE_PLY, 1, depth - 1);
            frame.phase = REDUCED;
        }
        return verdict;
    }

    // A move raised alpha or refuted the opponent's: it is remembered, and those tried before it are blamed; quiet ones only
    // if it is quiet itself.
    METHOD void reward(Frame& frame) {
        int tried = frame.tried;
        u32 killer = frame.killers & 0xffff;
        const u32* list = store->moves + frame.list;
        bool quiet = is_quiet(position, move);
        wait_for_lanes();
        if (quiet && killer != move) frame.killers = move | killer << 16;
        ROLLED for (int i = lane; i < tried; i += LANES) {
            u32 other = list[i] & MOVE_BITS;
            int at = piece_square(other), bonus = i == tried - 1 ? bonus_of(depth) : malus_of(depth);
            if (!is_quiet(position, other)) nudge(store->captures[at][captured(position, other)], bonus);
            else if (quiet) teach(at, bonus);
        }
        wait_for_lanes();
    }
};
