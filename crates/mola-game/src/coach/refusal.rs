//! Why a typed move is not legal, in words that help to type a legal one.

use mola_rules::{Position, Role, SanError, Square};

/// Explains why [`Position::parse_san`] refused `text` with `error`, as part of a sentence.
///
/// ```
/// use mola_game::coach::refusal;
/// use mola_rules::Position;
/// let start = Position::start();
/// let error = start.parse_san("Nf4").unwrap_err();
/// assert_eq!(refusal(&start, "Nf4", &error), "your knights can go to a3, c3, f3 or h3");
/// ```
pub fn refusal(position: &Position, text: &str, error: &SanError) -> String {
    match error {
        SanError::Ambiguous(text, [a, b]) => {
            format!("{text:?} could be {} or {}; say which", position.san(*a), position.san(*b))
        }
        SanError::NotLegal(_) => {
            let reason = by_squares(position, text).or_else(|| by_role(position, text));
            reason.unwrap_or_else(|| error.to_string())
        }
        _ => error.to_string(),
    }
}

/// The reason why a piece cannot go from one square to another.
fn by_squares(position: &Position, text: &str) -> Option<String> {
    let letters: String = text.chars().filter(|letter| !matches!(letter, '-' | ' ' | 'x')).collect();
    let from: Square = letters.get(0..2)?.parse().ok()?;
    let to: Square = letters.get(2..4)?.parse().ok()?;
    let Some(piece) = position.board().piece_at(from) else {
        return Some(format!("there is no piece on {from}"));
    };
    if piece.color != position.turn() {
        return Some(format!("the {} on {from} is not yours", piece.role));
    }
    if piece.role == Role::King && position.board().piece_at(to) == Some(Role::Rook.of(piece.color)) {
        return Some(no_castling(position));
    }
    if position.us().has(to) && !position.moves_from(from).iter().any(|m| m.to() == to) {
        return Some(format!("your own {} stands on {to}", position.board().role_at(to)?));
    }
    Some(format!(
        "{}the {} on {from} {}",
        check(position),
        piece.role,
        destinations(position, |at| at == from)
    ))
}

/// The reason why no piece of a role can go where it was sent.
fn by_role(position: &Position, text: &str) -> Option<String> {
    let letter = text.trim().chars().next()?;
    if matches!(letter, 'O' | 'o' | '0') {
        return Some(no_castling(position));
    }
    let role = meant_role(text.trim())?;
    let own = position.board().role(role) & position.us();
    if own.is_empty() {
        return Some(format!("you have no {role}"));
    }
    if role == Role::Pawn {
        return Some(format!("{}no pawn can play {}", check(position), text.trim()));
    }
    let who = if own.many() { format!("your {role}s") } else { format!("your {role}") };
    Some(format!("{}{who} {}", check(position), destinations(position, |at| own.has(at))))
}

/// The piece that a move is written for. A small letter means a piece where it cannot mean the file of a
/// pawn: no pawn's move is `bf4`, but `b4` and `bxc3` are.
fn meant_role(text: &str) -> Option<Role> {
    let mut letters = text.chars();
    let first = letters.next()?;
    let is_file = first == 'b' && letters.next().is_some_and(|next| matches!(next, '1'..='8' | 'x' | '-'));
    match Role::from_letter(first) {
        Some(role) if !is_file => Some(role),
        _ => Some(Role::Pawn),
    }
}

fn no_castling(position: &Position) -> String {
    format!("{}castling is not possible now", check(position))
}

fn check(position: &Position) -> &'static str {
    if position.is_check() { "you are in check: " } else { "" }
}

/// Where the pieces on some squares can go.
fn destinations(position: &Position, from: impl Fn(Square) -> bool) -> String {
    let mut squares: Vec<Square> =
        position.legal_moves().iter().filter(|m| from(m.from())).map(|m| m.landing()).collect();
    squares.sort_by_key(ToString::to_string);
    squares.dedup();
    if squares.is_empty() {
        return "cannot move now".to_owned();
    }
    let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
    match names.split_last() {
        Some((last, [])) => format!("can only go to {last}"),
        Some((last, others)) => format!("can go to {} or {last}", others.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(fen: &str, text: &str) -> String {
        let position: Position = fen.parse().unwrap();
        let error = position.parse_san(text).unwrap_err();
        refusal(&position, text, &error)
    }

    #[test]
    fn refusals_say_what_can_be_played() {
        let start = Position::start().to_string();
        assert_eq!(told(&start, "e2e5"), "the pawn on e2 can go to e3 or e4");
        assert_eq!(told(&start, "e5e6"), "there is no piece on e5");
        assert_eq!(told(&start, "e7e5"), "the pawn on e7 is not yours");
        assert_eq!(told(&start, "a1a2"), "your own pawn stands on a2");
        assert_eq!(told(&start, "a1a3"), "the rook on a1 cannot move now");
        assert_eq!(told(&start, "Nf4"), "your knights can go to a3, c3, f3 or h3");
        assert_eq!(told(&start, "O-O"), "castling is not possible now");
        assert_eq!(told(&start, "e5"), "no pawn can play e5");
        assert_eq!(told(&start, "e1h1"), "castling is not possible now");
        assert!(told(&start, "hello").contains("write moves as Nf3"));
    }

    #[test]
    fn whoever_is_in_check_is_reminded() {
        let fen = "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        // That is mate; nothing moves.
        assert_eq!(told(fen, "Nf3"), "you are in check: your knights cannot move now");
    }

    #[test]
    fn the_piece_that_was_meant_is_named() {
        let start = Position::start().to_string();
        assert_eq!(told(&start, "nf4"), "your knights can go to a3, c3, f3 or h3");
        assert_eq!(told(&start, "qd4"), "your queen cannot move now");
        assert_eq!(told(&start, "bf4"), "your bishops cannot move now");
        assert_eq!(told(&start, "bxc3"), "no pawn can play bxc3");
        assert_eq!(told(&start, "b5"), "no pawn can play b5");
    }

    #[test]
    fn moves_that_could_be_meant_are_named_as_players_do() {
        let fen = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
        assert_eq!(told(fen, "Nd2"), "\"Nd2\" could be Nbd2 or Nfd2; say which");
    }

    #[test]
    fn a_missing_piece_is_named() {
        assert_eq!(told("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd4"), "you have no queen");
    }
}
