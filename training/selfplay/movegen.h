// Attacks and legal moves, with the lanes sharing the work: a lane looks along one ray from the king, or moves
// half of one piece. No move is made to see whether it is legal.

// Sets of squares for each square, in shared memory: the four lines through it, and the leaps from it.
enum RayTable { FILES = 0, RANKS = 64, RISING = 128, FALLING = 192, KNIGHT_LEAPS = 256, KING_STEPS = 320, RAYS = 384 };

// Squares that a slider on `bit` sees along a line, by subtraction (hyperbola quintessence).
DEVICE u64 along(u64 occupied, u64 line, u64 bit, u64 reversed_bit) {
    u64 blockers = occupied & line;
    return ((blockers - bit) ^ __brevll(__brevll(blockers) - reversed_bit)) & line;
}
// What a slider sees along two lines: `lines` are rays from FILES on for a rook, from RISING on for a bishop.
DEVICE u64 attacks_along(u64 occupied, const u64* lines, int square) {
    u64 bit = 1ull << square, reversed = __brevll(bit);
    return along(occupied, lines[square], bit, reversed) | along(occupied, lines[64 + square], bit, reversed);
}

// What threatens the king of the player to move.
// Evasions: where other pieces may go: everywhere, onto or before the checker, or nowhere.
// Pinned: own pieces that may move only along a line through the king.
struct Danger {
    int king;
    u64 checkers, evasions, pinned;
};

// Eight lanes (and three copies of them) each look along one ray from the king.
DEVICE Danger danger_of(const Position& p, const Warp& warp) {
    u64 all = occupied(p), own = all & ~p.them, king_bit = kings(p) & ~p.them;
    int king = lowest(king_bit), line = warp.lane >> 1 & 3;
    bool down = warp.lane & 1;
    // A ray down the board is one up the board of reversed bits.
    int square = down ? 63 - king : king;
    u64 ray = warp.rays[line * 64 + square] & (~1ull << square), on_ray = ray & (down ? __brevll(all) : all);
    u64 first = on_ray & (0 - on_ray), behind = on_ray ^ first, second = behind & (0 - behind);
    u64 way = ray & ((first << 1) - 1);
    UNROLLED for (u64* set : {&first, &second, &way}) *set = down ? __brevll(*set) : *set;
    u64 sliders = (line < 2 ? straights(p) : diagonals(p)) & p.them;
    u64 checkers = first & sliders, pinned = (first & own) && (second & sliders) ? first : 0;
    if (!checkers) way = 0;
    if (vote(checkers != 0)) {
        checkers = any_lane_or(checkers);
        way = any_lane_or(way);
    }
    u64 leapers = ((warp.rays[KNIGHT_LEAPS + king] & knights(p)) | (pawn_attacks_up(king_bit) & pawns(p))) & p.them;
    checkers |= leapers;
    bool twice = checkers & (checkers - 1);
    return {king, checkers, !checkers ? ~0ull : twice ? 0 : way | leapers, vote(pinned != 0) ? any_lane_or(pinned) : 0};
}

// Whether the opponent attacks a square: each of four lanes looks along one line, three of them at leapers too.
DEVICE bool is_attacked_along(const Position& p, const u64* rays, u64 all, int square, int line) {
    u64 bit = 1ull << square;
    u64 sliders = along(all, rays[line * 64 + square], bit, __brevll(bit)) & (line < 2 ? straights(p) : diagonals(p));
    u64 knight = line == 0 ? rays[KNIGHT_LEAPS + square] & knights(p) : 0;
    u64 pawn = line == 1 ? pawn_attacks_up(bit) & pawns(p) : 0, king = line == 2 ? rays[KING_STEPS + square] & kings(p) : 0;
    return ((sliders | knight | pawn | king) & p.them) != 0;
}

// Where the king may step: four lanes for each of eight neighbors.
DEVICE u64 safe_steps(const Position& p, const Danger& danger, const Warp& warp, u64 targets) {
    u64 steps = warp.rays[KING_STEPS + danger.king] & targets;
    if (!steps) return 0;
    // The eight ways a king steps, one byte each. Those over the edge wrap, and are no steps of this king.
    int lane = warp.lane, offset = (i8)(0x09F7F907F808FF01ull >> (8 * (lane >> 2)) & 0xff);
    int square = (danger.king + offset) & 63;
    bool asked = bit_at(steps, square);
    u64 without_king = occupied(p) ^ 1ull << danger.king;
    u32 attacked = vote(asked && is_attacked_along(p, warp.rays, without_king, square, lane & 3));
    return any_lane_or(asked && !(attacked >> (lane & 28) & 15) ? 1ull << square : 0);
}

// The squares of rank 1 between two files, with both of them.
DEVICE u32 span(int a, int b) { return (0xffu << (a < b ? a : b)) & (0xffu >> (7 - (a < b ? b : a))); }

// The rooks that the king can castle with, by the rules of Chess960, of which those of chess are a case: nothing in
// the way of either, no attack on the king's way, and the rook does not shield the king.
DEVICE u64 castling_rooks(const Position& p, const Danger& danger, const Warp& warp) {
    u32 row = (u32)occupied(p) & 0xff, king = 1u << danger.king, rooks = 0;
    UNROLLED for (int wing = 0; wing < 2; wing++) {
        int file = rook_file(p, wing);
        u32 rook = 1u << file, way = span(danger.king, wing ? 2 : 6) | span(file, wing ? 3 : 5);
        bool is_blocked = way & row & ~king & ~rook;
        if ((rights(p) >> wing & 1) && !is_blocked && !(danger.pinned & rook)) rooks |= rook;
    }
    if (!rooks) return 0;
    // Four lanes for each square of the rank.
    u32 quads = vote(is_attacked_along(p, warp.rays, occupied(p) ^ king, warp.lane >> 2, warp.lane & 3));
    u32 attacked = vote(warp.lane < 8 && (quads >> (4 * warp.lane & 31) & 15));
    if (attacked & span(danger.king, 6)) rooks &= king - 1;
    if (attacked & span(danger.king, 2)) rooks &= ~(king - 1);
    return rooks;
}

