// The numbers of the search, one row each: name, value in use, least, most, and a step that games should feel. Margins are
// in hundredths of a pawn, in the units of the network's scores; reductions and shares in 1024ths; histories as they are
// kept here, at half of the engine's size.
//
// They are constants, unless the program is built to tune them (`make tune`): then each of two players has its own.
#define KNOBS(KNOB)                                                                                                        \
    KNOB(aspiration, 11, 4, 60, 4)                                                                                         \
    KNOB(razor_base, 157, 0, 600, 35)                                                                                      \
    KNOB(razor_step, 183, 50, 500, 30)                                                                                     \
    KNOB(rfp_margin, 61, 20, 160, 8)            /* reverse futility pruning, for each ply */                               \
    KNOB(rfp_improving, 29, 0, 200, 12)                                                                                    \
    KNOB(rfp_worsening, 15, -40, 100, 8)        /* less if the opponent's last move made things worse for it */            \
    KNOB(rfp_was_pv, 18, -60, 150, 12)                                                                                     \
    KNOB(null_base, 57, -200, 400, 25)                                                                                     \
    KNOB(null_step, 25, -10, 60, 5)                                                                                        \
    KNOB(null_reduction, 4018, 1024, 8192, 350)                                                                            \
    KNOB(null_reduction_step, 357, 100, 700, 40)                                                                           \
    KNOB(null_surplus, 70, 30, 300, 12)                                                                                    \
    KNOB(lmp_base, 439, 0, 1000, 60)            /* late move pruning, in hundredths of a move */                           \
    KNOB(lmp_step, 109, 30, 250, 11)                                                                                       \
    KNOB(lmp_worsening, 59, 20, 100, 5)         /* percent */                                                              \
    KNOB(futility_base, 7, -50, 250, 13)                                                                                   \
    KNOB(futility_step, 39, 20, 200, 10)                                                                                   \
    KNOB(futility_history, 47, 0, 250, 12)                                                                                 \
    KNOB(prune_history, 372, -200, 1500, 90)                                                                               \
    KNOB(history_pruning, 1649, 200, 3000, 120)                                                                            \
    KNOB(qs_delta, 182, 40, 400, 22)                                                                                       \
    KNOB(check_bonus, 4231, 0, 10000, 450)                                                                                 \
    KNOB(escape, 72, 0, 250, 12)                /* tenths */                                                               \
    KNOB(lmr_base, 58, 0, 160, 8)               /* hundredths of a ply */                                                  \
    KNOB(lmr_divisor, 230, 150, 400, 14)                                                                                   \
    KNOB(lmr_pv, 960, -500, 3000, 140)                                                                                     \
    KNOB(lmr_not_pv, 996, -500, 3000, 140)                                                                                 \
    KNOB(lmr_cut_node, 1695, -500, 4000, 170)                                                                              \
    KNOB(lmr_worsening, 1111, -500, 3000, 140)                                                                             \
    KNOB(lmr_table_capture, 693, -500, 3000, 140)                                                                          \
    KNOB(lmr_killer, 1145, -500, 3000, 150)                                                                                \
    KNOB(lmr_history, 380, 0, 1024, 32)                                                                                    \
    KNOB(lmr_cuts, 642, -500, 3000, 140)                                                                                   \
    KNOB(lmr_check, 837, -500, 3000, 150)                                                                                  \
    KNOB(lmr_capture, 635, 0, 1500, 80)         /* the share of a reduction that captures get */                           \
    KNOB(lmr_good_capture, 438, -500, 2500, 130)                                                                           \
    KNOB(lmr_correction, 6, 0, 40, 3)                                                                                      \
    KNOB(deeper, 60, 5, 200, 9)                                                                                            \
    KNOB(hindsight, 104, 10, 400, 18)                                                                                      \
    KNOB(lesson, 60, 0, 200, 8)                 /* tenths */                                                               \
    KNOB(lesson_most, 677, 100, 2500, 110)                                                                                 \
    KNOB(bonus_step, 145, 40, 400, 16)                                                                                     \
    KNOB(bonus_less, 101, -100, 400, 25)                                                                                   \
    KNOB(bonus_most, 898, 200, 2500, 95)                                                                                   \
    KNOB(malus_step, 242, 40, 500, 18)                                                                                     \
    KNOB(malus_less, -65, -100, 400, 25)                                                                                   \
    KNOB(malus_most, 740, 200, 2500, 80)                                                                                   \
    KNOB(praise, 461, 0, 1500, 80)                                                                                         \
    KNOB(correction_pawns, 1117, 0, 3000, 150)                                                                             \
    KNOB(correction_moves, 862, 0, 3000, 150)                                                                              \
    KNOB(singular_depth, 5, 3, 10, 1)                                                                                      \
    KNOB(singular_margin, 11, 0, 64, 4)         /* sixteenths, for each ply */                                             \
    KNOB(singular_double, 13, 0, 100, 5)                                                                                   \
    KNOB(singular_pv, 70, -20, 300, 20)                                                                                    \
    KNOB(singular_beta, 3, -1, 5, 1)                                                                                       \
    KNOB(singular_cut_node, 1, -1, 4, 1)                                                                                   \
    KNOB(table_praise, 345, -300, 2000, 150)                                                                               \
    KNOB(table_blame, 185, -400, 1500, 120)                                                                                \
    KNOB(spread_depth, 5, 1, 24, 2)                                                                                        \
    KNOB(lmr_parent_late, 197, -900, 2000, 140)                                                                            \
    KNOB(null_elsewhere, 214, -60, 600, 30)                                                                                \
    KNOB(weight_plain, 984, 0, 3000, 110)                                                                                  \
    KNOB(weight_after_1, 1147, 0, 3000, 110)                                                                               \
    KNOB(weight_after_2, 1112, 0, 3000, 110)                                                                               \
    KNOB(weight_after_4, 1091, 0, 3000, 110)                                                                               \
    KNOB(rfp_depth, 8, 3, 16, 1)                                                                                           \
    KNOB(futility_depth, 8, 3, 16, 1)                                                                                      \
    KNOB(razor_depth, 3, 0, 9, 1)                                                                                          \
    KNOB(history_pruning_depth, 5, 1, 12, 1)                                                                               \
    KNOB(losing_depth, 2, -1, 10, 1)                                                                                       \
    KNOB(qs_moves, 3, 0, 12, 1)                                                                                            \
    KNOB(bad_capture_depth, 4, -1, 10, 1)                                                                                  \
    KNOB(raised_most, 9, 3, 28, 2)                                                                                         \
    KNOB(iir_entry, 6, -1, 12, 1)                                                                                          \
    KNOB(correction_weight, 15, 2, 64, 3)                                                                                  \
    KNOB(correction_error, 220, 20, 600, 25)

struct Knob {
    const char* name;
    int value, least, most, step;
};
#define ROW(name, value, least, most, step) {#name, value, least, most, step},
inline const Knob ALL_KNOBS[] = {KNOBS(ROW)};
#undef ROW
#define PLACE(name, ...) name##_place,
enum KnobPlace { KNOBS(PLACE) KNOB_COUNT };
#undef PLACE

#ifdef TUNE
constexpr int PLAYERS = 2;
#else
constexpr int PLAYERS = 1;
#endif
