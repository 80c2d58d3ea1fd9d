// `selfplay`: from a network to games and positions, in one command. See README.md.
//
// nvcc builds it for GPUs; a plain C++ compiler builds the same source for a CPU (`make cpu`).
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>
#include <unistd.h>
#include <valarray>
#include <variant>
#include <vector>

// The rooms in reading order: each builds on those before it, and they are compiled as one.
#include "warp.h"
#include "knobs.h"
#include "position.h"
#include "network.h"
#include "memory.h"
#include "movegen.h"
#include "exchange.h"
#include "endings.h"
#include "search_state.h"
#include "movepick.h"
#include "search.h"
#include "record.h"
#include "game.h"
#include "text.h"
#include "checks.h"
#include "network_file.h"
#include "setup.h"
#include "output_file.h"
#include "options.h"
#ifdef __CUDACC__
#include "machine_gpu.h"
#else
#include "machine_cpu.h"
#include "uci.h"
#endif

// Positions copied to the host at a time.
constexpr size_t PORTION = 64 << 20;
const std::string POSITIONS_HEADER("MOLAPS\0\1", 8), GAMES_HEADER("MOLAGM\0\1", 8);

static volatile sig_atomic_t was_interrupted = 0;

// The first signal lets games end; the second one is not caught any more.
static void interrupt(int signal) {
    was_interrupted = 1;
    std::signal(signal, SIG_DFL);
}

static double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// What was counted, in all slices or in one.
using Counts = std::valarray<u64>;

static Counts fetch_counts(Machine& machine, const Slice& slice) {
    Counts counts(COUNTS);
    machine.copy(&counts[0], slice.counts, COUNTS * sizeof(u64));
    return counts;
}

static void say_progress(const Counts& total, double spent, double wanted) {
    bool is_terminal = isatty(STDOUT_FILENO);
    printf("%s%.0f s: %llu games, %llu positions, %.0f positions/s, %.1f M nodes/s", is_terminal ? "\r" : "", spent,
           games_of(total[GAMES_AND_BYTES]), total[POSITIONS], total[POSITIONS] / spent, total[NODES] / spent / 1e6);
    if (wanted < 1e8) printf(", about %.0f s left", std::max(0.0, wanted - spent));
    printf(is_terminal ? "   " : "\n");
    fflush(stdout);
}

// Lets no new games begin when time is up, or after a signal.
static void stop_if_over(Machine& machine, const Slice& slice, double end) {
    static bool told = false;
    if (now() < end && !was_interrupted) return;
    const u64 yes = 1;
    machine.copy(slice.counts + STOPPED, &yes, sizeof yes);
    if (was_interrupted && !told) printf("\nStopping: games that are being played are finished.\n");
    told = was_interrupted;
}

struct SelfPlay {
    explicit SelfPlay(const Options& options) : options(options), file(read_network(options.network)) {
        slice = lend_all(machine, file);
        printf("%s, %u warps; network %016llx, %d hidden neurons\n", machine.name.c_str(), slice.warps, file.header.hash, HIDDEN);
    }

    void run() {
        if (options.checks) check();
        if (!options.out.empty()) play();
    }

  private:
    Options options;
    NetworkFile file;  // read before the machine is asked for anything
    Machine machine;
    Slice slice;
    Counts total = Counts(COUNTS);

    void check() {
        std::vector<Check> checks;
        // A CPU has a warp, a GPU has thousands: each gets what it does in seconds.
        i64 most = machine.warps == 1 ? 3'000 : 2'000'000;
        add_checks(checks, COUNT_MOVES, options.corpus + "/perft/standard.epd", most);
        add_checks(checks, COUNT_MOVES, options.corpus + "/perft/chess960.epd", most);
        add_checks(checks, EVALUATE, options.golden);
        add_checks(checks, JUDGE_ENDING, options.corpus + "/endings/known.epd");
        double started = now();
        Check* on_machine = lend(machine, checks);
        machine.start(RunChecks{slice, on_machine, (u32)checks.size()});
        machine.finish();
        machine.copy(checks.data(), on_machine, checks.size() * sizeof(Check));
        bool held = report(checks) & keys_differ();
        printf("check: %s in %.1f s\n", held ? "everything held" : "FAILED", now() - started);
        if (!held) throw Problem("This build is not to be trusted on this machine: nothing was played.");
    }

