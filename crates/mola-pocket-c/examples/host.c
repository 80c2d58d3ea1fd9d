// The machine of main_loop.c: a computer with C's library.
//
//     cc -I include examples/main_loop.c examples/host.c libmola_pocket_c.a -o chess
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

void main_loop(void);

bool read_line(char *line, int size) {
    if (!fgets(line, size, stdin)) return false;
    line[strcspn(line, "\r\n")] = 0;
    return true;
}

void write_text(const char *text) {
    fputs(text, stdout);
    fflush(stdout);
}

int main(void) {
    main_loop();
    return 0;
}
