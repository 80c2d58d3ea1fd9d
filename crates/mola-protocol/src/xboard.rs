//! XBoard's Chess Engine Communication Protocol, version 2: what GUIs say and what engines say, as
//! values. Nothing is done here.

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

pub(crate) use option::{parse as parse_option, write as write_option};
