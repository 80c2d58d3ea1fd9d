//! The processor and the memory.

use std::num::NonZero;

use mola_engine::free_mebibytes;
use serde::Serialize;

/// What the engine runs on.
#[derive(Debug, Serialize)]
pub(super) struct Machine {
    /// The kind of machine that the program was built for.
    pub(super) target: String,
    /// In words, if the build is special.
    pub(super) build: &'static str,
    #[serde(skip)]
    pub(super) is_slow_build: bool,
    pub(super) processors: usize,
    /// Instructions that chess programs like.
    pub(super) features: Vec<&'static str>,
    /// How the attacks of rooks and bishops are found in this build.
    pub(super) sliders: &'static str,
    /// In MiB, if the system says.
    pub(super) memory_available: Option<usize>,
}

impl Machine {
    pub(super) fn look() -> Self {
        let is_slow_build = cfg!(debug_assertions);
        Self {
            target: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            build: if is_slow_build { " with all checks on" } else { "" },
            is_slow_build,
            processors: std::thread::available_parallelism().map_or(1, NonZero::get),
            features: features(),
            sliders: if cfg!(target_feature = "bmi2") { "PEXT" } else { "magic multiplication" },
            memory_available: Some(free_mebibytes()).filter(|&free| free < usize::MAX),
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn features() -> Vec<&'static str> {
    let all = [
        ("popcnt", std::is_x86_feature_detected!("popcnt")),
        ("sse4.1", std::is_x86_feature_detected!("sse4.1")),
        ("bmi2", std::is_x86_feature_detected!("bmi2")),
        ("avx2", std::is_x86_feature_detected!("avx2")),
        ("avx512f", std::is_x86_feature_detected!("avx512f")),
        ("avx512bw", std::is_x86_feature_detected!("avx512bw")),
        ("avx512vnni", std::is_x86_feature_detected!("avx512vnni")),
    ];
    all.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect()
}

#[cfg(not(target_arch = "x86_64"))]
fn features() -> Vec<&'static str> {
    if cfg!(target_feature = "neon") { vec!["neon"] } else { Vec::new() }
}