    void play() {
        slice.counts = machine.room<u64>(COUNTS);
        slice.positions = machine.room<Record>(machine.warps * POSITION_ROOM);
        slice.games = machine.room<u8>(machine.warps * GAME_ROOM);
        slice.nodes = (u32)options.nodes;
        slice.chess960_per_mille = (u32)(1000 * options.chess960 + 0.5);
        slice.tree_per_mille = (u32)(1000 * options.tree + 0.5);
        slice.hindsight = options.hindsight;
        // A file of positions begins with as many bytes as a position has.
        OutputFile positions(options.out + ".positions", POSITIONS_HEADER + std::string(24, '\0'));
        OutputFile games(options.out + ".mola", GAMES_HEADER);
        double started = now();
        for (u32 number = 0; !was_interrupted; number++) {
            slice.first_game = (u32)games_of(total[GAMES_AND_BYTES]);
            double left = started + options.seconds - now(), games_left = options.games - slice.first_game;
            if (left <= 0 || (options.games && games_left <= 0)) break;
            // A short rest is played with the slice before it.
            double end = now() + (left < 1.5 * options.slice ? left : options.slice);
            slice.most_games = std::min(options.games ? (u32)games_left : 1u << 24, (1u << 24) - machine.warps - 1);
            slice.seed = (u32)mix((u64)options.seed << 32 | number, 0x9E3779B97F4A7C15ull);
            machine.copy(slice.counts, &Counts(COUNTS)[0], COUNTS * sizeof(u64));
            machine.start(PlayGames{slice});
            watch(started, end);
            write(positions, games);
        }
        if (total[PLIES] == 0) throw Problem("No game was finished, so nothing was written. Give it more time.");
        finish(positions, games);
        summarize(now() - started);
    }

    // Says how a slice goes until all of its games are finished.
    void watch(double started, double end) {
        double said = now(), every = isatty(STDOUT_FILENO) ? 1 : 15;
        while (machine.is_busy()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            stop_if_over(machine, slice, end);
            if (now() - said < every) continue;
            said = now();
            say_progress(total + fetch_counts(machine, slice), said - started, options.seconds);
        }
        machine.finish();
    }

    void write(OutputFile& positions, OutputFile& games) {
        Counts made = fetch_counts(machine, slice);
        std::string portion(PORTION, 0);
        auto append = [&](OutputFile& file, const void* from, size_t length) {
            for (size_t at = 0; at < length; at += PORTION) {
                size_t count = std::min(PORTION, length - at);
                machine.copy(portion.data(), (const u8*)from + at, count);
                file.append(portion.data(), count);
            }
        };
        try {
            append(positions, slice.positions, 32 * made[POSITIONS]);
            append(games, slice.games, bytes_of(made[GAMES_AND_BYTES]));
        } catch (const Problem&) {
            if (total[PLIES]) finish(positions, games);
            throw;
        }
        total += made;
    }

    void finish(OutputFile& positions, OutputFile& games) {
        positions.finish(32 + 32 * total[POSITIONS]);
        games.finish(GAMES_HEADER.size() + bytes_of(total[GAMES_AND_BYTES]));
    }

    void summarize(double spent) {
        const Counts& of = total;
        double count = (double)games_of(of[GAMES_AND_BYTES]), searches = (double)of[SEARCHES];
        say_progress(total, spent, options.seconds);
        printf("\n%s.positions and %s.mola: %llu positions of %.0f games, %.1f plies long, %.1f %% won by White, %.1f %% drawn\n",
               options.out.c_str(), options.out.c_str(), of[POSITIONS], count, of[PLIES] / count,
               100 * of[WHITE_WINS] / count, 100 * of[DRAWS] / count);
        printf("%.0f nodes and depth %.2f a move, %llu positions of the tree, %llu openings rejected\n", of[NODES] / searches,
               of[DEPTHS] / searches, of[FROM_TREE], of[REJECTIONS]);
        char text[1024];
        int length = snprintf(text, sizeof text,
            "{\"network\":\"%016llx\",\"hidden\":%d,\"nodes\":%.0f,\"seed\":%.0f,\"chess960\":%.3f,\"tree\":%.3f,\"hindsight\":%.3f,"
            "\"machine\":\"%s\",\"seconds\":%.1f,\"games\":%.0f,\"positions\":%llu,\"from_tree\":%llu,\"white\":%llu,"
            "\"draws\":%llu,\"plies\":%llu,\"searched\":%llu,\"moves\":%llu,\"rejected\":%llu}\n",
            file.header.hash, HIDDEN, options.nodes, options.seed, options.chess960, options.tree, options.hindsight,
            machine.name.c_str(), spent, count, of[POSITIONS], of[FROM_TREE], of[WHITE_WINS],
            of[DRAWS], of[PLIES], of[NODES], of[SEARCHES], of[REJECTIONS]);
        OutputFile about(options.out + ".json", text);
        about.finish((u64)length);
    }
};

#if TUNE
#include "duel.h"
#include "tuner.h"
#endif

int main(int count, char** words) {
    try {
        Options options = parse_options(count, words);
        std::signal(SIGINT, interrupt);
        std::signal(SIGTERM, interrupt);
        if (options.helps) print_help();
        else if (options.speaks_uci) speak_uci(read_network(options.network));
#if TUNE
        else if (options.duels) Tuner(options).duel();
        else if (!options.tune.empty()) Tuner(options).tune();
#endif
        else SelfPlay(options).run();
        return 0;
    } catch (const Problem& problem) {
        fflush(stdout);
        fprintf(stderr, "selfplay: %s\n", problem.what());
        return 1;
    }
}
