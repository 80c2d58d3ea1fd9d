//! The engines that come with the program.

pub(crate) mod entrant;
pub(crate) mod pace;
pub(crate) mod player;

use std::io::ErrorKind;

use anyhow::anyhow;
use mola_engine::Mola;
use mola_game::{BadOption, EachMove, Engine};
use mola_pocket::{Entry, PocketEngine};
use mola_protocol::{Extras, Lineup};

use crate::lab::bench;

/// Slots of the pocket engine's table where memory is no matter: 12 MiB.
const POCKET_TABLE: usize = 1 << 20;

/// Both engines, behind either protocol.
pub(crate) fn lineup() -> Lineup {
    let name = concat!("Mola ", env!("CARGO_PKG_VERSION"));
    Lineup::new(name, "the Mola team", Box::new(mola())).and(pocket()).extras(More)
}

/// The strong engine, which can be told to read a network from a file.
pub(crate) fn mola() -> Mola {
    Mola::new().reading(|path| {
        std::fs::read(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => "there is no such file",
            ErrorKind::PermissionDenied => "the file may not be read",
            ErrorKind::IsADirectory => "this is a folder, not a file",
            _ => "the file cannot be read",
        })
    })
}

/// The strong engine with a network of somebody's choice: a file, `<builtin>` or `<none>`.
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
    Box::new(EachMove(PocketEngine::new(vec![Entry::EMPTY; POCKET_TABLE])))
}

/// What sessions can do beyond playing.
struct More;

impl Extras for More {
    fn bench(
        &mut self,
        engine: &mut dyn Engine,
        arguments: &str,
        stop: &dyn Fn() -> bool,
        say: &mut dyn FnMut(&str),
    ) -> bool {
        let depth = arguments.split_whitespace().next().and_then(|word| word.parse().ok());
        bench::run_on(engine, depth.unwrap_or(bench::DEPTH), stop, say);
        true
    }
}
