//! A played game as PGN, with what the engines thought and what their clocks showed.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mola_game::Score;
use mola_game::pgn::{Eval, GameResult, GameTree, Node, clock_command};
use mola_rules::Color;

use super::pairing::Pairing;
use super::referee::{Note, Played};
use crate::engines::entrant::Entrant;

/// The game with its tags and comments.
pub(crate) fn record(played: &Played, pairing: &Pairing, entrants: &[Entrant]) -> GameTree {
    let mut tree = played.game.to_pgn();
    let [white, black] = pairing.engines.map(|index| &entrants[index]);
    let mut set = |name: &str, value: &str| {
        // The names are our own and good.
        let _ = tree.set_tag(name, value);
    };
    set("Event", "Mola match");
    set("Date", &date(SystemTime::now()));
    set("Round", &format!("{}.{}", pairing.round + 1, pairing.number % 2 + 1));
    set("White", &white.name);
    set("Black", &black.name);
    if white.pace == black.pace {
        set("TimeControl", &white.pace.to_string());
    } else {
        set("WhiteTimeControl", &white.pace.to_string());
        set("BlackTimeControl", &black.pace.to_string());
    }
    set("Termination", played.ending.termination());
    set("PlyCount", &played.game.len().to_string());
    tree.set_result(match played.winner {
        Some(Color::White) => GameResult::White,
        Some(Color::Black) => GameResult::Black,
        None => GameResult::Draw,
    });
    let nodes: Vec<_> = tree.main_line().map(Node::id).collect();
    let mover = tree.start().turn();
    for (ply, node) in nodes.iter().enumerate() {
        let color = if ply % 2 == 0 { mover } else { !mover };
        match ply.checked_sub(played.book).and_then(|index| played.notes.get(index)) {
            Some(note) => tree.add_comment(*node, &comment(note, color)),
            None if ply + 1 == played.book => tree.add_comment(*node, "end of the opening"),
            None => {}
        }
    }
    let last = nodes.last().copied().unwrap_or(tree.root().id());
    tree.add_comment(last, &played.ending.to_string());
    tree
}

/// `[%eval 0.31,14] [%clk 0:00:01.9] [%emt 0.081]`: from White's point of view, with the depth.
fn comment(note: &Note, mover: Color) -> String {
    let mut parts = Vec::new();
    if let Some(heard) = note.heard {
        let eval = white_eval(heard.score, mover).to_string();
        parts.push(eval.replace(']', &format!(",{}]", heard.depth)));
    }
    if let Some(left) = note.left {
        parts.push(clock_command(left));
    }
    parts.push(format!("[%emt {:.3}]", note.spent.as_secs_f64()));
    parts.join(" ")
}

/// A score as White sees it.
fn white_eval(score: Score, mover: Color) -> Eval {
    match score.white_pov(mover) {
        Score::Centipawns(value) => Eval::Centipawns(value),
        Score::Mate(moves) => Eval::Mate(moves as i32),
        Score::Mated(moves) => Eval::Mate(-(moves as i32)),
    }
}

/// The day, in Greenwich, as PGN writes it.
fn date(now: SystemTime) -> String {
    let days = now.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs() / 86_400;
    // Years that begin in March have their leap day at the end; 400 of them have 146 097 days.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + next_year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_named_as_calendars_do() {
        let day = |seconds: u64| date(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(day(0), "1970.01.01");
        assert_eq!(day(951_782_400), "2000.02.29");
        assert_eq!(day(951_868_800), "2000.03.01");
        assert_eq!(day(1_798_675_200), "2026.12.31");
        assert_eq!(day(1_798_761_599), "2026.12.31");
        assert_eq!(day(1_798_761_600), "2027.01.01");
    }
}
