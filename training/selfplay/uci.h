// UCI for the CPU build, so that the search can play matches at equal nodes. `go nodes N` searches as in self-play, where a
// depth that has begun is finished: at `--nodes 400` a move takes about 800 nodes on average, so N is taken for that average.

struct UciGame : Slice {
    Position position = starting_position(CHESS);
    int game_ply = 0;
    u64 salt = 1;
    bool is_new = true, is_chess960 = false;

    void set_position(std::istringstream& words) {
        std::string word, fen;
        words >> word;
        while (words >> word && word != "moves") fen += word + " ";
        position = fen.empty() ? starting_position(CHESS) : parse_fen(fen);
        game_ply = 0;
        u64* keys = stores->keys;
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
        if (role_at(position, from) == KING && abs(from - to) == 2) to = rook_file(position, to > from ? 0 : 1);
        return from | to << 6 | (text.size() > 4 ? (u32)ROLES.find(text[4]) : 0) << 12;
    }

    std::string move_text(u32 move) const {
        if (move == NO_MOVE) return "0000";
        int turn = is_black(position) ? 56 : 0, from = from_of(move), to = to_of(move);
        bool castles = role_at(position, from) == KING && bit_at(occupied(position) & ~position.them, to);
        if (castles && !is_chess960) to = to > from ? 6 : 2;
        std::string text = square_text(from ^ turn) + square_text(to ^ turn);
        return promotion_of(move) ? text + ROLES[promotion_of(move)] : text;
    }

    void run(const Warp& warp) const {
        Search search(warp);
        search.position = position;
        search.game_ply = game_ply;
        search.salt = salt;
        search.ends_games = false;
        if (is_new) search.forget_game();
        search.begin_root();
        search.run();
        u32 best = search.state == CHOSEN ? search.root_move : NO_MOVE;
        if (warp.lane == 0)
            std::cout << "info depth " << search.root_depth << " nodes " << search.nodes << " score cp " << search.root_value
                      << "\nbestmove " << move_text(best) << std::endl;
    }
};

inline void speak_uci(const NetworkFile& file) {
    Machine machine;
    UciGame game = {lend_all(machine, file)};
    game.nodes = 500;
    for (std::string line, word; word != "quit" && std::getline(std::cin, line);) {
        std::istringstream words(line);
        if (!(words >> word)) continue;
        if (word == "uci") std::cout << "id name selfplay\nid author the Mola authors\n"
                                        "option name UCI_Chess960 type check default false\nuciok" << std::endl;
        if (word == "isready") std::cout << "readyok" << std::endl;
        if (word == "setoption") game.is_chess960 = line.find("UCI_Chess960 value true") != std::string::npos;
        if (word == "ucinewgame") game.is_new = true;
        if (word == "position") game.set_position(words);
        if (word != "go") continue;
        for (u32 limit; words >> word;)
            if (word == "nodes" && words >> limit) game.nodes = limit / 2;
        if (game.is_new) game.salt = game.salt * 6364136223846793005ull + 1442695040888963407ull;
        machine.start(game);
        machine.finish();
        game.is_new = false;
    }
}