// Whether a pawn may capture en passant: two pawns leave the board at once, so pins don't tell.
DEVICE bool can_pass(const Position& p, const Danger& danger, const u64* rays, u64 pawn, u64 target) {
    u64 taken = target >> 8, after = (occupied(p) ^ pawn ^ taken) | target;
    u64 straight = attacks_along(after, rays + FILES, danger.king) & straights(p);
    u64 diagonal = attacks_along(after, rays + RISING, danger.king) & diagonals(p);
    return !((straight | diagonal | (danger.checkers & (knights(p) | (pawns(p) & ~taken)))) & p.them);
}

// Legal moves into a list; only captures and promotions to queens if asked. Gives how many.
// Two lanes for each piece but the king: one for its straight moves or pushes, one for diagonals or captures.
// Lane 31 has the king's steps and lane 30 castling, since there are at most 15 other pieces.
DEVICE int generate(const Position& p, const Danger& danger, const Warp& warp, u32* list, bool captures) {
    int lane = warp.lane;
    u64 all = occupied(p), own = all & ~p.them, king_bit = 1ull << danger.king, allowed = captures ? p.them : ~own;
    u64 steps = safe_steps(p, danger, warp, allowed), castling = 0;
    if (!captures && !danger.checkers && (rights(p) & 3)) castling = castling_rooks(p, danger, warp);
    // Pieces are numbered in the order of their squares.
    u64 movers = own & ~king_bit;
    u32 low = (u32)movers, high = (u32)(movers >> 32), below = (1u << lane) - 1;
    int in_low = popcount(low), count = in_low + popcount(high);
    if (low >> lane & 1) warp.memory->pieces[popcount(low & below)] = lane;
    if (high >> lane & 1) warp.memory->pieces[in_low + popcount(high & below)] = lane + 32;
    wait_for_lanes();
    int half = lane & 1, from = danger.king;
    u64 targets = lane == 31 ? steps : lane == 30 ? castling : 0;
    u32 promotions = 0;  // roles, four bits each
    if (lane >> 1 < count) {
        from = warp.memory->pieces[lane >> 1];
        int role = role_at(p, from);
        u64 bit = 1ull << from;
        // Both lanes run the same code on other lines; a branch would run one after the other.
        targets = attacks_along(all, warp.rays + (half ? RISING : FILES), from);
        if (role < BISHOP || (half ? role == ROOK : role == BISHOP)) targets = 0;
        if (role == KNIGHT && !half) targets = warp.rays[KNIGHT_LEAPS + from];
        targets &= allowed;
        if (role == PAWN) {
            bool promotes = from >= 48;
            if (promotes) promotions = captures ? QUEEN : QUEEN | KNIGHT << 4 | BISHOP << 8 | ROOK << 12;
            u64 push = (bit << 8) & ~all, twice = ((push & 0xff0000ull) << 8) & ~all;
            targets = half ? pawn_attacks_up(bit) & p.them : !captures ? push | twice : promotes ? push : 0;
        }
        targets &= danger.evasions;
        ROLLED for (int way = 0; way < 4 && (danger.pinned & bit); way++) {
            u64 through_king = warp.rays[way * 64 + danger.king];
            if (through_king & bit) targets &= through_king;
        }
        if (en_passant(p) && role == PAWN && half) {
            u64 target = 1ull << en_passant(p);
            if ((pawn_attacks_up(bit) & target) && can_pass(p, danger, warp.rays, bit, target)) targets |= target;
        }
    }
    // Where each lane begins to write: sums of numbers below 16, one bit of all of them at a time.
    int moves = popcount(targets) * (promotions && !captures ? 4 : 1), at = 0, total = 0;
    UNROLLED for (int power = 0; power < 4; power++) {
        u32 lanes = vote(moves >> power & 1);
        at += popcount(lanes & below) << power;
        total += popcount(lanes) << power;
    }
    ROLLED while (targets) {
        int to = lowest(targets);
        targets &= targets - 1;
        u32 role = promotions;
        do {
            list[at++] = from | to << 6 | (role & 7) << 12;
        } while (role >>= 4);
    }
    wait_for_lanes();
    return total;
}

// The place of a move in the list of mola-rules is the number of moves that are smaller by this: by kind, then by
// square, as `Position::legal_moves` generates them. Game files store that place.
DEVICE u32 rules_order(const Position& p, u32 move) {
    int from = from_of(move), to = to_of(move), role = role_at(p, from), promotion = promotion_of(move);
    int step = to - from, way = step == 7 ? 0 : step == 9 ? 1 : step == 8 ? 2 : 3;
    int piece = promotion == QUEEN ? 0 : promotion == KNIGHT ? 1 : promotion == ROOK ? 2 : 3;
    int of_pawn = promotion ? 4 + 4 * way + piece : step != 16 && to == en_passant(p) ? 16 : way;
    int of_king = bit_at(occupied(p) & ~p.them, to) ? 21 : 20;
    int of_slider = !((from ^ to) & 7) || !((from ^ to) & 56) ? 19 : 18;
    int kind = role == PAWN ? of_pawn : role == KNIGHT ? 17 : role == KING ? of_king : of_slider;
    return kind << 12 | ((from << 6 | to) ^ (is_black(p) ? 56 * 65 : 0));
}
