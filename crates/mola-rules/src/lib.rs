#![no_std]
mod color; mod role; mod square; mod bitboard; mod excerpt; pub mod attacks; mod board; mod setup; mod observer; mod chess_move; mod position; mod fen; mod perft;
pub use color::*; pub use role::*; pub use square::*; pub use bitboard::*; pub use excerpt::*; pub use board::*; pub use setup::*; pub use observer::*; pub use chess_move::*; pub use position::*; pub use fen::*; pub use perft::*;
