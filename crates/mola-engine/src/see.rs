//! Static exchange evaluation: what a series of captures on one square wins or loses.

use mola_rules::{Bitboard, Move, MoveKind, Position, Role, Square, attacks};

use crate::value::Value;

/// What pieces count in an exchange.
pub(crate) const fn worth(role: Role) -> Value {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 0,
    }
}

/// Whether a legal move wins at least `threshold` if both players then capture on its square with
/// the least valuable piece for as long as it pays.
pub(crate) fn wins_at_least(position: &Position, m: Move, threshold: Value) -> bool {
    if m.is_castle() {
        return threshold <= 0;
    }
    let (from, to) = (m.from(), m.to());
    let captured = match m.kind() {
        MoveKind::EnPassant => worth(Role::Pawn),
        _ => position.role_at(to).map_or(0, worth),
    };
    let promoted = m.promotion().map_or(0, |role| worth(role) - worth(Role::Pawn));
    // The best case: nothing is lost in return.
    let mut balance = captured + promoted - threshold;
    if balance < 0 {
        return false;
    }
    // The worst case: the piece that moved is lost.
    balance -= worth(m.promotion().unwrap_or(m.role()));
    if balance >= 0 {
        return true;
    }
    let mut occupied = position.occupied().without(from).with(to);
    if m.kind() == MoveKind::EnPassant {
        occupied = occupied.without(Square::at(to.file(), from.rank()));
    }
    let mut attackers = position.attackers(to, occupied) & occupied;
    let mut side = !position.turn();
    // Each player captures in turn; `balance` is what the player who just captured has, at worst.
    loop {
        let own = attackers & position.color(side);
        let Some((role, square)) = least_valuable(position, own) else { break };
        // A king may not capture what is still defended.
        if role == Role::King && (attackers & position.color(!side)).any() {
            break;
        }
        occupied = occupied.without(square);
        attackers = (attackers | uncovered(position, to, role, occupied)) & occupied;
        side = !side;
        balance = -balance - 1 - worth(role);
        if balance >= 0 {
            break;
        }
    }
    // The player who cannot continue has lost the exchange.
    side != position.turn()
}

fn least_valuable(position: &Position, own: Bitboard) -> Option<(Role, Square)> {
    Role::ALL.into_iter().find_map(|role| Some((role, (own & position.role(role)).first()?)))
}

/// Sliders that attack `square` through the place that a piece just left.
fn uncovered(position: &Position, square: Square, left: Role, occupied: Bitboard) -> Bitboard {
    let mut sliders = Bitboard::EMPTY;
    if matches!(left, Role::Pawn | Role::Bishop | Role::Queen) {
        sliders |= attacks::bishop(square, occupied) & position.diagonal_sliders();
    }
    if matches!(left, Role::Rook | Role::Queen) {
        sliders |= attacks::rook(square, occupied) & position.straight_sliders();
    }
    sliders
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exact value of an exchange, found by asking.
    fn value(fen: &str, m: &str) -> Value {
        let position: Position = fen.parse().unwrap();
        let m = position.parse_uci(m).unwrap();
        (-2000..2000).rev().find(|&threshold| wins_at_least(&position, m, threshold)).unwrap()
    }

    #[test]
    fn exchanges_are_worth_what_a_player_would_say() {
        let cases = [
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100),
            ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0),
            ("4k3/8/4p3/3p4/8/8/3Q4/4K3 w - - 0 1", "d2d5", 100 - 950),
            ("4k3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
            ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 500),
            ("4k3/8/8/8/8/8/3q4/4K3 w - - 0 1", "e1d2", 950),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 850),
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
            ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 0),
            ("4k3/8/5n2/8/8/8/8/4K2R w K - 0 1", "h1h7", -500),
        ];
        for (fen, m, expected) in cases {
            assert_eq!(value(fen, m), expected, "{m} in {fen}");
        }
    }

    #[test]
    fn a_king_does_not_capture_into_check() {
        // The black king defends d5 only as long as nothing else attacks it.
        assert_eq!(value("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        assert_eq!(value("8/8/4k3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5"), 100 - 500);
    }
}
