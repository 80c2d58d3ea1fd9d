//! What every RISC-V board does the same: the start, the stack, the end.

use core::arch::global_asm;
use core::panic::PanicInfo;
use core::ptr::{addr_of, read_volatile};

use mola_firmware::{Console, HORIZON, Machine, Memory, TABLE};
use mola_pocket::{Entry, PocketEngine};

use crate::board::{Board, finish, prepare};

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

/// How the memory is used, as the paint shows.
pub(crate) fn memory() -> Memory {
    let [start, fixed_end, end] = [addr_of!(_ram_start), addr_of!(_fixed_end), addr_of!(_ram_end)];
    let mut untouched = fixed_end;
    // SAFETY: everything from the end of the variables to the end of the stack is RAM.
    while untouched < end && unsafe { read_volatile(untouched) } == PAINT {
        untouched = untouched.wrapping_add(1);
    }
    let distance = |from: *const u32, to: *const u32| to as usize - from as usize;
    Memory { total: distance(start, end), fixed: distance(start, fixed_end), stack: distance(untouched, end) }
}

extern "C" fn main() -> ! {
    prepare();
    let mut table = [Entry::EMPTY; TABLE];
    let mut engine = PocketEngine::new(&mut table);
    engine.set_horizon(HORIZON);
    Console::new(Board, &mut engine).run();
    finish(true)
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    for byte in *b"\r\nThis should not happen: please report it.\r\n" {
        Board.write(byte);
    }
    finish(false)
}
