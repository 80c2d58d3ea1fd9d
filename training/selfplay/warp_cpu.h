// A warp on a CPU, to prove and try the engine without a GPU: 32 fibers take turns, and whatever makes
// lanes wait for each other passes the turn on. A lane that asks another question than the others do is a
// program that would hang or lie on a GPU: here it aborts.
#pragma once
#include <chrono>
#include <cstdio>
#include <cstdlib>

#ifndef __x86_64__
#error "The CPU build switches fibers with x86-64 instructions."
#endif

#define DEVICE static inline
#define METHOD inline
#define HOST_AND_DEVICE static inline
#define OUT_OF_LINE static
#define ROLLED
#define UNROLLED

struct alignas(16) uint4 {
    u32 x, y, z, w;
};
static inline uint4 make_uint4(u32 x, u32 y, u32 z, u32 w) { return {x, y, z, w}; }

namespace fibers {
constexpr int HOST = LANES;
constexpr size_t STACK = 1 << 18;
static void* stack_pointers[LANES + 1];
static int running = HOST;
static void (*program)(void*);
static void* argument;
// What each lane said in the last two questions. Two, because the first lane to go on may ask again
// before the last one has read the answer.
static u64 said[2][LANES];
static int question[2][LANES];
static u32 asked[LANES];

extern "C" void switch_fiber(void** from, void* to);
// Saves what a called function must keep, changes stacks, and returns into the other fiber.
asm(".globl switch_fiber\n"
    "switch_fiber:\n"
    " push %rbp\n push %rbx\n push %r12\n push %r13\n push %r14\n push %r15\n"
    " mov %rsp,(%rdi)\n mov %rsi,%rsp\n"
    " pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbx\n pop %rbp\n ret\n");

static void go_to(int next) {
    int from = running;
    running = next;
    switch_fiber(&stack_pointers[from], stack_pointers[next]);
}

static void begin() {
    program(argument);
    go_to(running == LANES - 1 ? HOST : running + 1);
    abort();
}

// Runs a program on all lanes until every one has returned.
static void run(void (*function)(void*), void* with) {
    static char* stacks[LANES];
    program = function;
    argument = with;
    for (int lane = 0; lane < LANES; lane++) {
        if (!stacks[lane]) stacks[lane] = (char*)aligned_alloc(64, STACK);
        asked[lane] = 0;
        void** top = (void**)(((uintptr_t)(stacks[lane] + STACK) & ~63ull) - 8);
        *top = nullptr;
        *--top = (void*)begin;
        for (int saved = 0; saved < 6; saved++) *--top = nullptr;
        stack_pointers[lane] = top;
    }
    go_to(0);
}

static inline const u64* ask(u64 value, int kind) {
    int lane = running;
    u32 turn = asked[lane]++ & 1;
    said[turn][lane] = value;
    question[turn][lane] = kind;
    go_to((lane + 1) % LANES);
    if (lane == 0)
        for (int other = 1; other < LANES; other++)
            if (question[turn][other] != kind || asked[other] != asked[0]) {
                fprintf(stderr, "lanes diverged: lane %d asks %d, lane 0 asks %d\n", other, question[turn][other], kind);
                abort();
            }
    return said[turn];
}
}  // namespace fibers

static inline void wait_for_lanes() { fibers::ask(0, 1); }
static inline u32 vote(bool yes) {
    const u64* said = fibers::ask(yes, 2);
    u32 votes = 0;
    for (int lane = 0; lane < LANES; lane++) votes |= (u32)(said[lane] & 1) << lane;
    return votes;
}
static inline u32 max_of_lanes(u32 value) {
    const u64* said = fibers::ask(value, 3);
    u32 most = 0;
    for (int lane = 0; lane < LANES; lane++) most = (u32)said[lane] > most ? (u32)said[lane] : most;
    return most;
}
static inline int sum_of_lanes(int value) {
    const u64* said = fibers::ask((u32)value, 4);
    int sum = 0;
    for (int lane = 0; lane < LANES; lane++) sum += (int)(u32)said[lane];
    return sum;
}
static inline u32 or_of_lanes(u32 value) {
    const u64* said = fibers::ask(value, 5);
    u32 all = 0;
    for (int lane = 0; lane < LANES; lane++) all |= (u32)said[lane];
    return all;
}
static inline u32 from_lane(u32 value, int lane) { return (u32)fibers::ask(value, 6)[lane]; }

static inline int __popc(u32 bits) { return __builtin_popcount(bits); }
static inline int __popcll(u64 bits) { return __builtin_popcountll(bits); }
static inline int __ffs(u32 bits) { return __builtin_ffs((int)bits); }
static inline int __ffsll(u64 bits) { return __builtin_ffsll((i64)bits); }
static inline u64 turn_ranks(u64 set) { return __builtin_bswap64(set); }
static inline u64 __brevll(u64 bits) {
    bits = __builtin_bswap64(bits);
    bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0full) | (bits & 0x0f0f0f0f0f0f0f0full) << 4;
    bits = (bits >> 2 & 0x3333333333333333ull) | (bits & 0x3333333333333333ull) << 2;
    return (bits >> 1 & 0x5555555555555555ull) | (bits & 0x5555555555555555ull) << 1;
}
template <class T> static inline T read_only(const T* at) { return *at; }
static inline u64 add_to(u64* total, u64 value) { return __atomic_fetch_add(total, value, __ATOMIC_RELAXED); }

static inline u32 clip_pair(u32 pair) {
    auto clip = [](int value) { return (u32)(value < 0 ? 0 : value > 255 ? 255 : value); };
    return clip((i16)pair) | clip((i16)(pair >> 16)) << 16;
}
static inline int add_products_low(u32 pair, u32 bytes, int sum) {
    return sum + (int)(pair & 0xffff) * (i8)bytes + (int)(pair >> 16) * (i8)(bytes >> 8);
}
static inline int add_products_high(u32 pair, u32 bytes, int sum) { return add_products_low(pair, bytes >> 16, sum); }
static inline u64 nanoseconds() {
    return (u64)std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}
