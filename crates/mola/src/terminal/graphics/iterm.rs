//! Images by the protocol of iTerm2, which others speak too: a whole PNG file for some cells.
//!
//! As with sixels, images and letters replace each other. The file has as few colors as sixels have
//! and is not compressed, since it is small anyway.

use ratatui::layout::Rect;

use crate::terminal::clipboard::base64;
use crate::terminal::graphics::palette::{Inks, Rgb, index, palette};
use crate::terminal::graphics::raster::Raster;

/// The sequence that draws a piece on a ground where the cursor is, stretched over some cells.
pub(crate) fn draw(raster: &Raster, ground: Rgb, inks: Inks, cells: Rect) -> String {
    let file = png(raster, &palette(ground, inks));
    let Rect { width, height, .. } = cells;
    let size = file.len();
    format!(
        "\x1b]1337;File=inline=1;size={size};width={width};height={height};preserveAspectRatio=0;\
         doNotMoveCursor=1:{}\x07",
        base64(&file)
    )
}

/// A PNG file with a palette of up to sixteen colors, two pixels to a byte.
fn png(raster: &Raster, palette: &[Rgb]) -> Vec<u8> {
    let mut header = Vec::new();
    for side in [raster.width, raster.height] {
        header.extend((side as u32).to_be_bytes());
    }
    // Four bits a pixel, by palette; the usual compression, filter and order.
    header.extend([4, 3, 0, 0, 0]);
    let mut rows = Vec::new();
    for row in raster.pixels.chunks(raster.width.max(1)) {
        // No row is told by the difference from another.
        rows.push(0);
        rows.extend(row.chunks(2).map(|pair| {
            let right = pair.get(1).map_or(0, |&pixel| index(pixel));
            (index(pair[0]) << 4 | right) as u8
        }));
    }
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, data) in
        [(b"IHDR", header), (b"PLTE", palette.concat()), (b"IDAT", stored(&rows)), (b"IEND", Vec::new())]
    {
        file.extend((data.len() as u32).to_be_bytes());
        let named = [name.as_slice(), &data].concat();
        file.extend(&named);
        file.extend(crc(&named).to_be_bytes());
    }
    file
}

/// Bytes in the form of compressed ones, but stored as they are.
fn stored(bytes: &[u8]) -> Vec<u8> {
    const MOST: usize = u16::MAX as usize;
    let mut data = vec![0x78, 0x01];
    let blocks = bytes.len().div_ceil(MOST);
    for (number, block) in bytes.chunks(MOST).enumerate() {
        let length = block.len() as u16;
        data.push(u8::from(number + 1 == blocks));
        data.extend(length.to_le_bytes());
        data.extend((!length).to_le_bytes());
        data.extend(block);
    }
    data.extend(adler(bytes).to_be_bytes());
    data
}

/// The checksum of compressed data.
fn adler(bytes: &[u8]) -> u32 {
    let (low, high) = bytes.iter().fold((1, 0), |(low, high), &byte| {
        let low = (low + u32::from(byte)) % 65521;
        (low, (high + low) % 65521)
    });
    high << 16 | low
}

/// The checksum of a part of the file.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(
            sum ^ u32::from(byte),
            |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 },
        )
    })
}

#[cfg(test)]
mod tests {
    use mola_rules::{Color, Role};

    use super::*;
    use crate::terminal::graphics::kitty::tests::decode;

    #[test]
    fn checksums_are_those_of_the_standards() {
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
        assert_eq!(adler(b"Wikipedia"), 0x11e6_0398);
        assert_eq!(crc(b"IEND"), 0xae42_6082);
    }

    /// The parts of a file by their names.
    fn parts(mut file: &[u8]) -> Vec<(String, Vec<u8>)> {
        file = file.strip_prefix(b"\x89PNG\r\n\x1a\n").unwrap();
        let mut parts = Vec::new();
        while !file.is_empty() {
            let length = u32::from_be_bytes(file[..4].try_into().unwrap()) as usize;
            let name = String::from_utf8(file[4..8].to_vec()).unwrap();
            assert_eq!(file[8 + length..12 + length], crc(&file[4..8 + length]).to_be_bytes());
            parts.push((name, file[8..8 + length].to_vec()));
            file = &file[12 + length..];
        }
        parts
    }

    #[test]
    fn an_image_arrives_as_it_was_drawn() {
        // The last is larger than one block.
        for (width, height) in [(50, 40), (33, 21), (400, 400)] {
            let raster = Raster::draw(Role::Rook, width, height);
            let text = draw(&raster, [9, 8, 7], Inks::of(Color::White), Rect::new(3, 4, 5, 2));
            let (head, data) = text.split_once(':').unwrap();
            assert!(head.starts_with("\x1b]1337;File=inline=1;size="), "{head:?}");
            assert!(head.contains(";width=5;height=2;"), "{head:?}");
            let parts = parts(&decode(data.strip_suffix('\x07').unwrap()));
            let names: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, ["IHDR", "PLTE", "IDAT", "IEND"]);
            let sides = [(width as u32).to_be_bytes(), (height as u32).to_be_bytes()].concat();
            assert_eq!(parts[0].1, [sides.as_slice(), &[4, 3, 0, 0, 0]].concat());
            assert_eq!(parts[1].1[..3], [9, 8, 7]);
            let mut rest = &parts[2].1[2..];
            let mut rows = Vec::new();
            loop {
                let length = usize::from(u16::from_le_bytes([rest[1], rest[2]]));
                assert_eq!(!u16::from_le_bytes([rest[3], rest[4]]), length as u16);
                rows.extend(&rest[5..5 + length]);
                let is_last = rest[0] == 1;
                rest = &rest[5 + length..];
                if is_last {
                    break;
                }
            }
            assert_eq!(rest, adler(&rows).to_be_bytes());
            let pixels = rows.chunks(1 + width.div_ceil(2)).flat_map(|row| {
                row[1..].iter().flat_map(|byte| [byte >> 4, byte & 15]).take(width).map(usize::from)
            });
            let wanted = raster.pixels.iter().map(|&pixel| index(pixel));
            assert!(pixels.eq(wanted), "{width}x{height}");
        }
    }
}
