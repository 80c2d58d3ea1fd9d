// The numbers of the search, one row each: name, value in use, least, most, and a step that games should feel. Margins are
// in hundredths of a pawn, in the units of the network's scores; reductions and shares in 1024ths; histories as they are
// kept here, at half of the engine's size.
//
// They are constants, unless the program is built to tune them (`make tune`): then each of two players has its own.
#define KNOBS(KNOB)                                                                                                        \
    KNOB(aspiration, 11, 4, 60, 4)                                                                                         \
    KNOB(razor_base, 113, 0, 600, 35)                                                                                      \
    KNOB(razor_step, 209, 50, 500, 30)                                                                                     \
    KNOB(rfp_margin, 49, 20, 160, 8)            /* reverse futility pruning, for each ply */                               \
    KNOB(rfp_improving, 28, 0, 200, 12)                                                                                    \
    KNOB(rfp_worsening, 16, -40, 100, 8)        /* less if the opponent's last move made things worse for it */            \
    KNOB(rfp_was_pv, 15, -60, 150, 12)                                                                                     \
    KNOB(null_base, 37, -200, 400, 25)                                                                                     \
    KNOB(null_step, 24, -10, 60, 5)                                                                                        \
    KNOB(null_reduction, 4294, 1024, 8192, 350)                                                                            \
    KNOB(null_reduction_step, 383, 100, 700, 40)                                                                           \
    KNOB(null_surplus, 91, 30, 300, 12)                                                                                    \
    KNOB(lmp_base, 417, 0, 1000, 60)            /* late move pruning, in hundredths of a move */                           \
    KNOB(lmp_step, 115, 30, 250, 11)                                                                                       \
    KNOB(lmp_worsening, 57, 20, 100, 5)         /* percent */                                                              \
    KNOB(futility_base, -6, -50, 250, 13)                                                                                  \
    KNOB(futility_step, 34, 20, 200, 10)                                                                                   \
    KNOB(futility_history, 36, 0, 250, 12)                                                                                 \
    KNOB(prune_history, 410, -200, 1500, 90)                                                                               \
    KNOB(history_pruning, 1670, 200, 3000, 120)                                                                            \
    KNOB(qs_delta, 172, 40, 400, 22)                                                                                       \
    KNOB(check_bonus, 5014, 0, 10000, 450)                                                                                 \
    KNOB(escape, 79, 0, 250, 12)                /* tenths */                                                               \
    KNOB(lmr_base, 40, 0, 160, 8)               /* hundredths of a ply */                                                  \
    KNOB(lmr_divisor, 254, 150, 400, 14)                                                                                   \
    KNOB(lmr_pv, 1013, -500, 3000, 140)                                                                                    \
    KNOB(lmr_not_pv, 881, -500, 3000, 140)                                                                                 \
    KNOB(lmr_cut_node, 1588, -500, 4000, 170)                                                                              \
    KNOB(lmr_worsening, 916, -500, 3000, 140)                                                                              \
    KNOB(lmr_table_capture, 543, -500, 3000, 140)                                                                          \
    KNOB(lmr_killer, 1044, -500, 3000, 150)                                                                                \
    KNOB(lmr_history, 410, 0, 1024, 32)                                                                                    \
    KNOB(lmr_cuts, 526, -500, 3000, 140)                                                                                   \
    KNOB(lmr_check, 1078, -500, 3000, 150)                                                                                 \
    KNOB(lmr_capture, 607, 0, 1500, 80)         /* the share of a reduction that captures get */                           \
    KNOB(lmr_good_capture, 184, -500, 2500, 130)                                                                           \
    KNOB(lmr_correction, 7, 0, 40, 3)                                                                                      \
    KNOB(deeper, 58, 5, 200, 9)                                                                                            \
    KNOB(hindsight, 32, 10, 400, 18)                                                                                       \
    KNOB(lesson, 53, 0, 200, 8)                 /* tenths */                                                               \
    KNOB(lesson_most, 533, 100, 2500, 110)                                                                                 \
    KNOB(bonus_step, 167, 40, 400, 16)                                                                                     \
    KNOB(bonus_less, 89, -100, 400, 25)                                                                                    \
    KNOB(bonus_most, 669, 200, 2500, 95)                                                                                   \
    KNOB(malus_step, 262, 40, 500, 18)                                                                                     \
    KNOB(malus_less, -67, -100, 400, 25)                                                                                   \
    KNOB(malus_most, 818, 200, 2500, 80)                                                                                   \
    KNOB(praise, 654, 0, 1500, 80)                                                                                         \
    KNOB(correction_pawns, 1025, 0, 3000, 150)                                                                             \
    KNOB(correction_moves, 616, 0, 3000, 150)                                                                              \
    KNOB(singular_depth, 5, 3, 10, 1)                                                                                      \
    KNOB(singular_margin, 12, 0, 64, 4)         /* sixteenths, for each ply */                                             \
    KNOB(singular_double, 14, 0, 100, 5)                                                                                   \
    KNOB(singular_pv, 55, -20, 300, 20)                                                                                    \
    KNOB(singular_beta, 3, -1, 5, 1)                                                                                       \
    KNOB(singular_cut_node, 2, -1, 4, 1)                                                                                   \
    KNOB(table_praise, 108, -300, 2000, 150)                                                                               \
    KNOB(table_blame, 378, -400, 1500, 120)                                                                                \
    KNOB(spread_depth, 4, 1, 24, 2)                                                                                        \
    KNOB(null_elsewhere, 201, -60, 600, 30)                                                                                \
    KNOB(weight_plain, 787, 0, 3000, 110)                                                                                  \
    KNOB(weight_after_1, 1255, 0, 3000, 110)                                                                               \
    KNOB(weight_after_2, 1165, 0, 3000, 110)                                                                               \
    KNOB(weight_after_4, 875, 0, 3000, 110)                                                                                \
    KNOB(rfp_depth, 8, 3, 16, 1)                                                                                           \
    KNOB(futility_depth, 11, 3, 16, 1)                                                                                     \
    KNOB(razor_depth, 1, 0, 9, 1)                                                                                          \
    KNOB(history_pruning_depth, 7, 1, 12, 1)                                                                               \
    KNOB(losing_depth, 1, -1, 10, 1)                                                                                       \
    KNOB(qs_moves, 3, 0, 12, 1)                                                                                            \
    KNOB(bad_capture_depth, 3, -1, 10, 1)                                                                                  \
    KNOB(raised_most, 5, 3, 28, 2)                                                                                         \
    KNOB(iir_entry, 9, -1, 12, 1)                                                                                          \
    KNOB(correction_weight, 15, 2, 64, 3)                                                                                  \
    KNOB(correction_error, 166, 20, 600, 25)                                                                               \
    KNOB(rfp_correction, 12, -60, 120, 6)       /* sixteenths, for each hundredth of a correction */                       \
    KNOB(malus_fading, 2, -1, 40, 1)            /* sixteenths, for each move */                                            \
    KNOB(lmr_below, 166, -1500, 2500, 130)                                                                                 \
    KNOB(null_improving, 337, -2000, 2000, 200)                                                                            \
    KNOB(rfp_beyond, 11, -2, 18, 1)             /* sixteenths of what lies beyond beta that are believed */                \
    KNOB(pat_beyond, 11, -2, 18, 1)             /* the same in quiescence */                                               \
    KNOB(lmr_table_above, 373, -1500, 2500, 140)                                                                           \
    KNOB(lmr_table_deep, 226, -1500, 2500, 140)                                                                            \
    KNOB(hindsight_deeper, 2, 0, 8, 1)                                                                                     \
    KNOB(singular_was_pv, 7, -15, 64, 4)                                                                                   \
    KNOB(iir_depth, 8, 0, 10, 1)

#define PLACE(name, ...) name##_place,
enum KnobPlace { KNOBS(PLACE) KNOB_COUNT };
#undef PLACE

constexpr int PLAYERS = 1 + TUNE;
