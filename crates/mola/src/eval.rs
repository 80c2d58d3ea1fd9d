//! `mola eval`: what the engine thinks of a position without looking ahead, and why.

use clap::Args;
use mola_engine::{Breakdown, Theme};
use mola_rules::{Color, Position};
use serde_json::{Value, json};

use crate::output;
use crate::position::PositionWords;

/// Show what a position is worth without looking ahead, term by term.
#[derive(Args)]
#[command(after_help = "Examples:
  mola eval startpos
  mola eval startpos moves e4 e5 Nf3
  mola eval 'r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 9' --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionWords,
    /// Letters for the pieces instead of figures
    #[arg(long)]
    ascii: bool,
    /// Black at the bottom
    #[arg(long)]
    flip: bool,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (position, _) = arguments.position.read()?;
    let breakdown = Breakdown::of(&position);
    if arguments.json {
        return output::print_json(&as_json(&position, &breakdown));
    }
    let bottom = if arguments.flip { Color::Black } else { Color::White };
    let board = position.board();
    let drawing = if arguments.ascii { board.ascii() } else { board.unicode() }.seen_by(bottom);
    let turn = format!("{} to move", position.turn());
    let over = position.outcome().map(|outcome| format!(": {outcome}")).unwrap_or_default();
    output::print(format!("\n{drawing}\n{turn}{over}\n{position}\n\n{breakdown}"))
}

fn as_json(position: &Position, breakdown: &Breakdown) -> Value {
    let halves = |[middlegame, endgame]: [i32; 2]| json!({ "middlegame": middlegame, "endgame": endgame });
    let theme = |theme: &Theme| json!({ "name": theme.name, "white": halves(theme.white), "black": halves(theme.black) });
    json!({
        "fen": position.to_string(),
        "value": breakdown.value,
        "middlegame_percent": breakdown.middlegame,
        "endgame_counts_percent": breakdown.winnable,
        "themes": breakdown.themes.iter().map(theme).collect::<Vec<_>>(),
    })
}
