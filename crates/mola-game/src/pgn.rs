//! Portable Game Notation: games as text, read from streams of any size and written as the standard
//! wants it.
//!
//! Two layers. [`Events`] takes a stream apart into tags, moves as they are written, marks, comments
//! and variations, with a fixed amount of memory. [`Reader`] stands on it and yields one [`GameTree`]
//! after the other: tags, and a tree of legal moves.
//!
//! What people and programs have put into such files over thirty years is read where its meaning is
//! plain. Where it is not, a [`PgnError`] says what was wrong, in which game and on which line; what
//! was read of the game is kept, and reading continues with the next game.
//!
//! ```
//! use mola_game::pgn::{GameResult, Reader};
//!
//! let file = r#"
//! [White "Molinari"]
//! [Black "Bordais"]
//!
//! 1. e4 c5 2. c4 Nc6 3. Ne2 Nf6 4. Nbc3 Nb4 5. g3?? {The knight was in the way.} (5. d3) Nd3# 0-1
//! "#;
//! for tree in Reader::new(file.as_bytes()) {
//!     let tree = tree?;
//!     assert!(tree.errors().is_empty());
//!     assert_eq!(tree.tag("White"), Some("Molinari"));
//!     assert_eq!(tree.result(), GameResult::Black);
//!     let last = tree.main_line().last().unwrap();
//!     assert!(last.position().outcome().is_some());
//!     assert!(tree.to_string().ends_with("(5. d3) 5... Nd3# 0-1\n"));
//! }
//! # Ok::<(), std::io::Error>(())
//! ```

mod alphabet;
mod builder;
mod command;
mod comment;
#[cfg(feature = "compressed")]
mod compressed;
mod edit;
mod encoding;
mod error;
mod events;
mod exact_san;
mod export;
mod game_tree;
mod limits;
mod nag;
mod node;
mod raw_tag;
mod reader;
mod result;
mod skip;
mod source;
mod tags;
mod token;
mod trail;
mod usual;
mod wrap;

pub use command::{Command, clock, clock_command, commands, eval, eval_command, without_command};
#[cfg(feature = "compressed")]
pub use compressed::Expanded;
pub use error::{Fault, PgnError};
pub use events::{Event, Events};
pub use game_tree::GameTree;
pub use limits::{Limit, ReadLimits};
pub use nag::Nag;
pub use node::{Children, Node, NodeId};
pub use reader::Reader;
pub use result::GameResult;
pub use tags::TagError;
