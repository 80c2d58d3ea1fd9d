// Positions and moves as text, starting positions and tables; on the host.
#pragma once
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "memory.h"

// Something that whoever runs this program can put right: a full sentence that says what was wrong.
struct Problem : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline u64 turned(u64 set) { return __builtin_bswap64(set); }

inline std::vector<u64> make_rays() {
    std::vector<u64> rays(RAYS);
    for (int square = 0; square < 64; square++) {
        int file = square & 7, rank = square >> 3;
        auto at = [&](int x, int y) { return x >= 0 && x < 8 && y >= 0 && y < 8 ? 1ull << (y * 8 + x) : 0; };
        for (int i = -7; i <= 7; i++) {
            if (i == 0) continue;
            rays[FILES + square] |= at(file, rank + i);
            rays[RANKS + square] |= at(file + i, rank);
            rays[RISING + square] |= at(file + i, rank + i);
            rays[FALLING + square] |= at(file + i, rank - i);
        }
        for (int x = -2; x <= 2; x++)
            for (int y = -2; y <= 2; y++) {
                if (x * x + y * y == 5) rays[KNIGHT_LEAPS + square] |= at(file + x, rank + y);
                if ((x || y) && x * x <= 1 && y * y <= 1) rays[KING_STEPS + square] |= at(file + x, rank + y);
            }
    }
    return rays;
}

// How much late moves are reduced, by depth and by how many were tried, in parts of a ply (ONE_PLY).
inline std::vector<int> make_reductions() {
    std::vector<int> reductions(64 * 64);
    for (int depth = 1; depth < 64; depth++)
        for (int tried = 1; tried < 64; tried++)
            reductions[depth * 64 + tried] = (int)((0.70 + std::log(depth) * std::log(tried) * 100.0 / 230.0) * 1024);
    return reductions;
}

// The starting position of Chess960 with this number, 0 to 959; 518 is that of chess.
inline Position starting_position(int number) {
    int row[8] = {};
    row[number % 4 * 2 + 1] = BISHOP;
    row[number / 4 % 4 * 2] = BISHOP;
    int queen = number / 16 % 6, pair = number / 96, first = 0, second = 1;
    for (; pair > 0; pair--)
        if (++second > 4) second = ++first + 1;
    auto place = [&](int among_free, int role) {
        for (int file = 0; file < 8; file++)
            if (!row[file] && among_free-- == 0) {
                row[file] = role;
                return;
            }
    };
    place(queen, QUEEN);
    place(second, KNIGHT);
    place(first, KNIGHT);
    Position p = {0x00ff00000000ff00ull, 0, 0, 0xffff000000000000ull, 0, 15u << RIGHTS_AT};
    // What is free is for a rook, the king and a rook, in this order.
    int last[3] = {ROOK, KING, ROOK};
    for (int file = 0, next = 0; file < 8; file++) {
        if (!row[file]) {
            if (next == 0) p.state |= file << (ROOK_FILES_AT + 3) | file << (ROOK_FILES_AT + 9);
            if (next == 1 && file >= 4) p.state |= 3 << MIRRORS_AT;
            if (next == 2) p.state |= file << ROOK_FILES_AT | file << (ROOK_FILES_AT + 6);
            row[file] = last[next++];
        }
        u64 both = 1ull << file | 1ull << (56 + file);
        if (row[file] & 1) p.p0 |= both;
        if (row[file] & 2) p.p1 |= both;
        if (row[file] & 4) p.p2 |= both;
    }
    p.key = key_of(p);
    return p;
}

// Reads a FEN of our own files or of a UCI host: what it stands for is believed to be legal. Castling rights may be
// KQkq (the outermost rook) or letters of files.
inline Position parse_fen(const std::string& fen) {
    Position p = {};
    int rank = 7, file = 0, king_squares[2] = {-1, -1};
    const char* at = fen.c_str();
    auto wrong = [&]() { return Problem("\"" + fen + "\" is not a FEN."); };
    for (; *at && *at != ' '; at++) {
        if (*at == '/') {
            rank--;
            file = 0;
            continue;
        }
        if (*at >= '1' && *at <= '8') {
            file += *at - '0';
            continue;
        }
        const char* letter = strchr("pnbrqk", *at | 32);
        if (!letter || file > 7 || rank < 0) throw wrong();
        int role = (int)(letter - "pnbrqk") + 1, square = rank * 8 + file++;
        u64 bit = 1ull << square;
        if (role & 1) p.p0 |= bit;
        if (role & 2) p.p1 |= bit;
        if (role & 4) p.p2 |= bit;
        if (*at & 32) p.them |= bit;
        if (role == KING) king_squares[*at & 32 ? 1 : 0] = square;
    }
    if (king_squares[0] < 0 || king_squares[1] < 0 || *at != ' ') throw wrong();
    bool black = at[1] == 'b';
    at += at[1] ? 2 : 1;
    if (*at == ' ') at++;
    u32 right = 0, files = 0;
    for (; *at && *at != ' '; at++) {
        if (*at == '-') continue;
        bool their = *at & 32;
        char letter = *at & ~32;
        int base = their ? 56 : 0, king = king_squares[their] & 7, rook = letter - 'A';
        u64 rooks = straights(p) & ~p.p0 & (their ? p.them : ~p.them);
        if (letter == 'K') {
            for (rook = 7; rook > king && !(rooks >> (base + rook) & 1);) rook--;
        } else if (letter == 'Q') {
            for (rook = 0; rook < king && !(rooks >> (base + rook) & 1);) rook++;
        }
        if (rook < 0 || rook > 7 || rook == king) throw wrong();
        int wing = (rook > king ? 0 : 1) + (their ? 2 : 0);
        right |= 1 << wing;
        files |= rook << 3 * wing;
    }
    if (*at == ' ') at++;
    int passed = *at && *at != '-' && at[1] ? (at[0] - 'a') + (at[1] - '1') * 8 : 0;
    while (*at && *at != ' ') at++;
    int clock = *at ? atoi(at + 1) : 0;
    u32 mirror = (king_squares[0] & 4 ? 1 : 0) | (king_squares[1] & 4 ? 2 : 0);
    if (black) {
        p.them = turned(occupied(p) & ~p.them);
        p.p0 = turned(p.p0);
        p.p1 = turned(p.p1);
        p.p2 = turned(p.p2);
        right = right >> 2 | (right & 3) << 2;
        files = (files >> 6 | files << 6) & 0xfff;
        if (passed) passed ^= 56;
    }
    // As after a move: only where a pawn stands to capture.
    if (passed && !(pawn_attacks_down(1ull << passed) & pawns(p) & ~p.them)) passed = 0;
    clock = clock < 0 ? 0 : clock > 127 ? 127 : clock;
    p.state = (black ? 1 : 0) | right << RIGHTS_AT | (u32)passed << EN_PASSANT_AT | (u32)clock << CLOCK_AT |
              mirror << MIRRORS_AT | files << ROOK_FILES_AT;
    p.key = key_of(p);
    return p;
}
