//! The evaluation of a position in words and figures, for people who want to know why.

use std::fmt;

use mola_rules::{Color, Position};

use super::terms::{self, danger};
use super::weights::WEIGHTS;
use super::{Ledger, PawnTable, Sum, endgame, evaluate, pawns, pieces_and_kings, sign};
use crate::pair::Pair;
use crate::tracker::{FULL_PHASE, Tracker};

/// What a position is worth without looking ahead, theme by theme.
///
/// ```
/// use mola_engine::Breakdown;
/// use mola_rules::Position;
/// let position: Position = "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1".parse().unwrap();
/// let breakdown = Breakdown::of(&position);
/// assert!(breakdown.value > 300 && breakdown.to_string().contains("Passed pawns"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// What adds up to the value; empty if special knowledge of the ending replaces it.
    pub themes: Vec<Theme>,
    /// How much of a middlegame it is, in percent; the rest is endgame.
    pub middlegame: i32,
    /// How much of the endgame value counts, in percent: less if a win is unlikely.
    pub winnable: i32,
    /// The value for White, in hundredths of a pawn.
    pub value: i32,
}

/// One theme of the evaluation. All figures are hundredths of a pawn, good for their player if
/// positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// What it is called.
    pub name: &'static str,
    /// What White has of it, in the middlegame and in the endgame.
    pub white: [i32; 2],
    /// What Black has of it, in the middlegame and in the endgame.
    pub black: [i32; 2],
}

/// The themes, each with the first of its terms: it goes as far as the next one's.
const THEMES: [(&str, usize); 14] = [
    ("Pawns", terms::PIECE_SQUARE),
    ("Knights", terms::PIECE_SQUARE + 64),
    ("Bishops", terms::PIECE_SQUARE + 2 * 64),
    ("Rooks", terms::PIECE_SQUARE + 3 * 64),
    ("Queens", terms::PIECE_SQUARE + 4 * 64),
    ("Kings", terms::PIECE_SQUARE + 5 * 64),
    ("Mobility", terms::KNIGHT_MOBILITY),
    ("Pawn structure", terms::ISOLATED_PAWN),
    ("Passed pawns", terms::PASSED_PAWN),
    ("Minor pieces", terms::BISHOP_PAIR),
    ("Open files", terms::ROOK_HALF_OPEN),
    ("Threats", terms::PAWN_THREAT),
    ("Shelter", terms::SHELTER),
    ("Right to move", terms::TEMPO),
];
const DANGER: &str = "King in danger";

impl Breakdown {
    /// Evaluates a position.
    pub fn of(position: &Position) -> Self {
        let tracker = Tracker::of(position);
        let phase = tracker.phase.min(FULL_PHASE);
        let value = evaluate(position, &tracker, &mut PawnTable::new()) * sign(position.turn());
        let mut account = Account { sides: [[Pair::ZERO; THEMES.len()]; 2], danger: [Pair::ZERO; 2] };
        let mut winnable = 100;
        let mut themes = Vec::new();
        if endgame::known_ending(position).is_none() {
            account.fill(position);
            let endgame = account.total().endgame();
            let stronger = if endgame > 0 { Color::White } else { Color::Black };
            winnable = endgame::scale(position, stronger) * 100 / endgame::FULL_SCALE;
            themes = account.themes();
        }
        Self { themes, middlegame: phase * 100 / FULL_PHASE, winnable, value }
    }
}

/// Adds up the weights by theme and player.
struct Account {
    sides: [[Pair; THEMES.len()]; 2],
    danger: [Pair; 2],
}

impl Account {
    fn fill(&mut self, position: &Position) {
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                let relative = square.relative(piece.color) as usize;
                self.add(terms::PIECE_SQUARE + piece.role as usize * 64 + relative, sign(piece.color));
            }
        }
        let structure = pawns::structure(position, self);
        pieces_and_kings(position, &structure, self);
        self.add(terms::TEMPO, sign(position.turn()));
    }

    fn total(&self) -> Pair {
        let [white, black] = self.sides.map(|side| side.into_iter().fold(Pair::ZERO, |sum, pair| sum + pair));
        white - black + self.danger[0] - self.danger[1]
    }

    fn themes(&self) -> Vec<Theme> {
        let halves = |pair: Pair| [pair.middlegame(), pair.endgame()];
        let theme = |name, white, black| Theme { name, white: halves(white), black: halves(black) };
        let mut themes: Vec<Theme> = THEMES
            .iter()
            .zip(self.sides[0].iter().zip(&self.sides[1]))
            .map(|((name, _), (&white, &black))| theme(*name, white, black))
            .collect();
        themes.insert(themes.len() - 1, theme(DANGER, self.danger[0], self.danger[1]));
        themes
    }
}

