//! A position in 32 bytes.

use mola_rules::{Bitboard, Castling, Color, Piece, Position, Role, Setup, Square};

pub(crate) const LEN: usize = 32;

/// Packs a position: the occupied squares, four bits for each piece in their order, whose turn it
/// is, the castling rooks, the en passant file, and the clocks.
pub(crate) fn pack(position: &Position) -> [u8; LEN] {
    let mut bytes = [0; LEN];
    bytes[..8].copy_from_slice(&position.occupied().bits().to_le_bytes());
    for (index, (_, piece)) in position.placed().enumerate() {
        let code = piece.role as u8 | (piece.color as u8) << 3;
        bytes[8 + index / 2] |= code << (4 * (index % 2));
    }
    let rooks = position.castling().rooks().bits();
    bytes[24] = rooks as u8;
    bytes[25] = (rooks >> 56) as u8;
    let en_passant = position.en_passant().map_or(8, |square| square.file() as u8);
    bytes[26] = position.turn() as u8 | en_passant << 1;
    bytes[27] = position.halfmoves().min(255) as u8;
    bytes[28..].copy_from_slice(&position.fullmoves().to_le_bytes());
    bytes
}

/// Unpacks a position; `None` if the bytes are not those of a legal one.
pub(crate) fn unpack(bytes: &[u8; LEN]) -> Option<Position> {
    let mut setup = Setup::EMPTY;
    let occupied = Bitboard::new(u64::from_le_bytes(bytes[..8].try_into().ok()?));
    if occupied.count() > 32 {
        return None;
    }
    for (index, square) in occupied.into_iter().enumerate() {
        let code = bytes[8 + index / 2] >> (4 * (index % 2)) & 15;
        let role = *Role::ALL.get(usize::from(code & 7))?;
        let color = if code & 8 == 0 { Color::White } else { Color::Black };
        setup.board.put(square, Piece { color, role });
    }
    let rooks = u64::from(bytes[24]) | u64::from(bytes[25]) << 56;
    setup.castling = Castling::with_rooks(Bitboard::new(rooks));
    setup.turn = if bytes[26] & 1 == 0 { Color::White } else { Color::Black };
    let passed_rank = (!setup.turn).relative(mola_rules::Rank::Third);
    setup.en_passant = mola_rules::File::from_index(bytes[26] >> 1).map(|file| Square::at(file, passed_rank));
    setup.halfmoves = bytes[27].into();
    setup.fullmoves = u32::from_le_bytes(bytes[28..].try_into().ok()?);
    setup.position().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_survive_packing() {
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 12 34",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ];
        for fen in fens {
            let position: Position = fen.parse().unwrap();
            assert_eq!(unpack(&pack(&position)), Some(position));
        }
    }

    #[test]
    fn noise_is_not_a_position() {
        assert_eq!(unpack(&[0; LEN]), None);
        assert_eq!(unpack(&[0xFF; LEN]), None);
    }
}
