// The network, (768 -> HIDDEN)x2 -> 1x8, in integers as `training/FORMAT.md` says. Lanes share the hidden
// neurons: each holds HIDDEN / 32 of them for each player, two in a register.
#pragma once
#include "position.h"

#ifndef HIDDEN
#define HIDDEN 512
#endif
static_assert(HIDDEN % 512 == 0, "each lane reads weights of the output for sixteen neurons at a time");

constexpr int VECTORS = HIDDEN / 256;      // of eight neurons, for a lane and a player
constexpr int WORDS = 4 * VECTORS;         // of two neurons
constexpr int ROW_VECTORS = HIDDEN / 8;    // of a row of weights
constexpr int INPUTS = 768, BUCKETS = 8;
constexpr int EMPTY_ROW = INPUTS;          // a row of zeros, for when there is nothing to add or to take away

// Rows hold two weights in a word, added as one number: low + 65536 * high. A negative low half borrows from the
// high one, which is given back when the sum is read. So one addition serves two neurons.
struct Network {
    const uint4 *rows, *biases, *outputs;
    const int* output_biases;
    int scale;
};

struct Accumulator {
    u32 white[WORDS], black[WORDS];
};

// The position that an accumulator stands for, White's pieces going up; in shared memory.
struct Summed {
    u64 p0, p1, p2, them;
    u32 mirrors;
};

// With more differences than this it is quicker to begin anew.
constexpr int MOST_DIFFERENCES = 24;

DEVICE void add_row(u32* sums, const uint4* plus, const uint4* minus, int lane) {
    UNROLLED for (int vector = 0; vector < VECTORS; vector++) {
        uint4 a = read_only(plus + lane + 32 * vector), b = read_only(minus + lane + 32 * vector);
        sums[4 * vector] += a.x - b.x;
        sums[4 * vector + 1] += a.y - b.y;
        sums[4 * vector + 2] += a.z - b.z;
        sums[4 * vector + 3] += a.w - b.w;
    }
}

// Brings an accumulator from the position it stands for to this one: only squares that differ count, however
// many moves lie between. `anew` if it stands for nothing yet.
DEVICE void bring(Accumulator& sums, const Network& network, const Position& p, Summed* summed, bool anew, int lane) {
    u32 mirror = mirrors(p);
    u64 a0 = p.p0, a1 = p.p1, a2 = p.p2, black = p.them;
    if (is_black(p)) {
        black = turn_ranks((a0 | a1 | a2) & ~black);
        a0 = turn_ranks(a0);
        a1 = turn_ranks(a1);
        a2 = turn_ranks(a2);
    }
    u64 b0 = summed->p0, b1 = summed->p1, b2 = summed->p2, was_black = summed->them;
    u64 different = (a0 ^ b0) | (a1 ^ b1) | (a2 ^ b2) | (black ^ was_black);
    if (anew || summed->mirrors != mirror || __popcll(different) > MOST_DIFFERENCES) {
        UNROLLED for (int vector = 0; vector < VECTORS; vector++) {
            uint4 bias = read_only(network.biases + lane + 32 * vector);
            sums.white[4 * vector] = sums.black[4 * vector] = bias.x;
            sums.white[4 * vector + 1] = sums.black[4 * vector + 1] = bias.y;
            sums.white[4 * vector + 2] = sums.black[4 * vector + 2] = bias.z;
            sums.white[4 * vector + 3] = sums.black[4 * vector + 3] = bias.w;
        }
        b0 = b1 = b2 = was_black = 0;
        different = a0 | a1 | a2;
    }
    wait_for_lanes();
    summed->p0 = a0;
    summed->p1 = a1;
    summed->p2 = a2;
    summed->them = black;
    summed->mirrors = mirror;
    u64 gone = different & (b0 | b1 | b2), come = different & (a0 | a1 | a2);
    int white_view = mirror & 1 ? 7 : 0, black_view = (mirror & 2 ? 7 : 0) ^ 56;
    ROLLED while (gone | come) {
        int white_plus = EMPTY_ROW, black_plus = EMPTY_ROW, white_minus = EMPTY_ROW, black_minus = EMPTY_ROW;
        if (come) {
            int square = lowest(come), side = bit_at(black, square) * 384;
            come &= come - 1;
            int role = (int)(bit_at(a0, square) | bit_at(a1, square) << 1 | bit_at(a2, square) << 2) * 64 - 64;
            white_plus = role + side + (square ^ white_view);
            black_plus = role + 384 - side + (square ^ black_view);
        }
        if (gone) {
            int square = lowest(gone), side = bit_at(was_black, square) * 384;
            gone &= gone - 1;
            int role = (int)(bit_at(b0, square) | bit_at(b1, square) << 1 | bit_at(b2, square) << 2) * 64 - 64;
            white_minus = role + side + (square ^ white_view);
            black_minus = role + 384 - side + (square ^ black_view);
        }
        add_row(sums.white, network.rows + white_plus * ROW_VECTORS, network.rows + white_minus * ROW_VECTORS, lane);
        add_row(sums.black, network.rows + black_plus * ROW_VECTORS, network.rows + black_minus * ROW_VECTORS, lane);
    }
}

// A lane's share of the output: its neurons clipped, squared and weighed.
DEVICE int weigh(const u32* sums, const uint4* weights, int lane, int total) {
    UNROLLED for (int pair = 0; pair < VECTORS / 2; pair++) {
        uint4 loaded = read_only(weights + lane + 32 * pair);
        u32 bytes[4] = {loaded.x, loaded.y, loaded.z, loaded.w};
        UNROLLED for (int word = 0; word < 8; word++) {
            u32 sum = sums[8 * pair + word], four = bytes[word >> 1];
            u32 clipped = clip_pair(sum + ((sum & 0x8000) << 1));
            u32 low = clipped & 0xff, high = clipped >> 16, squares = high * (clipped & 0xff0000) + low * low;
            total = word & 1 ? add_products_high(squares, four, total) : add_products_low(squares, four, total);
        }
    }
    return total;
}

constexpr int OUTPUT_VECTORS = HIDDEN / 16;  // of a player and a bucket

// The value for the player to move, in hundredths of a pawn.
DEVICE int output(const Accumulator& sums, const Network& network, const Position& p, int lane) {
    int bucket = (__popcll(occupied(p)) - 1) >> 2, color = is_black(p);
    const uint4* weights = network.outputs + bucket * 2 * OUTPUT_VECTORS;
    int total = weigh(sums.white, weights + (color ? OUTPUT_VECTORS : 0), lane, 0);
    total = weigh(sums.black, weights + (color ? 0 : OUTPUT_VECTORS), lane, total);
    total = sum_of_lanes(total);
    i64 scaled = (i64)(total / 255 + read_only(network.output_biases + bucket)) * network.scale;
    return (int)(scaled / (255 * 64));
}
