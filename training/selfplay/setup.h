// What the host prepares: tables, and all that it lends to a machine.

inline std::vector<u64> make_rays() {
    std::vector<u64> rays(RAYS);
    for (int from = 0; from < 64; from++)
        for (int to = 0; to < 64; to++) {
            int x = (to & 7) - (from & 7), y = (to >> 3) - (from >> 3);
            // In the order of RayTable.
            const bool reaches[] = {x == 0, y == 0, x == y, x == -y, x * x + y * y == 5, x * x <= 1 && y * y <= 1};
            for (int table = 0; table < 6; table++) rays[64 * table + from] |= (u64)(reaches[table] && from != to) << to;
        }
    return rays;
}

// How much late moves are reduced, by depth and by how many were tried, before it is divided (`lmr_divisor`).
inline std::vector<int> make_reductions() {
    std::vector<int> reductions(64 * 64);
    for (int depth = 1; depth < 64; depth++)
        for (int tried = 1; tried < 64; tried++)
            reductions[depth * 64 + tried] = (int)(std::log(depth) * std::log(tried) * 100 * ONE_PLY);
    return reductions;
}

template <class Machine, class T> T* lend(Machine& machine, const std::vector<T>& contents) {
    T* place = machine.template room<T>(contents.size());
    machine.copy(place, contents.data(), contents.size() * sizeof(T));
    return place;
}

// What a machine needs to search with a network: its weights, tables, and a store for each warp.
template <class Machine> Slice lend_all(Machine& machine, const NetworkFile& file) {
    auto rays = make_rays();
    std::vector<Position> starts;
    for (int number = 0; number < 960; number++) starts.push_back(starting_position(number));
    Slice slice = {};
    slice.network = {(const uint4*)lend(machine, file.words), file.header.scale};
    slice.stores = machine.template room<WarpStore>(machine.warps * PLAYERS);
    slice.rays = lend(machine, rays);
    slice.reductions = lend(machine, make_reductions());
    slice.pawn_wins = lend(machine, make_pawn_wins(rays));
    slice.starts = lend(machine, starts);
    slice.warps = machine.warps;
    return slice;
}
