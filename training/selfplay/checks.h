// Proof that the engine knows chess and the network on the machine it runs on: move counts of our corpus, the golden
// set to the unit, and accumulators that followed moves against those that began anew.

enum Kind { COUNT_MOVES, EVALUATE, JUDGE_ENDING };
constexpr int DEEPEST_PERFT = 8;
constexpr u64 SPOILED = 1ull << 40;

struct Check {
    Position position;
    Kind kind;
    int depth;
    i64 result, expected;
};

// How many sequences of moves there are. Every move is played; the last ply is counted without playing it. At each
// position, an accumulator that followed all moves so far, back and forth, is compared with one that is made anew: if they
// differ, the count is spoiled. A function for each depth, since a GPU has to know how much stack there will be.
template <int MOST> OUT_OF_LINE u64 perft(const Position& p, int depth, const Warp& warp, u32* moves, Accumulator& followed) {
    Accumulator anew;
    bring(followed, warp.slice.network, p, &warp.memory->summed, false, warp.lane);
    bring(anew, warp.slice.network, p, &warp.memory->paused, true, warp.lane);
    bool differs = false;
    UNROLLED for (int i = 0; i < 2 * WORDS; i++) differs |= followed[i / WORDS][i % WORDS] != anew[i / WORDS][i % WORDS];
    u64 leaves = vote(differs) ? SPOILED : 0;
    int count = generate(p, danger_of(p, warp), warp, moves, false);
    if (depth == 1) return leaves + count;
    if constexpr (MOST > 1) {
        ROLLED for (int i = 0; i < count; i++) {
            Position next = p;
            play(next, moves[i]);
            leaves += perft<MOST - 1>(next, depth - 1, warp, moves + count, followed);
        }
    }
    return leaves;
}

DEVICE i64 result_of(const Check& check, const Warp& warp) {
    const Position& p = check.position;
    Accumulator sums;
    bring(sums, warp.slice.network, p, &warp.memory->summed, true, warp.lane);
    if (check.kind == COUNT_MOVES) return (i64)perft<DEEPEST_PERFT>(p, check.depth, warp, warp.store->moves, sums);
    if (check.kind == EVALUATE) return output(sums, warp.slice.network, p, warp.lane);
    return may_be_known(p) ? known_ending(p.p0, p.p1, p.p2, p.them, warp.slice.pawn_wins) : UNKNOWN;
}

struct RunChecks : Slice {
    Check* checks;
    u32 count;
    METHOD void run(const Warp& warp) const {
        ROLLED for (u32 i = warp.number; i < count; i += warps) checks[i].result = result_of(checks[i], warp);
    }
};

// The positions of a file, with what it says of each: move counts (`FEN ;D1 n ;D2 n`), of which the deepest one that is at
// most `most` counts; a golden set (`FEN; value as trained; value in integers`); or endings (`FEN; value`, or `?` where the
// network is asked).
inline void add_checks(std::vector<Check>& checks, Kind kind, const std::string& path, i64 most = 0) {
    std::istringstream text(read_file(path));
    for (std::string line, fen, field; std::getline(text, line);) {
        std::istringstream fields(line);
        if (line[0] == '#' || !std::getline(fields, fen, ';') || fields.eof()) continue;
        Check check = {parse_fen(fen), kind, 0, 0, 0};
        while (std::getline(fields, field, ';')) {
            i64 number = field.back() == '?' ? UNKNOWN : atoll(field.c_str());
            int depth = 0;
            if (kind == COUNT_MOVES && sscanf(field.c_str(), "D%d %lld", &depth, &number) != 2)
                throw Problem(path + " has a line without counts: " + line);
            if (kind == COUNT_MOVES && (number > most || number == 0 || depth > DEEPEST_PERFT)) continue;
            check.depth = depth;
            check.expected = number;
        }
        if (kind != COUNT_MOVES || check.depth) checks.push_back(check);
    }
}

// Whether boards on which a few pieces wander at random, legally or not, have keys of their own: with a wrong entry of the
// table, a search believes in moves that are not there.
inline bool keys_differ() {
    std::vector<std::array<u64, 5>> boards;
    u64 dice = 1;
    auto roll = [&](u32 below) { return (u32)((dice = mix(dice + 0x9E3779B97F4A7C15ull, 0xBF58476D1CE4E5B9ull)) % below); };
    while (boards.size() < 1'000'000) {
        Position p = {};
        for (u32 count = 3 + roll(8); count; count--) {
            u64 square = 1ull << roll(64);
            if (!(occupied(p) & square)) put(p, square, 1 + roll(6)), p.them |= roll(2) ? square : 0;
        }
        for (int moves = 0; moves < 50; moves++) {
            u64 own = occupied(p) & ~p.them, to = roll(64);
            for (u32 skipped = own ? roll(popcount(own)) : 0; skipped; skipped--) own &= own - 1;
            if (!own || ((occupied(p) & ~p.them) >> to & 1)) continue;
            play(p, (u32)(lowest(own) | to << 6));
            boards.push_back({p.key, p.p0, p.p1, p.p2 ^ (u64)en_passant(p) << 56, p.them});
        }
    }
    std::sort(boards.begin(), boards.end());
    boards.erase(std::unique(boards.begin(), boards.end()), boards.end());
    size_t shared = 0;
    for (size_t i = 1; i < boards.size(); i++) shared += boards[i][0] == boards[i - 1][0];
    printf("check: %zu of %zu boards have keys of their own\n", boards.size() - shared, boards.size());
    return shared == 0;
}

// Says what was checked; gives whether all of it held.
inline bool report(const std::vector<Check>& checks) {
    const char* names[] = {"positions have the known numbers of move sequences, and accumulators that follow them all",
                           "positions of the golden set have their values", "endings are judged as the engine does"};
    bool all_hold = true;
    for (int kind = COUNT_MOVES; kind <= JUDGE_ENDING; kind++) {
        size_t count = 0, right = 0;
        for (const Check& check : checks) {
            count += check.kind == kind;
            right += check.kind == kind && check.result == check.expected;
        }
        printf("check: %zu of %zu %s\n", right, count, names[kind]);
        all_hold = all_hold && count && right == count;
    }
    return all_hold;
}
