//! Two steps are one step of those that have just arrived on the third rank, `0xff_0000`.

/// Where white pawns can go by one step or two.
pub fn pushes(pawns: u64, empty: u64) -> u64 {
    let single = pawns << 8 & empty;
    single | (single & 0xff_0000) << 8 & empty
}
