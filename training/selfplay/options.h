// What was typed.

struct Options {
    std::string network, out, golden, corpus = "testdata", tune, from;
    double minutes = 0, seconds = 0, games = 0, nodes = 500, seed = 1, chess960 = 0.1, tree = 0, hindsight = 0, slice = 240;
    double rate = 0.003;
    bool checks = false, helps = false, speaks_uci = false, duels = false;
};

struct Option {
    const char *name, *value, *help;
    std::variant<std::string Options::*, double Options::*, bool Options::*> target;
    double least = 0, most = 1;
};

inline const Option OPTIONS[] = {
    {"--out", "PATH", "writes PATH.positions for the trainer, PATH.mola with the games, and PATH.json", &Options::out},
    {"--minutes", "M", "how long to begin games; to finish the last ones takes seconds more", &Options::minutes, 0.01, 1e5},
    {"--seconds", "S", "the same in seconds", &Options::seconds, 0.1, 6e6},
    {"--games", "N", "stop after N games, or a few more", &Options::games, 1, 1e7},
    {"--nodes", "N", "nodes for each move; a depth that has begun is finished (500)", &Options::nodes, 1, 1e7},
    {"--seed", "N", "the same seed and machine play similar games, another one plays others (1)", &Options::seed, 0, 0xffffffff},
    {"--chess960", "SHARE", "how many of the games begin as Chess960, from 0 to 1 (0.1)", &Options::chess960},
    {"--tree", "SHARE", "for how many moves a position of the search is kept too, from 0 to 1 (0)", &Options::tree},
    {"--hindsight", "SHARE", "how much of each score comes from what followed in its game, from 0 to 1 (0)", &Options::hindsight},
    {"--slice", "S", "seconds between two writes to the disk (240)", &Options::slice, 1, 3600},
    {"--check", "", "first prove moves, network and accumulators on this machine", &Options::checks},
    {"--golden", "FILE", "values to check against (NETWORK.golden)", &Options::golden},
    {"--corpus", "FOLDER", "positions to check with: perft and endings (testdata)", &Options::corpus},
    {"--uci", "", "play as a UCI engine (the CPU build only)", &Options::speaks_uci},
#if TUNE
    {"--tune", "FILE", "tunes the numbers of the search by games, and writes what became of them", &Options::tune},
    {"--from", "FILE", "numbers to begin with, as --tune writes them", &Options::from},
    {"--duel", "", "plays the numbers of --from against those in use", &Options::duels},
    {"--rate", "R", "how far a pair of games moves a number, in steps (0.003)", &Options::rate, 0, 1},
#endif
    {"--help", "", "print this", &Options::helps},
};

inline void print_help() {
    printf("Plays games on a GPU and writes them with the positions worth learning from.\n\n"
           "Usage: selfplay NETWORK.nnue --out PATH --minutes M [options]\n"
           "       selfplay NETWORK.nnue --check\n\n");
    for (const Option& option : OPTIONS) printf("  %-11s %-7s %s\n", option.name, option.value, option.help);
    printf("\nCtrl-C stops it: games that are being played are finished and kept.\n");
}

inline double parse_number(const Option& option, const char* text) {
    char range[64], *end;
    double number = strtod(text, &end);
    if (end != text && !*end && number >= option.least && number <= option.most) return number;
    snprintf(range, sizeof range, ": type a number from %g to %g.", option.least, option.most);
    throw Problem(std::string(option.name) + " " + text + range);
}

inline Options parse_options(int count, char** words) {
    Options options;
    for (int i = 1; i < count; i++) {
        std::string word = words[i] == std::string("-h") ? "--help" : words[i];
        auto is_it = [&](const Option& option) { return word == option.name; };
        const Option* option = std::find_if(std::begin(OPTIONS), std::end(OPTIONS), is_it);
        if (option == std::end(OPTIONS)) {
            if (word[0] == '-') throw Problem(word + " is not an option. `selfplay --help` lists them.");
            if (!options.network.empty()) throw Problem("Give one network, not also " + word + ".");
            options.network = word;
        } else if (auto flag = std::get_if<bool Options::*>(&option->target)) {
            options.**flag = true;
        } else if (++i == count) {
            throw Problem(word + " needs a value. `selfplay --help` lists the options.");
        } else if (auto number = std::get_if<double Options::*>(&option->target)) {
            options.**number = parse_number(*option, words[i]);
        } else {
            options.*std::get<std::string Options::*>(option->target) = words[i];
        }
    }
    if (options.helps) return options;
    if (options.network.empty()) throw Problem("Give a network to play with: selfplay NETWORK.nnue --out PATH --minutes 8");
    options.seconds += 60 * options.minutes;
    if (!options.out.empty() && options.seconds == 0 && options.games == 0)
        throw Problem("Say how long to play: --minutes M, or --games N.");
    if (options.duels && options.from.empty()) throw Problem("Say which numbers to play with: --from FILE.");
    if ((options.duels || !options.tune.empty()) && options.seconds == 0) throw Problem("Say how long: --minutes M.");
    if (options.out.empty() && !options.checks && !options.speaks_uci && options.tune.empty() && !options.duels)
        throw Problem("Say where the games go (--out PATH), or give --check.");
    if (options.golden.empty()) options.golden = options.network.substr(0, options.network.rfind(".nnue")) + ".golden";
    if (options.seconds == 0) options.seconds = 1e9;
    return options;
}
