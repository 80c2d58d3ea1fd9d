// The machine of main_loop.c: a bare RISC-V core as QEMU's board "virt" has it, in the memory of firmware/link.x.
//
//     clang --target=riscv32 -march=rv32imc -mabi=ilp32 -ffreestanding -nostdlib -fuse-ld=lld -Wl,--gc-sections \
//         -Wl,-T,../../firmware/link.x -Wl,--defsym=_ram_length=65536 \
//         -I include examples/main_loop.c examples/virt.c libmola_pocket_c.a -o chess
//     qemu-system-riscv32 -M virt -bios none -nographic -kernel chess
#include <stdbool.h>
#include <stdint.h>

void main_loop(void);

#define SERIAL ((volatile uint8_t *)0x10000000)
#define FINISHER ((volatile uint32_t *)0x00100000)

// Variables all begin as zeros, which is what the emulator's memory holds.
__asm__(".section .init, \"ax\"\n"
        ".global _start\n"
        "_start: la sp, _ram_end\n"
        "call start\n");

void write_text(const char *text) {
    for (; *text; text++) {
        while (!(SERIAL[5] & 0x20)) {
        }
        *SERIAL = (uint8_t)*text;
    }
}

bool read_line(char *line, int size) {
    int length = 0;
    for (;;) {
        while (!(SERIAL[5] & 1)) {
        }
        char byte = (char)*SERIAL;
        if (byte == '\r' || byte == '\n') break;
        if (length < size - 1) line[length++] = byte;
    }
    line[length] = 0;
    return true;
}

void start(void) {
    main_loop();
    *FINISHER = 0x5555;
}

// What the library calls if it finds a mistake of its own.
void abort(void) {
    write_text("This should not happen: please report it.\n");
    *FINISHER = 0x13333;
    for (;;) {
    }
}
