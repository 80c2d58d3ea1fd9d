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

// With more differences than this it is quicker to begin anew.
constexpr int MOST_DIFFERENCES = 24;

struct Words {
    u32 at[4];
};
DEVICE Words read_words(const uint4* from) {
    uint4 vector = read_only(from);
    return {{vector.x, vector.y, vector.z, vector.w}};
}

DEVICE void add_row(u32* sums, const uint4* plus, const uint4* minus, int lane) {
    UNROLLED for (int vector = 0; vector < VECTORS; vector++) {
        Words a = read_words(plus + lane + 32 * vector), b = read_words(minus + lane + 32 * vector);
        UNROLLED for (int word = 0; word < 4; word++) sums[4 * vector + word] += a.at[word] - b.at[word];
    }
}

// The rows of a piece on its square, as White and as Black see it.
struct Inputs {
    int white = EMPTY_ROW, black = EMPTY_ROW;
};
DEVICE Inputs inputs_of(const Position& p, int square, u32 mirror) {
    int role = (role_at(p, square) - 1) * 64, side = bit_at(p.them, square) * 384;
    Inputs inputs;
    inputs.white = role + side + (square ^ (mirror & 1 ? 7 : 0));
    inputs.black = role + 384 - side + (square ^ (mirror & 2 ? 63 : 56));
    return inputs;
}

// Brings an accumulator from the position it stands for, kept with White going up, to this one: only squares that differ
// count, however many moves lie between. `anew` if it stands for nothing yet.
DEVICE void bring(Accumulator& sums, const Network& network, const Position& p, Position* summed, bool anew, int lane) {
    Position now = p, was = *summed;
    if (is_black(p)) turn(now);
    u32 mirror = mirrors(now);
    u64 different = (now.p0 ^ was.p0) | (now.p1 ^ was.p1) | (now.p2 ^ was.p2) | (now.them ^ was.them);
    if (anew || mirrors(was) != mirror || __popcll(different) > MOST_DIFFERENCES) {
        UNROLLED for (int vector = 0; vector < VECTORS; vector++) {
            Words bias = read_words(network.biases + lane + 32 * vector);
            UNROLLED for (int word = 0; word < 4; word++) sums.white[4 * vector + word] = sums.black[4 * vector + word] = bias.at[word];
        }
        was.p0 = was.p1 = was.p2 = was.them = 0;
        different = occupied(now);
    }
    wait_for_lanes();
    *summed = now;
    u64 gone = different & occupied(was), come = different & occupied(now);
    ROLLED while (gone | come) {
        Inputs plus, minus;
        if (come) plus = inputs_of(now, lowest(come), mirror);
        if (gone) minus = inputs_of(was, lowest(gone), mirror);
        come &= come - 1;
        gone &= gone - 1;
        add_row(sums.white, network.rows + plus.white * ROW_VECTORS, network.rows + minus.white * ROW_VECTORS, lane);
        add_row(sums.black, network.rows + plus.black * ROW_VECTORS, network.rows + minus.black * ROW_VECTORS, lane);
    }
}

// A lane's share of the output: its neurons clipped, squared and weighed.
DEVICE int weigh(const u32* sums, const uint4* weights, int lane, int total) {
    UNROLLED for (int pair = 0; pair < VECTORS / 2; pair++) {
        Words bytes = read_words(weights + lane + 32 * pair);
        UNROLLED for (int word = 0; word < 8; word++) {
            u32 sum = sums[8 * pair + word], four = bytes.at[word >> 1];
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
