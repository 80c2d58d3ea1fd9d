// Which move to try next, which to leave out, and what is learned from those that were tried.

// The order in which moves are tried, in the upper half of a list's entry.
enum Order : u32 {
    TABLE_MOVE = 0xffff, GOOD_CAPTURE = 0xc000, FIRST_KILLER = 0xb001, SECOND_KILLER = 0xb000,
    QUIET = 0x8000,                                // and up to 8191 of history to either side
    LOSING_BELOW = 0x6000, LOSING_QUIET = 0x4000,  // by exchanges; a quarter of its history
    BAD_BELOW = 0x2000, BAD_CAPTURE = 0x1000, UNDERPROMOTION = 0x0800
};
constexpr u32 GIVES_CHECK = 0x8000;  // in the lower half of a list's entry, above the move

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
        const i16* plain = memory->history[player][is_black(position)];
        const i16* histories[] = {plain, continuation(1), continuation(2), continuation(4)};
        const int weights[] = {weight_plain(), weight_after_1(), weight_after_2(), weight_after_4()};
        Threats threat = main_search ? threats() : Threats();
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
                int bonus = (checks ? check_bonus() : 0) + escapes * exchange_worth(role) * escape() / 10;
                int known = 0, at = (role - 1) * 64 + to;
                UNROLLED for (int h = 0; h < 4; h++) known += histories[h] ? histories[h][at] * weights[h] : 0;
                int good = clamp((bonus + known / 1024) / 2, -MOST_HISTORY, MOST_HISTORY);
                rank = holds ? QUIET + good : LOSING_QUIET + good / 4;
            }
            list[i] = rank << 16 | candidate | (checks ? GIVES_CHECK : 0);
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
            if (order == TABLE_MOVE && frame.extension == UNTRIED) return exclude_table_move(frame);
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
        frame.doubles = (ply ? memory->frames[ply - 1].doubles : 0) + (order == TABLE_MOVE && frame.extension == 2);
        state = MAKE;
    }

    // The table's move may be far better than all others (singular): they are searched without it, half as deep and below
    // its value. It stands in front of the list, which begins after it for a while.
    METHOD void exclude_table_move(Frame& frame) {
        int flags = frame.flags;
        int margin = singular_margin() + ((flags & WAS_PV) && !(flags & IS_PV) ? singular_was_pv() : 0);
        int bar = frame.table_value - margin * depth / 16, list = frame.list, count = frame.count;
        wait_for_lanes();
        frame.outer = window();
        frame.outer_flags = flags;
        frame.window = {bar - 1, bar, (depth - 1) / 2};
        frame.first_alpha = bar - 1;
        frame.flags = (flags & ~(IS_PV | TABLE_CAPTURES)) | IS_EXCLUDING;
        frame.extension = 0;
        frame.list = list + 1;
        frame.count = count - 1;
        frame.tried = 0;
        wait_for_lanes();
    }

    enum Verdict { TRY, SKIP, STOP };

    // Quiescence: losing captures and those that can't lift the score to alpha are not tried (delta pruning).
    METHOD int judge_capture(Frame& frame, u32 picked, u32 order, bool captures, int& best) {
        frame.phase = FULL;
        if (best <= -DECIDED) return TRY;
        if (frame.flags & IS_CHECK) return !captures && frame.tried > 1 ? STOP : TRY;
        if (order < BAD_BELOW) return STOP;
        if (promotion_of(picked)) return TRY;
        if (frame.tried > qs_moves() && ply && to_of(picked) != (to_of(memory->frames[ply - 1].move) ^ 56)) return SKIP;
        int victim = role_at(position, to_of(picked));
        int hope = frame.eval + qs_delta() + exchange_worth(victim ? victim : PAWN);
        if (hope > alpha) return TRY;
        if (hope > best) frame.best = best = hope;
        return order == TABLE_MOVE ? SKIP : STOP;
    }

    METHOD int judge_move(Frame& frame, u32 picked, u32 order, bool captures, bool gives_check, int best) {
        int flags = frame.flags, tried = frame.tried, verdict = TRY;
        bool improving = flags & IS_IMPROVING, pv = flags & IS_PV;
        int reduction = slice.reductions[min(depth, 63) * 64 + min(tried, 63)] / lmr_divisor() + lmr_base() * ONE_PLY / 100;
        bool is_losing_quiet = !captures && order < LOSING_BELOW;
        int history = is_losing_quiet ? 4 * ((int)order - (int)LOSING_QUIET) : (int)order - (int)QUIET;
        history = captures ? 0 : min(history, MOST_HISTORY);  // killers stand above
        if (ply && best > -DECIDED && alpha < DECIDED) {
            bool moves_pawn = role_at(position, from_of(picked)) == PAWN;
            int expected = clamp((depth * ONE_PLY - reduction + history * prune_history() / 1024) / ONE_PLY, 0, depth);
            if (captures && order < BAD_BELOW && depth <= bad_capture_depth()) return STOP;
            // Late move pruning, futility pruning, losing exchanges.
            int enough = lmp_base() + lmp_step() * depth * depth, share = improving ? 100 : lmp_worsening();
            bool is_late = tried * 100 > enough * share / 100;
            int hope = frame.eval + futility_base() + futility_step() * expected + history * futility_history() / 4096;
            bool is_futile = !(flags & IS_CHECK) && !gives_check && expected <= futility_depth() && hope <= alpha;
            bool is_losing = is_losing_quiet && expected <= losing_depth() - 2 * moves_pawn;
            bool is_bad = depth <= history_pruning_depth() && order >= LOSING_BELOW && history < -history_pruning() * depth;
            if (!captures && (is_late || is_futile || is_bad)) frame.skips_quiets = 1;
            if (!captures && (is_futile || is_losing || is_bad)) verdict = SKIP;
        }
        frame.new_depth = depth - 1 + (order == TABLE_MOVE ? frame.extension : 0);
        frame.phase = tried > 1 || !pv ? ZERO_WINDOW : FULL;
        if (depth >= 2 && tried > (pv ? 2 : 1)) {
            reduction += (pv ? -lmr_pv() : flags & WAS_PV ? 0 : lmr_not_pv()) + (flags & IS_CUT_NODE ? lmr_cut_node() : 0);
            reduction += improving ? 0 : lmr_worsening();
            if (!(flags & IS_CHECK)) reduction -= lmr_correction() * abs(frame.eval - frame.raw_eval);
            if (!(flags & IS_CHECK) && frame.eval + 100 < alpha) reduction += lmr_below();
            if ((flags & WAS_PV) && (flags & TABLE_IS_ABOVE_ALPHA)) reduction -= lmr_table_above();
            if ((flags & WAS_PV) && (flags & TABLE_IS_AS_DEEP)) reduction -= lmr_table_deep();
            if (!captures && (flags & TABLE_CAPTURES)) reduction += lmr_table_capture();
            int merit = order >= SECOND_KILLER ? lmr_killer() : history * lmr_history() / 1024 - (is_losing_quiet ? 512 : 0);
            if (!captures) reduction -= merit;
            if (memory->frames[ply + 1].cuts > 3) reduction += lmr_cuts();
            if (gives_check) reduction -= lmr_check();
            if (captures) reduction = reduction * lmr_capture() / 1024 - (order >= GOOD_CAPTURE ? lmr_good_capture() : 0);
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
            int at = piece_square(other);
            int bonus = i == tried - 1 ? bonus_of(depth) : malus_of(depth) * 16 / (16 + malus_fading() * i);
            if (!is_quiet(position, other)) nudge(store->captures[at][captured(position, other)], bonus);
            else if (quiet) teach(at, bonus);
        }
        wait_for_lanes();
    }
};
