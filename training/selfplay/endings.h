// Endings that are known, judged as the engine judges them (`mola-engine/src/endgame.rs`): king and pawn against
// king, the wrong bishop, rook against bishop, and how a bare king is hunted.

constexpr int KNOWN_WIN = 8000, UNKNOWN = -32700;
constexpr u64 DARK_SQUARES = 0xaa55aa55aa55aa55ull;

// A king's steps and a rook's steps between two squares.
HOST_AND_DEVICE int king_distance(int a, int b) { return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3))); }
HOST_AND_DEVICE int rook_distance(int a, int b) { return abs((a & 7) - (b & 7)) + abs((a >> 3) - (b >> 3)); }
HOST_AND_DEVICE int nearest_corner(int square, bool is_dark) {
    return min(rook_distance(square, is_dark ? 0 : 56), rook_distance(square, is_dark ? 63 : 7));
}

// Whether king and pawn win against king, by a table: the pawn goes up, on the left half of the board.
constexpr u32 PAWN_PLACES = 2 * 64 * 64 * 64;
HOST_AND_DEVICE bool pawn_wins(const u32* table, bool attacker_moves, int king, int prey, int pawn) {
    u32 place = 2u * ((pawn * 64 + king) * 64 + prey) + attacker_moves;
    return table[place / 32] >> (place % 32) & 1;
}

// That table, worked out backwards from the pawn's last rank, on the host. A place where two pieces stand on one square
// is never marked: so a king that can take the pawn has not lost, and nor has one that has no move at all.
inline std::vector<u32> make_pawn_wins(const std::vector<u64>& rays) {
    std::vector<u32> table(PAWN_PLACES / 32);
    const u64* steps = &rays[KING_STEPS];
    auto wins = [&](bool moves, int king, int prey, int pawn) { return pawn_wins(table.data(), moves, king, prey, pawn); };
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 place = PAWN_PLACES; place-- > 0;) {
            int pawn = place >> 13, king = place >> 7 & 63, prey = place >> 1 & 63, next = pawn + 8;
            u64 attacked = pawn_attacks_up(1ull << pawn);
            bool moves = place & 1, is_apart = king_distance(king, prey) > 1 && king != pawn && prey != pawn;
            bool is_legal = is_apart && !(moves && (attacked >> prey & 1)) && !(pawn & 4) && pawn >= 8 && pawn < 56;
            if (!is_legal || wins(moves, king, prey, pawn)) continue;
            u64 ways = moves ? steps[king] & ~steps[prey] : steps[prey] & ~steps[king] & ~attacked;
            // Any step that wins is enough for the one; all steps of the other must lose.
            bool won = !moves && ways;
            for (; ways && won != moves; ways &= ways - 1)
                won = moves ? wins(false, lowest(ways), prey, pawn) : wins(true, king, lowest(ways), pawn);
            bool pushes = next < 56 && (wins(false, king, prey, next) || (pawn < 16 && wins(false, king, prey, next + 8)));
            // A queen or a rook is there to stay if it can't be taken.
            bool queens = next >= 56 && (king_distance(prey, next) > 1 || king_distance(king, next) <= 1);
            if (moves && next != king && next != prey) won |= pushes || queens;
            if (!won) continue;
            table[place / 32] |= 1u << (place % 32);
            changed = true;
        }
    }
    return table;
}

// Only these are asked about; nearly all positions have more pieces.
DEVICE bool may_be_known(const Position& p) {
    u64 all = occupied(p), own = all & ~p.them;
    return popcount(all) <= 4 || !(own & (own - 1)) || !(p.them & (p.them - 1));
}

// What one side can win; UNKNOWN if this is no ending that it is the stronger side of. `p` is seen by this side.
DEVICE int known_for(const Position& p, const u32* table, bool moves) {
    u64 all = occupied(p), own = all & ~p.them, pawn = pawns(p) & own, knight = knights(p) & own;
    u64 bishop = bishops(p) & own, straight = straights(p) & own, queen = straight & p.p0;
    u64 their_rook = straights(p) & ~p.p0 & p.them, their_bishop = bishops(p) & p.them;
    int count = popcount(all), king = lowest(kings(p) & own), prey = lowest(kings(p) & p.them);
    bool is_bare = !(p.them & (p.them - 1));
    if (count == 3 && pawns(p)) {
        if (!pawn) return UNKNOWN;
        int at = lowest(pawn), mirror = (at & 4) ? 7 : 0;
        return pawn_wins(table, moves, king ^ mirror, prey ^ mirror, at ^ mirror) ? KNOWN_WIN + 20 * (at >> 3) : 0;
    }
    // The wrong bishop: pawns on one rook's file, whose last square it does not control and the other king reaches.
    if (is_bare && pawn && !knight && !straight && (!(pawn & NOT_A) || !(pawn & NOT_H))) {
        int corner = pawn & NOT_A ? 63 : 56;
        bool controls = bishop & (DARK_SQUARES >> corner & 1 ? DARK_SQUARES : ~DARK_SQUARES);
        if (!controls && king_distance(prey, corner) <= 1) return 0;
    }
    // Rook against bishop is drawn in a corner that the bishop does not control.
    if (count == 4 && (straight & ~queen) && their_bishop) return 10 + 5 * nearest_corner(prey, !(their_bishop & DARK_SQUARES));
    bool two_bishops = (bishop & DARK_SQUARES) && (bishop & ~DARK_SQUARES);
    bool mates = straight || (bishop && knight) || two_bishops || popcount(knight) >= 3;
    if (!(is_bare ? mates : count == 4 && queen && their_rook)) return UNKNOWN;
    // The hunt: the king is driven to the edge, or to the right corner, with the other king near. A rook that still
    // defends is to be separated from it.
    int driven = 40 * (6 - min(nearest_corner(prey, false), nearest_corner(prey, true)));
    if (popcount(bishop) == 1 && !straight) driven = 60 * (14 - nearest_corner(prey, bishop & DARK_SQUARES));
    int alone = their_rook ? 10 * king_distance(lowest(their_rook), prey) - 500 : 0;
    int material = 100 * popcount(pawn) + 320 * popcount(knight) + 330 * popcount(bishop) + 500 * popcount(straight & ~queen);
    return KNOWN_WIN + driven + 30 * (7 - king_distance(prey, king)) + material + 950 * popcount(queen) + alone;
}

// The value for the player to move, or UNKNOWN. Numbers, not a position, since a call passes them in registers.
OUT_OF_LINE int known_ending(u64 p0, u64 p1, u64 p2, u64 them, const u32* table) {
    Position p = {p0, p1, p2, them, 0, 0};
    int value = UNKNOWN;
    ROLLED for (int side = 0; side < 2 && value == UNKNOWN; side++) {
        value = known_for(p, table, side == 0);
        if (side && value != UNKNOWN) value = -value;
        turn(p);
    }
    return value;
}
