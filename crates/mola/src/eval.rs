//! `mola eval`: what an engine thinks of a position, piece by piece.

mod pocket;

use anyhow::bail;
use clap::Args;
use mola_engine::Mola;
use mola_rules::{Color, Square};
use serde_json::{Value, json};

use crate::engines::spec::{EngineSpec, Program};
use crate::output;
use crate::position::PositionWords;

/// Show what an engine thinks of a position, piece by piece.
///
/// With Mola, the number below each piece says how many pawns it is worth: by how much White's value would
/// fall without it. Pocket adds up numbers for each square, and shows them all.
#[derive(Args)]
#[command(after_help = "Examples:
  mola eval startpos
  mola eval startpos moves e4 e5 Nf3
  mola eval --engine pocket startpos moves e4
  mola eval --engine 'pocket values=pocket.toml' startpos
  mola eval 'r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 9' --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionWords,
    /// The engine: mola, or pocket, perhaps with values=FILE
    #[arg(long, default_value = "mola", value_name = "ENGINE")]
    engine: String,
    /// Use letters for the pieces instead of figures
    #[arg(long)]
    ascii: bool,
    /// Show Black at the bottom
    #[arg(long)]
    flip: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (position, _) = arguments.position.read()?;
    let spec = EngineSpec::parse(&arguments.engine)?;
    let explained = match &spec.program {
        Program::Mola => None,
        Program::Pocket => Some(pocket::explain(&position, spec.pocket_values()?)),
        _ => bail!("only mola and pocket explain themselves: --engine mola or --engine pocket"),
    };
    if let (Some(explained), true) = (&explained, arguments.json) {
        return output::print_json(&explained.to_json(&position));
    }
    let view = Mola::new().network().view(&position);
    if arguments.json {
        let worth = |square: Square| Some((square.to_string(), json!(view.worth(square)?)));
        return output::print_json(&json!({
            "fen": position.to_string(),
            "value": view.known_ending.unwrap_or(view.value),
            "network": view.value,
            "known_ending": view.known_ending,
            "pieces": Square::ALL.into_iter().filter_map(worth).collect::<serde_json::Map<String, Value>>(),
        }));
    }
    let bottom = if arguments.flip { Color::Black } else { Color::White };
    let board = position.board();
    let drawing = if arguments.ascii { board.ascii() } else { board.unicode() }.seen_by(bottom);
    let over = position.outcome().map(|outcome| format!(": {outcome}")).unwrap_or_default();
    let told = explained.map_or_else(|| view.to_string(), |explained| explained.to_text());
    output::print(format!("\n{drawing}\n{} to move{over}\n{position}\n\n{told}", position.turn()))
}
