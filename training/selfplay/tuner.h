// Tunes the numbers of the search by games (SPSA, by Spall): every number is moved at once, up or down by chance, for one
// player and the other way for its opponent; what two games bring says whether that was uphill. Games are played all the
// time, and the host moves the numbers as results come in.

constexpr double LAST_PART = 1.0 / 3;  // of a run, whose average is the result

struct Knob {
    const char* name;
    int value, least, most, step;
};
#define ROW(name, value, least, most, step) {#name, value, least, most, step},
inline const Knob ALL_KNOBS[] = {KNOBS(ROW)};
#undef ROW

struct Tuner {
    explicit Tuner(const Options& options) : options(options), file(read_network(options.network)) {
        slice = {lend_all(machine, file)};
        for (const Knob& knob : ALL_KNOBS) {
            values.push_back(knob.value);
            reaches.push_back((float)knob.step);
        }
        if (!options.from.empty()) read_values();
        slice.counts = machine.room<u64>(COUNTS);
        slice.outcomes = machine.room<u32>(MOST_TRIALS);
        slice.nodes = (u32)options.nodes;
        slice.seed = (u32)options.seed;
        slice.most_games = 1u << 24;
    }

    // Moves the numbers, and writes what became of them.
    void tune() {
        play([this](u32 trial, int points, double time) { learn(trial, points, time); });
        std::string text;
        printf("\n%-22s %8s %8s %8s\n", "number", "before", "after", "steps");
        for (int i = 0; i < KNOB_COUNT; i++) {
            double after = summed ? sums[i] / summed : values[i];
            text += std::string(ALL_KNOBS[i].name) + " " + std::to_string((int)std::lround(after)) + "\n";
            printf("%-22s %8d %8.1f %8.2f\n", ALL_KNOBS[i].name, ALL_KNOBS[i].value, after,
                   (after - ALL_KNOBS[i].value) / ALL_KNOBS[i].step);
        }
        OutputFile(options.tune, text).finish(text.size());
    }

    // Plays the numbers of a file against those in use.
    void duel() {
        for (int i = 0; i < KNOB_COUNT; i++) {
            reaches[i] = (float)(values[i] - ALL_KNOBS[i].value) / 2;
            values[i] = (values[i] + ALL_KNOBS[i].value) / 2;
        }
        slice.goes_up = true;
        play([](u32, int, double) {});
    }

  private:
    Options options;
    NetworkFile file;
    Machine machine;
    PlayDuels slice;
    std::vector<double> values, sums = std::vector<double>(KNOB_COUNT);
    std::vector<float> reaches;
    u32 summed = 0;
    u64 pairs[5] = {};  // by points of the first player

    void read_values() {
        std::ifstream text(options.from);
        if (!text) throw Problem("Cannot read " + options.from + ".");
        std::string name;
        for (double value; text >> name >> value;) {
            auto is_named = [&](const Knob& knob) { return name == knob.name; };
            auto knob = std::find_if(std::begin(ALL_KNOBS), std::end(ALL_KNOBS), is_named);
            if (knob == std::end(ALL_KNOBS)) throw Problem(options.from + ": " + name + " is not a number of the search.");
            values[knob - ALL_KNOBS] = value;
        }
    }

    void send_centers() {
        std::vector<float> centers(values.begin(), values.end());
        machine.copy(slice.centers, centers.data(), centers.size() * sizeof(float));
    }

    void learn(u32 trial, int points, double time) {
        double rate = options.rate * (1.5 - time);
        for (int i = 0; i < KNOB_COUNT; i++) {
            const Knob& knob = ALL_KNOBS[i];
            double way = dice_of(trial, i) & 1 ? 1 : -1, moved = values[i] + rate * knob.step * way * (points - 2);
            values[i] = std::clamp<double>(moved, knob.least + knob.step, knob.most - knob.step);
            if (time > 1 - LAST_PART) sums[i] += values[i];
        }
        summed += time > 1 - LAST_PART;
    }

    template <class Learn> void play(const Learn& learn) {
        slice.centers = machine.room<float>(KNOB_COUNT);
        slice.reaches = lend(machine, reaches);
        send_centers();
        double started = now(), said = started;
        machine.start(slice);
        u64 seen = 0;
        for (bool busy = true; busy;) {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            busy = machine.is_busy();
            stop_if_over(machine, slice, started + options.seconds);
            Counts counts = fetch_counts(machine, slice);
            std::vector<u32> outcomes(counts[OUTCOMES] - seen);
            machine.copy(outcomes.data(), slice.outcomes + seen, outcomes.size() * sizeof(u32));
            for (u32 outcome : outcomes) {
                if (!outcome) break;  // counted, but not written yet
                pairs[outcome & 7]++;
                learn((outcome >> 3) - 1, outcome & 7, std::min(1.0, (now() - started) / options.seconds));
                seen++;
            }
            send_centers();
            if (busy && now() - said < 15) continue;
            said = now();
            report(counts, said - started);
        }
        machine.finish();
    }

    void report(const Counts& counts, double spent) {
        double count = 0, mean = 0, square = 0;
        for (int points = 0; points < 5; points++) {
            count += pairs[points];
            mean += pairs[points] * points;
        }
        if (count == 0) return;
        mean /= 4 * count;
        for (int points = 0; points < 5; points++) square += pairs[points] * (points / 4.0 - mean) * (points / 4.0 - mean);
        double error = 1.96 * std::sqrt(square) / count, slope = 400 / std::log(10) / (mean * (1 - mean));
        double searches = (double)counts[SEARCHES];
        printf("%.0f s: %.0f pairs, %llu %llu %llu %llu %llu, %+.1f +- %.1f Elo, %.0f %% drawn, ", spent, count, pairs[0],
               pairs[1], pairs[2], pairs[3], pairs[4], -400 * std::log10(1 / mean - 1), slope * error,
               50 * counts[DRAWS] / count);
        printf("%.1f M nodes/s, depth %.2f, %.0f nodes;", counts[NODES] / spent / 1e6, counts[DEPTHS] / searches,
               counts[NODES] / searches);
        for (double value : values) printf(" %.0f", value);
        printf("\n");
        fflush(stdout);
    }
};
