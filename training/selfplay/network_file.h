// Reads a network's file (`training/FORMAT.md`) and lays its weights out as lanes read them.
#pragma once
#include "network.h"
#include "text.h"

struct NetworkFile {
    std::vector<u32> rows, biases, outputs;
    std::vector<int> output_biases;
    int scale;
    u64 hash;
};

struct NetworkHeader {
    char magic[7];
    u8 version, is_quantized, buckets;
    u16 inputs, hidden, input_unit, output_unit, scale;
    u32 note_length;
    u64 hash;
};
static_assert(sizeof(NetworkHeader) == 32, "as it lies in the file");

inline NetworkFile read_network(const std::string& path) {
    constexpr size_t WEIGHTS = (size_t)INPUTS * HIDDEN + HIDDEN + (size_t)BUCKETS * 2 * HIDDEN;
    std::string bytes = read_file(path), hidden = std::to_string(HIDDEN);
    NetworkHeader header = {};
    if (bytes.size() >= sizeof header) memcpy(&header, bytes.data(), sizeof header);
    if (memcmp(header.magic, "MOLANN", 7)) throw Problem(path + " is not a network of Mola.");
    if (header.version == 2)
        throw Problem(path + " has layers behind its accumulators. Give a network without: only those play on a GPU.");
    if (header.version != 1) throw Problem(path + " is a network of another version: " + std::to_string(header.version) + ".");
    if (header.is_quantized != 1) throw Problem(path + " holds weights as trained. Give the .nnue file beside it.");
    if (header.buckets != BUCKETS || header.inputs != INPUTS || header.input_unit != 255 || header.output_unit != 64)
        throw Problem(path + " has another architecture than this program plays with.");
    if (header.hidden != HIDDEN) {
        std::string found = std::to_string(header.hidden);
        throw Problem(path + " has " + found + " hidden neurons, and this program was built for " + hidden +
                      ". Build it with `make HIDDEN=" + found + "`.");
    }
    if (bytes.size() != sizeof header + header.note_length + 2 * WEIGHTS + 4 * BUCKETS)
        throw Problem(path + " is cut off, or has something behind its weights.");
    u64 hash = 0xCBF29CE484222325ull;
    for (size_t i = 0; i < bytes.size(); i++)
        if (i < 24 || i >= sizeof header) hash = (hash ^ (u8)bytes[i]) * 0x100000001B3ull;
    if (hash != header.hash) throw Problem(path + " is damaged: its hash does not match.");

    std::vector<i16> weights(WEIGHTS);
    NetworkFile network = {{}, {}, {}, std::vector<int>(BUCKETS), header.scale, hash};
    const char* at = bytes.data() + sizeof header + header.note_length;
    memcpy(weights.data(), at, 2 * WEIGHTS);
    memcpy(network.output_biases.data(), at + 2 * WEIGHTS, 4 * BUCKETS);
    auto pair = [&](size_t index) { return (u32)(weights[2 * index] + weights[2 * index + 1] * 65536); };
    size_t end_of_rows = (size_t)INPUTS * HIDDEN / 2, end_of_biases = end_of_rows + HIDDEN / 2;
    for (size_t i = 0; i < end_of_rows; i++) network.rows.push_back(pair(i));
    network.rows.resize(end_of_rows + HIDDEN / 2);  // the row of zeros
    for (size_t i = end_of_rows; i < end_of_biases; i++) network.biases.push_back(pair(i));
    // A lane reads the weights of its neurons, four bytes in each word, in the order in which it holds the sums.
    const i16* outputs = &weights[2 * end_of_biases];
    for (int i = 0; i < BUCKETS * 2 * HIDDEN / 4; i++) {
        int word = i % 4, lane = i / 4 % LANES, block = i / 4 / LANES % (VECTORS / 2), player = 4 * i / HIDDEN;
        int neuron = (2 * block + word / 2) * 256 + lane * 8 + word % 2 * 4;
        u32 four = 0;
        for (int byte = 0; byte < 4; byte++) {
            int value = outputs[player * HIDDEN + neuron + byte];
            if (value > 127 || value < -127) throw Problem(path + " has a weight of the output beyond 127.");
            four |= (u32)(u8)value << 8 * byte;
        }
        network.outputs.push_back(four);
    }
    return network;
}
