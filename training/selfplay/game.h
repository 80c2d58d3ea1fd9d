// One warp plays games against itself, from random openings to an end that both sides believe in.

// Random moves, or one more; openings that are worse than the limit for somebody are not played.
constexpr int OPENING_PLIES = 8, OPENING_LIMIT = 400;
constexpr u32 FIRST_LESSON = 8;      // plies after the opening that are too much like it
constexpr int WIN_SCORE = 1200, WIN_PLIES = 4, DRAW_SCORE = 5, DRAW_PLIES = 12, DRAW_FROM = 80;
constexpr u32 CHESS = 518;           // among the starting positions of Chess960

struct Game : Search {
    using Search::Search;
    u32 plies, opening, looks, chosen;
    int winning, dull;  // for how many moves in a row: positive if White does
    bool is_looking = false;

    // Begins a game with random moves. Gives whether they leave one.
    METHOD bool begin() {
        position = slice.starts[roll() % 1000 < slice.chess960_per_mille ? roll() % 960 : CHESS];
        opening = OPENING_PLIES + (roll() & 1);
        plies = looks = 0;
        winning = dull = game_ply = ply = 0;
        if (sample_at == SAMPLED) sample_at = NO_SAMPLE;
        roll();
        salt = dice | 1;
        forget_game();
        ROLLED for (u32 made = 0; made < opening; made++) {
            store->keys[game_ply] = position.key;
            int count = generate(position, danger_of(position, *this), *this, store->moves, false);
            if (!count || is_draw()) return false;
            make_game_move(store->moves[roll() % count]);
        }
        begin_root();
        return true;
    }

    METHOD void make_game_move(u32 chosen) {
        wait_for_lanes();
        play(position, chosen);
        game_ply++;
    }

    METHOD void count(Count what, u64 by) {
        if (lane == 0) add_to(slice.counts + what, by);
    }

    // Writes down what was thought, and whether it is worth learning from.
    METHOD bool keep(Ply& ply, bool check, bool is_late) {
        ply.position = position;
        ply.score = (i16)root_value;
        ply.kept = is_late && is_quiet(position, root_move) && !check && abs(root_value) < MATE_SCORES;
        return ply.kept;
    }

    // Writes down what was thought and chosen. Moves are stored by their place in the list of mola-rules.
    METHOD void note(bool check) {
        chosen = root_move;
        u32 order = rules_order(position, chosen), before = 0, passing = 0, count = memory->root_count;
        ROLLED for (u32 first = 0; first < count; first += LANES) {
            u32 other = first + lane < count ? store->moves[first + lane] & MOVE_BITS : chosen;
            bool passes = en_passant(position) && to_of(other) == en_passant(position);
            before += popcount(vote(rules_order(position, other) < order));
            passing |= vote(passes && role_at(position, from_of(other)) == PAWN);
        }
        Ply& ply = store->plies[plies];
        keep(ply, check, plies >= FIRST_LESSON);
        // A right to capture en passant that no legal move uses is none.
        if (!passing) ply.position.state = position.state & ~(63u << EN_PASSANT_AT);
        ply.index = (u8)before;
        plies++;
    }

    // What it means that there is no move, or a draw by the rules.
    METHOD int result_at_end() {
        return plies == 0 ? REJECTED : root_value >= 0 ? DRAWN : is_black(position) ? WHITE_WON : BLACK_WON;
    }

    // Whether both sides have agreed on a result for long enough.
    METHOD int adjudicate() {
        int for_white = is_black(position) ? -root_value : root_value;
        winning = for_white >= WIN_SCORE ? max(winning, 0) + 1 : for_white <= -WIN_SCORE ? min(winning, 0) - 1 : 0;
        dull = root_value <= DRAW_SCORE && root_value >= -DRAW_SCORE ? dull + 1 : 0;
        if (winning >= WIN_PLIES) return WHITE_WON;
        if (winning <= -WIN_PLIES) return BLACK_WON;
        return (dull >= DRAW_PLIES && plies >= DRAW_FROM) || plies >= LONGEST_GAME - 2 ? DRAWN : UNDECIDED;
    }

    // Pauses the game to look at a position that the search came across. Its clock begins anew, so that nothing before it
    // can be repeated.
    METHOD void look_at_sample() {
        memory->paused = position;
        position = memory->sampled;
        position.state &= ~(127u << CLOCK_AT);
        game_ply++;
        begin_root();
        sample_at = NO_SAMPLE;
        is_looking = true;
    }

    // Keeps what was found, if it is worth learning from, and goes back to the game.
    METHOD void end_look(bool check) {
        if (state == CHOSEN) looks += keep(store->plies[LONGEST_GAME + looks], check, true);
        position = memory->paused;
        game_ply--;
        is_looking = false;
    }

    METHOD void make_chosen_move() {
        // A position that is evaluated after any of the nodes is as likely as another.
        sample_at = roll() % 1000 < slice.tree_per_mille ? roll() % slice.nodes : NO_SAMPLE;
        make_game_move(chosen);
        begin_root();
    }

    // What follows from a search: a move, a look at another position before it, or an end.
    METHOD int proceed() {
        bool check = memory->frames[0].flags & IS_CHECK;
        int result = UNDECIDED;
        if (is_looking) end_look(check);
        else if (state == OVER) return result_at_end();
        else {
            count(SEARCHES, 1);
            count(DEPTHS, root_depth);
            if (plies == 0 && (root_value > OPENING_LIMIT || root_value < -OPENING_LIMIT)) return REJECTED;
            note(check);
            result = adjudicate();
        }
        if (result == UNDECIDED && sample_at == SAMPLED) look_at_sample();
        else if (result == UNDECIDED) make_chosen_move();
        return result;
    }

    // There is time, and room for what this and all other warps may yet write.
    METHOD bool may_begin() {
        volatile u64* counts = slice.counts;
        u64 packed = counts[GAMES_AND_BYTES];
        bool may = !counts[STOPPED] && games_of(packed) < slice.most_games &&
                   counts[POSITIONS] <= slice.warps * (POSITION_ROOM - MOST_PLIES_KEPT) &&
                   bytes_of(packed) <= slice.warps * (GAME_ROOM - LONGEST_RECORD);
        return vote(may) == 0xffffffffu;  // all lanes, which did not look at the same moment
    }

    // Plays games until no more may begin; each that has begun is finished, so that long games are not rarer in
    // the data than they are in play.
    METHOD void play_games() {
        dice = ((u64)slice.seed << 32 | number) * 0x9E3779B97F4A7C15ull + 12345;
        roll();
        roll();
        ROLLED while (may_begin()) {
            int result = begin() ? UNDECIDED : REJECTED;
            ROLLED while (result == UNDECIDED) {
                run();
                count(NODES, nodes);
                result = proceed();
            }
            if (result == REJECTED) count(REJECTIONS, 1);
            else write_game(slice, store, plies, looks, opening, result, lane);
        }
    }
};

struct PlayGames : Slice {
    METHOD void run(const Warp& warp) const { Game(warp).play_games(); }
};
