//! What an engine may spend on each move: a clock, nodes or a depth.

use std::fmt;

use mola_game::TimeControl;

use crate::time_control::to_tag;

/// What one engine may spend on its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Pace {
    pub(crate) control: TimeControl,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
}

impl Pace {
    pub(crate) const UNLIMITED: Self = Self { control: TimeControl::Unlimited, nodes: None, depth: None };

    /// Whether anything ends the engine's thinking.
    pub(crate) fn is_limited(&self) -> bool {
        *self != Self::UNLIMITED
    }
}

/// As it stands in PGN's tag `TimeControl`, with what is not about time after a comma.
impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = match self.control {
            TimeControl::Unlimited if self.is_limited() => None,
            TimeControl::Move(time) => Some(format!("{}/move", time.as_secs_f64())),
            control => Some(to_tag(control)),
        };
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes"));
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let parts: Vec<String> = [time, nodes, depth].into_iter().flatten().collect();
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time_control::in_seconds;

    #[test]
    fn a_pace_is_written_as_pgn_has_it() {
        let control = in_seconds("40/60+0.5").unwrap();
        assert_eq!(Pace { control, depth: Some(8), ..Pace::default() }.to_string(), "40/60+0.5, depth 8");
        let nodes = Pace { nodes: Some(5_000), depth: Some(8), ..Pace::default() };
        assert_eq!(nodes.to_string(), "5000 nodes, depth 8");
        assert_eq!(Pace::default().to_string(), "-");
    }
}
