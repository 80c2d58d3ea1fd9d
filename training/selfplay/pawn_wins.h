// Who wins with king and pawn against king: worked out on the host, backwards from the pawn's last rank.
#pragma once
#include <vector>

#include "endings.h"
#include "movegen.h"

class PawnWins {
  public:
    explicit PawnWins(const std::vector<u64>& rays) : rays(rays), bits(PAWN_PLACES / 32) {
        for (int rank = 6; rank >= 1; rank--)
            while (mark(rank)) {}
    }
    const std::vector<u32>& table() const { return bits; }

  private:
    const std::vector<u64>& rays;
    std::vector<u32> bits;

    bool has(bool attacker_moves, int king, int prey, int pawn) const {
        u32 place = pawn_place(attacker_moves, king, prey, pawn);
        return bits[place / 32] >> (place % 32) & 1;
    }
    u64 steps(int from) const { return rays[KING_STEPS + from]; }

    // Looks once at all places with a pawn on a rank; gives whether a win was added.
    bool mark(int rank) {
        bool changed = false;
        for (int pawn = rank * 8; pawn < rank * 8 + 4; pawn++)
            for (int kings = 0; kings < 64 * 64; kings++)
                for (int moves = 0; moves < 2; moves++) {
                    int king = kings / 64, prey = kings % 64;
                    if (!is_legal(moves, king, prey, pawn) || has(moves, king, prey, pawn)) continue;
                    if (!(moves ? attacker_wins(king, prey, pawn) : defender_loses(king, prey, pawn))) continue;
                    u32 place = pawn_place(moves, king, prey, pawn);
                    bits[place / 32] |= 1u << (place % 32);
                    changed = true;
                }
        return changed;
    }

    static bool is_legal(bool attacker_moves, int king, int prey, int pawn) {
        bool is_apart = king_distance(king, prey) > 1 && king != pawn && prey != pawn;
        return is_apart && !(attacker_moves && (pawn_attacks_up(1ull << pawn) >> prey & 1));
    }

    bool attacker_wins(int king, int prey, int pawn) const {
        u64 ways = steps(king) & ~steps(prey) & ~(1ull << pawn);
        for (; ways; ways &= ways - 1)
            if (has(false, __builtin_ctzll(ways), prey, pawn)) return true;
        for (int push = 0; push < (pawn / 8 == 1 ? 2 : 1); push++) {
            int next = pawn + 8 * (push + 1);
            if (next == king || next == prey) return false;
            // A queen or a rook is there to stay if it can't be taken.
            if (next >= 56) return king_distance(prey, next) > 1 || king_distance(king, next) <= 1;
            if (has(false, king, prey, next)) return true;
        }
        return false;
    }

    // A king that takes the pawn, or has no move at all, has not lost.
    bool defender_loses(int king, int prey, int pawn) const {
        u64 ways = steps(prey) & ~steps(king) & ~pawn_attacks_up(1ull << pawn);
        if (!ways || (ways >> pawn & 1)) return false;
        for (; ways; ways &= ways - 1)
            if (!has(true, king, __builtin_ctzll(ways), pawn)) return false;
        return true;
    }
};
