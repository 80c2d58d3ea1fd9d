//! The RP2040, as on a Raspberry Pi Pico: UART0 and the timer of microseconds.

use core::ptr::{read_volatile, write_volatile};
use core::time::Duration;

use crate::{Machine, Memory};

/// UART0, a PL011: data and flags.
const DATA: *mut u32 = 0x4003_4000 as *mut u32;
const FLAGS: *const u32 = 0x4003_4018 as *const u32;
const NOTHING_ARRIVED: u32 = 1 << 4;
const NO_ROOM: u32 = 1 << 5;
/// The timer, without the latch: the halves are compared instead, so that both cores may ask.
const TIMER_HIGH: *const u32 = 0x4005_4024 as *const u32;
const TIMER_LOW: *const u32 = 0x4005_4028 as *const u32;

/// The board. `memory` says how the RAM is used, which only the linker script of the program knows.
#[derive(Clone, Copy, Debug)]
pub struct Rp2040 {
    /// What the command `ram` shows.
    pub memory: fn() -> Memory,
}

impl Machine for Rp2040 {
    fn read(&mut self) -> Option<u8> {
        // SAFETY: the addresses are those of UART0; the flag says that a byte waits.
        unsafe { (read_volatile(FLAGS) & NOTHING_ARRIVED == 0).then(|| read_volatile(DATA) as u8) }
    }

    fn write(&mut self, byte: u8) {
        // SAFETY: as above; the flag says that there is room.
        unsafe {
            while read_volatile(FLAGS) & NO_ROOM != 0 {}
            write_volatile(DATA, byte.into());
        }
    }

    fn now(&self) -> Duration {
        loop {
            // SAFETY: the addresses are the two halves of the timer.
            let (high, low, again) =
                unsafe { (read_volatile(TIMER_HIGH), read_volatile(TIMER_LOW), read_volatile(TIMER_HIGH)) };
            // The halves belong together unless the high one changed in between.
            if high == again {
                return Duration::from_micros(u64::from(high) << 32 | u64::from(low));
            }
        }
    }

    fn memory(&self) -> Memory {
        (self.memory)()
    }
}
