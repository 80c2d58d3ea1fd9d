// Two players with numbers of their own, in pairs of games from the same opening: what tuning and matches are made of.

constexpr int FAIR_OPENING = 150;
constexpr u32 MOST_TRIALS = 4'000'000;

HOST_AND_DEVICE u32 scramble(u32 number) {
    number = (number ^ number >> 16) * 0x7feb352du;
    number = (number ^ number >> 15) * 0x846ca68bu;
    return number ^ number >> 16;
}
// The dice of a trial for one of its knobs. The lowest bit says which way the first player goes.
HOST_AND_DEVICE u32 dice_of(u32 trial, int knob) {
    return scramble(scramble(trial * 2654435761u + 12345) + knob * 0x9e3779b9u);
}

// A slice of trials. It is run at the end of this file.
struct PlayDuels : Slice {
    float *centers = nullptr, *reaches = nullptr;  // of the knobs, and how far trials go from them; the host moves the centers
    u32* outcomes = nullptr;                       // of trials, in the order of their ends: number << 3 | points
    bool goes_up = false;                          // the first player has center + reach of every knob, not one by chance
    METHOD void run(const Warp& warp) const;
};

struct Duel : Game {
    const PlayDuels& trials;
    METHOD Duel(const Warp& warp, const PlayDuels& trials) : Game(warp), trials(trials) {}

    METHOD WarpStore* store_of(u32 of) const { return slice.stores + number + of * slice.warps; }
    METHOD void take(u32 next) {
        wait_for_lanes();
        player = next;
        store = store_of(next);
    }

    // Rounded up or down by chance, so that a fraction of a step is felt too.
    METHOD void set_knobs(u32 trial) {
        volatile const float* centers = trials.centers;
        ROLLED for (int i = lane; i < KNOB_COUNT; i += LANES) {
            u32 chance = dice_of(trial, i);
            float reach = trials.reaches[i], center = centers[i];
            float rounding = trials.goes_up ? 0.5f : (float)(chance >> 8) / (1 << 24);
            if (!trials.goes_up && !(chance & 1)) reach = -reach;
            memory->knobs[0][i] = (i16)floorf(center + reach + rounding);
            memory->knobs[1][i] = (i16)floorf(center - reach + rounding);
        }
        wait_for_lanes();
    }

    // Plays a game from an opening, in which the first player is White or Black. Gives its result.
    METHOD int play_one(u64 opening_dice, u32 first_is_black) {
        take(1);
        forget_game();
        take(0);
        dice = opening_dice;
        if (!begin()) return REJECTED;
        salt = mix(salt + first_is_black, 0xBF58476D1CE4E5B9ull) | 1;
        ROLLED for (int i = lane; i < game_ply; i += LANES) store_of(1)->keys[i] = store->keys[i];
        take(is_black(position) ^ first_is_black);
        ROLLED for (;;) {
            run();
            count(NODES, nodes);
            if (state == OVER) return result_at_end();
            bool is_unfair = root_value > FAIR_OPENING || root_value < -FAIR_OPENING;
            if (plies++ == 0 && is_unfair && !first_is_black) return REJECTED;
            count(SEARCHES, 1);
            count(DEPTHS, root_depth);
            int result = adjudicate();
            if (result != UNDECIDED) return result;
            if (vote(((volatile u64*)slice.counts)[STOPPED])) return REJECTED;
            wait_for_lanes();
            store_of(1 - player)->keys[game_ply] = position.key;
            make_game_move(root_move);
            take(is_black(position) ^ first_is_black);
            begin_root();
        }
    }

    METHOD void play_pairs() {
        u64 openings = ((u64)slice.seed << 32 | number) * 0x9E3779B97F4A7C15ull + 12345;
        hard_nodes = slice.nodes;
        ROLLED while (may_begin()) {
            u32 trial = 0;
            if (lane == 0) trial = (u32)add_to(slice.counts + TRIALS, 1);
            trial = or_of_lanes(trial);
            if (trial >= MOST_TRIALS) return;
            set_knobs(trial);
            openings = mix(openings, 0x94D049BB133111EBull);
            // One call in a loop, since a second copy of the search would not fit where instructions are kept.
            int result = UNDECIDED;
            u32 points = 0, draws = 0;
            ROLLED for (u32 first_is_black = 0; first_is_black < 2 && result != REJECTED; first_is_black++) {
                result = play_one(openings, first_is_black);
                points += first_is_black ? 2 - result : result;
                draws += result == DRAWN;
            }
            if (result == REJECTED) {
                count(REJECTIONS, 1);
            } else if (lane == 0) {
                add_to(slice.counts + DRAWS, draws);
                trials.outcomes[add_to(slice.counts + OUTCOMES, 1)] = (trial + 1) << 3 | points;
            }
        }
    }
};

METHOD void PlayDuels::run(const Warp& warp) const { Duel(warp, *this).play_pairs(); }
