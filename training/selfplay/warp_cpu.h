// A warp on a CPU, to prove and try the engine without a GPU: 32 fibers take turns, and whatever makes
// lanes wait for each other passes the turn on. A lane that asks another question than the others do is a
// program that would hang or lie on a GPU: here it aborts.

#ifndef __x86_64__
#error "The CPU build switches fibers with x86-64 instructions."
#endif

#define DEVICE static inline
#define METHOD inline
#define HOST_AND_DEVICE static inline
#define OUT_OF_LINE static
#define ROLLED
#define UNROLLED

using std::max;
using std::min;

struct alignas(16) uint4 {
    u32 x, y, z, w;
};

namespace fibers {
constexpr int HOST = LANES;
static void* stack_pointers[LANES + 1];
static int running = HOST;
static std::function<void(int)> program;
// What each lane said in the last two questions. Two, because the first lane to go on may ask again
// before the last one has read the answer.
static u32 said[2][LANES], questions[2][LANES], asked[LANES];

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
    program(running);
    go_to(running == LANES - 1 ? HOST : running + 1);
    abort();
}

// Runs a program on all lanes until every one has returned.
static void run(const std::function<void(int)>& of_lane) {
    alignas(64) static char stacks[LANES][1 << 18];
    program = of_lane;
    for (int lane = 0; lane < LANES; lane++) {
        asked[lane] = 0;
        // Six saved registers, the address to return to, and a word that aligns the stack as a call would.
        void** top = (void**)stacks[lane + 1] - 8;
        top[6] = (void*)begin;
        stack_pointers[lane] = top;
    }
    go_to(0);
}

static inline const u32* ask(u32 value, u32 question) {
    int lane = running, turn = asked[lane]++ & 1;
    said[turn][lane] = value;
    questions[turn][lane] = question;
    go_to((lane + 1) % LANES);
    for (int other = 1; lane == 0 && other < LANES; other++)
        if (questions[turn][other] != question || asked[other] != asked[0]) {
            fprintf(stderr, "lanes diverged: lane %d asks %u, lane 0 asks %u\n", other, questions[turn][other], question);
            abort();
        }
    return said[turn];
}
}  // namespace fibers

// What all lanes said, one after the other, taken together.
template <class Join> DEVICE u32 join(u32 value, u32 question, Join join_two) {
    const u32* said = fibers::ask(value, question);
    u32 all = said[0];
    for (int lane = 1; lane < LANES; lane++) all = join_two(all, said[lane]);
    return all;
}
DEVICE void wait_for_lanes() { fibers::ask(0, 1); }
DEVICE u32 vote(bool yes) { return join((u32)yes << fibers::running, 2, std::bit_or<u32>()); }
DEVICE u32 max_of_lanes(u32 value) { return join(value, 3, [](u32 a, u32 b) { return a > b ? a : b; }); }
DEVICE int sum_of_lanes(int value) { return (int)join((u32)value, 4, std::plus<u32>()); }
DEVICE u32 or_of_lanes(u32 value) { return join(value, 5, std::bit_or<u32>()); }
DEVICE u32 from_lane(u32 value, int lane) { return fibers::ask(value, 6)[lane]; }

DEVICE u64 __brevll(u64 bits) {
    bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0full) | (bits & 0x0f0f0f0f0f0f0f0full) << 4;
    bits = (bits >> 2 & 0x3333333333333333ull) | (bits & 0x3333333333333333ull) << 2;
    bits = (bits >> 1 & 0x5555555555555555ull) | (bits & 0x5555555555555555ull) << 1;
    return __builtin_bswap64(bits);
}
template <class T> DEVICE T read_only(const T* at) { return *at; }
DEVICE u64 add_to(u64* total, u64 value) { return __atomic_fetch_add(total, value, __ATOMIC_RELAXED); }

DEVICE u32 clip_pair(u32 pair) {
    auto clip = [](int value) { return (u32)(value < 0 ? 0 : value > 255 ? 255 : value); };
    return clip((i16)pair) | clip((i16)(pair >> 16)) << 16;
}
DEVICE int add_products(u32 pair, u32 bytes, bool upper, int sum) {
    if (upper) bytes >>= 16;
    return sum + (int)(pair & 0xffff) * (i8)bytes + (int)(pair >> 16) * (i8)(bytes >> 8);
}
