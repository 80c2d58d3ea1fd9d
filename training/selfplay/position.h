// A position as four sets of squares, always seen by the player to move, whose pieces go up the board: after
// each move the board is turned. So there is one generator and one evaluation, not one for each color.

enum Role { NOTHING, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };

// The role of a square's piece in binary: one bit in each of p0, p1, p2. `them`: the opponent's pieces.
// Aligned, so that it is read and written in vectors of 16 bytes.
struct alignas(16) Position {
    u64 p0, p1, p2, them, key;
    u32 state;
};

// The bits of `state`.
constexpr int RIGHTS_AT = 1;       // 4 bits: castling rights: own short, own long, theirs short, theirs long
constexpr int EN_PASSANT_AT = 5;   // 6 bits: the square behind a pawn that just moved two; 0, where no pawn lands
constexpr int CLOCK_AT = 11;       // 7 bits: moves without capture or pawn move
constexpr int MIRRORS_AT = 18;     // 2 bits: White's king, Black's king stands on files e to h
constexpr int ROOK_FILES_AT = 20;  // 4 times 3 bits: files of the castling rooks, in the order of the rights

HOST_AND_DEVICE u32 is_black(const Position& p) { return p.state & 1; }
HOST_AND_DEVICE u32 rights(const Position& p) { return p.state >> RIGHTS_AT & 15; }
HOST_AND_DEVICE int en_passant(const Position& p) { return p.state >> EN_PASSANT_AT & 63; }
HOST_AND_DEVICE int clock_of(const Position& p) { return p.state >> CLOCK_AT & 127; }
HOST_AND_DEVICE u32 mirrors(const Position& p) { return p.state >> MIRRORS_AT & 3; }
HOST_AND_DEVICE int rook_file(const Position& p, int right) { return p.state >> (ROOK_FILES_AT + 3 * right) & 7; }

HOST_AND_DEVICE u64 occupied(const Position& p) { return p.p0 | p.p1 | p.p2; }
HOST_AND_DEVICE u64 of_role(const Position& p, int role) {
    return (role & 1 ? p.p0 : ~p.p0) & (role & 2 ? p.p1 : ~p.p1) & (role & 4 ? p.p2 : ~p.p2);
}
HOST_AND_DEVICE u64 pawns(const Position& p) { return p.p0 & ~p.p1 & ~p.p2; }
HOST_AND_DEVICE u64 knights(const Position& p) { return p.p1 & ~p.p0 & ~p.p2; }
HOST_AND_DEVICE u64 bishops(const Position& p) { return p.p0 & p.p1; }
HOST_AND_DEVICE u64 kings(const Position& p) { return p.p1 & p.p2; }
HOST_AND_DEVICE u64 straights(const Position& p) { return p.p2 & ~p.p1; }         // rooks and queens
HOST_AND_DEVICE u64 diagonals(const Position& p) { return p.p0 & (p.p1 ^ p.p2); }  // bishops and queens

// Squares that pawns attack, one way and the other; without wrapping around the board's edge.
constexpr u64 NOT_A = 0xfefefefefefefefeull, NOT_H = 0x7f7f7f7f7f7f7f7full;
HOST_AND_DEVICE u64 pawn_attacks_up(u64 set) { return ((set << 7) & NOT_H) | ((set << 9) & NOT_A); }
HOST_AND_DEVICE u64 pawn_attacks_down(u64 set) { return ((set >> 9) & NOT_H) | ((set >> 7) & NOT_A); }

// One bit; a shift of 32 bits is half the price of one of 64.
HOST_AND_DEVICE u32 bit_at(u64 set, int square) { return (square & 32 ? (u32)(set >> 32) : (u32)set) >> (square & 31) & 1; }
HOST_AND_DEVICE int role_at(const Position& p, int square) {
    return bit_at(p.p0, square) | bit_at(p.p1, square) << 1 | bit_at(p.p2, square) << 2;
}

// Moves: from 6 bits, to 6 bits, promotion 3 bits. Castling is the king's move to its own rook.
constexpr u32 NO_MOVE = 0, MOVE_BITS = 0x7fff;  // no move is a null move, too
HOST_AND_DEVICE int from_of(u32 move) { return move & 63; }
HOST_AND_DEVICE int to_of(u32 move) { return move >> 6 & 63; }
HOST_AND_DEVICE int promotion_of(u32 move) { return move >> 12 & 7; }

