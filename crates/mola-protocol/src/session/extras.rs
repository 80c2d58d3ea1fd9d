//! What a program adds to its sessions beyond playing chess.

use mola_game::Engine;

/// Commands for people and test frameworks that are not part of the protocols. Every
/// method has a plain answer by default, and `()` gives them all.
///
/// They run on the thread that thinks, so that the session stays awake.
pub trait Extras: Send {
    /// Runs a fixed set of searches and says what it finds, line by line; `OpenBench` wants the last
    /// one to be `N nodes M nps`. Should look at `stop` now and then. `false` if there is no bench.
    fn bench(
        &mut self,
        engine: &mut dyn Engine,
        arguments: &str,
        stop: &dyn Fn() -> bool,
        say: &mut dyn FnMut(&str),
    ) -> bool {
        let _ = (engine, arguments, stop, say);
        false
    }
}

impl Extras for () {}
