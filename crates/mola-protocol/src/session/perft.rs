//! `go perft`: counts positions by the first move, and can be stopped.

use mola_rules::{CastlingStyle, Position, perft};

use super::Output;

/// Says the count after each move and their sum, in the words that people know.
pub(crate) fn divide(
    root: &Position,
    depth: u32,
    castling: CastlingStyle,
    stop: &dyn Fn() -> bool,
    output: &Output,
) {
    let mut total = Some(u64::from(depth == 0));
    for &m in root.legal_moves().iter().take(if depth == 0 { 0 } else { usize::MAX }) {
        let Some(nodes) = count(&root.after(m), depth - 1, stop) else {
            total = None;
            break;
        };
        total = total.map(|total| total + nodes);
        output.say(format_args!("{}: {nodes}", m.uci(castling)));
    }
    match total {
        Some(total) => output.say(format_args!("\nNodes searched: {total}\n")),
        None => output.say("info string the count was stopped"),
    }
}

/// The count under a position, or nothing if it was stopped.
fn count(position: &Position, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
    // Three plies take less than a millisecond or two: fine enough to stop at.
    if depth <= 3 {
        return (!stop()).then(|| perft(position, depth));
    }
    let mut total = Some(0);
    position.for_each_child(|_, child| {
        if let Some(sum) = total {
            total = count(child, depth - 1, stop).map(|nodes| sum + nodes);
        }
    });
    total
}
