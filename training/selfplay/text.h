// What the host reads: files, and positions as text.

// Something that whoever runs this program can put right: a full sentence that says what was wrong.
using Problem = std::runtime_error;

inline std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw Problem("Cannot open " + path + ": " + strerror(errno) + ".");
    std::ostringstream text;
    if (!(text << file.rdbuf())) throw Problem("Cannot read " + path + ", or it is empty.");
    return text.str();
}

// The letters of roles, by number.
inline const std::string ROLES = ".pnbrqk";

// The square that text names at a place, as in "e4".
inline int square_at(const std::string& text, size_t at) { return ((text[at] - 'a') + (text[at + 1] - '1') * 8) & 63; }

inline std::string square_text(int square) { return {(char)('a' + square % 8), (char)('1' + square / 8)}; }

// Reads a FEN of our own files or of a UCI host: what it stands for is believed to be legal. Castling rights may be
// KQkq (the outermost rook) or letters of files.
inline Position parse_fen(const std::string& fen) {
    std::istringstream words(fen);
    std::string board, color, castling, passing;
    int clock = 0, square = 56;
    words >> board >> color >> castling >> passing >> clock;
    Problem wrong("\"" + fen + "\" is not a FEN.");
    Position p = {};
    for (char letter : board) {
        size_t role = ROLES.find(letter | 32, 1);
        if (letter == '/') square -= 16;
        else if (letter >= '1' && letter <= '8') square += letter - '0';
        else if (role == std::string::npos || square < 0 || square > 63) throw wrong;
        else {
            if (letter & 32) p.them |= 1ull << square;
            put(p, 1ull << square++, (int)role);
        }
    }
    if (!(kings(p) & p.them) || !(kings(p) & ~p.them) || color.empty()) throw wrong;
    for (char letter : castling) {
        if (letter == '-') continue;
        bool is_theirs = letter & 32;
        u64 side = is_theirs ? p.them : ~p.them;
        u32 rooks = (u32)((straights(p) & ~p.p0 & side) >> (is_theirs ? 56 : 0)) & 0xff;
        int king = lowest(kings(p) & side) & 7, rook = (letter & ~32) - 'A';
        if ((letter & ~32) == 'K') rook = 31 - __builtin_clz(rooks | 1);
        if ((letter & ~32) == 'Q') rook = __builtin_ctz(rooks | 256);
        if (rook < 0 || !(rooks >> rook & 1)) throw wrong;
        int right = (rook > king ? 0 : 1) + (is_theirs ? 2 : 0);
        p.state |= 1u << (RIGHTS_AT + right) | (u32)rook << (ROOK_FILES_AT + 3 * right);
    }
    const u64 right_half = 0xf0f0f0f0f0f0f0f0ull;
    p.state |= (kings(p) & ~p.them & right_half ? 1u : 0) << MIRRORS_AT | (kings(p) & p.them & right_half ? 2u : 0) << MIRRORS_AT;
    bool black = color == "b";
    if (black) play(p, NO_MOVE);
    int passed = passing.size() == 2 ? square_at(passing, 0) ^ (black ? 56 : 0) : 0;
    // As after a move: only where a pawn stands to capture.
    if (pawn_attacks_down(1ull << passed) & pawns(p) & ~p.them) p.state |= (u32)passed << EN_PASSANT_AT;
    p.state |= (u32)std::clamp(clock, 0, 127) << CLOCK_AT;
    p.key = key_of(p);
    return p;
}

// The starting position of Chess960 with this number, 0 to 959; 518 is that of chess.
inline Position starting_position(int number) {
    const char* knights[] = {"nnrkr", "nrnkr", "nrknr", "nrkrn", "rnnkr", "rnknr", "rnkrn", "rknnr", "rknrn", "rkrnn"};
    std::string row = knights[number / 96], upper;
    int light = number % 4 * 2 + 1, dark = number / 4 % 4 * 2;
    row.insert(number / 16 % 6, "q");
    row.insert(std::min(light, dark), "b");
    row.insert(std::max(light, dark), "b");
    for (char piece : row) upper += piece & ~32;
    return parse_fen(row + "/pppppppp/8/8/8/8/PPPPPPPP/" + upper + " w KQkq - 0 1");
}
