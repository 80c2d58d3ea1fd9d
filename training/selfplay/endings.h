// Endings that are known, judged as the engine judges them (`mola-engine/src/eval/endgame.rs`): king and pawn against
// king, the wrong bishop, rook against bishop, and how a bare king is hunted.
#pragma once
#include "position.h"

constexpr int KNOWN_WIN = 8000, UNKNOWN = -32700;
constexpr u64 DARK_SQUARES = 0xaa55aa55aa55aa55ull;

HOST_AND_DEVICE int apart(int a, int b) { return a < b ? b - a : a - b; }
// A king's steps and a rook's steps between two squares.
HOST_AND_DEVICE int king_distance(int a, int b) {
    int files = apart(a & 7, b & 7), ranks = apart(a >> 3, b >> 3);
    return files > ranks ? files : ranks;
}
HOST_AND_DEVICE int rook_distance(int a, int b) { return apart(a & 7, b & 7) + apart(a >> 3, b >> 3); }
HOST_AND_DEVICE int nearest_corner(int square, bool is_dark) {
    int one = rook_distance(square, is_dark ? 0 : 56), other = rook_distance(square, is_dark ? 63 : 7);
    return one < other ? one : other;
}

// Where a win with king and pawn is found in the table: the pawn goes up, on the left half.
HOST_AND_DEVICE u32 pawn_place(bool attacker_moves, int king, int prey, int pawn) {
    return 2u * ((pawn * 64 + king) * 64 + prey) + attacker_moves;
}
constexpr size_t PAWN_PLACES = 2 * 64 * 64 * 64;

// Only these are asked about; nearly all positions have more pieces.
DEVICE bool may_be_known(const Position& p) {
    u64 all = occupied(p), own = all & ~p.them;
    return __popcll(all) <= 4 || !(own & (own - 1)) || !(p.them & (p.them - 1));
}

// The pieces of one side as it sees them, going up, and the other side's king.
struct Camp {
    u64 pawns, knights, bishops, straights, all;
    int king, prey, count;  // of all pieces on the board
};

DEVICE bool is_wrong_bishop(const Camp& own, u64 defenders) {
    u64 others = own.knights | own.straights, files = own.pawns | own.pawns >> 32;
    files |= files >> 16;
    files = (files | files >> 8) & 0xff;
    if ((defenders & (defenders - 1)) || others || (files != 0x01 && files != 0x80)) return false;
    int corner = files == 0x01 ? 56 : 63;
    bool corner_is_dark = DARK_SQUARES >> corner & 1;
    bool controls = own.bishops & (corner_is_dark ? DARK_SQUARES : ~DARK_SQUARES);
    return !controls && king_distance(own.prey, corner) <= 1;
}

DEVICE int material(const Camp& own, const Position& p) {
    u64 queens = own.straights & p.p0;
    return 100 * __popcll(own.pawns) + 320 * __popcll(own.knights) + 330 * __popcll(own.bishops) +
           500 * __popcll(own.straights & ~queens) + 950 * __popcll(queens);
}

// How far the hunt for a bare king is: driven to the edge, or to the right corner, with the other king near.
DEVICE int hunt(const Camp& own, const Position& p, u64 their_rooks) {
    bool one_bishop = own.bishops && !(own.bishops & (own.bishops - 1));
    int file = own.prey & 7, rank = own.prey >> 3;
    int from_center = (file < 4 ? 3 - file : file - 4) + (rank < 4 ? 3 - rank : rank - 4), driven = 40 * from_center;
    if (one_bishop && !own.straights) driven = 60 * (14 - nearest_corner(own.prey, own.bishops & DARK_SQUARES));
    int alone = their_rooks ? 10 * king_distance(lowest(their_rooks), own.prey) - 500 : 0;
    return KNOWN_WIN + driven + 30 * (7 - king_distance(own.prey, own.king)) + material(own, p) + alone;
}

// What one side can win; UNKNOWN if this is no ending that it is the stronger side of. `p` is seen by this side.
DEVICE int known_for(const Position& p, const u32* pawn_wins, bool moves) {
    u64 all = occupied(p), mine = all & ~p.them;
    Camp own = {pawns(p) & mine, knights(p) & mine, diagonals(p) & ~p.p2 & mine, straights(p) & mine, mine, 0, 0, __popcll(all)};
    own.king = lowest(kings(p) & mine);
    own.prey = lowest(kings(p) & p.them);
    bool is_bare = !(p.them & (p.them - 1));
    u64 their_rooks = straights(p) & ~p.p0 & p.them, their_bishops = diagonals(p) & ~p.p2 & p.them;
    if (own.count == 3 && pawns(p)) {
        if (!own.pawns) return UNKNOWN;
        int pawn = lowest(own.pawns), mirror = (pawn & 4) ? 7 : 0;
        u32 place = pawn_place(moves, own.king ^ mirror, own.prey ^ mirror, pawn ^ mirror);
        return pawn_wins[place / 32] >> (place % 32) & 1 ? KNOWN_WIN + 20 * (pawn >> 3) : 0;
    }
    if (is_bare && is_wrong_bishop(own, p.them)) return 0;
    if (own.count == 4 && (own.straights & ~p.p0) && their_bishops)
        return 10 + 5 * nearest_corner(own.prey, !(their_bishops & DARK_SQUARES));
    bool two_bishops = (own.bishops & DARK_SQUARES) && (own.bishops & ~DARK_SQUARES);
    bool mates = own.straights || (own.bishops && own.knights) || two_bishops || __popcll(own.knights) >= 3;
    bool wins = is_bare ? mates : own.count == 4 && (own.straights & p.p0) && their_rooks;
    return wins ? hunt(own, p, their_rooks) : UNKNOWN;
}

// The value for the player to move, or UNKNOWN.
OUT_OF_LINE int known_ending(u64 p0, u64 p1, u64 p2, u64 them, const u32* pawn_wins) {
    Position p = {p0, p1, p2, them, 0, 0};
    int value = UNKNOWN;
    ROLLED for (int side = 0; side < 2 && value == UNKNOWN; side++) {
        value = known_for(p, pawn_wins, side == 0);
        if (side && value != UNKNOWN) value = -value;
        p.them = turn_ranks(occupied(p) & ~p.them);
        p.p0 = turn_ranks(p.p0);
        p.p1 = turn_ranks(p.p1);
        p.p2 = turn_ranks(p.p2);
    }
    return value;
}
