//! The engines that come with the program, and how any engine is named and started.

pub(crate) mod pace;
pub(crate) mod running;
pub(crate) mod search_path;
pub(crate) mod spec;
pub(crate) mod values_file;

use anyhow::anyhow;
use mola_engine::Mola;
use mola_engine::nnue::read_file;
use mola_game::{BadOption, Engine};
use mola_pocket::{Values, large_engine};
use mola_protocol::Lineup;

use crate::lab::bench;

/// Mebibytes that either engine takes with its usual table, when it thinks on one thread.
pub(crate) const MEBIBYTES: usize = 24;

/// Both engines, behind either protocol.
pub(crate) fn lineup() -> Lineup {
    let name = concat!("Mola ", env!("CARGO_PKG_VERSION"));
    Lineup::new(name, "the Mola team", Box::new(mola()))
        .and(large_engine(Values::MOLA))
        .bench(bench::run_in_session)
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
