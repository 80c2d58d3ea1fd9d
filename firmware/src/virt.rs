//! QEMU's `virt` board: its serial line, its clock, and how it ends.

use core::ptr::{read_volatile, write_volatile};
use core::time::Duration;

use mola_firmware::{Machine, Memory};

const SERIAL: *mut u8 = 0x1000_0000 as *mut u8;
const LINE_STATUS: *mut u8 = 0x1000_0005 as *mut u8;
const CLOCK_LOW: *const u32 = 0x0200_BFF8 as *const u32;
const CLOCK_HIGH: *const u32 = 0x0200_BFFC as *const u32;
const CLOCK_HERTZ: u64 = 10_000_000;
/// Writing here ends the emulator.
const FINISHER: *mut u32 = 0x0010_0000 as *mut u32;
const PASS: u32 = 0x5555;
const FAIL: u32 = 0x1_3333;

/// The board itself.
pub(crate) struct Board;

impl Machine for Board {
    fn read(&mut self) -> Option<u8> {
        // SAFETY: the addresses are those of the board's 16550 serial port; bit 0 says that a byte waits.
        unsafe { (read_volatile(LINE_STATUS) & 1 != 0).then(|| read_volatile(SERIAL)) }
    }

    fn write(&mut self, byte: u8) {
        // SAFETY: as above; bit 5 says that there is room for a byte.
        unsafe {
            while read_volatile(LINE_STATUS) & 0x20 == 0 {}
            write_volatile(SERIAL, byte);
        }
    }

    fn now(&self) -> Duration {
        loop {
            // SAFETY: the addresses are the two halves of the board's clock.
            let (high, low, again) =
                unsafe { (read_volatile(CLOCK_HIGH), read_volatile(CLOCK_LOW), read_volatile(CLOCK_HIGH)) };
            // The halves belong together unless the high one changed in between.
            if high == again {
                let ticks = u64::from(high) << 32 | u64::from(low);
                return Duration::from_micros(ticks / (CLOCK_HERTZ / 1_000_000));
            }
        }
    }

    fn memory(&self) -> Memory {
        crate::riscv::memory()
    }
}

/// The emulator starts with everything ready.
pub(crate) fn prepare() {}

/// Ends the emulator.
pub(crate) fn finish(well: bool) -> ! {
    loop {
        // SAFETY: the address is the emulator's finisher; on return there is nothing left to do.
        unsafe { write_volatile(FINISHER, if well { PASS } else { FAIL }) };
    }
}
