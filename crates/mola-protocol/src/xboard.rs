//! XBoard's Chess Engine Communication Protocol, version 2: what GUIs say and what engines say, as
//! values.

mod command;
mod edit;
mod feature;
mod option;
mod reply;
mod thinking;
mod time;

pub use command::{Command, CommandError};
pub use edit::{Edit, EditLine};
pub use feature::{Feature, Value};
pub use reply::{Claim, Reply};
pub use thinking::{MATE, Thinking, read_score, write_score};
pub use time::Level;

use mola_rules::{CastlingStyle, Move};

pub(crate) use feature::parse as parse_features;
pub(crate) use option::{parse as parse_option, write as write_option};

/// A move as XBoard writes it. In Chess960, squares alone do not say which castling is meant.
pub(crate) fn move_text(m: Move, chess960: bool) -> String {
    match (m.is_castle() && chess960, m.castles_short()) {
        (true, true) => "O-O".to_owned(),
        (true, false) => "O-O-O".to_owned(),
        _ => m.uci(CastlingStyle::Standard).to_string(),
    }
}
