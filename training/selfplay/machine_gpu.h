// The machine that plays: here a GPU. Sixteen warps on each multiprocessor, in two blocks of eight, are what its
// registers allow: each thread has 128.

constexpr int WARPS_IN_BLOCK = 8, BLOCKS_ON_PROCESSOR = 2;

struct BlockMemory {
    u64 rays[RAYS];
    WarpMemory warps[WARPS_IN_BLOCK];
};

extern __shared__ uint4 shared_memory[];

// A program is a slice, and what each warp does with it.
template <class Program>
static __global__ void __launch_bounds__(WARPS_IN_BLOCK* LANES, BLOCKS_ON_PROCESSOR)
    kernel(const __grid_constant__ Program program) {
    BlockMemory* block = (BlockMemory*)shared_memory;
    const Slice& slice = program;
    for (int i = threadIdx.x; i < RAYS; i += blockDim.x) block->rays[i] = slice.rays[i];
    __syncthreads();
    u32 place = threadIdx.x / LANES, number = blockIdx.x * WARPS_IN_BLOCK + place;
    program.run({slice, block->rays, &block->warps[place], slice.stores + number, number, (int)(threadIdx.x % LANES)});
}

struct Machine {
    std::string name;
    u32 warps;

    Machine() {
        cudaDeviceProp device;
        cudaError_t error = cudaGetDeviceProperties(&device, 0);
        if (error != cudaSuccess)
            throw Problem(std::string("No GPU was found (") + cudaGetErrorString(error) +
                          "). The CPU build of this program (`make cpu`) needs none, and is slow.");
        name = device.name;
        if (device.major < 9) throw Problem("The GPU is a " + name + ". This program needs compute capability 9.0 or later.");
        blocks = device.multiProcessorCount * BLOCKS_ON_PROCESSOR;
        warps = blocks * WARPS_IN_BLOCK;
        // Copies, which are made in the default stream, do not wait for this one.
        demand(cudaStreamCreateWithFlags(&playing, cudaStreamNonBlocking));
    }

    // Memory that a program can use, of zeros.
    template <class T> T* room(size_t count) {
        size_t bytes = count * sizeof(T), available = 0, total = 0;
        void* place = nullptr;
        demand(cudaMemGetInfo(&available, &total));
        if (bytes > available || cudaMalloc(&place, bytes) != cudaSuccess)
            throw Problem("Not enough memory on the GPU: " + std::to_string(available >> 20) + " MiB are free, and " +
                          std::to_string(bytes >> 20) + " more are needed.");
        demand(cudaMemset(place, 0, bytes));
        demand(cudaDeviceSynchronize());
        return (T*)place;
    }
    // To this machine or from it: its addresses tell.
    void copy(void* to, const void* from, size_t bytes) { demand(cudaMemcpy(to, from, bytes, cudaMemcpyDefault)); }

    // Begins a program; `is_busy` and `finish` ask and wait for its end.
    template <class Program> void start(const Program& program) {
        int shared = (int)sizeof(BlockMemory);
        demand(cudaFuncSetAttribute(kernel<Program>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
        kernel<Program><<<blocks, WARPS_IN_BLOCK * LANES, shared, playing>>>(program);
        demand(cudaGetLastError());
    }
    bool is_busy() { return cudaStreamQuery(playing) == cudaErrorNotReady; }
    void finish() { demand(cudaStreamSynchronize(playing)); }

  private:
    int blocks;
    cudaStream_t playing;

    static void demand(cudaError_t error) {
        if (error != cudaSuccess) throw Problem(std::string("The GPU failed: ") + cudaGetErrorString(error) + ".");
    }
};

inline void speak_uci(const NetworkFile&) { throw Problem("--uci is for the CPU build: `make cpu`."); }
