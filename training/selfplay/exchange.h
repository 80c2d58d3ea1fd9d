// What an exchange on a square comes to; each lane looks at its own move.

HOST_AND_DEVICE int exchange_worth(int role) {
    return role == PAWN ? 100 : role <= BISHOP ? 325 : role == ROOK ? 500 : role == QUEEN ? 1000 : 20000;
}

// Whether a move loses nothing if both sides go on capturing on its square with the least piece that can.
DEVICE bool exchange_holds(const Position& p, const u64* rays, int from, int to, int mover, int victim) {
    int balance = exchange_worth(mover) - (victim ? exchange_worth(victim) : 0);
    if (balance <= 0) return true;
    u64 to_bit = 1ull << to, all = (occupied(p) & ~(1ull << from)) | to_bit;
    u64 straight = straights(p), diagonal = diagonals(p);
    u64 leapers = (rays[KNIGHT_LEAPS + to] & knights(p)) | (rays[KING_STEPS + to] & kings(p)) |
                  (pawn_attacks_up(to_bit) & pawns(p) & p.them) | (pawn_attacks_down(to_bit) & pawns(p) & ~p.them);
    bool holds = true;
    ROLLED for (bool theirs = true;; theirs = !theirs) {
        u64 sliders = (attacks_along(all, rays + FILES, to) & straight) | (attacks_along(all, rays + RISING, to) & diagonal);
        u64 attackers = (leapers | sliders) & all & ~to_bit;
        u64 side = attackers & (theirs ? p.them : ~p.them);
        if (!side) return holds;
        holds = !holds;
        int role = PAWN;
        ROLLED while (!(side & of_role(p, role))) role++;
        if (role == KING) return attackers & ~side ? !holds : holds;  // it can't capture what is protected
        u64 least = side & of_role(p, role);
        balance = exchange_worth(role) - balance;
        if (balance < (int)holds) return holds;
        all ^= least & (0 - least);
    }
}
