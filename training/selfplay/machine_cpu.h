// The machine that plays: here a CPU, with one warp of fibers on one thread.

struct Machine {
    std::string name = "this CPU, one warp of 32 fibers";
    u32 warps = 1;

    // Memory that a program can use, of zeros.
    template <class T> T* room(size_t count) {
        T* place = new (std::nothrow) T[count]();
        if (!place) throw Problem("Not enough memory for this program.");
        return place;
    }
    void copy(void* to, const void* from, size_t bytes) { memcpy(to, from, bytes); }

    // Begins a program; `is_busy` and `finish` ask and wait for its end.
    template <class Program> void start(const Program& program) {
        busy = true;
        player = std::thread([this, program] {
            const Slice& slice = program;
            fibers::run([&](int lane) { program.run({slice, slice.rays, &memory, slice.stores, 0, lane}); });
            busy = false;
        });
    }
    bool is_busy() { return busy; }
    void finish() { player.join(); }

  private:
    WarpMemory memory;
    std::atomic<bool> busy{false};
    std::thread player;
};
