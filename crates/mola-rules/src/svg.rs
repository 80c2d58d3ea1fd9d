//! The board as a picture.
/// placeholder
#[derive(Debug)]
pub struct Svg;
