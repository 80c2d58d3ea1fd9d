// UCI for the CPU build, so that the search can play matches at equal nodes: `go nodes N`.
#pragma once
#include <iostream>
#include <sstream>

#include "game.h"
#include "network_file.h"
#include "pawn_wins.h"

class UciEngine {
  public:
    explicit UciEngine(const NetworkFile& file) : file(file), rays(make_rays()), reductions(make_reductions()), pawn_wins(rays) {
        network = {(const uint4*)this->file.rows.data(), (const uint4*)this->file.biases.data(),
                   (const uint4*)this->file.outputs.data(), this->file.output_biases.data(), file.scale};
    }

    void speak() {
        std::string line;
        while (std::getline(std::cin, line)) {
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
    static constexpr u32 TABLE = 1 << 13;
    NetworkFile file;
    Network network;
    std::vector<u64> rays;
    std::vector<int> reductions;
    PawnWins pawn_wins;
    WarpMemory memory;
    u32 moves[MOST_MOVES];
    u64 keys[MOST_KEYS];
    std::vector<uint4> table = std::vector<uint4>(TABLE);
    std::vector<uint4> continuations = std::vector<uint4>(2 * CONTINUATIONS / 8);
    Position position = starting_position(CHESS);
    int game_ply = 0;
    u32 limit = 800, best = NO_MOVE, nodes = 0;
    u64 salt = 1;
    int score = 0, depth = 0;
    bool is_new_game = true, is_chess960 = false;

    static void say(const std::string& text) { std::cout << text << std::endl; }

    void set_position(std::istringstream& words) {
        std::string word, fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        words >> word;
        if (word == "fen") {
            fen.clear();
            while (words >> word && word != "moves") fen += word + " ";
        } else {
            words >> word;
        }
        position = parse_fen(fen);
        game_ply = 0;
        while (words >> word) {
            // Only what the last capture or pawn move left can be repeated.
            if (game_ply >= MOST_KEYS - MOST_PLIES - 1) memmove(keys, keys + 1, sizeof(u64) * --game_ply);
            keys[game_ply++] = position.key;
            play(position, parse_move(word));
        }
    }

    u32 parse_move(const std::string& text) const {
        int turn = is_black(position) ? 56 : 0;
        int from = ((text[0] - 'a') + (text[1] - '1') * 8) ^ turn, to = ((text[2] - 'a') + (text[3] - '1') * 8) ^ turn;
        // Castling, as chess writes it, is two files wide.
        if (role_at(position, from) == KING && (to - from == 2 || to - from == -2)) to = rook_file(position, to > from ? 0 : 1);
        const char* roles = "..nbrq";
        u32 promotion = text.size() > 4 ? (u32)(strchr(roles, text[4]) - roles) : 0;
        return from | to << 6 | promotion << 12;
    }

    std::string move_text(u32 move) const {
        if (move == NO_MOVE) return "0000";
        int turn = is_black(position) ? 56 : 0, from = from_of(move), to = to_of(move);
        bool castles = role_at(position, from) == KING && bit_at(occupied(position) & ~position.them, to);
        if (castles && !is_chess960) to = to > from ? 6 : 2;
        from ^= turn;
        to ^= turn;
        std::string text = {(char)('a' + from % 8), (char)('1' + from / 8), (char)('a' + to % 8), (char)('1' + to / 8)};
        if (promotion_of(move)) text += "..nbrq"[promotion_of(move)];
        return text;
    }

    void go(std::istringstream& words) {
        std::string word;
        while (words >> word)
            if (word == "nodes") words >> limit;
        if (is_new_game) salt = salt * 6364136223846793005ull + 1442695040888963407ull;
        fibers::run([](void* self) { ((UciEngine*)self)->think(fibers::running); }, this);
        is_new_game = false;
        std::ostringstream text;
        text << "info depth " << depth << " nodes " << nodes << " score cp " << score << "\nbestmove " << move_text(best);
        say(text.str());
    }

    void think(int lane) {
        Search search;
        search.network = network;
        search.rays = rays.data();
        search.reductions = reductions.data();
        search.pawn_wins = pawn_wins.table().data();
        search.memory = &memory;
        search.moves = moves;
        search.table = table.data();
        search.keys = keys;
        search.continuations = (i16*)continuations.data();
        search.table_size = TABLE;
        search.soft_nodes = search.hard_nodes = limit;
        search.lane = lane;
        search.position = position;
        search.game_ply = game_ply;
        search.salt = salt;
        search.ends_games = false;
        if (is_new_game) search.forget_game();
        search.forget_killers();
        wait_for_lanes();
        search.run();
        if (lane == 0) {
            best = search.state == CHOSEN ? search.root_move : NO_MOVE;
            score = search.root_value;
            nodes = search.nodes;
            depth = search.root_depth;
        }
        wait_for_lanes();
    }
};

inline void speak_uci(const NetworkFile& file) { std::make_unique<UciEngine>(file)->speak(); }
