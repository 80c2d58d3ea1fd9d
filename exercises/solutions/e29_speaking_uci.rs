//! Split the line into words. `position.parse_uci(word)` reads a move; push the key to `past`
//! before you play it. A number follows the word that names it.

use mola_rules::{CastlingStyle, Color, Position};

use super::e27_deeper_and_deeper::best_move;
use super::e28_a_share_of_the_clock::nodes_for;

/// A game that is being played.
pub struct Game {
    /// The position on the board.
    pub position: Position,
    /// The keys of the positions before it.
    pub past: Vec<u64>,
}

/// Answers a line of UCI, if there is something to answer.
pub fn respond(game: &mut Game, line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match *words.first()? {
        "uci" => Some("id name mine\nuciok".to_owned()),
        "isready" => Some("readyok".to_owned()),
        "position" => {
            *game = set_up(&words[1..])?;
            None
        }
        "go" => {
            let number = |name: &str| {
                let place = words.iter().position(|&word| word == name)?;
                words.get(place + 1)?.parse::<u64>().ok()
            };
            let white = game.position.turn() == Color::White;
            let [left, increment] = if white { ["wtime", "winc"] } else { ["btime", "binc"] }.map(number);
            let by_clock = || nodes_for(left.unwrap_or(40_000), increment.unwrap_or(0));
            let best = best_move(&game.position, &game.past, number("nodes").unwrap_or_else(by_clock));
            let name = best.map_or("0000".to_owned(), |m| m.uci(CastlingStyle::Standard).to_string());
            Some(format!("bestmove {name}"))
        }
        _ => None,
    }
}

/// The game that the words of `position` mean.
fn set_up(words: &[&str]) -> Option<Game> {
    let moves = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let mut position = match words.split_first()? {
        (&"startpos", _) => Position::start(),
        (&"fen", _) => words[1..moves].join(" ").parse().ok()?,
        _ => return None,
    };
    let mut past = Vec::new();
    for word in words.iter().skip(moves + 1) {
        let m = position.parse_uci(word).ok()?;
        past.push(position.key());
        position.play_unchecked(m);
    }
    Some(Game { position, past })
}
