// The machine that plays: here a GPU. Sixteen warps on each multiprocessor, in two blocks of eight, are what its
// registers allow: each thread has 128.
#pragma once
#include <cuda_runtime.h>

#include "checks.h"
#include "game.h"

constexpr int WARPS_IN_BLOCK = 8, BLOCKS_ON_PROCESSOR = 2;

struct BlockMemory {
    u64 rays[RAYS];
    WarpMemory warps[WARPS_IN_BLOCK];
};

extern __shared__ u64 shared_memory[];

static __device__ __forceinline__ BlockMemory* fill_block_memory(const u64* rays) {
    BlockMemory* block = (BlockMemory*)shared_memory;
    for (int i = threadIdx.x; i < RAYS; i += blockDim.x) block->rays[i] = rays[i];
    __syncthreads();
    return block;
}

static __global__ void __launch_bounds__(WARPS_IN_BLOCK* LANES, BLOCKS_ON_PROCESSOR)
    play_kernel(const __grid_constant__ Slice slice, const __grid_constant__ Network network) {
    BlockMemory* block = fill_block_memory(slice.rays);
    u32 place = threadIdx.x / LANES, warp = blockIdx.x * WARPS_IN_BLOCK + place, warps = gridDim.x * WARPS_IN_BLOCK;
    play_games(slice, network, block->rays, &block->warps[place], warp, warps, threadIdx.x % LANES);
}

static __global__ void __launch_bounds__(WARPS_IN_BLOCK* LANES, BLOCKS_ON_PROCESSOR)
    check_kernel(Check* checks, u32 count, const __grid_constant__ Slice slice, const __grid_constant__ Network network) {
    BlockMemory* block = fill_block_memory(slice.rays);
    u32 place = threadIdx.x / LANES, warp = blockIdx.x * WARPS_IN_BLOCK + place, warps = gridDim.x * WARPS_IN_BLOCK;
    ROLLED for (u32 i = warp; i < count; i += warps)
        run_check(checks[i], network, block->rays, slice.pawn_wins, &block->warps[place], slice.moves + (size_t)warp * MOST_MOVES, threadIdx.x % LANES);
}

struct Machine {
    std::string name;
    u32 warps;
    // Four minutes and more at a quarter of a million positions a second.
    u64 position_room = 64'000'000, game_room = 512 << 20;

    Machine() {
        int devices = 0;
        cudaError_t error = cudaGetDeviceCount(&devices);
        if (error != cudaSuccess || devices == 0)
            throw Problem(std::string("No GPU was found (") + cudaGetErrorString(error) +
                          "). The CPU build of this program (`make cpu`) needs none, and is slow.");
        cudaDeviceProp device;
        demand(cudaGetDeviceProperties(&device, 0));
        if (device.major < 9)
            throw Problem(std::string("The GPU is a ") + device.name + ", and this program was built for compute capability 9.0 and later.");
        name = device.name;
        blocks = device.multiProcessorCount * BLOCKS_ON_PROCESSOR;
        warps = blocks * WARPS_IN_BLOCK;
        demand(cudaFuncSetAttribute(play_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)sizeof(BlockMemory)));
        demand(cudaFuncSetAttribute(check_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)sizeof(BlockMemory)));
        demand(cudaStreamCreateWithFlags(&playing, cudaStreamNonBlocking));
        demand(cudaStreamCreateWithFlags(&watching, cudaStreamNonBlocking));
        demand(cudaMallocHost((void**)&watched, sizeof(Counters)));
        demand(cudaMallocHost((void**)&one, sizeof(u32)));
        *one = 1;
    }

    template <class T> T* room(size_t count, const T* contents = nullptr) {
        size_t bytes = count * sizeof(T), available = 0, total = 0;
        void* place = nullptr;
        demand(cudaMemGetInfo(&available, &total));
        if (bytes > available || cudaMalloc(&place, bytes) != cudaSuccess)
            throw Problem("Not enough memory on the GPU: " + std::to_string(available >> 20) + " MiB are free, and " +
                          std::to_string(bytes >> 20) + " more are needed.");
        if (contents) put(place, contents, bytes);
        return (T*)place;
    }
    void put(void* to, const void* from, size_t bytes) { demand(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice)); }
    void fetch(void* to, const void* from, size_t bytes) { demand(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost)); }
    void clear(void* at, size_t bytes) {
        demand(cudaMemset(at, 0, bytes));
        demand(cudaDeviceSynchronize());
    }

    void check(Check* checks, size_t count, const Slice& slice, const Network& network) {
        check_kernel<<<blocks, WARPS_IN_BLOCK * LANES, sizeof(BlockMemory), playing>>>(checks, (u32)count, slice, network);
        demand(cudaGetLastError());
        demand(cudaStreamSynchronize(playing));
    }

    void start(const Slice& slice, const Network& network) {
        play_kernel<<<blocks, WARPS_IN_BLOCK * LANES, sizeof(BlockMemory), playing>>>(slice, network);
        demand(cudaGetLastError());
    }
    bool is_busy() {
        cudaError_t state = cudaStreamQuery(playing);
        if (state != cudaErrorNotReady) demand(state);
        return state == cudaErrorNotReady;
    }
    // Copied beside the kernel that goes on playing.
    Counters progress(const Slice& slice) {
        demand(cudaMemcpyAsync(watched, slice.counters, sizeof(Counters), cudaMemcpyDeviceToHost, watching));
        demand(cudaStreamSynchronize(watching));
        return *watched;
    }
    void stop(u32* flag) {
        demand(cudaMemcpyAsync(flag, one, sizeof(u32), cudaMemcpyHostToDevice, watching));
        demand(cudaStreamSynchronize(watching));
    }
    void finish() { demand(cudaStreamSynchronize(playing)); }

  private:
    int blocks;
    cudaStream_t playing, watching;
    Counters* watched;
    u32* one;

    static void demand(cudaError_t error) {
        if (error != cudaSuccess) throw Problem(std::string("The GPU failed: ") + cudaGetErrorString(error) + ".");
    }
};
