// What was typed.
#pragma once
#include "setup.h"

struct Options {
    std::string network, out, golden, corpus = "testdata";
    double seconds = 0, slice = 240;
    u32 nodes = 500, seed = 1, chess960_per_mille = 100, stray_per_mille = 0, tree_per_mille = 0, games = 0;
    bool checks = false, helps = false, speaks_uci = false;
};

inline const char* HELP =
    R"(Plays games on a GPU and writes them with the positions worth learning from.

Usage: selfplay NETWORK.nnue --out PATH --minutes M [options]
       selfplay NETWORK.nnue --check

  --out PATH         writes PATH.positions for the trainer, PATH.mola with the games, and PATH.json
  --minutes M        how long to begin games; the last ones are finished, which takes seconds more
  --seconds S        the same in seconds
  --games N          stop after N games, or a few more
  --nodes N          nodes for each move; a depth that has begun is finished (500)
  --seed N           the same seed and machine play similar games, another one plays others (1)
  --chess960 SHARE   how many of the games begin as Chess960, from 0 to 1 (0.1)
  --stray SHARE      how many quiet moves are replaced by any other, from 0 to 1 (0)
  --tree SHARE       for how many moves a position of the search is kept too, from 0 to 1 (0)
  --slice S          seconds between two writes to the disk (240)
  --check            first prove moves, network and accumulators on this machine
  --golden FILE      values to check against (NETWORK.golden)
  --corpus FOLDER    positions to check with: perft and endings (testdata)
  --uci              play as a UCI engine (the CPU build only)

Ctrl-C stops it: games that are being played are finished and kept.
)";

inline Options parse_options(int count, char** words) {
    Options options;
    for (int i = 1; i < count; i++) {
        std::string word = words[i];
        auto text = [&]() -> std::string {
            if (i + 1 >= count) throw Problem(word + " needs a value. `selfplay --help` lists the options.");
            return words[++i];
        };
        auto number = [&](double least, double most) {
            std::string value = text();
            char* end;
            double number = strtod(value.c_str(), &end);
            if (value.empty() || *end || !(number >= least && number <= most)) {
                char range[64];
                snprintf(range, sizeof range, "%g to %g", least, most);
                throw Problem(word + " " + value + ": type a number from " + range + ".");
            }
            return number;
        };
        if (word == "--help" || word == "-h") options.helps = true;
        else if (word == "--out") options.out = text();
        else if (word == "--minutes") options.seconds = 60 * number(0.01, 100000);
        else if (word == "--seconds") options.seconds = number(0.1, 6000000);
        else if (word == "--games") options.games = (u32)number(1, 1e7);
        else if (word == "--nodes") options.nodes = (u32)number(1, 1e7);
        else if (word == "--seed") options.seed = (u32)number(0, 4294967295.0);
        else if (word == "--chess960") options.chess960_per_mille = (u32)(1000 * number(0, 1) + 0.5);
        else if (word == "--stray") options.stray_per_mille = (u32)(1000 * number(0, 1) + 0.5);
        else if (word == "--tree") options.tree_per_mille = (u32)(1000 * number(0, 1) + 0.5);
        else if (word == "--slice") options.slice = number(1, 3600);
        else if (word == "--check") options.checks = true;
        else if (word == "--golden") options.golden = text();
        else if (word == "--corpus") options.corpus = text();
        else if (word == "--uci") options.speaks_uci = true;
        else if (word[0] == '-') throw Problem(word + " is not an option. `selfplay --help` lists them.");
        else if (options.network.empty()) options.network = word;
        else throw Problem("Give one network, not also " + word + ".");
    }
    if (options.helps) return options;
    if (options.network.empty()) throw Problem("Give a network to play with: selfplay NETWORK.nnue --out PATH --minutes 8");
    if (!options.out.empty() && options.seconds == 0 && options.games == 0) throw Problem("Say how long to play: --minutes M, or --games N.");
    if (options.out.empty() && !options.checks && !options.speaks_uci) throw Problem("Say where the games go (--out PATH), or give --check.");
    if (options.golden.empty()) {
        options.golden = options.network;
        size_t dot = options.golden.rfind(".nnue");
        if (dot != std::string::npos) options.golden.erase(dot);
        options.golden += ".golden";
    }
    if (options.seconds == 0) options.seconds = 1e9;
    return options;
}
