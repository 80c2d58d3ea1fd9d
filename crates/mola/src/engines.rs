//! The engines that come with the program, and how any engine is named and started.

pub(crate) mod pace;
pub(crate) mod running;
pub(crate) mod search_path;
pub(crate) mod spec;
pub(crate) mod values_file;

use anyhow::anyhow;
use mola_engine::Mola;
use mola_engine::nnue::read_file;
use mola_game::{BadOption, EachMove, Engine};
use mola_pocket::{Entry, PocketEngine, Values};
use mola_protocol::Lineup;

use crate::lab::bench;

/// Slots of the pocket engine's table where memory is plentiful: 12 MiB.
const POCKET_TABLE: usize = 1 << 20;

/// Both engines, behind either protocol.
pub(crate) fn lineup() -> Lineup {
    let name = concat!("Mola ", env!("CARGO_PKG_VERSION"));
    Lineup::new(name, "the Mola team", Box::new(mola())).and(pocket()).bench(bench::run_in_session)
}

/// The strong engine, which can read a network from a file.
pub(crate) fn mola() -> Mola {
    Mola::new().reading(read_file)
}

/// The strong engine with a chosen network: a file or `<builtin>`.
pub(crate) fn mola_with(eval_file: Option<&str>) -> anyhow::Result<Mola> {
    let mut engine = mola();
    if let Some(file) = eval_file {
        let name = "EvalFile";
        engine.set_option(name, file).map_err(|error| anyhow!("{file}: {}", BadOption { name, error }))?;
    }
    Ok(engine)
}

/// The engine that follows Sunfish, which itself shows one line only.
pub(crate) fn pocket() -> Box<dyn Engine + Send> {
    pocket_with(Values::MOLA)
}

/// The same engine with other beliefs.
pub(crate) fn pocket_with(values: &'static Values) -> Box<dyn Engine + Send> {
    Box::new(EachMove(PocketEngine::with_values(vec![Entry::EMPTY; POCKET_TABLE], values)))
}
