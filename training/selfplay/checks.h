// Proof that the engine knows chess and the network on the machine it runs on: move counts of our corpus, the golden
// set to the unit, and accumulators that followed moves against those that began anew.
#pragma once
#include "network_file.h"
#include "search.h"

enum Kind { COUNT_MOVES, EVALUATE, WALK, JUDGE_ENDING };
constexpr int WALK_MOVES = 200;

struct Check {
    Position position;
    Kind kind;
    int depth;  // or the seed of a walk
    i64 result, expected;
};

// How many sequences of moves there are. Every move is played; the last ply is counted without playing it.
DEVICE u64 perft(Position p, int depth, const u64* rays, WarpMemory* memory, u32* moves, int lane) {
    int ply = 0, top = 0;
    u64 leaves = 0;
    bool is_new = true;
    ROLLED for (;;) {
        Frame& frame = memory->frames[ply];
        if (is_new) {
            is_new = false;
            Danger danger = danger_of(p, rays, lane);
            int count = generate(p, danger, rays, memory->pieces, moves + top, false, lane);
            if (ply == depth - 1) {
                leaves += count;
                count = 0;
            }
            save(p, frame);
            frame.list = top;
            frame.count = count;
            frame.tried = 0;
            top += count;
        }
        int tried = frame.tried;
        if (tried == frame.count) {
            top = frame.list;
            if (ply == 0) return leaves;
            load(p, memory->frames[--ply]);
            wait_for_lanes();
            continue;
        }
        u32 move = moves[frame.list + tried];
        wait_for_lanes();
        frame.tried = tried + 1;
        play(p, move);
        ply++;
        is_new = true;
    }
}

// Plays random moves and counts how often an accumulator that followed them differs from one made anew.
DEVICE u64 walk(Position p, u32 seed, const Network& network, const u64* rays, WarpMemory* memory, u32* moves, int lane) {
    Accumulator followed, anew;
    Summed* summed = &memory->summed;
    // The other accumulator's position lies where frames are not used.
    Summed* other = (Summed*)&memory->frames[MOST_PLIES - 1];
    bring(followed, network, p, summed, true, lane);
    u64 different = 0;
    u32 dice = seed * 77 + 1;
    ROLLED for (int i = 0; i < WALK_MOVES; i++) {
        Danger danger = danger_of(p, rays, lane);
        int count = generate(p, danger, rays, memory->pieces, moves, false, lane);
        if (!count) break;
        dice = dice * 1664525 + 1013904223;
        u32 move = moves[(dice >> 10) % count];
        wait_for_lanes();
        play(p, move);
        if ((dice >> 5 & 3) == 0) continue;  // several moves at once, now and then
        bring(followed, network, p, summed, false, lane);
        wait_for_lanes();
        bring(anew, network, p, other, true, lane);
        bool differs = false;
        UNROLLED for (int word = 0; word < WORDS; word++)
            differs |= followed.white[word] != anew.white[word] || followed.black[word] != anew.black[word];
        different += vote(differs) ? 1 : 0;
    }
    return different;
}

DEVICE void run_check(Check& check, const Network& network, const u64* rays, const u32* pawn_wins, WarpMemory* memory, u32* moves, int lane) {
    Position p = check.position;
    i64 result = 0;
    if (check.kind == COUNT_MOVES) {
        result = (i64)perft(p, check.depth, rays, memory, moves, lane);
    } else if (check.kind == EVALUATE) {
        Accumulator sums;
        bring(sums, network, p, &memory->summed, true, lane);
        result = output(sums, network, p, lane);
    } else if (check.kind == JUDGE_ENDING) {
        result = may_be_known(p) ? known_ending(p.p0, p.p1, p.p2, p.them, pawn_wins) : UNKNOWN;
    } else {
        result = (i64)walk(p, check.depth, network, rays, memory, moves, lane);
    }
    if (lane == 0) check.result = result;
    wait_for_lanes();
}

inline std::vector<std::string> read_lines(const std::string& path) {
    std::vector<u8> bytes = read_bytes(path);
    std::vector<std::string> lines(1);
    for (u8 byte : bytes) {
        if (byte == '\n') lines.emplace_back();
        else lines.back() += (char)byte;
    }
    return lines;
}

// The deepest counts of a file (`FEN ;D1 n ;D2 n`) that are at most `most`, and a walk from each position.
inline void add_perft(std::vector<Check>& checks, const std::string& path, i64 most) {
    for (const std::string& line : read_lines(path)) {
        size_t end = line.find(';');
        if (line.empty() || line[0] == '#' || end == std::string::npos) continue;
        Check check = {parse_fen(line.substr(0, end)), COUNT_MOVES, 0, 0, 0};
        for (size_t at = end; at != std::string::npos; at = line.find(';', at + 1)) {
            int depth = 0;
            i64 count = 0;
            if (sscanf(line.c_str() + at, ";D%d %lld", &depth, &count) != 2)
                throw Problem(path + " has a line without counts: " + line);
            if (count <= most && count > 0) {
                check.depth = depth;
                check.expected = count;
            }
        }
        if (check.depth) checks.push_back(check);
        checks.push_back({check.position, WALK, (int)checks.size(), 0, 0});
    }
}

// Positions with values: a golden set (`FEN; value as trained; value in integers`), or endings (`FEN; value`, or `?` where
// the network is asked).
inline void add_values(std::vector<Check>& checks, Kind kind, const std::string& path) {
    for (const std::string& line : read_lines(path)) {
        size_t last = line.rfind(';');
        if (line.empty() || line[0] == '#' || last == std::string::npos) continue;
        i64 value = line.back() == '?' ? UNKNOWN : atoll(line.c_str() + last + 1);
        checks.push_back({parse_fen(line.substr(0, line.find(';'))), kind, 0, 0, value});
    }
}

// Says what was checked; gives whether all of it held.
inline bool report(const std::vector<Check>& checks) {
    const char* names[] = {"positions have the known numbers of move sequences", "positions of the golden set have their values",
                           "random walks keep accumulators as if made anew", "endings are judged as the engine does"};
    bool all_hold = true;
    for (int kind = COUNT_MOVES; kind <= JUDGE_ENDING; kind++) {
        size_t count = 0, wrong = 0;
        for (const Check& check : checks) {
            if (check.kind != kind) continue;
            count++;
            wrong += check.result != check.expected;
        }
        printf("check: %zu of %zu %s\n", count - wrong, count, names[kind]);
        all_hold = all_hold && !wrong && count;
    }
    return all_hold;
}