// What a move captures, en passant aside: castling goes to the king's own rook.
HOST_AND_DEVICE int victim_at(const Position& p, int square) { return bit_at(p.them, square) ? role_at(p, square) : NOTHING; }
HOST_AND_DEVICE int captured(const Position& p, u32 move) {
    bool passing = role_at(p, from_of(move)) == PAWN && to_of(move) == en_passant(p);
    return passing ? PAWN : victim_at(p, to_of(move));
}
HOST_AND_DEVICE bool is_quiet(const Position& p, u32 move) { return !captured(p, move) && !promotion_of(move); }

// Puts pieces of one role on empty squares, and turns the board for the other player.
HOST_AND_DEVICE void put(Position& p, u64 squares, int role) {
    p.p0 |= role & 1 ? squares : 0;
    p.p1 |= role & 2 ? squares : 0;
    p.p2 |= role & 4 ? squares : 0;
}
HOST_AND_DEVICE void turn(Position& p) {
    p.them = occupied(p) & ~p.them;
    UNROLLED for (u64* set : {&p.p0, &p.p1, &p.p2, &p.them}) *set = turn_ranks(*set);
}

HOST_AND_DEVICE u64 mix(u64 value, u64 factor) {
    value = (value ^ value >> 32) * factor;
    return value ^ value >> 29;
}
// Both halves of a product, combined: every bit of either factor matters everywhere. (The lower half alone hardly notices
// the highest bits, so that positions with pieces on h8 shared their keys.)
HOST_AND_DEVICE u64 fold(u64 a, u64 b) {
    unsigned __int128 product = (unsigned __int128)a * b;
    return (u64)product ^ (u64)(product >> 64);
}
// The key is computed from the sets anew for each position: three products, and no table to fetch.
HOST_AND_DEVICE u64 key_of(const Position& p) {
    u64 state = p.state >> RIGHTS_AT & 0x3ff;
    u64 sum = fold(p.p0 ^ 0x9E3779B97F4A7C15ull, p.p1 ^ 0xD1B54A32D192ED03ull) + state * 0x589965CC75374CC3ull;
    return fold(sum ^ 0x2545F4914F6CDD1Dull, fold(p.p2 ^ 0x8CB92BA72F3D8DD7ull, p.them ^ 0xA0761D6478BD642Full));
}

// Plays a legal move, or NO_MOVE for a null move, and turns the board.
HOST_AND_DEVICE void play(Position& p, u32 move) {
    u32 color = is_black(p), right = rights(p), mirror = mirrors(p), files = p.state >> ROOK_FILES_AT;
    int clock = 0, passed = 0;
    if (move != NO_MOVE) {
        int from = from_of(move), to = to_of(move), role = role_at(p, from);
        u64 from_bit = 1ull << from, to_bit = 1ull << to, taken = to_bit;
        int victim = captured(p, move);
        if (role == PAWN && victim && !bit_at(p.them, to)) taken = to_bit >> 8;  // en passant
        bool castles = bit_at(occupied(p) & ~p.them, to);
        int landed = !castles ? to : to > from ? 6 : 2;
        if (role == KING) right &= 12;
        if (role == KING && ((from ^ landed) & 4)) mirror ^= 1 << color;
        UNROLLED for (u64* set : {&p.p0, &p.p1, &p.p2, &p.them}) *set &= ~(from_bit | to_bit | taken);
        if (castles) p.p2 |= 1ull << (to > from ? 5 : 3);
        put(p, 1ull << landed, promotion_of(move) ? promotion_of(move) : role);
        right &= ~((u32)(from == rook_file(p, 0)) | (u32)(from == rook_file(p, 1)) << 1);
        right &= ~((u32)(to == 56 + rook_file(p, 2)) << 2 | (u32)(to == 56 + rook_file(p, 3)) << 3);
        u64 beside = ((to_bit << 1) & NOT_A) | ((to_bit >> 1) & NOT_H);
        if (role == PAWN && to - from == 16 && (beside & pawns(p) & p.them)) passed = (from + 8) ^ 56;
        clock = role == PAWN || victim ? 0 : clock_of(p) + (clock_of(p) < 127);
    }
    turn(p);
    right = right >> 2 | (right & 3) << 2;
    files = (files >> 6 | files << 6) & 0xfff;
    p.state = (color ^ 1) | right << RIGHTS_AT | (u32)passed << EN_PASSANT_AT | (u32)clock << CLOCK_AT | mirror << MIRRORS_AT |
              files << ROOK_FILES_AT;
    p.key = key_of(p);
}
