//! The ESP32-C3: its USB serial port, its system timer, its watchdogs. The addresses are those of the chip's
//! technical reference manual. The image starts by direct boot: see `esp32c3.x`.

use core::ptr::{read_volatile, write_volatile};
use core::time::Duration;

use mola_firmware::{Machine, Memory};

/// USB-Serial-JTAG: a byte in either direction, and whether there is one or room for one.
const USB_DATA: *mut u32 = 0x6004_3000 as *mut u32;
const USB_STATE: *mut u32 = 0x6004_3004 as *mut u32;
const SEND: u32 = 1;
const ROOM: u32 = 2;
const ARRIVED: u32 = 4;

/// SYSTIMER: asked to note its count, it says when the two halves can be read. 16 MHz.
const TIMER_ASK: *mut u32 = 0x6002_3004 as *mut u32;
const TIMER_HIGH: *const u32 = 0x6002_3040 as *const u32;
const TIMER_LOW: *const u32 = 0x6002_3044 as *const u32;
const NOTE: u32 = 1 << 30;
const NOTED: u32 = 1 << 29;
const TIMER_MEGAHERTZ: u64 = 16;

/// The watchdogs that the ROM leaves running: the lock, its key, the register, and what it is set to.
const WATCHDOGS: [(usize, u32, usize, u32); 3] = [
    (0x6000_80A8, 0x50D8_3AA1, 0x6000_8090, 0),
    // The super watchdog cannot be stopped, but it can feed itself.
    (0x6000_80B0, 0x8F1D_312A, 0x6000_80AC, 1 << 31),
    (0x6001_F064, 0x50D8_3AA1, 0x6001_F048, 0),
];

/// How often a full line is tried before the byte is dropped: without a computer at the other end the
/// port never empties.
const PATIENCE: u32 = 100_000;

/// The board itself.
pub(crate) struct Board;

impl Machine for Board {
    fn read(&mut self) -> Option<u8> {
        // SAFETY: the addresses are those of the serial port; the bit says that a byte has arrived.
        unsafe { (read_volatile(USB_STATE) & ARRIVED != 0).then(|| read_volatile(USB_DATA) as u8) }
    }

    fn write(&mut self, byte: u8) {
        // SAFETY: as above; the bit says that there is room.
        let room = || unsafe { read_volatile(USB_STATE) } & ROOM != 0;
        if (0..PATIENCE).any(|_| room()) {
            // SAFETY: as above. Each byte is sent at once: a player waits for it.
            unsafe {
                write_volatile(USB_DATA, byte.into());
                write_volatile(USB_STATE, SEND);
            }
        }
    }

    fn now(&self) -> Duration {
        // SAFETY: the addresses are those of the timer, which counts from the start.
        let ticks = unsafe {
            write_volatile(TIMER_ASK, NOTE);
            while read_volatile(TIMER_ASK) & NOTED == 0 {}
            u64::from(read_volatile(TIMER_HIGH)) << 32 | u64::from(read_volatile(TIMER_LOW))
        };
        Duration::from_micros(ticks / TIMER_MEGAHERTZ)
    }

    fn memory(&self) -> Memory {
        crate::riscv::memory()
    }
}

/// Stops the watchdogs, since nobody feeds them.
pub(crate) fn prepare() {
    for (lock, key, register, value) in WATCHDOGS {
        // SAFETY: the addresses are those of the watchdogs; the key opens one for the next write.
        unsafe {
            write_volatile(lock as *mut u32, key);
            write_volatile(register as *mut u32, value);
            write_volatile(lock as *mut u32, 0);
        }
    }
}

/// There is nothing to return to.
pub(crate) fn finish(_: bool) -> ! {
    loop {
        core::hint::spin_loop();
    }
}
