//! The STM32F4, as on a Nucleo-F401RE: USART2, which the board shows as USB, and the cycle counter.

use core::ptr::{read_volatile, write_volatile};
use core::time::Duration;

use crate::{Machine, Memory};

/// USART2: status and data.
const STATUS: *const u32 = 0x4000_4400 as *const u32;
const DATA: *mut u32 = 0x4000_4404 as *mut u32;
const ARRIVED: u32 = 1 << 5;
const ROOM: u32 = 1 << 7;
/// The cycle counter of the Cortex-M4, and the two switches that start it.
const CYCLES: *mut u32 = 0xE000_1004 as *mut u32;
const TRACE: *mut u32 = 0xE000_EDFC as *mut u32;
const COUNTER: *mut u32 = 0xE000_1000 as *mut u32;

/// The board. The counter has 32 bits, so time is added up as it is asked for: at 84 MHz at least once in
/// 51 seconds, which the engine and the console do all the time while it matters.
#[derive(Debug)]
pub struct Stm32 {
    memory: fn() -> Memory,
    megahertz: u32,
    /// The count when it was last asked for, and all cycles until then.
    seen: core::cell::Cell<(u32, u64)>,
}

impl Stm32 {
    /// The board at the speed of its core. `memory` says how the RAM is used, for the command `ram`.
    pub fn new(megahertz: u32, memory: fn() -> Memory) -> Self {
        // SAFETY: the addresses are those of the core's trace unit; these bits start the counter.
        unsafe {
            write_volatile(TRACE, read_volatile(TRACE) | 1 << 24);
            write_volatile(CYCLES, 0);
            write_volatile(COUNTER, read_volatile(COUNTER) | 1);
        }
        Self { memory, megahertz: megahertz.max(1), seen: core::cell::Cell::new((0, 0)) }
    }
}

impl Machine for Stm32 {
    fn read(&mut self) -> Option<u8> {
        // SAFETY: the addresses are those of USART2; the bit says that a byte has arrived.
        unsafe { (read_volatile(STATUS) & ARRIVED != 0).then(|| read_volatile(DATA) as u8) }
    }

    fn write(&mut self, byte: u8) {
        // SAFETY: as above; the bit says that there is room.
        unsafe {
            while read_volatile(STATUS) & ROOM == 0 {}
            write_volatile(DATA, byte.into());
        }
    }

    fn now(&self) -> Duration {
        let (last, total) = self.seen.get();
        // SAFETY: the address is that of the cycle counter.
        let count = unsafe { read_volatile(CYCLES) };
        let total = total + u64::from(count.wrapping_sub(last));
        self.seen.set((count, total));
        Duration::from_micros(total / u64::from(self.megahertz))
    }

    fn memory(&self) -> Memory {
        (self.memory)()
    }
}
