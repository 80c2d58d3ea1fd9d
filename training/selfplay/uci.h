// UCI for the CPU build, so that the search can play matches at equal nodes. `go nodes N` searches as in self-play, where a
// depth that has begun is finished: at `--nodes 500` a move takes 800 nodes on average, so N is taken for that average.
#pragma once
#include <iostream>

#include "game.h"
#include "machine_cpu.h"
#include "setup.h"

class UciEngine {
  public:
    explicit UciEngine(const NetworkFile& file) : slice(lend_all(machine, file)) { slice.nodes = 500; }

    void speak() {
        for (std::string line; std::getline(std::cin, line);) {
            std::istringstream words(line);
            std::string word;
            words >> word;
            if (word == "uci") say("id name selfplay\nid author the Mola authors\noption name UCI_Chess960 type check default false\nuciok");
            else if (word == "isready") say("readyok");
            else if (word == "setoption") is_chess960 = line.find("UCI_Chess960 value true") != std::string::npos;
            else if (word == "ucinewgame") is_new_game = true;
            else if (word == "position") set_position(words);
            else if (word == "go") go(words);
            else if (word == "quit") return;
        }
    }

  private:
    Machine machine;
    Slice slice;
    Position position = starting_position(CHESS);
    int game_ply = 0;
    u64 salt = 1;
    bool is_new_game = true, is_chess960 = false;

    static void say(const std::string& text) { std::cout << text << std::endl; }

    void set_position(std::istringstream& words) {
        std::string word, fen;
        words >> word;
        position = starting_position(CHESS);
        while (words >> word && word != "moves") fen += word + " ";
        if (!fen.empty()) position = parse_fen(fen);
        game_ply = 0;
        u64* keys = slice.stores->keys;
        while (words >> word) {
            // Only what the last capture or pawn move left can be repeated.
            if (game_ply >= MOST_KEYS - MOST_PLIES - 1) memmove(keys, keys + 1, sizeof(u64) * --game_ply);
            keys[game_ply++] = position.key;
            play(position, parse_move(word));
        }
    }

    u32 parse_move(const std::string& text) const {
        int turn = is_black(position) ? 56 : 0, from = square_at(text, 0) ^ turn, to = square_at(text, 2) ^ turn;
        // Castling, as chess writes it, is two files wide.
        if (role_at(position, from) == KING && apart(from, to) == 2) to = rook_file(position, to > from ? 0 : 1);
        u32 promotion = text.size() > 4 ? (u32)ROLES.find(text[4]) : 0;
        return from | to << 6 | promotion << 12;
    }

    std::string move_text(u32 move) const {
        if (move == NO_MOVE) return "0000";
        int turn = is_black(position) ? 56 : 0, from = from_of(move), to = to_of(move);
        bool castles = role_at(position, from) == KING && bit_at(occupied(position) & ~position.them, to);
        if (castles && !is_chess960) to = to > from ? 6 : 2;
        std::string text = square_text(from ^ turn) + square_text(to ^ turn);
        if (promotion_of(move)) text += ROLES[promotion_of(move)];
        return text;
    }

    void go(std::istringstream& words) {
        u32 limit;
        for (std::string word; words >> word;)
            if (word == "nodes" && words >> limit) slice.nodes = limit * 5 / 8;
        if (is_new_game) salt = salt * 6364136223846793005ull + 1442695040888963407ull;
        machine.start(Think{slice, this});
        machine.finish();
        is_new_game = false;
    }

    struct Think {
        Slice slice;
        const UciEngine* engine;
        void run(const Warp& warp) const { engine->think(warp); }
    };

    void think(const Warp& warp) const {
        Search search(warp);
        search.position = position;
        search.game_ply = game_ply;
        search.salt = salt;
        search.ends_games = false;
        if (is_new_game) search.forget_game();
        search.begin_root();
        wait_for_lanes();
        search.run();
        if (warp.lane != 0) return;
        std::ostringstream text;
        text << "info depth " << search.root_depth << " nodes " << search.nodes << " score cp " << search.root_value
             << "\nbestmove " << move_text(search.state == CHOSEN ? search.root_move : NO_MOVE);
        say(text.str());
    }
};
