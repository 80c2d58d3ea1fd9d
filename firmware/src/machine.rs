//! What the chess computer needs from its hardware. A new board implements this, and that is all.

use core::fmt;
use core::time::Duration;

/// A microcontroller with a serial line and a clock.
pub trait Machine {
    /// The next byte that has arrived, if any. Must not block.
    fn read(&mut self) -> Option<u8>;

    /// Sends a byte, waiting until the line takes it.
    fn write(&mut self, byte: u8);

    /// The time since a fixed moment in the past.
    fn now(&self) -> Duration;

    /// How the memory is used.
    fn memory(&self) -> Memory;
}

impl<M: Machine> Machine for &mut M {
    fn read(&mut self) -> Option<u8> {
        M::read(self)
    }

    fn write(&mut self, byte: u8) {
        M::write(self, byte);
    }

    fn now(&self) -> Duration {
        M::now(self)
    }

    fn memory(&self) -> Memory {
        M::memory(self)
    }
}

/// How the memory of a machine is used, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// All of it.
    pub total: usize,
    /// Variables: the engine's table, the game, everything that stays.
    pub fixed: usize,
    /// The deepest that the stack ever was.
    pub stack: usize,
}

/// Lets `write!` print on a machine's serial line, with the line ends that terminals expect.
pub(crate) struct Printer<'m, M>(pub(crate) &'m mut M);

impl<M: Machine> fmt::Write for Printer<'_, M> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            if byte == b'\n' {
                self.0.write(b'\r');
            }
            self.0.write(byte);
        }
        Ok(())
    }
}

/// Prints on a machine's serial line, which never fails.
macro_rules! say {
    ($machine:expr, $($text:tt)*) => {{
        use core::fmt::Write as _;
        let _ = write!($crate::machine::Printer(&mut *$machine), $($text)*);
    }};
}
pub(crate) use say;
