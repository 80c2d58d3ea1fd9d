// `selfplay`: from a network to games and positions, in one command. See README.md.
//
// nvcc builds it for GPUs; a plain C++ compiler builds the same source for a CPU (`make cpu`).
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <thread>
#include <unistd.h>

#ifdef __CUDACC__
#include "machine_gpu.h"
#else
#include "machine_cpu.h"
#include "uci.h"
#endif
#include "options.h"
#include "output_file.h"
#include "pawn_wins.h"

constexpr u32 TABLE_ENTRIES = 1 << 13;
// Positions copied to the host at a time.
constexpr size_t PORTION = 64 << 20;

static volatile sig_atomic_t was_interrupted = 0;

// The first signal lets games end; the second one is not caught any more.
static void listen_for_signals() {
    struct sigaction action = {};
    action.sa_handler = [](int) { was_interrupted = 1; };
    action.sa_flags = SA_RESETHAND;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// What was counted, in all slices or in one.
struct Counts {
    u64 of[COUNTS] = {};
    void add(const Counts& more) {
        for (int i = 0; i < COUNTS; i++) of[i] += more.of[i];
    }
    u64 games() const { return of[GAMES_AND_BYTES] >> BYTES_BITS; }
    u64 bytes() const { return of[GAMES_AND_BYTES] & ((1ull << BYTES_BITS) - 1); }
};

static void say_progress(const Counts& total, double spent, double wanted) {
    bool is_terminal = isatty(STDOUT_FILENO);
    printf("%s%.0f s: %llu games, %llu positions, %.0f positions/s, %.1f M nodes/s", is_terminal ? "\r" : "", spent, total.games(),
           total.of[POSITIONS], total.of[POSITIONS] / spent, total.of[NODES] / spent / 1e6);
    if (wanted < 1e8) printf(", about %.0f s left", std::max(0.0, wanted - spent));
    printf(is_terminal ? "   " : "\n");
    fflush(stdout);
}

class SelfPlay {
  public:
    explicit SelfPlay(const Options& options) : options(options), file(read_network(options.network)) {
        auto rays = make_rays();
        auto reductions = make_reductions();
        network.rows = (const uint4*)machine.room<u32>(file.rows.size(), file.rows.data());
        network.biases = (const uint4*)machine.room<u32>(file.biases.size(), file.biases.data());
        network.outputs = (const uint4*)machine.room<u32>(file.outputs.size(), file.outputs.data());
        network.output_biases = machine.room<int>(file.output_biases.size(), file.output_biases.data());
        network.scale = file.scale;
        slice.rays = machine.room<u64>(rays.size(), rays.data());
        slice.reductions = machine.room<int>(reductions.size(), reductions.data());
        PawnWins pawn_wins(rays);
        slice.pawn_wins = machine.room<u32>(pawn_wins.table().size(), pawn_wins.table().data());
        slice.moves = machine.room<u32>((size_t)machine.warps * MOST_MOVES);
        printf("%s, %u warps; network %016llx, %d hidden neurons\n", machine.name.c_str(), machine.warps, file.hash, HIDDEN);
    }

    // Gives whether everything held.
    bool check() {
        std::vector<Check> checks;
        // A CPU has a warp, a GPU has thousands: each gets what it does in seconds.
        i64 most = machine.warps == 1 ? 3'000 : 2'000'000;
        add_perft(checks, options.corpus + "/perft/standard.epd", most);
        add_perft(checks, options.corpus + "/perft/chess960.epd", most);
        add_values(checks, EVALUATE, options.golden);
        add_values(checks, JUDGE_ENDING, options.corpus + "/endings/known.epd");
        double started = now();
        Check* on_machine = machine.room<Check>(checks.size(), checks.data());
        machine.check(on_machine, checks.size(), slice, network);
        machine.fetch(checks.data(), on_machine, checks.size() * sizeof(Check));
        bool held = report(checks);
        printf("check: %s in %.1f s\n", held ? "everything held" : "FAILED", now() - started);
        fflush(stdout);
        return held;
    }

    void play() {
        std::vector<Position> starts;
        for (int number = 0; number < 960; number++) starts.push_back(starting_position(number));
        slice.starts = machine.room<Position>(starts.size(), starts.data());
        slice.table = machine.room<uint4>((size_t)machine.warps * TABLE_ENTRIES);
        slice.keys = machine.room<u64>((size_t)machine.warps * MOST_KEYS);
        slice.plies = machine.room<Ply>((size_t)machine.warps * MOST_PLIES_KEPT);
        slice.records = machine.room<u8>((size_t)machine.warps * LONGEST_RECORD);
        slice.continuations = machine.room<i16>((size_t)machine.warps * 2 * CONTINUATIONS);
        slice.counts = machine.room<u64>(COUNTS);
        u32* stop = machine.room<u32>(1);
        slice.stop = stop;
        slice.positions = machine.room<uint4>(2 * machine.position_room);
        slice.games = machine.room<u8>(machine.game_room);
        slice.position_room = machine.position_room;
        slice.game_room = machine.game_room;
        slice.table_size = TABLE_ENTRIES;
        slice.nodes = options.nodes;
        slice.chess960_per_mille = options.chess960_per_mille;
        slice.stray_per_mille = options.stray_per_mille;
        slice.tree_per_mille = options.tree_per_mille;
        machine.clear(slice.table, (size_t)machine.warps * TABLE_ENTRIES * sizeof(uint4));

        const u8 positions_header[32] = {'M', 'O', 'L', 'A', 'P', 'S', 0, 1}, games_header[8] = {'M', 'O', 'L', 'A', 'G', 'M', 0, 1};
        OutputFile positions(options.out + ".positions", positions_header, sizeof positions_header);
        OutputFile game_records(options.out + ".mola", games_header, sizeof games_header);
        double started = now();
        for (u32 number = 0; !was_interrupted; number++) {
            double left = started + options.seconds - now();
            u64 games_left = options.games ? options.games - std::min<u64>(options.games, total.games()) : 1u << 24;
            if (left <= 0 || games_left == 0) break;
            // A short rest is played with the slice before it.
            slice.nanoseconds = (u64)(1e9 * (left < 1.5 * options.slice ? left : options.slice));
            slice.first_game = (u32)total.games();
            slice.most_games = (u32)std::min<u64>(games_left, (1u << 24) - machine.warps - 1);
            slice.seed = (u32)mix((u64)options.seed << 32 | number, 0x9E3779B97F4A7C15ull);
            machine.clear(slice.counts, COUNTS * sizeof(u64));
            machine.clear(stop, sizeof(u32));
            watch(stop, started);
            write(positions, game_records);
        }
        if (total.games() == 0) throw Problem("No game was finished, so nothing was written. Give it more time.");
        positions.finish();
        game_records.finish();
        summarize(now() - started);
    }

  private:
    Options options;
    NetworkFile file;  // read before the machine is asked for anything
    Machine machine;
    Network network;
    Slice slice = {};
    Counts total;

    // Lets the machine play a slice, and says how it goes.
    void watch(u32* stop, double started) {
        machine.start(slice, network);
        double said = now(), every = isatty(STDOUT_FILENO) ? 1 : 15;
        bool told_to_stop = false;
        while (machine.is_busy()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            if (was_interrupted && !told_to_stop) {
                machine.stop(stop);
                told_to_stop = true;
                printf("\nStopping: games that are being played are finished.\n");
            }
            if (now() - said < every) continue;
            said = now();
            Counts sum;
            machine.progress(sum.of, slice);
            sum.add(total);
            say_progress(sum, said - started, options.seconds);
        }
        machine.finish();
    }

    void write(OutputFile& positions, OutputFile& game_records) {
        Counts made;
        machine.fetch(made.of, slice.counts, sizeof made.of);
        std::vector<u8> portion(PORTION);
        auto append = [&](OutputFile& file, const void* from, size_t length) {
            for (size_t at = 0; at < length; at += PORTION) {
                size_t count = std::min(PORTION, length - at);
                machine.fetch(portion.data(), (const u8*)from + at, count);
                file.append(portion.data(), count);
            }
        };
        try {
            append(positions, slice.positions, 32 * made.of[POSITIONS]);
            append(game_records, slice.games, made.bytes());
        } catch (const Problem&) {
            if (total.games()) {
                positions.finish();
                game_records.finish();
            }
            throw;
        }
        positions.keep();
        game_records.keep();
        total.add(made);
    }

    void summarize(double spent) {
        double count = (double)total.games(), moves = (double)total.of[MOVES];
        say_progress(total, spent, options.seconds);
        printf("\n%s.positions and %s.mola: %llu positions of %.0f games, %.1f plies long, %.1f %% won by White, %.1f %% drawn\n",
               options.out.c_str(), options.out.c_str(), total.of[POSITIONS], count, total.of[PLIES] / count, 100 * total.of[WHITE_WINS] / count,
               100 * total.of[DRAWS] / count);
        printf("%.0f nodes and depth %.2f a move, %llu positions of the tree, %llu openings rejected\n", total.of[NODES] / moves,
               total.of[DEPTHS] / moves, total.of[FROM_TREE], total.of[REJECTED]);
        char text[1024];
        int length = snprintf(
            text, sizeof text,
            "{\"network\":\"%016llx\",\"hidden\":%d,\"nodes\":%u,\"seed\":%u,\"chess960\":%.3f,\"stray\":%.3f,\"tree\":%.3f,\"machine\":\"%s\",\"seconds\":%.1f,"
            "\"games\":%.0f,\"positions\":%llu,\"from_tree\":%llu,\"white\":%llu,\"draws\":%llu,\"plies\":%llu,\"searched\":%llu,\"moves\":%llu,"
            "\"rejected\":%llu}\n",
            file.hash, HIDDEN, options.nodes, options.seed, options.chess960_per_mille / 1000.0, options.stray_per_mille / 1000.0, options.tree_per_mille / 1000.0, machine.name.c_str(), spent, count,
            total.of[POSITIONS], total.of[FROM_TREE], total.of[WHITE_WINS], total.of[DRAWS], total.of[PLIES], total.of[NODES], total.of[MOVES], total.of[REJECTED]);
        OutputFile about(options.out + ".json", text, (size_t)length);
        about.finish();
    }
};

int main(int count, char** words) {
    try {
        Options options = parse_options(count, words);
        if (options.helps) {
            fputs(HELP, stdout);
            return 0;
        }
        listen_for_signals();
#ifdef __CUDACC__
        if (options.speaks_uci) throw Problem("--uci is for the CPU build: `make cpu`.");
#else
        if (options.speaks_uci) {
            speak_uci(read_network(options.network));
            return 0;
        }
#endif
        auto selfplay = std::make_unique<SelfPlay>(options);
        if (options.checks && !selfplay->check()) throw Problem("This build is not to be trusted on this machine: nothing was played.");
        if (!options.out.empty()) selfplay->play();
        return 0;
    } catch (const Problem& problem) {
        fflush(stdout);
        fprintf(stderr, "selfplay: %s\n", problem.what());
        return 1;
    }
}
