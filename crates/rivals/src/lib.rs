//! Nothing but benches: the rules against the fastest other crates. Run `cargo xtask bench`.
