//! The head of a network's file, and why a file may be refused. See `training/FORMAT.md`.

use std::fmt;

use super::kernels::LANES;
use super::layers::{FIRST, SECOND};
use super::{BUCKETS, INPUTS, QA, QB};

/// What every file begins with; the version of the format follows.
const MAGIC: [u8; 7] = *b"MOLANN\x00";

/// The bytes before the note.
const HEAD: usize = 32;

/// More hidden neurons would not be worth their time.
const MOST_HIDDEN: usize = 2048;

/// What follows the accumulators: the version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Direct = 1,
    Layers = 2,
}

/// Whether weights are numbers as trained, or integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Floats = 0,
    Integers = 1,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Floats => "trained",
            Self::Integers => "quantized",
        }
    }
}

/// Why a network was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// The bytes do not begin as a network's file does.
    NotANetwork,
    /// The version of the format is unknown.
    Version(u8),
    /// The file has weights as the other stage has them.
    Stage {
        /// What the file has.
        found: &'static str,
        /// What is needed here.
        wanted: &'static str,
    },
    /// The architecture is not one that the engine plays with; the text says what differs.
    Architecture(String),
    /// There are more or fewer bytes than the architecture needs.
    Size {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The bytes do not match the hash.
    Hash {
        /// What the file says.
        expected: u64,
        /// What its bytes yield.
        found: u64,
    },
    /// Sums of these weights could overflow.
    Weights(&'static str),
}

impl NetworkError {
    /// The reason in a few words that hold for any file.
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::NotANetwork => "the file is not a Mola network",
            Self::Version(_) => "this program does not read this version of the format",
            Self::Stage { .. } => "the weights are not quantized yet; run `mola net quantize` first",
            Self::Architecture(_) => "this program does not play with this architecture",
            Self::Size { .. } => "the file has the wrong size for its architecture; it may be incomplete",
            Self::Hash { .. } => "the file is damaged: its hash does not match",
            Self::Weights(_) => "the network's weights are too large",
        }
    }
}

impl std::error::Error for NetworkError {}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason())?;
        match self {
            Self::NotANetwork => Ok(()),
            Self::Version(version) => write!(f, " (version {version})"),
            Self::Stage { found, wanted } => write!(f, " ({found} instead of {wanted})"),
            Self::Architecture(what) => write!(f, " ({what})"),
            Self::Size { expected, found } => write!(f, " ({found} bytes instead of {expected})"),
            Self::Hash { expected, found } => write!(f, " ({found:016x} instead of {expected:016x})"),
            Self::Weights(which) => write!(f, " ({which})"),
        }
    }
}

/// What a file says about its network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) shape: Shape,
    pub(super) hidden: usize,
    pub(super) scale: u16,
    /// The origin of the network, for people.
    pub(super) note: String,
}

/// The place of the hash in the head.
const HASH_AT: usize = 24;

/// The hash of a file: FNV-1a in 64 bits, of all but the hash itself.
fn hash(head: &[u8], rest: &[u8]) -> u64 {
    head.iter()
        .chain(rest)
        .fold(0xCBF29CE484222325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100000001B3))
}

impl Head {
    /// How many numbers of 8, 16 and 32 bits a quantized network has.
    const fn counts(&self) -> [usize; 3] {
        let accumulators = (INPUTS + 1) * self.hidden;
        match self.shape {
            Shape::Direct => [0, accumulators + BUCKETS * 2 * self.hidden, BUCKETS],
            Shape::Layers => [
                BUCKETS * FIRST * self.hidden,
                accumulators + BUCKETS * (SECOND + 1) * SECOND,
                BUCKETS * (FIRST + SECOND + 1),
            ],
        }
    }

    /// The bytes of the weights of a kind.
    const fn body_len(&self, kind: Kind) -> usize {
        let [bytes, shorts, longs] = self.counts();
        match kind {
            Kind::Floats => 4 * (bytes + shorts + longs),
            Kind::Integers => bytes + 2 * shorts + 4 * longs,
        }
    }

    /// Hidden neurons come in multiples of this: whole blocks, of which layers need two halves.
    const fn multiple(shape: Shape) -> usize {
        match shape {
            Shape::Direct => LANES,
            Shape::Layers => 2 * LANES,
        }
    }

