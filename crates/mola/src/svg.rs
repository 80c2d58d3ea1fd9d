//! `mola svg`: a position as a picture.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use mola_game::Svg;
use mola_rules::{Color, Move, MoveKind, Square};

use crate::output;
use crate::position::PositionWords;

/// Draw a position as an SVG picture.
#[derive(Args)]
#[command(after_help = "Examples:
  mola svg startpos > board.svg
  mola svg startpos moves e4 c5 --arrow g1f3 --size 400 > sicilian.svg
  mola svg --flip --mark e4 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' --out board.svg")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionWords,
    /// Show Black at the bottom
    #[arg(long)]
    flip: bool,
    /// Highlight the last move, as in e2e4; not needed if moves follow the position
    #[arg(long, value_name = "MOVE", value_parser = squares)]
    last: Option<(Square, Square)>,
    /// Draw an arrow, as in g1f3; may be repeated
    #[arg(long, value_name = "MOVE", value_parser = squares)]
    arrow: Vec<(Square, Square)>,
    /// Draw a ring on a square, as in e4; may be repeated
    #[arg(long, value_name = "SQUARE", value_parser = square)]
    mark: Vec<Square>,
    /// Width and height in pixels; if not given, the picture scales to its container
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    size: Option<u32>,
    /// Leave out the letters and numbers at the edges
    #[arg(long)]
    no_coordinates: bool,
    /// A description for screen readers
    #[arg(long)]
    title: Option<String>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (position, last) = arguments.position.read()?;
    // Only the squares are marked, so the piece does not matter.
    let last = arguments.last.map_or(last, |(from, to)| Move::new(MoveKind::King, from, to));
    let mut arrows = arguments.arrow.clone();
    arrows.extend(arguments.mark.iter().map(|&square| (square, square)));
    let mut svg = Svg::new(&position)
        .seen_by(if arguments.flip { Color::Black } else { Color::White })
        .last_move(last)
        .arrows(&arrows)
        .coordinates(!arguments.no_coordinates);
    if let Some(size) = arguments.size {
        svg = svg.size(size);
    }
    if let Some(title) = &arguments.title {
        svg = svg.title(title);
    }
    match &arguments.out {
        Some(path) => crate::files::write_text(path, &svg.to_string()),
        None => output::print(svg),
    }
}

fn square(text: &str) -> anyhow::Result<Square> {
    text.parse().ok().with_context(|| format!("{text:?} is not a square; squares go from a1 to h8"))
}

fn squares(text: &str) -> anyhow::Result<(Square, Square)> {
    match (text.get(..2), text.get(2..)) {
        (Some(from), Some(to)) if from != to => Ok((square(from)?, square(to)?)),
        _ => bail!("{text:?} does not name two squares, as in e2e4"),
    }
}
