// The machine that plays: here a CPU, with one warp of fibers on one thread.
#pragma once
#include <atomic>
#include <thread>

#include "checks.h"
#include "game.h"

struct Machine {
    std::string name = "this CPU, one warp of 32 fibers";
    u32 warps = 1;
    // Room for what a slice makes; no more than a few hundred games.
    u64 position_room = 1 << 16, game_room = 1 << 20;

    template <class T> T* room(size_t count, const T* contents = nullptr) {
        void* place = aligned_alloc(64, (count * sizeof(T) + 63) & ~(size_t)63);
        if (!place) throw Problem("Not enough memory for this program.");
        if (contents) memcpy(place, contents, count * sizeof(T));
        return (T*)place;
    }
    void put(void* to, const void* from, size_t bytes) { memcpy(to, from, bytes); }
    void fetch(void* to, const void* from, size_t bytes) { memcpy(to, from, bytes); }
    void clear(void* at, size_t bytes) { memset(at, 0, bytes); }

    void check(Check* checks, size_t count, const Slice& slice, const Network& network) {
        job = {&slice, &network, checks, this};
        for (; count > 0; count--, job.check++)
            fibers::run([](void* with) {
                Job& job = *(Job*)with;
                run_check(*job.check, *job.network, job.slice->rays, job.slice->pawn_wins, &job.machine->memory, job.slice->moves, fibers::running);
            }, &job);
    }

    void start(const Slice& slice, const Network& network) {
        job = {&slice, &network, nullptr, this};
        busy = true;
        player = std::thread([this] {
            fibers::run([](void* with) {
                Job& job = *(Job*)with;
                play_games(*job.slice, *job.network, job.slice->rays, &job.machine->memory, 0, 1, fibers::running);
            }, &job);
            busy = false;
        });
    }
    bool is_busy() { return busy; }
    Counters progress(const Slice& slice) { return *slice.counters; }
    void stop(u32* flag) { __atomic_store_n(flag, 1, __ATOMIC_RELAXED); }
    void finish() { player.join(); }

  private:
    struct Job {
        const Slice* slice;
        const Network* network;
        Check* check;
        Machine* machine;
    };
    Job job;
    WarpMemory memory;
    std::atomic<bool> busy{false};
    std::thread player;
};
