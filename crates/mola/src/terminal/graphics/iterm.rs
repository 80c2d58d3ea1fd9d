//! Images by the protocol of iTerm2, which others speak too: a whole PNG file for some cells.
//!
//! As with sixels, images and letters replace each other. The file has as few colors as sixels have.

use std::io::{self, Write};
use std::iter;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use ratatui_core::layout::Rect;

use crate::terminal::graphics::piece_colors::{PieceColors, Rgb, index, palette};
use crate::terminal::graphics::raster::{Pixel, Raster};

/// The sequence that draws a piece on a ground where the cursor is, stretched over some cells.
pub(crate) fn draw(raster: &Raster, ground: Rgb, colors: PieceColors, cells: Rect) -> String {
    // Writing to memory does not fail.
    let file = png_file(raster, &palette(ground, colors)).unwrap_or_default();
    let Rect { width, height, .. } = cells;
    let size = file.len();
    format!(
        "\x1b]1337;File=inline=1;size={size};width={width};height={height};preserveAspectRatio=0;\
         doNotMoveCursor=1:{}\x07",
        STANDARD.encode(&file)
    )
}

/// A PNG file with a palette of up to sixteen colors, two pixels to a byte.
fn png_file(raster: &Raster, palette: &[Rgb]) -> io::Result<Vec<u8>> {
    let mut head = [raster.width, raster.height].map(|size| (size as u32).to_be_bytes()).concat();
    // Four bits a pixel, which choose from the palette; compression and filters of the only kinds; top to bottom.
    head.extend([4, 3, 0, 0, 0]);
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::default());
    for row in raster.pixels.chunks(raster.width.max(1)) {
        let color = |pixel: Option<&Pixel>| pixel.map_or(0, |&pixel| index(pixel)) as u8;
        let pairs = row.chunks(2).map(|pair| color(pair.first()) << 4 | color(pair.get(1)));
        // The first byte says that the row is not filtered.
        rows.write_all(&iter::once(0).chain(pairs).collect::<Vec<u8>>())?;
    }
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let chunks =
        [(b"IHDR", head), (b"PLTE", palette.concat()), (b"IDAT", rows.finish()?), (b"IEND", Vec::new())];
    for (name, data) in chunks {
        let mut sum = Crc::new();
        sum.update(name);
        sum.update(&data);
        file.extend((data.len() as u32).to_be_bytes());
        file.extend(name.iter().chain(&data));
        file.extend(sum.sum().to_be_bytes());
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use mola_rules::{Color, Role};

    use super::*;

    #[test]
    fn an_image_arrives_as_it_was_drawn() {
        for (width, height) in [(50, 40), (33, 21), (400, 400)] {
            let raster = Raster::draw(Role::Rook, width, height);
            let text = draw(&raster, [9, 8, 7], PieceColors::of(Color::White), Rect::new(3, 4, 5, 2));
            let (head, data) = text.split_once(':').unwrap();
            assert!(head.starts_with("\x1b]1337;File=inline=1;size="), "{head:?}");
            assert!(head.contains(";width=5;height=2;"), "{head:?}");
            let file = STANDARD.decode(data.strip_suffix('\x07').unwrap()).unwrap();
            let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
            assert_eq!(reader.info().size(), (width.into(), height.into()));
            assert_eq!(reader.info().palette.as_ref().unwrap()[..3], [9, 8, 7]);
            let mut rows = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut rows).unwrap();
            let width = usize::from(width);
            let pixels = rows.chunks(width.div_ceil(2)).flat_map(|row| {
                row.iter().flat_map(|byte| [byte >> 4, byte & 15]).take(width).map(usize::from)
            });
            assert!(pixels.eq(raster.pixels.iter().map(|&pixel| index(pixel))), "{width}x{height}");
        }
    }
}
