// A finished game as bytes: a record for a file of games, and its positions for the trainer. Both are made as
// `training/FORMAT.md` says, and `mola data export` of the one gives the other.
#pragma once
#include "memory.h"

constexpr int GAME_HEAD = 4, HELD_OUT_EVERY = 50;
constexpr u32 UNKNOWN_RESULT = 3;

// Lane 0 writes bytes, one after the other.
struct Bytes {
    u8* at;
    METHOD void put(u32 byte) { *at++ = (u8)byte; }
    METHOD void put_set(u64 set) {
        ROLLED for (int i = 0; i < 8; i++) put((u32)(set >> 8 * i));
    }
};

// Four bits for each piece in the order of the squares: role, and 8 for those in `marked`.
struct Nibbles {
    u64 low, high;
};
DEVICE Nibbles nibbles_of(u64 p0, u64 p1, u64 p2, u64 marked) {
    Nibbles nibbles = {0, 0};
    u64 rest = p0 | p1 | p2;
    ROLLED for (int i = 0; rest; i++) {
        int square = lowest(rest);
        rest &= rest - 1;
        u64 code = (bit_at(p0, square) | bit_at(p1, square) << 1 | bit_at(p2, square) << 2) - 1 + 8 * bit_at(marked, square);
        if (i < 16) nibbles.low |= code << 4 * i;
        else nibbles.high |= code << 4 * (i - 16);
    }
    return nibbles;
}

// Writes a game into a warp's own buffer; gives its length.
DEVICE u32 encode_game(const Ply* plies, u32 count, u32 opening, int result, u8* record) {
    Bytes bytes = {record + GAME_HEAD};
    Position p = plies[0].position;
    u32 own_rooks = 0, their_rooks = 0;
    for (int wing = 0; wing < 2; wing++) {
        if (rights(p) >> wing & 1) own_rooks |= 1 << rook_file(p, wing);
        if (rights(p) >> (2 + wing) & 1) their_rooks |= 1 << rook_file(p, 2 + wing);
    }
    u32 black = is_black(p);
    if (black) turn(p);
    Nibbles nibbles = nibbles_of(p.p0, p.p1, p.p2, p.them);
    bytes.put_set(occupied(p));
    bytes.put_set(nibbles.low);
    bytes.put_set(nibbles.high);
    bytes.put(black ? their_rooks : own_rooks);
    bytes.put(black ? own_rooks : their_rooks);
    bytes.put(black | (en_passant(p) ? en_passant(p) & 7 : 8) << 1);
    bytes.put(clock_of(p));
    u32 move_number = 1 + opening / 2;
    ROLLED for (int i = 0; i < 4; i++) bytes.put(move_number >> 8 * i);
    bytes.put(result);
    int expected = 0;
    ROLLED for (u32 i = 0; i < count; i++) {
        bytes.put(plies[i].index);
        int change = plies[i].score - expected;
        u32 number = (u32)(change << 1 ^ change >> 31);
        ROLLED for (; number >= 0x80; number >>= 7) bytes.put(number | 0x80);
        bytes.put(number);
        expected = -plies[i].score;
    }
    u32 length = (u32)(bytes.at - record) - GAME_HEAD, low = 1, high = 0;
    ROLLED for (u32 i = 0; i < length; i++) {
        low = (low + record[GAME_HEAD + i]) % 255;
        high = (high + low) % 255;
    }
    bytes.at = record;
    bytes.put(length);
    bytes.put(length >> 8);
    bytes.put(low);
    bytes.put(high);
    return GAME_HEAD + length;
}

// Every copy of a game must be held out or not: the bytes decide.
DEVICE bool is_held_out(const u8* record, u32 length) {
    u64 hash = 0xCBF29CE484222325ull;
    ROLLED for (u32 i = 0; i < length; i++) hash = (hash ^ record[i]) * 0x100000001B3ull;
    return (u32)(hash >> 32) % HELD_OUT_EVERY == 0;
}

DEVICE u64 everywhere(u64 of_lane_0) {
    u32 low = from_lane((u32)of_lane_0, 0), high = from_lane((u32)(of_lane_0 >> 32), 0);
    return (u64)high << 32 | low;
}

// Appends a game and its positions to what this slice made. Result: 0 Black won, 1 draw, 2 White won. Positions of the
// tree follow those of the game, with its number, and are held out with it; their own result is not known.
OUT_OF_LINE void write_game(const Slice& slice, u32 warp, u32 count, u32 looks, u32 opening, int result, int lane) {
    const Ply* plies = slice.plies + (size_t)warp * MOST_PLIES_KEPT;
    u8* record = slice.records + (size_t)warp * LONGEST_RECORD;
    u64 packed = 0, held_out = 0, at = 0;
    u32 length = 0, kept = 0;
    wait_for_lanes();
    ROLLED for (u32 first = 0; first < count; first += LANES) kept += __popc(vote(first + lane < count && plies[first + lane].kept));
    kept += looks;
    if (lane == 0) {
        length = encode_game(plies, count, opening, result, record);
        held_out = is_held_out(record, length);
        at = add_to(slice.counts + POSITIONS, kept);
        packed = add_to(slice.counts + GAMES_AND_BYTES, 1ull << BYTES_BITS | length);
        add_to(slice.counts + PLIES, count);
        add_to(slice.counts + FROM_TREE, looks);
        if (result == 2) add_to(slice.counts + WHITE_WINS, 1);
        if (result == 1) add_to(slice.counts + DRAWS, 1);
    }
    wait_for_lanes();  // for the bytes that lane 0 wrote
    length = from_lane(length, 0);
    held_out = from_lane((u32)held_out, 0);
    at = everywhere(at);
    packed = everywhere(packed);
    u8* game = slice.games + (packed & ((1ull << BYTES_BITS) - 1));
    u32 number = slice.first_game + (u32)(packed >> BYTES_BITS);
    ROLLED for (u32 i = lane; i < length; i += LANES) game[i] = record[i];
    ROLLED for (u32 first = 0; first < count + looks; first += LANES) {
        u32 i = first + lane;
        bool is_of_tree = i >= count;
        const Ply& ply = plies[is_of_tree ? LONGEST_GAME + (i - count) : i];
        bool is_kept = i < count + looks && ply.kept;
        u32 keepers = vote(is_kept);
        if (is_kept) {
            const Position& p = ply.position;
            uint4* out = slice.positions + 2 * (at + __popc(keepers & ((1u << lane) - 1)));
            Nibbles nibbles = nibbles_of(p.p0, p.p1, p.p2, p.them);
            u64 all = occupied(p);
            u32 for_mover = is_of_tree ? UNKNOWN_RESULT : is_black(p) ? 2 - result : result;
            out[0] = make_uint4((u32)all, (u32)(all >> 32), (u32)nibbles.low, (u32)(nibbles.low >> 32));
            out[1] = make_uint4((u32)nibbles.high, (u32)(nibbles.high >> 32),
                                (u32)(u16)ply.score | for_mover << 16 | (u32)held_out << 24, number);
        }
        at += __popc(keepers);
    }
    wait_for_lanes();
}
