// Reads a network's file (`training/FORMAT.md`) and lays its weights out as lanes read them.

struct NetworkHeader {
    char magic[7];
    u8 version, is_quantized, buckets;
    u16 inputs, hidden, input_unit, output_unit, scale;
    u32 note_length;
    u64 hash;
};
static_assert(sizeof(NetworkHeader) == 32, "as it lies in the file");

struct NetworkFile {
    NetworkHeader header;
    std::vector<u32> words;
};

inline NetworkFile read_network(const std::string& path) {
    constexpr size_t WEIGHTS = (size_t)INPUTS * HIDDEN + HIDDEN + (size_t)BUCKETS * 2 * HIDDEN;
    std::string bytes = read_file(path);
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
        throw Problem(path + " has " + found + " hidden neurons, and this program was built for " + std::to_string(HIDDEN) +
                      ". Build it with `make HIDDEN=" + found + "`.");
    }
    if (bytes.size() != sizeof header + header.note_length + 2 * WEIGHTS + 4 * BUCKETS)
        throw Problem(path + " is cut off, or has something behind its weights.");
    u64 hash = hash_of(&header, offsetof(NetworkHeader, hash));
    if (hash_of(&bytes[sizeof header], bytes.size() - sizeof header, hash) != header.hash)
        throw Problem(path + " is damaged: its hash does not match.");

    std::vector<i16> weights(WEIGHTS);
    std::vector<u32> words(4 * OUTPUT_BIASES_AT + BUCKETS);
    const char* at = bytes.data() + sizeof header + header.note_length;
    memcpy(weights.data(), at, 2 * WEIGHTS);
    memcpy(&words[4 * OUTPUT_BIASES_AT], at + 2 * WEIGHTS, 4 * BUCKETS);
    constexpr int PAIRS = (INPUTS + 1) * HIDDEN / 2;  // of rows and biases; between them lies a row of zeros
    for (int i = 0; i < PAIRS; i++)
        words[i < INPUTS * HIDDEN / 2 ? i : i + HIDDEN / 2] = (u32)(weights[2 * i] + weights[2 * i + 1] * 65536);
    // A lane reads the weights of its neurons, four bytes in each word, in the order in which it holds the sums.
    for (int i = 0; i < BUCKETS * 2 * HIDDEN; i++) {
        int word = i / 4 % 4, lane = i / 16 % LANES, block = i / 16 / LANES % (VECTORS / 2), player = i / HIDDEN;
        int neuron = (2 * block + word / 2) * 256 + lane * 8 + word % 2 * 4 + i % 4;
        int value = weights[2 * PAIRS + player * HIDDEN + neuron];
        if (value > 127 || value < -127) throw Problem(path + " has a weight of the output beyond 127.");
        words[4 * OUTPUTS_AT + i / 4] |= (u32)(u8)value << 8 * (i % 4);
    }
    return {header, words};
}
