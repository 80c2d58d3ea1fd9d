// A warp of the GPU, in the hardware's own instructions.

#define DEVICE static __device__ __forceinline__
#define METHOD __device__ __forceinline__
#define HOST_AND_DEVICE static __host__ __device__ __forceinline__
#define OUT_OF_LINE static __device__ __noinline__
#define ROLLED _Pragma("unroll 1")
#define UNROLLED _Pragma("unroll")

constexpr u32 ALL_LANES = 0xffffffffu;

DEVICE void wait_for_lanes() { __syncwarp(); }
DEVICE u32 vote(bool yes) { return __ballot_sync(ALL_LANES, yes); }
DEVICE u32 max_of_lanes(u32 value) { return __reduce_max_sync(ALL_LANES, value); }
DEVICE int sum_of_lanes(int value) { return __reduce_add_sync(ALL_LANES, value); }
DEVICE u32 or_of_lanes(u32 value) { return __reduce_or_sync(ALL_LANES, value); }
DEVICE u32 from_lane(u32 value, int lane) { return __shfl_sync(ALL_LANES, value, lane); }

template <class T> DEVICE T read_only(const T* at) { return __ldg(at); }
DEVICE u64 add_to(u64* total, u64 value) { return atomicAdd(total, value); }

// Two sums of sixteen bits, each clipped to 0 ... 255.
DEVICE u32 clip_pair(u32 pair) { return __vimin_s16x2_relu(pair, 0x00ff00ff); }
// Adds the products of two unsigned sixteen-bit numbers and two signed bytes: the lower or the upper two of four.
DEVICE int add_products(u32 pair, u32 bytes, bool upper, int sum) {
    if (upper) asm("dp2a.hi.u32.s32 %0,%1,%2,%0;" : "+r"(sum) : "r"(pair), "r"(bytes));
    else asm("dp2a.lo.u32.s32 %0,%1,%2,%0;" : "+r"(sum) : "r"(pair), "r"(bytes));
    return sum;
}
