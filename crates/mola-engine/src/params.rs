//! The margins of the search: one row each, with the value in use and the range that makes sense.

/// Declares knobs: name, value, least, most, and the step of a tuner.
macro_rules! knobs {
    ($($(#[$meta:meta])* $name:ident: $value:literal, $min:literal, $max:literal, $step:literal;)*) => {
        $($(#[$meta])* pub(crate) const $name: i32 = $value;)*
        $(const _: () = assert!($min <= $value && $value <= $max && $step > 0);)*
    };
}

knobs! {
    /// Half the width of the first aspiration window.
    ASPIRATION: 14, 6, 40, 3;
    /// Reverse futility: what each ply of depth may lose.
    RFP_MARGIN: 80, 40, 140, 8;
    RFP_DEPTH: 8, 5, 11, 1;
    /// Razoring: how far below alpha a shallow search is not worth it.
    RAZOR_BASE: 220, 100, 400, 25;
    RAZOR_FACTOR: 210, 100, 350, 25;
    /// Null move: reduction, and how much more when far above beta.
    NULL_BASE: 4, 2, 6, 1;
    NULL_EVAL: 200, 100, 350, 20;
    /// Probcut: how far above beta a capture must lead.
    PROBCUT_MARGIN: 200, 100, 350, 20;
    /// Futility of quiet moves: what a move may still win.
    FUTILITY_BASE: 110, 50, 250, 15;
    FUTILITY_FACTOR: 90, 40, 160, 10;
    /// Exchanges that lose more than this for each ply of depth are not tried.
    SEE_QUIET: 60, 20, 100, 6;
    SEE_CAPTURE: 100, 50, 180, 10;
    /// Quiet moves with a history below this for each ply of depth are not tried.
    HISTORY_PRUNE: 5200, 2000, 9000, 500;
    /// Late move reductions: in hundredths of a ply.
    LMR_BASE: 70, 20, 120, 8;
    LMR_DIVISOR: 230, 170, 320, 12;
    LMR_HISTORY: 13000, 6000, 22000, 1000;
    /// The same, in 1024ths of a ply.
    LMR_TABLE_CAPTURE: 700, 0, 1600, 100;
    LMR_CUTS: 700, 0, 1600, 100;
    /// A reduced move after which the player to move gained this much is searched even less deeply.
    HINDSIGHT: 160, 60, 320, 20;
    /// Singular extension: how much worse all other moves must be, for each ply of depth.
    SINGULAR_MARGIN: 2, 1, 4, 1;
    DOUBLE_MARGIN: 20, 5, 40, 4;
    /// Bonuses of histories: for each ply, less a bit, and at most.
    BONUS_FACTOR: 300, 80, 500, 25;
    BONUS_LESS: 150, 0, 400, 30;
    BONUS_MOST: 1800, 900, 2600, 120;
    /// What is counted against moves that were tried before the best one.
    MALUS_FACTOR: 350, 80, 600, 25;
    MALUS_LESS: 50, 0, 400, 30;
    MALUS_MOST: 1200, 600, 2600, 120;
    /// Quiescence: captures that cannot raise alpha by this are not tried.
    QS_FUTILITY: 180, 80, 320, 20;
}
