//! Images by the graphics protocol of the terminal kitty, which others speak too.
//!
//! An image is sent once and then shown in as many places as there are pieces of its kind. It lies in
//! front of the cells and lets them through where there is no piece, so marks in corners are seen.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mola_rules::Piece;
use ratatui_core::layout::Rect;

use crate::terminal::graphics::piece_colors::PieceColors;
use crate::terminal::graphics::raster::{Pixel, Raster};

/// The most letters that go into one sequence.
const CHUNK: usize = 4096;

/// The number of a piece's image. It begins far from those that other programs are likely to use.
fn number(piece: Piece) -> u32 {
    0x4d6f_6c00 + 2 * piece.role as u32 + piece.color as u32
}

/// Sends the image of a piece, to be shown later.
pub(crate) fn send(piece: Piece, raster: &Raster) -> String {
    let colors = PieceColors::of(piece.color);
    let rgba = |&pixel: &Pixel| {
        let [red, green, blue] = colors.color(pixel);
        [red, green, blue, pixel.body]
    };
    let data = STANDARD.encode(raster.pixels.iter().flat_map(rgba).collect::<Vec<u8>>());
    let (width, height, number) = (raster.width, raster.height, number(piece));
    let mut text = String::with_capacity(data.len() + data.len() / 64 + 64);
    let mut rest = data.as_str();
    // The first sequence says what comes, and every one whether there are more.
    let mut head = format!("a=t,f=32,s={width},v={height},i={number},q=2,");
    while !rest.is_empty() {
        let (chunk, others) = rest.split_at(rest.len().min(CHUNK));
        let more = u8::from(!others.is_empty());
        let _ = write!(text, "\x1b_G{head}m={more};{chunk}\x1b\\");
        head.clear();
        rest = others;
    }
    text
}

/// Shows a piece's image on some cells. The place has a number by which it is taken away again.
pub(crate) fn show(piece: Piece, place: usize, cells: Rect) -> String {
    let Rect { x, y, width, height } = cells;
    let (row, column, number) = (y + 1, x + 1, number(piece));
    format!(
        "\x1b[{row};{column}H\x1b_Ga=p,i={number},p={place},c={width},r={height},C=1,q=2\x1b\\",
        place = place + 1
    )
}

/// Takes a piece's image away from a place.
pub(crate) fn hide(piece: Piece, place: usize) -> String {
    format!("\x1b_Ga=d,d=i,i={},p={},q=2\x1b\\", number(piece), place + 1)
}

/// Makes the terminal forget a piece's image, wherever it is shown.
pub(crate) fn forget(piece: Piece) -> String {
    format!("\x1b_Ga=d,d=I,i={},q=2\x1b\\", number(piece))
}

#[cfg(test)]
mod tests {
    use mola_rules::{Color, Role};

    use super::*;

    const KNIGHT: Piece = Piece { color: Color::White, role: Role::Knight };

    #[test]
    fn an_image_arrives_as_it_was_drawn() {
        let raster = Raster::draw(Role::Knight, 50, 40);
        let text = send(KNIGHT, &raster);
        let mut data = String::new();
        let sequences: Vec<&str> = text.split_terminator("\x1b\\").collect();
        for (index, sequence) in sequences.iter().enumerate() {
            let (keys, chunk) = sequence.strip_prefix("\x1b_G").unwrap().split_once(';').unwrap();
            assert!(chunk.len() <= 4096);
            assert_eq!(keys.contains("a=t,f=32,s=50,v=40,"), index == 0, "{keys}");
            let more = if index + 1 < sequences.len() { "m=1" } else { "m=0" };
            assert!(keys.ends_with(more), "{keys}");
            data += chunk;
        }
        let bytes = STANDARD.decode(&data).unwrap();
        assert_eq!(bytes.len(), 50 * 40 * 4);
        for (rgba, pixel) in bytes.chunks(4).zip(&raster.pixels) {
            assert_eq!(rgba[3] == 0, pixel.body == 0);
            assert_eq!(rgba[..3], PieceColors::of(Color::White).color(*pixel));
        }
    }

    #[test]
    fn images_are_shown_hidden_and_forgotten() {
        let text = show(KNIGHT, 6, Rect::new(32, 14, 5, 2));
        assert!(text.starts_with("\x1b[15;33H\x1b_Ga=p,"), "{text:?}");
        assert!(text.contains(",p=7,c=5,r=2,C=1,"), "{text:?}");
        let image = text.split(',').find(|key| key.starts_with("i=")).unwrap();
        assert!(hide(KNIGHT, 6).contains(&format!("a=d,d=i,{image},p=7,")));
        assert!(forget(KNIGHT).contains(&format!("a=d,d=I,{image},")));
    }
}
