// A finished game as bytes: a record for a file of games, and its positions for the trainer. Both are made as
// `training/FORMAT.md` says, and `mola data export` of the one gives the other.

constexpr int GAME_HEAD = 4, HELD_OUT_EVERY = 50;
constexpr int MATE_SCORES = 10000;  // nobody learns from these
// The first three are what files say. REJECTED is a game that is not worth a record.
enum Result { BLACK_WON, DRAWN, WHITE_WON, UNKNOWN_RESULT, UNDECIDED, REJECTED };

// Lane 0 writes bytes, one after the other.
DEVICE void put(u8*& at, u64 value, int count = 1) {
    ROLLED for (int i = 0; i < count; i++) *at++ = (u8)(value >> 8 * i);
}

DEVICE Record record_of(const Position& p, u32 score_and_result, u32 game) {
    Record record = {occupied(p), 0, 0, score_and_result, game};
    u64 rest = record.all;
    ROLLED for (int i = 0; rest; i++) {
        int square = lowest(rest);
        rest &= rest - 1;
        u64 code = (u64)(role_at(p, square) - 1 + 8 * bit_at(p.them, square)) << 4 * (i & 15);
        record.first |= i < 16 ? code : 0;
        record.second |= i < 16 ? 0 : code;
    }
    return record;
}

// The files of the rooks that one side can castle with.
DEVICE u32 castling_files(const Position& p, int side) {
    int near = 2 * side, far = near + 1;
    return (rights(p) >> near & 1) << rook_file(p, near) | (rights(p) >> far & 1) << rook_file(p, far);
}

// Writes a game into a warp's own buffer; gives its length.
DEVICE u32 encode_game(const Ply* plies, u32 count, u32 opening, int result, u8* record) {
    u8* at = record + GAME_HEAD;
    Position p = plies[0].position;
    u32 black = is_black(p);
    if (black) turn(p);
    Record board = record_of(p, 0, 0);
    put(at, board.all, 8);
    put(at, board.first, 8);
    put(at, board.second, 8);
    put(at, castling_files(p, black));
    put(at, castling_files(p, !black));
    put(at, black | (en_passant(p) ? en_passant(p) & 7 : 8) << 1);
    put(at, clock_of(p));
    put(at, 1 + opening / 2, 4);
    put(at, result);
    int expected = 0;
    ROLLED for (u32 i = 0; i < count; i++) {
        put(at, plies[i].index);
        int change = plies[i].score - expected;
        u32 number = (u32)change << 1 ^ (u32)(change >> 31);
        ROLLED for (; number >= 0x80; number >>= 7) put(at, number | 0x80);
        put(at, number);
        expected = -plies[i].score;
    }
    u32 length = (u32)(at - record) - GAME_HEAD, low = 1, high = 0;
    ROLLED for (u32 i = 0; i < length; i++) {
        low = (low + record[GAME_HEAD + i]) % 255;
        high = (high + low) % 255;
    }
    at = record;
    put(at, length | low << 16 | high << 24, GAME_HEAD);
    return GAME_HEAD + length;
}

// FNV-1a, of bytes that may come in parts.
HOST_AND_DEVICE u64 hash_of(const void* bytes, u64 length, u64 hash = 0xCBF29CE484222325ull) {
    ROLLED for (u64 i = 0; i < length; i++) hash = (hash ^ ((const u8*)bytes)[i]) * 0x100000001B3ull;
    return hash;
}

// The score at which the odds are e to one, and one that is as good as won.
constexpr double ODDS = 200, WON = 3000;

// Mixes each score with those that followed in the game and with the result, as `mola data export --hindsight` does.
DEVICE void look_back(Ply* plies, u32 count, int result, double hindsight) {
    int for_last_mover = is_black(plies[count - 1].position) ? 2 - result : result;
    double chance = 1 - for_last_mover / 2.0;
    ROLLED for (u32 i = count; i-- > 0;) {
        double seen = 1 / (1 + exp(-plies[i].score / ODDS));
        chance = hindsight * (1 - chance) + (1 - hindsight) * seen;
        if (plies[i].score >= MATE_SCORES || plies[i].score <= -MATE_SCORES) continue;
        plies[i].score = (i16)round(fmin(fmax(ODDS * log(chance / (1 - chance)), -WON), WON));
    }
}

// Appends a game and its positions to what this slice made. Positions of the tree follow those of the game, with its
// number, and are held out with it; their own result is not known.
OUT_OF_LINE void write_game(const Slice& slice, WarpStore* store, u32 count, u32 looks, u32 opening, int result, int lane) {
    Ply* plies = store->plies;
    u8* record = store->record;
    u64 packed = 0, at = 0;
    u32 length = 0, kept = looks;
    wait_for_lanes();
    ROLLED for (u32 first = 0; first < count; first += LANES)
        kept += popcount(vote(first + lane < count && plies[first + lane].kept));
    if (lane == 0) {
        length = encode_game(plies, count, opening, result, record);
        if (slice.hindsight > 0) look_back(plies, count, result, slice.hindsight);
        at = add_to(slice.counts + POSITIONS, kept);
        packed = add_to(slice.counts + GAMES_AND_BYTES, 1ull << BYTES_BITS | length);
        add_to(slice.counts + PLIES, count);
        add_to(slice.counts + FROM_TREE, looks);
        add_to(slice.counts + WHITE_WINS, result == WHITE_WON);
        add_to(slice.counts + DRAWS, result == DRAWN);
    }
    wait_for_lanes();  // for the bytes that lane 0 wrote
    // The other lanes have zeros.
    length = or_of_lanes(length);
    // Every copy of a game must be held out or not: the bytes decide.
    u32 held_out = (u32)(hash_of(record, length) >> 32) % HELD_OUT_EVERY == 0;
    at = any_lane_or(at);
    packed = any_lane_or(packed);
    u8* game = slice.games + bytes_of(packed);
    u32 number = slice.first_game + (u32)games_of(packed);
    ROLLED for (u32 i = lane; i < length; i += LANES) game[i] = record[i];
    ROLLED for (u32 first = 0; first < count + looks; first += LANES) {
        u32 i = first + lane;
        bool is_of_tree = i >= count;
        const Ply& ply = plies[is_of_tree ? LONGEST_GAME + (i - count) : i];
        bool is_kept = i < count + looks && ply.kept;
        u32 keepers = vote(is_kept);
        if (is_kept) {
            const Position& p = ply.position;
            u32 for_mover = is_of_tree ? UNKNOWN_RESULT : is_black(p) ? 2 - result : result;
            slice.positions[at + popcount(keepers & ((1u << lane) - 1))] =
                record_of(p, (u16)ply.score | for_mover << 16 | held_out << 24, number);
        }
        at += popcount(keepers);
    }
}
