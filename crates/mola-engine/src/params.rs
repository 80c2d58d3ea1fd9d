//! The numbers of the search: one row each, with the value in use and the range that makes sense.
//!
//! The search asks [`Knobs`] for them by name. They are constants, unless the feature `tune` makes each an option
//! of the engine.

/// A number of the search that can be tuned.
#[cfg(feature = "tune")]
#[derive(Clone, Copy, Debug)]
pub struct Knob {
    /// Its name, also as an option.
    pub name: &'static str,
    /// The value in use.
    pub value: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest value that makes sense.
    pub max: i32,
    /// A change that should be felt in games.
    pub step: i32,
}

#[cfg(feature = "tune")]
impl Knob {
    /// The knob as an option of the engine.
    pub(crate) fn option(&self) -> mola_game::EngineOption {
        let [value, min, max] = [self.value, self.min, self.max].map(i64::from);
        mola_game::EngineOption::number(self.name, value, min, max)
    }
}

/// Declares knobs: name, value, least, most, and the step of a tuner.
macro_rules! knobs {
    ($($(#[$meta:meta])* $name:ident: $value:literal, $min:literal, $max:literal, $step:literal;)*) => {
        $(const _: () = assert!($min <= $value && $value <= $max && $step > 0);)*

        /// All numbers of the search.
        #[derive(Debug)]
        pub(crate) struct Knobs {
            $(#[cfg(feature = "tune")]
            $name: i32,)*
        }

        impl Knobs {
            pub(crate) const fn new() -> Self {
                Self {
                    $(#[cfg(feature = "tune")]
                    $name: $value,)*
                }
            }

            $($(#[$meta])*
            #[inline(always)]
            #[allow(clippy::unused_self, reason = "with `tune`, each engine has numbers of its own")]
            pub(crate) const fn $name(&self) -> i32 {
                #[cfg(feature = "tune")]
                return self.$name;
                #[cfg(not(feature = "tune"))]
                $value
            })*

            /// Sets a knob by its name. Whether there is one.
            #[cfg(feature = "tune")]
            pub(crate) fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }

        /// All knobs, in the order of the search.
        #[cfg(feature = "tune")]
        pub static KNOBS: &[Knob] = &[
            $(Knob { name: stringify!($name), value: $value, min: $min, max: $max, step: $step },)*
        ];
    };
}

// Depths are in plies, margins in hundredths of a pawn, and reductions in 1024ths of a ply.
knobs! {
    /// Aspiration windows: the depth from which they are narrow, and half the width of the first one.
    aspiration_depth: 4, 2, 8, 1;
    aspiration: 11, 4, 40, 3;
    /// It is wider by the last value divided by this, and by how much at most.
    aspiration_value: 200, 50, 500, 40;
    aspiration_value_most: 10, 0, 30, 2;
    /// How many percent a window grows by, and the width from which it is opened completely.
    aspiration_growth: 50, 10, 150, 10;
    aspiration_widest: 800, 200, 2000, 100;
    /// How many plies shallower a move that failed high is searched again, at most.
    aspiration_reduction: 3, 0, 5, 1;

    /// The table answers only while fewer half-moves passed without progress.
    table_halfmoves: 90, 60, 100, 5;
    /// How much deeper than searched a result of the endgame tables counts.
    tablebase_depth: 6, 0, 12, 1;
    /// The static evaluation fades with each half-move without progress: to nothing after this many.
    halfmove_damping: 208, 150, 400, 15;
    /// How many percent of it count without pieces, and how many more with all of them.
    material_least: 88, 60, 120, 3;
    material_more: 20, 0, 60, 3;

    /// Lesson of the evaluation: what a gain of a hundredth of a pawn is worth to the history, and at most.
    lesson_factor: 11, 2, 30, 2;
    lesson_most: 1067, 400, 3000, 150;

    /// Hindsight: the reductions after which a second look is due, and the gain that calls for less depth.
    hindsight_deeper: 2, 1, 5, 1;
    hindsight_shallower: 1, 1, 4, 1;
    hindsight: 32, 10, 320, 20;

    /// Razoring: how far below alpha a shallow search is not worth it.
    razor_depth: 1, 1, 6, 1;
    razor_base: 113, 100, 400, 25;
    razor_factor: 209, 100, 350, 25;

    /// Reverse futility: what each ply of depth may lose.
    rfp_depth: 8, 5, 11, 1;
    rfp_margin: 49, 40, 140, 8;
    /// How much less if the player's position gets better, and if the opponent's last move made things worse for it.
    rfp_improving: 28, 0, 140, 8;
    rfp_worsening: 15, 0, 60, 4;
    /// How much more, in 16ths, for each hundredth of a pawn by which the evaluation was corrected.
    rfp_correction: 12, 0, 60, 4;
    /// How much of what lies beyond beta is believed, in 16ths; and the same where a player stands pat in quiescence.
    rfp_beyond: 11, 0, 16, 1;
    pat_beyond: 11, 0, 16, 1;

    /// Null move: where it is tried. The static evaluation may be below beta by the factor times depth, less
    /// the base.
    null_depth: 3, 1, 5, 1;
    null_base: 37, 0, 300, 20;
    null_factor: 24, 0, 50, 4;
    /// Its reduction: a base, more for each ply of depth, more if the player's position gets better, and a ply more for
    /// each such surplus over beta, up to that many plies.
    null_reduction: 4294, 2048, 6144, 350;
    null_reduction_depth: 383, 150, 600, 40;
    null_reduction_improving: 337, 0, 1024, 100;
    null_reduction_eval: 91, 40, 350, 20;
    null_reduction_most: 7, 1, 8, 1;
    /// From this depth on it is verified, and no other is made for this many quarters of the depth left.
    null_verify_depth: 14, 8, 20, 1;
    null_verify_quarters: 3, 1, 4, 1;

    /// Probcut: how far above beta a capture must lead, how much less if improving, and how much less deeply it
    /// is searched.
    probcut_depth: 5, 3, 8, 1;
    probcut_margin: 122, 80, 350, 20;
    probcut_improving: 41, 0, 120, 10;
    probcut_reduction: 4, 2, 6, 1;
    /// How far above beta a value from the table is proof enough.
    probcut_entry: 274, 100, 800, 40;

    /// Internal reduction: from which depth on.
    iir_depth: 8, 2, 12, 1;
    /// How much shallower the table's entry may be.
    iir_entry: 8, 2, 14, 1;

    /// Late move pruning: how many moves are tried, in hundredths: a base, and more for the square of the depth. How
    /// many percent of them if the player's position gets worse.
    lmp_base: 417, 100, 800, 60;
    lmp_factor: 115, 50, 200, 11;
    lmp_worsening: 57, 20, 100, 5;
    /// Futility of quiet moves: what a move may still win.
    futility_depth: 11, 4, 12, 1;
    futility_base: -6, -60, 250, 15;
    futility_factor: 34, 20, 160, 10;
    futility_history: 351, 80, 500, 30;
    /// The same of captures.
    futility_capture_depth: 6, 2, 10, 1;
    futility_capture: 183, 50, 500, 25;
    futility_capture_factor: 167, 50, 400, 20;
    futility_capture_history: 83, 20, 300, 15;
    /// The history that changes the depth of pruning by a ply.
    prune_history: 10000, 4000, 40000, 1500;
    /// Quiet moves with a history below this for each ply of depth are not tried.
    history_prune_depth: 7, 2, 8, 1;
    history_prune: 9640, 2000, 14000, 500;
    /// Exchanges that lose more than this for each ply of depth are not tried.
    see_quiet_depth: 8, 4, 12, 1;
    see_quiet: 63, 20, 100, 6;
    see_capture_depth: 8, 4, 12, 1;
    see_capture: 77, 50, 180, 10;
    /// How much more a capture may lose that was good before, in 1024ths of its history.
    see_capture_history: 6, -20, 40, 3;

    /// Singular extension: where it is tried, how much shallower the table's entry may be, and how much worse all
    /// other moves must be, in 16ths for each ply of depth.
    singular_depth: 5, 4, 10, 1;
    singular_entry: 3, 1, 5, 1;
    singular_margin: 13, 4, 48, 3;
    /// How much more where a principal variation once went.
    singular_was_pv: 7, 0, 32, 3;
    /// How many plies less the table's move gets if others do as well: above beta, and at a cut node.
    singular_beta: 2, 0, 3, 1;
    singular_cut_node: 2, 0, 3, 1;
    /// Two plies if worse by this much, and how often in a line.
    double_margin: 15, 5, 40, 4;
    /// How much more in a principal variation, and three plies if worse by this much.
    double_pv: 54, 0, 300, 20;
    triple_margin: 87, 40, 300, 10;
    double_most: 8, 2, 16, 1;

    /// Late move reductions: in hundredths of a ply.
    lmr_base: 40, 20, 120, 8;
    lmr_divisor: 253, 170, 320, 12;
    /// What changes them: a node that was never in a principal variation.
    lmr_not_pv: 881, 0, 2048, 120;
    /// A node that is expected to fail high.
    lmr_cut_node: 1588, 0, 3000, 150;
    /// A player whose position gets worse.
    lmr_worsening: 916, 0, 1600, 100;
    /// A quiet move if the table's move is a capture.
    lmr_table_capture: 543, 0, 1600, 100;
    /// Children that were cut more often than the second number.
    lmr_cuts: 526, 0, 1600, 100;
    lmr_cuts_most: 3, 1, 6, 1;
    /// A move that gives check, less.
    lmr_check: 1078, 0, 2048, 120;
    /// A node of the principal variation, less.
    lmr_pv: 1013, 0, 2048, 120;
    /// A node where a principal variation once went, less if the table's value is above alpha, and if its entry is deep.
    lmr_table_above: 373, 0, 1536, 100;
    lmr_table_deep: 226, 0, 1536, 100;
    /// A player whose evaluation is below alpha by more than the second number.
    lmr_below: 166, 0, 1024, 80;
    lmr_below_margin: 112, 0, 400, 25;
    /// For each hundredth of a pawn by which the evaluation was corrected, less.
    lmr_correction: 7, 0, 30, 2;
    /// The history that is worth a ply, and the most that it counts.
    lmr_history: 9990, 6000, 22000, 1000;
    lmr_history_most: 2405, 1024, 4096, 200;
    /// Captures get this share of the reduction, in 1024ths, and good ones less.
    lmr_capture: 607, 0, 1536, 80;
    lmr_good_capture: 219, 0, 1536, 100;
    /// A reduced move that comes out this far above the best is searched a ply deeper.
    lmr_deeper: 58, 20, 120, 8;
    /// How many plies less the rest gets once a move raised alpha, and the depths between which it does.
    raised: 1, 0, 3, 1;
    raised_least: 3, 2, 6, 1;
    raised_most: 5, 3, 24, 2;

    /// Bonuses of histories: for each ply, less a bit, and at most.
    bonus_factor: 334, 80, 500, 25;
    bonus_less: 179, 0, 400, 30;
    bonus_most: 1338, 900, 2600, 120;
    /// What is counted against moves that were tried before the best one.
    malus_factor: 525, 80, 600, 25;
    malus_less: -135, -200, 400, 30;
    malus_most: 1637, 600, 2600, 120;
    /// How fast it fades with the number of the move, in 16ths.
    malus_fading: 2, 0, 16, 1;
    /// How much of a bonus the opponent's last move gets if nothing helps against it, in 1024ths.
    praise: 654, 0, 1024, 80;
    /// A cut that goes beyond beta by this much counts as one ply more.
    bonus_beyond: 54, 10, 150, 10;

    /// The largest error of the evaluation that is learned from, and the most that one lesson weighs, of 256.
    correction_error: 166, 50, 400, 25;
    correction_weight: 15, 4, 64, 4;
    /// How much of what each part of the position taught is added to the evaluation, in 1024ths.
    correction_pawns: 1186, 0, 3000, 120;
    correction_moves: 417, 0, 3000, 120;
    correction_minors: 579, 0, 3000, 120;
    correction_pieces: 618, 0, 3000, 120;

    /// Order of captures: how much the worth of what is taken counts, compared with the history.
    capture_worth: 17, 4, 64, 4;
    /// A capture that was good before may lose its score divided by this.
    capture_trust: 66, 20, 400, 10;
    /// Order of quiet moves: what leaving or entering danger is worth, for each hundredth of the piece, and a check.
    escape: 21, 0, 60, 3;
    check_bonus: 13370, 0, 24000, 1000;
    /// How much a check may lose to get it.
    check_loss: 82, 0, 200, 15;

    /// Quiescence: captures that cannot raise alpha by this are not tried.
    qs_futility: 190, 60, 320, 20;
    /// How many moves are tried, besides captures on the square of the last one.
    qs_moves: 3, 2, 32, 1;

    /// Time: how many more moves a game is expected to last, and how much of the increment is spent on each, in
    /// percent.
    time_moves: 15, 8, 50, 2;
    time_increment: 95, 40, 100, 5;
    /// The soft and the hard limit, in percent of a move's share, and of what is left on the clock at most.
    time_soft: 75, 40, 120, 5;
    time_soft_most: 70, 30, 90, 5;
    time_hard: 350, 150, 700, 25;
    time_hard_most: 60, 30, 90, 5;
    /// The same before the last move of a time control.
    time_hard_last: 90, 50, 95, 5;
    /// How the soft limit bends, in percent: where the best move changed, less for each depth for which it stayed,
    /// counted up to this many.
    time_changed: 135, 100, 200, 5;
    time_stable: 8, 2, 15, 1;
    time_stable_most: 9, 4, 16, 1;
    /// Where little of the effort went into the best move, less by its share of the effort.
    time_torn: 165, 100, 250, 5;
    time_effort: 105, 50, 200, 5;
    /// One more for each hundredth of a pawn by which the value fell, at most; and less if it rose.
    time_fallen: 60, 0, 150, 10;
    time_risen: 20, 0, 60, 5;
}
