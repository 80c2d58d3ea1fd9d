//! The engines that come with the program.

use mola_engine::Mola;
use mola_game::{EachMove, Engine};
use mola_pocket::{Entry, PocketEngine};
use mola_protocol::{Extras, Lineup};

use crate::bench;

/// Slots of the pocket engine's table where memory is no matter: 12 MiB.
const POCKET_TABLE: usize = 1 << 20;

/// Both engines, behind either protocol.
pub(crate) fn lineup() -> Lineup {
    let name = concat!("Mola ", env!("CARGO_PKG_VERSION"));
    Lineup::new(name, "the Mola team", Box::new(Mola::new())).and(pocket()).extras(More)
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
