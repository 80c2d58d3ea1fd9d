// A warp: 32 lanes that run the same program together and can ask each other questions. Every function of the
// engine is called by all 32 lanes; a vote or a reduction is also where they wait for each other.

using u64 = unsigned long long;
using u32 = unsigned int;
using u16 = unsigned short;
using u8 = unsigned char;
using i64 = long long;
using i16 = short;
using i8 = signed char;

constexpr int LANES = 32;

// The same names on both machines:
//   DEVICE, METHOD     a function, a member function that lanes call
//   HOST_AND_DEVICE    one that the host calls as well
//   OUT_OF_LINE        rare code, which must not swell the loop that every lane fetches
//   ROLLED             a loop that stays a loop: instruction fetch is what limits this program
#ifdef __CUDACC__
#include "warp_gpu.h"
#else
#include "warp_cpu.h"
#endif

HOST_AND_DEVICE int popcount(u64 set) { return __builtin_popcountll(set); }

// The lowest bit of a set that is not empty: of the half that it is in.
HOST_AND_DEVICE int lowest(u64 set) {
    u32 low = (u32)set;
    return __builtin_ffs((int)(low ? low : (u32)(set >> 32))) + (low ? -1 : 31);
}

// The compiler knows this pattern: two instructions, on both machines.
HOST_AND_DEVICE u64 turn_ranks(u64 set) {
    set = (set >> 8 & 0x00ff00ff00ff00ffull) | (set & 0x00ff00ff00ff00ffull) << 8;
    set = (set >> 16 & 0x0000ffff0000ffffull) | (set & 0x0000ffff0000ffffull) << 16;
    return set >> 32 | set << 32;
}

DEVICE u64 any_lane_or(u64 set) { return or_of_lanes((u32)set) | (u64)or_of_lanes((u32)(set >> 32)) << 32; }
