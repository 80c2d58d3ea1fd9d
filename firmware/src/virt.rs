//! QEMU's `virt` board: where it starts, its serial line, its clock, its memory.

use core::arch::global_asm;
use core::panic::PanicInfo;
use core::ptr::{addr_of, read_volatile, write_volatile};
use core::time::Duration;

use mola_firmware::{Console, HORIZON, Machine, Memory, TABLE};
use mola_pocket::{Entry, PocketEngine};

const SERIAL: *mut u8 = 0x1000_0000 as *mut u8;
const LINE_STATUS: *mut u8 = 0x1000_0005 as *mut u8;
const CLOCK_LOW: *const u32 = 0x0200_BFF8 as *const u32;
const CLOCK_HIGH: *const u32 = 0x0200_BFFC as *const u32;
const CLOCK_HERTZ: u64 = 10_000_000;
/// Writing here ends the emulator.
const FINISHER: *mut u32 = 0x0010_0000 as *mut u32;
const PASS: u32 = 0x5555;
const FAIL: u32 = 0x1_3333;

/// What free stack is painted with, to see later how much of it was used.
const PAINT: u32 = 0x4D6F_6C61;

unsafe extern "C" {
    static _ram_start: u32;
    static _fixed_end: u32;
    static _ram_end: u32;
}

// Sets up the stack, copies initial values, clears the rest, paints the free stack, and starts.
global_asm!(
    ".section .init, \"ax\"",
    ".global _start",
    "_start:",
    "la sp, _ram_end",
    "la a0, _data_start",
    "la a1, _data_end",
    "la a2, _data_source",
    "1: bgeu a0, a1, 2f",
    "lw a3, 0(a2)",
    "sw a3, 0(a0)",
    "addi a0, a0, 4",
    "addi a2, a2, 4",
    "j 1b",
    "2: la a1, _fixed_end",
    "3: bgeu a0, a1, 4f",
    "sw zero, 0(a0)",
    "addi a0, a0, 4",
    "j 3b",
    "4: li a3, {paint}",
    "5: bgeu a0, sp, 6f",
    "sw a3, 0(a0)",
    "addi a0, a0, 4",
    "j 5b",
    "6: call {main}",
    paint = const PAINT,
    main = sym main,
);

/// The board itself.
struct Virt;

impl Machine for Virt {
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
        let [start, fixed_end, end] = [addr_of!(_ram_start), addr_of!(_fixed_end), addr_of!(_ram_end)];
        let mut untouched = fixed_end;
        // SAFETY: everything from the end of the variables to the end of the stack is RAM.
        while untouched < end && unsafe { read_volatile(untouched) } == PAINT {
            untouched = untouched.wrapping_add(1);
        }
        let distance = |from: *const u32, to: *const u32| to as usize - from as usize;
        Memory {
            total: distance(start, end),
            fixed: distance(start, fixed_end),
            stack: distance(untouched, end),
        }
    }
}

extern "C" fn main() -> ! {
    let mut table = [Entry::EMPTY; TABLE];
    let mut engine = PocketEngine::new(&mut table);
    engine.set_horizon(HORIZON);
    Console::new(Virt, &mut engine).run();
    finish(PASS)
}

fn finish(code: u32) -> ! {
    loop {
        // SAFETY: the address is the emulator's finisher; on return there is nothing left to do.
        unsafe { write_volatile(FINISHER, code) };
    }
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    for byte in *b"\r\nThis should not happen: please report it.\r\n" {
        Virt.write(byte);
    }
    finish(FAIL)
}
