//! A played game as PGN, with what the engines thought and what their clocks showed.

use mola_game::pgn::{GameResult, GameTree, Node, clock_command, eval_command};
use mola_rules::Color;

use super::pairing::Pairing;
use super::referee::{Note, Played};
use crate::date::Date;
use crate::engines::spec::EngineSpec;

/// The game with its tags and comments.
pub(crate) fn record(played: &Played, pairing: &Pairing, entrants: &[EngineSpec]) -> GameTree {
    let mut tree = played.game.to_pgn();
    let [white, black] = pairing.engines.map(|index| &entrants[index]);
    let mut set = |name: &str, value: &str| {
        // These tag names are valid.
        let _ = tree.set_tag(name, value);
    };
    set("Event", "Mola match");
    set("Date", &Date::now().tag());
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
    tree.set_result(GameResult::of_winner(played.winner));
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
    if let Some(heard) = &note.heard {
        parts.push(eval_command(heard.score.white_pov(mover), Some(heard.depth)));
    }
    if let Some(left) = note.left {
        parts.push(clock_command(left));
    }
    parts.push(format!("[%emt {:.3}]", note.spent.as_secs_f64()));
    parts.join(" ")
}