impl Ledger for Account {
    fn add(&mut self, term: usize, count: i32) {
        // Whose term it is shows in the sign of the count alone.
        let side = usize::from(count < 0);
        let theme = THEMES.partition_point(|&(_, first)| first <= term) - 1;
        self.sides[side][theme] += WEIGHTS[term] * count.abs();
    }

    fn endanger(&mut self, color: Color, reasons: &[i32; danger::COUNT]) {
        let mut sum = Sum(Pair::ZERO);
        sum.endanger(color, reasons);
        self.danger[color as usize] = sum.0 * sign(color);
    }
}

impl fmt::Display for Breakdown {
    /// A table in pawns, and the value below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pawns = |value: i32| format!("{:+.2}", f64::from(value) / 100.0);
        if self.themes.is_empty() {
            return writeln!(f, "A known ending: {} pawns for White", pawns(self.value));
        }
        writeln!(f, "{:<16}  {:>14}  {:>14}  {:>14}", "In pawns", "White ", "Black ", "Together")?;
        let halves = format!("{:>7}{:>7}", "middle", "end");
        writeln!(f, "{:<16}  {halves}  {halves}  {halves}", "")?;
        let mut sums = [[0; 2]; 3];
        for Theme { name, white, black } in &self.themes {
            let columns = [*white, *black, [white[0] - black[0], white[1] - black[1]]];
            write_row(f, name, &columns)?;
            for (sum, column) in sums.iter_mut().flatten().zip(columns.iter().flatten()) {
                *sum += column;
            }
        }
        write_row(f, "Sum", &sums)?;
        writeln!(
            f,
            "\n{}% middlegame, {}% endgame; the endgame counts to {}%",
            self.middlegame,
            100 - self.middlegame,
            self.winnable
        )?;
        writeln!(f, "Value: {} pawns for White", pawns(self.value))
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, name: &str, columns: &[[i32; 2]; 3]) -> fmt::Result {
    write!(f, "{name:<16}")?;
    for [middlegame, endgame] in columns {
        write!(f, "  {:>+7.2}{:>+7.2}", f64::from(*middlegame) / 100.0, f64::from(*endgame) / 100.0)?;
    }
    writeln!(f)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_walk::random_walk;

    #[test]
    fn the_themes_add_up_to_the_evaluation() {
        let mut compared = 0;
        for position in random_walk(0x1357_9BDF_2468_ACE1).take(2000) {
            let breakdown = Breakdown::of(&position);
            if breakdown.themes.is_empty() {
                continue;
            }
            let sum = |half: usize| -> i32 {
                breakdown.themes.iter().map(|theme| theme.white[half] - theme.black[half]).sum()
            };
            let phase = Tracker::of(&position).phase.min(FULL_PHASE);
            let stronger = if sum(1) > 0 { Color::White } else { Color::Black };
            let endgame = sum(1) * endgame::scale(&position, stronger) / endgame::FULL_SCALE;
            let value = (sum(0) * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE;
            assert!((value - breakdown.value).abs() <= 1, "{breakdown:?} in {position}");
            compared += 1;
        }
        assert!(compared > 1000);
    }

    #[test]
    fn each_theme_stands_where_it_belongs() {
        let find = |fen: &str, name: &str| {
            let breakdown = Breakdown::of(&fen.parse().unwrap());
            breakdown.themes.into_iter().find(|theme| theme.name == name).unwrap()
        };
        let passed = find("4k3/p7/8/8/8/8/7P/R3K3 w - - 0 1", "Passed pawns");
        assert!(passed.white[1] > 0 && passed.black[1] > 0, "{passed:?}");
        let queens = find("4k3/pp6/8/8/8/8/PP6/3QK3 w - - 0 1", "Queens");
        assert!(queens.white[0] > 700 && queens.black == [0, 0], "{queens:?}");
        let right = find("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "Right to move");
        assert!(right.black[0] > 0 && right.white == [0, 0], "{right:?}");
    }

    #[test]
    fn a_known_ending_has_no_themes_but_a_value() {
        let breakdown = Breakdown::of(&"4k3/8/8/8/8/8/8/3QK3 b - - 0 1".parse().unwrap());
        assert!(breakdown.themes.is_empty() && breakdown.value > 5000, "{breakdown:?}");
        assert!(breakdown.to_string().starts_with("A known ending: +"), "{breakdown}");
    }
}
