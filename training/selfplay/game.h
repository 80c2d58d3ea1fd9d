// One warp plays games against itself, from random openings to an end that both sides believe in.
#pragma once
#include "record.h"
#include "search.h"

constexpr int OPENING_PLIES = 8;     // or one more
constexpr int OPENING_LIMIT = 400;   // openings that are worse than this for somebody are not played
constexpr int FIRST_LESSON = 8;      // plies after the opening that are too much like it
constexpr int MATE_SCORES = 10000;   // nobody learns from these
constexpr int WIN_SCORE = 1200, WIN_PLIES = 4;
constexpr int DRAW_SCORE = 5, DRAW_PLIES = 12, DRAW_FROM = 80;
constexpr u32 CHESS = 518;           // among the starting positions of Chess960
constexpr int HARD_LIMIT = 8;        // times the nodes of a move; a depth that has begun is finished before
constexpr u32 LOOK_SHARE = 5;        // a position of the tree gets this part of a move's nodes

struct Game {
    Search search;
    u32 plies = 0, opening = 0, looks = 0, chosen = NO_MOVE;
    int winning = 0, quiet = 0;
    bool is_looking = false;

    METHOD void begin(const Slice& slice) {
        search.position = slice.starts[search.roll() % 1000 < slice.chess960_per_mille ? search.roll() % 960 : CHESS];
        opening = OPENING_PLIES + (search.roll() & 1);
        plies = looks = 0;
        winning = quiet = 0;
        search.random_left = opening;
        search.game_ply = search.ply = 0;
        search.sums_are_stale = true;
        search.after_null = search.is_cut_node = search.has_sample = false;
        search.begin_root();
        search.roll();
        search.salt = search.dice | 1;
        search.forget_game();
        search.forget_killers();
    }

    // Now and then any move is played instead of the best one, so that the network learns to judge what comes after a
    // mistake, as most positions of a search do. Only quiet moves are replaced: a position counts as quiet by the
    // move that was played.
    METHOD void stray(u32 per_mille, bool check) {
        if (search.roll() % 1000 >= per_mille || check || !is_quiet(search.position, search.root_move)) return;
        search.root_move = search.moves[search.roll() % search.memory->root_count] & MOVE_BITS;
    }

    METHOD bool is_lesson(bool check) const {
        int value = search.root_value;
        return is_quiet(search.position, search.root_move) && !check && value < MATE_SCORES && value > -MATE_SCORES;
    }

    // Writes down what was thought and chosen. Moves are stored by their place in the list of mola-rules.
    METHOD void note(Ply* all, bool check) {
        const Position& p = search.position;
        chosen = search.root_move;
        u32 order = rules_order(p, chosen), smaller = 0, passing = 0, count = search.memory->root_count;
        ROLLED for (u32 first = 0; first < count; first += LANES) {
            u32 move = first + search.lane < count ? search.moves[first + search.lane] & MOVE_BITS : chosen;
            smaller += __popc(vote(rules_order(p, move) < order));
            passing |= vote(role_at(p, from_of(move)) == PAWN && en_passant(p) && to_of(move) == en_passant(p));
        }
        bool is_kept = plies >= FIRST_LESSON && is_lesson(check);
        if (search.lane == 0) {
            Ply& ply = all[plies];
            ply.position = p;
            // A right to capture en passant that no legal move uses is none.
            if (!passing) ply.position.state &= ~(63u << EN_PASSANT_AT);
            ply.score = (i16)search.root_value;
            ply.index = (u8)smaller;
            ply.kept = is_kept;
        }
        plies++;
    }

    // Whether both sides have agreed on a result for long enough: 0 Black won, 1 draw, 2 White won, -1 not yet.
    METHOD int adjudicate() {
        int value = search.root_value, for_white = is_black(search.position) ? -value : value;
        if (for_white >= WIN_SCORE) winning = winning > 0 ? winning + 1 : 1;
        else if (for_white <= -WIN_SCORE) winning = winning < 0 ? winning - 1 : -1;
        else winning = 0;
        quiet = value <= DRAW_SCORE && value >= -DRAW_SCORE ? quiet + 1 : 0;
        if (winning >= WIN_PLIES) return 2;
        if (winning <= -WIN_PLIES) return 0;
        bool is_dull = quiet >= DRAW_PLIES && plies >= DRAW_FROM;
        return is_dull || plies >= LONGEST_GAME - 2 ? 1 : -1;
    }

    // Pauses the game to look at a position that the search came across. Its clock begins anew, so that nothing before it
    // can be repeated.
    METHOD void look_at_sample() {
        search.memory->paused = search.position;
        search.position = search.memory->sampled;
        search.position.state &= ~(127u << CLOCK_AT);
        search.game_ply++;
        search.soft_nodes /= LOOK_SHARE;
        search.forget_killers();
        search.begin_root();
        search.has_sample = false;
        is_looking = true;
        wait_for_lanes();
    }

