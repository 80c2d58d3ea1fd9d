// The network, (768 -> HIDDEN)x2 -> 1x8, in integers as `training/FORMAT.md` says. Lanes share the hidden
// neurons: each holds HIDDEN / 32 of them for each player, two in a register.

static_assert(HIDDEN % 512 == 0, "each lane reads weights of the output for sixteen neurons at a time");

constexpr int VECTORS = HIDDEN / 256;      // of eight neurons, for a lane and a player
constexpr int WORDS = 4 * VECTORS;         // of two neurons
constexpr int ROW_VECTORS = HIDDEN / 8;    // of a row of weights
constexpr int OUTPUT_VECTORS = HIDDEN / 16;  // of a player and a bucket
constexpr int INPUTS = 768, BUCKETS = 8, EMPTY_ROW = INPUTS;  // a row of zeros, for when there is nothing to add

// Rows hold two weights in a word, added as one number: low + 65536 * high. A negative low half borrows from the
// high one, which is given back when the sum is read. So one addition serves two neurons.
// Behind the rows lie the biases of the hidden neurons, the weights of the outputs and their biases.
struct Network {
    const uint4* rows;
    int scale;
};
constexpr int BIASES_AT = (INPUTS + 1) * ROW_VECTORS, OUTPUTS_AT = BIASES_AT + ROW_VECTORS;
constexpr int OUTPUT_BIASES_AT = OUTPUTS_AT + BUCKETS * 2 * OUTPUT_VECTORS;

using Accumulator = u32[2][WORDS];  // White's and Black's

// With more differences than this it is quicker to begin anew.
constexpr int MOST_DIFFERENCES = 24;

// A lane's words of a row: four of each 32nd vector. The compiler reads each vector once.
DEVICE u32 word_of(const uint4* row, int word) {
    uint4 vector = read_only(row + 32 * (word / 4));
    return ((const u32*)&vector)[word % 4];
}

// The row of the piece on the lowest of these squares, as White or as Black sees it.
DEVICE int row_of(const Position& p, u64 squares, int color, u32 mirror) {
    if (!squares) return EMPTY_ROW;
    int square = lowest(squares), side = bit_at(p.them, square) * 384;
    int seen = square ^ (color ? 56 : 0) ^ (mirror >> color & 1 ? 7 : 0);
    return (role_at(p, square) - 1) * 64 + (color ? 384 - side : side) + seen;
}

// Brings an accumulator from the position it stands for, kept with White going up, to this one: only squares that differ
// count, however many moves lie between. `anew` if it stands for nothing yet.
DEVICE void bring(Accumulator& sums, const Network& network, const Position& p, Position* summed, bool anew, int lane) {
    Position now = p, was = *summed;
    if (is_black(p)) turn(now);
    u32 mirror = mirrors(now);
    u64 different = (now.p0 ^ was.p0) | (now.p1 ^ was.p1) | (now.p2 ^ was.p2) | (now.them ^ was.them);
    if (anew || mirrors(was) != mirror || popcount(different) > MOST_DIFFERENCES) {
        const uint4* biases = network.rows + BIASES_AT + lane;
        UNROLLED for (int word = 0; word < WORDS; word++) sums[0][word] = sums[1][word] = word_of(biases, word);
        was.p0 = was.p1 = was.p2 = was.them = 0;
        different = occupied(now);
    }
    wait_for_lanes();
    *summed = now;
    u64 gone = different & occupied(was), come = different & occupied(now);
    ROLLED while (gone | come) {
        UNROLLED for (int color = 0; color < 2; color++) {
            const uint4* plus = network.rows + row_of(now, come, color, mirror) * ROW_VECTORS + lane;
            const uint4* minus = network.rows + row_of(was, gone, color, mirror) * ROW_VECTORS + lane;
            UNROLLED for (int word = 0; word < WORDS; word++) sums[color][word] += word_of(plus, word) - word_of(minus, word);
        }
        come &= come - 1;
        gone &= gone - 1;
    }
}

// The value for the player to move, in hundredths of a pawn. Each lane clips, squares and weighs its neurons.
DEVICE int output(const Accumulator& sums, const Network& network, const Position& p, int lane) {
    int bucket = (popcount(occupied(p)) - 1) >> 2, total = 0;
    UNROLLED for (int color = 0; color < 2; color++) {
        const uint4* weights = network.rows + OUTPUTS_AT + (2 * bucket + (color ^ is_black(p))) * OUTPUT_VECTORS + lane;
        UNROLLED for (int word = 0; word < WORDS; word++) {
            u32 sum = sums[color][word], clipped = clip_pair(sum + ((sum & 0x8000) << 1));
            u32 low = clipped & 0xff, high = clipped >> 16, squares = high * (clipped & 0xff0000) + low * low;
            total = add_products(squares, word_of(weights, word / 2), word & 1, total);
        }
    }
    total = sum_of_lanes(total);
    i64 scaled = (i64)(total / 255 + read_only((const int*)(network.rows + OUTPUT_BIASES_AT) + bucket)) * network.scale;
    return (int)(scaled / (255 * 64));
}
