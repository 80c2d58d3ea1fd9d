//! Networks: a file is refused in words, or evaluates every position without an overflow and is the same when
//! it is written again.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use mola_engine::nnue::{NetworkError, Quantized, Ready, Trained};
use mola_fuzz::check_message;
use mola_rules::Position;

/// The bytes before the note and the weights, and where among them the hash is.
const HEAD: usize = 32;
const HASH: std::ops::Range<usize> = 24..HEAD;
/// Far more than the smallest network has, in bytes.
const MOST: usize = 1 << 20;

/// Reads the input as a file. What the errors say is mended, since nobody meets the length and the hash by
/// chance: what follows the head is repeated.
fn read<T>(data: &[u8], parse: fn(&[u8]) -> Result<T, NetworkError>) -> Option<(Vec<u8>, T)> {
    let mut bytes = data.to_vec();
    loop {
        match parse(&bytes) {
            Ok(network) => return Some((bytes, network)),
            Err(NetworkError::Size { expected, .. }) if expected <= MOST && data.len() > HEAD => {
                let (head, body) = data.split_at(HEAD);
                bytes = head.iter().chain(body.iter().cycle()).copied().take(expected).collect();
            }
            Err(NetworkError::Hash { found, .. }) => bytes[HASH].copy_from_slice(&found.to_le_bytes()),
            Err(error) => {
                check_message(&error);
                return None;
            }
        }
    }
}

fn evaluate(network: &Ready) {
    for position in positions() {
        network.evaluate(position.board(), position.turn());
    }
}

fn positions() -> &'static [Position] {
    static POSITIONS: OnceLock<Vec<Position>> = OnceLock::new();
    POSITIONS.get_or_init(|| {
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/8/4k3/8/8/3BN3/8/4K3 w - - 0 1",
        ];
        fens.map(|fen| fen.parse().expect("a position")).to_vec()
    })
}

fuzz_target!(|data: &[u8]| {
    if let Some((_, trained)) = read(data, Trained::parse) {
        match trained.quantize() {
            Ok(network) => evaluate(&Ready::from(&network)),
            Err(error) => check_message(&error),
        }
    }
    if let Some((bytes, network)) = read(data, Quantized::parse) {
        // A note that is not UTF-8 is read as one that is.
        let again = network.bytes();
        let is_same = Quantized::parse(&again).is_ok_and(|network| network.bytes() == again);
        assert!(is_same, "what is written is read as the same");
        evaluate(&Ready::parse(&bytes).expect("it was read before"));
    }
});
