// Reads a network's file (`training/FORMAT.md`) and lays its weights out as lanes read them.
#pragma once
#include <cstdio>

#include "setup.h"

struct NetworkFile {
    std::vector<u32> rows, biases, outputs;
    std::vector<int> output_biases;
    int scale;
    u64 hash;
};

inline std::vector<u8> read_bytes(const std::string& path) {
    FILE* file = fopen(path.c_str(), "rb");
    if (!file) throw Problem("Cannot open " + path + ": " + strerror(errno) + ".");
    std::vector<u8> bytes;
    u8 buffer[1 << 16];
    size_t count;
    while ((count = fread(buffer, 1, sizeof buffer, file)) > 0) bytes.insert(bytes.end(), buffer, buffer + count);
    bool failed = ferror(file);
    fclose(file);
    if (failed) throw Problem("Cannot read " + path + ".");
    return bytes;
}

inline NetworkFile read_network(const std::string& path) {
    constexpr size_t HEADER = 32;
    std::vector<u8> bytes = read_bytes(path);
    const u8 magic[8] = {'M', 'O', 'L', 'A', 'N', 'N', 0, 1};
    if (bytes.size() < HEADER || memcmp(bytes.data(), magic, 7)) throw Problem(path + " is not a network of Mola.");
    if (bytes[7] == 2) throw Problem(path + " has layers behind its accumulators. Give a network without: only those play on a GPU.");
    if (bytes[7] != magic[7]) throw Problem(path + " is a network of another version: " + std::to_string(bytes[7]) + ".");
    if (bytes[8] != 1) throw Problem(path + " holds weights as trained. Give the .nnue file beside it.");
    auto number = [&](size_t at, int count) {
        u64 value = 0;
        for (int i = 0; i < count; i++) value |= (u64)bytes[at + i] << 8 * i;
        return value;
    };
    int hidden = (int)number(12, 2);
    if (bytes[9] != BUCKETS || number(10, 2) != INPUTS || number(14, 2) != 255 || number(16, 2) != 64)
        throw Problem(path + " has another architecture than this program plays with.");
    if (hidden != HIDDEN)
        throw Problem(path + " has " + std::to_string(hidden) + " hidden neurons, and this program was built for " + std::to_string(HIDDEN) +
                      ". Build it with `make HIDDEN=" + std::to_string(hidden) + "`.");
    NetworkFile network;
    network.scale = (int)number(18, 2);
    network.hash = number(24, 8);
    size_t note = number(20, 4), weights = 2 * ((size_t)INPUTS * HIDDEN + HIDDEN + (size_t)BUCKETS * 2 * HIDDEN);
    if (bytes.size() != HEADER + note + weights + 4 * BUCKETS) throw Problem(path + " is cut off, or has something behind its weights.");
    u64 hash = 0xCBF29CE484222325ull;
    for (size_t i = 0; i < bytes.size(); i++)
        if (i < 24 || i >= HEADER) hash = (hash ^ bytes[i]) * 0x100000001B3ull;
    if (hash != network.hash) throw Problem(path + " is damaged: its hash does not match.");

    size_t at = HEADER + note;
    auto weight = [&](size_t index) { return (int)(i16)number(at + 2 * index, 2); };
    auto pair = [&](size_t index) { return (u32)(weight(2 * index) + weight(2 * index + 1) * 65536); };
    for (size_t i = 0; i < (size_t)INPUTS * HIDDEN / 2; i++) network.rows.push_back(pair(i));
    network.rows.resize(network.rows.size() + HIDDEN / 2);  // the row of zeros
    at += 2 * (size_t)INPUTS * HIDDEN;
    for (size_t i = 0; i < HIDDEN / 2; i++) network.biases.push_back(pair(i));
    at += 2 * HIDDEN;
    // A lane reads the weights of its neurons, four bytes in each word, in the order in which it holds the sums.
    for (int player = 0; player < 2 * BUCKETS; player++)
        for (int block = 0; block < VECTORS / 2; block++)
            for (int lane = 0; lane < LANES; lane++)
                for (int word = 0; word < 4; word++) {
                    u32 four = 0;
                    for (int byte = 0; byte < 4; byte++) {
                        int neuron = (2 * block + word / 2) * 256 + lane * 8 + word % 2 * 4 + byte;
                        int value = weight((size_t)player * HIDDEN + neuron);
                        if (value > 127 || value < -127) throw Problem(path + " has a weight of the output beyond 127.");
                        four |= (u32)(u8)(i8)value << 8 * byte;
                    }
                    network.outputs.push_back(four);
                }
    at += 2 * (size_t)BUCKETS * 2 * HIDDEN;
    for (int i = 0; i < BUCKETS; i++) network.output_biases.push_back((int)(u32)number(at + 4 * i, 4));
    return network;
}
