//! Trainer and engine must agree on the golden set to the unit, for every network in the repository.

use std::fs;
use std::path::{Path, PathBuf};

use mola_engine::nnue::{Quantized, Ready, Trained};
use mola_rules::Position;

/// The networks that have a golden set: those for tests, and the one that comes with the program.
fn networks() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [here.join("../../testdata/nnue"), here.join("net")];
    let files = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let mut paths: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "golden"));
    paths
}

/// A position, its value as trained, and its value in integers.
fn golden(path: &Path) -> Vec<(Position, f32, i32)> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let parts: Vec<&str> = line.split(';').map(str::trim).collect();
            (parts[0].parse().unwrap(), parts[1].parse().unwrap(), parts[2].parse().unwrap())
        })
        .collect()
}

#[test]
fn the_engine_values_positions_as_the_trainer_does() {
    let paths = networks();
    assert!(!paths.is_empty());
    for path in paths {
        let network = Ready::parse(&fs::read(path.with_extension("nnue")).unwrap()).unwrap();
        let positions = golden(&path);
        assert!(positions.len() > 100, "{}", path.display());
        for (position, _, value) in positions {
            let found = network.evaluate(position.board(), position.turn());
            assert_eq!(found, value, "{position} by {}", path.display());
        }
    }
}

#[test]
fn the_engine_quantizes_as_the_trainer_does() {
    let mut compared = 0;
    for path in networks() {
        let Ok(trained) = fs::read(path.with_extension("trained")) else { continue };
        let trained = Trained::parse(&trained).unwrap();
        let file = fs::read(path.with_extension("nnue")).unwrap();
        assert!(trained.quantize().unwrap().bytes() == file, "{}", path.display());
        for (position, value, _) in golden(&path) {
            let found = trained.evaluate(position.board(), position.turn());
            assert!((found - value).abs() < 0.05, "{found} instead of {value}: {position}");
        }
        compared += 1;
    }
    assert!(compared > 0);
}

#[test]
fn a_network_survives_writing() {
    for network in [Quantized::random(64, 2), Quantized::random_with_layers(64, 2)] {
        assert_eq!(Quantized::parse(&network.bytes()).unwrap().bytes(), network.bytes());
    }
}