    // Keeps what was found, if it is worth learning from, and goes back to the game.
    METHOD void end_look(Ply* all, bool check) {
        if (search.state == CHOSEN && is_lesson(check)) {
            if (search.lane == 0) {
                Ply& ply = all[LONGEST_GAME + looks];
                ply.position = search.position;
                ply.score = (i16)search.root_value;
                ply.kept = true;
            }
            looks++;
        }
        search.position = search.memory->paused;
        search.game_ply--;
        search.soft_nodes *= LOOK_SHARE;
        is_looking = false;
    }

    METHOD void make_chosen_move(u32 tree_per_mille) {
        // A position that is evaluated after any of the nodes is as likely as another.
        search.sample_at = search.roll() % 1000 < tree_per_mille ? search.roll() % search.soft_nodes : NO_SAMPLE;
        search.forget_killers();
        search.move = chosen;
        search.makes_game_move = true;
        search.state = MAKE;
        wait_for_lanes();
    }
};

// There is time, there is room for what this and all other warps may yet write, and nobody said stop.
DEVICE bool may_begin(const Slice& slice, u64 end, u32 warps, int lane) {
    bool may = true;
    if (lane == 0) {
        volatile u64* counts = slice.counts;
        u64 packed = counts[GAMES_AND_BYTES], bytes = packed & ((1ull << BYTES_BITS) - 1);
        may = nanoseconds() < end && !*(volatile const u32*)slice.stop && packed >> BYTES_BITS < slice.most_games &&
              counts[POSITIONS] + (u64)warps * MOST_PLIES_KEPT <= slice.position_room &&
              bytes + (u64)warps * LONGEST_RECORD <= slice.game_room;
    }
    return vote(may) == 0xffffffffu;
}

// Plays games until no more may begin; each that has begun is finished, so that long games are not rarer in
// the data than they are in play.
DEVICE void play_games(const Slice& slice, const Network& network, const u64* rays, WarpMemory* memory, u32 warp, u32 warps, int lane) {
    Game game;
    Search& search = game.search;
    search.network = network;
    search.rays = rays;
    search.reductions = slice.reductions;
    search.pawn_wins = slice.pawn_wins;
    search.memory = memory;
    search.moves = slice.moves + (size_t)warp * MOST_MOVES;
    search.table = slice.table + (size_t)warp * slice.table_size;
    search.keys = slice.keys + (size_t)warp * MOST_KEYS;
    search.continuations = slice.continuations + (size_t)warp * 2 * CONTINUATIONS;
    search.table_size = slice.table_size;
    search.soft_nodes = slice.nodes;
    search.hard_nodes = slice.nodes * HARD_LIMIT;
    search.lane = lane;
    search.dice = ((u64)slice.seed << 32 | warp) * 0x9E3779B97F4A7C15ull + 12345;
    search.roll();
    search.roll();
    u64 end = nanoseconds() + slice.nanoseconds;
    u64 nodes = 0;
    u32 moves = 0, depths = 0;
    Ply* plies = slice.plies + (size_t)warp * MOST_PLIES_KEPT;
    bool begins = true;
    ROLLED for (;;) {
        if (begins) {
            if (!may_begin(slice, end, warps, lane)) return;
            game.begin(slice);
            nodes = moves = depths = 0;
            begins = false;
        }
        search.run();
        int result = -1;
        if (search.random_left == 0) nodes += search.nodes;
        bool check = memory->frames[0].flags & IS_CHECK;
        if (game.is_looking) {
            game.end_look(plies, check);
            game.make_chosen_move(slice.tree_per_mille);
        } else if (search.state == CHOSEN) {
            moves++;
            depths += search.root_depth;
            bool is_bad_opening = game.plies == 0 && (search.root_value > OPENING_LIMIT || search.root_value < -OPENING_LIMIT);
            begins = is_bad_opening;
            if (!is_bad_opening) {
                game.stray(slice.stray_per_mille, check);
                game.note(plies, check);
                result = game.adjudicate();
                if (result < 0) {
                    if (search.has_sample) game.look_at_sample();
                    else game.make_chosen_move(slice.tree_per_mille);
                }
            }
        } else if (search.random_left < 0 || game.plies == 0) {
            begins = true;
        } else {
            bool mover_lost = search.root_value < 0;
            result = !mover_lost ? 1 : is_black(search.position) ? 2 : 0;
        }
        if (result >= 0) {
            write_game(slice, warp, game.plies, game.looks, game.opening, result, lane);
            begins = true;
        }
        if (begins && lane == 0) {
            add_to(slice.counts + NODES, nodes);
            add_to(slice.counts + MOVES, moves);
            add_to(slice.counts + DEPTHS, depths);
            if (result < 0) add_to(slice.counts + REJECTED, 1);
        }
    }
}
