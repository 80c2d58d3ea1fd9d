//! Streams that were compressed by gzip or Zstandard, as large collections of games are.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};
use std::iter::successors;

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// A stream, expanded on the way if it is compressed. That is known by its first bytes, whatever its name.
///
/// ```
/// use std::io::Read;
/// use mola_game::pgn::Expanded;
/// let mut text = String::new();
/// Expanded::new("1. e4 *".as_bytes())?.read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4 *", "what is not compressed stays as it is");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Expanded<R>(Kind<R>);

/// A stream whose first bytes were looked at.
type Whole<R> = Chain<Cursor<Vec<u8>>, R>;

enum Kind<R> {
    Plain(Whole<R>),
    Gzip(Box<MultiGzDecoder<Whole<R>>>),
    Zstandard(Box<Frames<Whole<R>>>),
}

/// How much is read at once.
const CHUNK: usize = 1 << 16;

impl<R: Read> Expanded<R> {
    /// Looks at the first bytes of a stream.
    ///
    /// # Errors
    /// The stream cannot be read.
    pub fn new(mut plain: R) -> io::Result<Self> {
        let mut head = Vec::with_capacity(4);
        plain.by_ref().take(4).read_to_end(&mut head)?;
        let is_gzip = head.starts_with(&[0x1F, 0x8B]);
        // A file in several parts may begin with one to be skipped.
        let is_zstandard = matches!(head[..], [0x28, 0xB5, 0x2F, 0xFD] | [0x50..=0x5F, 0x2A, 0x4D, 0x18]);
        let whole = Cursor::new(head).chain(plain);
        Ok(Self(if is_gzip {
            Kind::Gzip(Box::new(MultiGzDecoder::new(whole)))
        } else if is_zstandard {
            Kind::Zstandard(Box::new(Frames::new(whole)))
        } else {
            Kind::Plain(whole)
        }))
    }
}

impl<R> fmt::Debug for Expanded<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Kind::Plain(_) => "Expanded(plain)",
            Kind::Gzip(_) => "Expanded(gzip)",
            Kind::Zstandard(_) => "Expanded(Zstandard)",
        })
    }
}

impl<R: Read> Read for Expanded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.0 {
            Kind::Plain(whole) => whole.read(buffer),
            Kind::Gzip(decoder) => decoder.read(buffer),
            Kind::Zstandard(frames) => frames.read(buffer),
        }
    }
}

/// Zstandard, whose files may have several parts: those of the large collections do.
struct Frames<R> {
    source: BufReader<R>,
    decoder: FrameDecoder,
    is_open: bool,
}

impl<R: Read> Frames<R> {
    fn new(source: R) -> Self {
        Self { source: BufReader::with_capacity(CHUNK, source), decoder: FrameDecoder::new(), is_open: false }
    }

    /// Begins the next part. False at the end.
    fn next_part(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.init(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    io::copy(&mut self.source.by_ref().take(u64::from(length)), &mut io::sink())?;
                }
                Err(error) => return Err(damaged(&error)),
            }
        }
        Ok(false)
    }
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() {
            if !self.is_open {
                self.is_open = self.next_part()?;
                if !self.is_open {
                    return Ok(0);
                }
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let step = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.source, step).map_err(|error| damaged(&error))?;
            }
            let read = self.decoder.read(buffer)?;
            if read > 0 {
                return Ok(read);
            }
            self.is_open = false;
        }
        Ok(0)
    }
}

/// An error of the stream itself comes through. What else the decoder says is about its own functions.
fn damaged(error: &FrameDecoderError) -> io::Error {
    if let FrameDecoderError::WindowSizeTooBig { requested, .. } = error {
        let mebibytes = requested >> 20;
        return io::Error::other(format!(
            "to expand it takes {mebibytes} MiB of memory, which is too much; compress it again without --long"
        ));
    }
    let causes = successors(Some(error as &(dyn Error + 'static)), |&cause| cause.source());
    let mut of_stream = causes.filter_map(|cause| cause.downcast_ref::<io::Error>());
    match of_stream.find(|cause| cause.kind() != io::ErrorKind::UnexpectedEof) {
        Some(cause) => io::Error::new(cause.kind(), cause.to_string()),
        None => io::Error::new(io::ErrorKind::InvalidData, "the compressed file is damaged or incomplete"),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn zstandard(text: &[u8]) -> Vec<u8> {
        ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
    }

    #[test]
    fn files_in_several_parts_are_read_to_their_end() {
        let skipped = [&[0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0][..], b"xyz"].concat();
        let texts = [
            b"1. e4 *\n\n1. d4 *\n".to_vec(),
            [gzip(b"1. e4 *\n\n"), gzip(b"1. d4 *\n")].concat(),
            [skipped.clone(), zstandard(b"1. e4 *\n\n"), skipped, zstandard(b"1. d4 *\n")].concat(),
        ];
        for bytes in texts {
            let mut text = Vec::new();
            Expanded::new(&bytes[..]).unwrap().read_to_end(&mut text).unwrap();
            assert_eq!(text, b"1. e4 *\n\n1. d4 *\n");
        }
    }

    #[test]
    fn damage_is_an_error_and_never_a_panic() {
        let text: Vec<u8> = (0..5000_u32).flat_map(|number| number.to_string().into_bytes()).collect();
        for whole in [gzip(&text), zstandard(&text)] {
            for at in (4..whole.len()).step_by(whole.len() / 50) {
                let mut flipped = whole.clone();
                flipped[at] ^= 0xFF;
                for bytes in [&whole[..at], &flipped] {
                    let read = Expanded::new(bytes).unwrap().read_to_end(&mut Vec::new());
                    // Zstandard without its checksum does not notice everything.
                    assert!(read.is_err() || bytes.len() == whole.len(), "cut off at {at}");
                }
            }
        }
    }

    #[test]
    fn damage_is_told_in_our_words_and_the_streams_errors_in_its_own() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("the cable is out"))
            }
        }
        let whole = zstandard(&b"1. e4 *\n".repeat(100));
        let error = |stream: &mut dyn Read| {
            let read = Expanded::new(stream).and_then(|mut text| text.read_to_end(&mut Vec::new()));
            read.unwrap_err().to_string()
        };
        for length in [4, 8, whole.len() - 5] {
            assert_eq!(error(&mut &whole[..length]), "the compressed file is damaged or incomplete");
        }
        assert_eq!(
            error(&mut &b"\x28\xb5\x2f\xfdgarbage"[..]),
            "the compressed file is damaged or incomplete"
        );
        assert_eq!(error(&mut whole[..8].chain(Broken)), "the cable is out");
        // The header of a file by zstd --long=31.
        let wide = error(&mut &b"\x28\xb5\x2f\xfd\x04\xa8"[..]);
        assert!(wide.contains("2048 MiB") && wide.contains("without --long"), "{wide}");
    }
}