    /// Reads a file: what it says, its hash, and the bytes of its weights.
    pub(super) fn parse(bytes: &[u8], kind: Kind) -> Result<(Self, u64, &[u8]), NetworkError> {
        let Some(version) = bytes.strip_prefix(&MAGIC).and_then(<[u8]>::first) else {
            return Err(NetworkError::NotANetwork);
        };
        let shape = match version {
            1 => Shape::Direct,
            2 => Shape::Layers,
            other => return Err(NetworkError::Version(*other)),
        };
        let too_short = NetworkError::Size { expected: HEAD, found: bytes.len() };
        let Some((head, rest)) = bytes.split_first_chunk::<HEAD>() else { return Err(too_short) };
        let short = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
        let found = match head[8] {
            0 => Kind::Floats,
            1 => Kind::Integers,
            other => {
                return Err(NetworkError::Architecture(format!("weights of an unknown kind, {other}")));
            }
        };
        if found != kind {
            return Err(NetworkError::Stage { found: found.name(), wanted: kind.name() });
        }
        let fixed = [
            ("outputs", u16::from(head[9]), BUCKETS as u16),
            ("inputs", short(10), INPUTS as u16),
            ("QA", short(14), QA as u16),
            ("QB", short(16), QB as u16),
        ];
        for (what, found, wanted) in fixed {
            if found != wanted {
                return Err(NetworkError::Architecture(format!("{what} {found} instead of {wanted}")));
            }
        }
        let hidden = usize::from(short(12));
        let multiple = Self::multiple(shape);
        if hidden == 0 || hidden > MOST_HIDDEN || hidden % multiple != 0 {
            return Err(NetworkError::Architecture(format!(
                "{hidden} hidden neurons instead of a multiple of {multiple} up to {MOST_HIDDEN}"
            )));
        }
        let scale = short(18);
        if scale == 0 {
            return Err(NetworkError::Architecture("a scale of zero".to_owned()));
        }
        let note_len = u32::from_le_bytes([head[20], head[21], head[22], head[23]]) as usize;
        let expected = head[HASH_AT..].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        let mut parsed = Self { shape, hidden, scale, note: String::new() };
        let whole = parsed.body_len(kind).saturating_add(note_len);
        if rest.len() != whole {
            let expected = whole.saturating_add(HEAD);
            return Err(NetworkError::Size { expected, found: bytes.len() });
        }
        let found = hash(&head[..HASH_AT], rest);
        if found != expected {
            return Err(NetworkError::Hash { expected, found });
        }
        let (note, body) = rest.split_at(note_len);
        parsed.note = String::from_utf8_lossy(note).into_owned();
        Ok((parsed, found, body))
    }

    /// The file of a network whose weights are `body`.
    pub(super) fn write(&self, kind: Kind, body: &[u8]) -> Vec<u8> {
        let rest = [self.note.as_bytes(), body].concat();
        let mut bytes = Vec::with_capacity(HEAD + rest.len());
        bytes.extend(MAGIC);
        bytes.extend([self.shape as u8, kind as u8, BUCKETS as u8]);
        for number in [INPUTS as u16, self.hidden as u16, QA as u16, QB as u16, self.scale] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend((self.note.len() as u32).to_le_bytes());
        bytes.extend(hash(&bytes, &rest).to_le_bytes());
        bytes.extend(rest);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::super::Quantized;
    use super::*;

    /// A small file of each version.
    fn files() -> [Vec<u8>; 2] {
        [Quantized::random(32, 1).bytes(), Quantized::random_with_layers(64, 1).bytes()]
    }

    #[test]
    fn a_change_of_any_byte_is_noticed() {
        for file in files() {
            let places = (0..200).chain((200..file.len()).step_by(997)).chain([file.len() - 1]);
            for place in places {
                let mut bytes = file.clone();
                bytes[place] ^= 0x20;
                assert!(Quantized::parse(&bytes).is_err(), "byte {place}");
            }
        }
    }

    #[test]
    fn a_cut_off_file_is_refused() {
        for file in files() {
            for len in (0..100).chain([file.len() - 1]) {
                assert!(Quantized::parse(&file[..len]).is_err(), "{len} bytes");
            }
            let longer = [&file[..], &[0]].concat();
            assert!(matches!(Quantized::parse(&longer), Err(NetworkError::Size { .. })));
        }
    }

    #[test]
    fn errors_say_what_was_wrong() {
        let refused = |file: &[u8], place: usize, value: u8| {
            let mut bytes = file.to_vec();
            bytes[place] = value;
            Quantized::parse(&bytes).unwrap_err().to_string()
        };
        for file in files() {
            assert!(refused(&file, 7, 9).contains("version 9"));
            assert!(refused(&file, 7, 3 - file[7]).contains("instead of"));
            assert!(refused(&file, 8, 0).contains("trained instead of quantized"));
            assert!(refused(&file, 9, 4).contains("outputs 4 instead of 8"));
            assert!(refused(&file, 12, 33).contains("33 hidden neurons"));
            assert!(refused(&file, 12, 128).contains("bytes instead of"));
            assert!(refused(&file, 18, 1).contains("hash does not match"));
        }
        assert!(refused(&files()[1], 12, 96).contains("96 hidden neurons instead of a multiple of 64"));
    }
}
