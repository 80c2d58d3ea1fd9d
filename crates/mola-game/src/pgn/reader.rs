//! Games from a stream, one after the other.

use std::io::{self, Read};
use std::iter::FusedIterator;

use super::builder::Builder;
use super::events::Step;
use super::{Event, Events, Fault, GameTree, PgnError, ReadLimits};

/// Reads the games of a PGN stream, one at a time, with the moves checked and the variations as a
/// tree.
///
/// Only one game is in memory, so files may be of any size. What cannot be read of a game is listed
/// in [`GameTree::errors`]; a move that cannot be played ends its line there, and reading continues. The
/// iterator itself yields an error only if the stream cannot be read, and then it is over.
///
/// ```
/// use mola_game::pgn::Reader;
/// let file = "[White \"Anna\"]\n\n1. e4 *\n\n[White \"Berta\"]\n\n1. Nf3 *\n";
/// let players: Vec<String> =
///     Reader::new(file.as_bytes()).map(|tree| tree.unwrap().tag("White").unwrap().to_owned()).collect();
/// assert_eq!(players, ["Anna", "Berta"]);
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    events: Events<R>,
    builder: Builder,
    limits: ReadLimits,
    /// Why the stream could not be read; reported after the game that was cut short.
    failure: Option<io::Error>,
    is_over: bool,
    leftover: Vec<PgnError>,
}

impl<R: Read> Reader<R> {
    /// Starts to read. The stream need not be buffered.
    ///
    /// ```
    /// # use mola_game::pgn::Reader;
    /// assert_eq!(Reader::new("1. e4 * 1. d4 *".as_bytes()).count(), 2);
    /// ```
    pub fn new(read: R) -> Self {
        Self::with_limits(read, ReadLimits::default())
    }

    /// Starts to read, keeping more or less of long games than usual.
    ///
    /// ```
    /// # use mola_game::pgn::{ReadLimits, Reader};
    /// let limits = ReadLimits { notes: 0, ..ReadLimits::default() };
    /// let tree = Reader::with_limits("1. e4 {!} *".as_bytes(), limits).next().unwrap().unwrap();
    /// assert_eq!(tree.root().next().unwrap().comments().count(), 0);
    /// ```
    pub fn with_limits(read: R, limits: ReadLimits) -> Self {
        Self {
            events: Events::new(read),
            builder: Builder::new(limits),
            limits,
            failure: None,
            is_over: false,
            leftover: Vec::new(),
        }
    }

    /// Reads the next game into a tree, whose memory is used again. Says whether there was one.
    ///
    /// # Errors
    /// The stream cannot be read. If that happened in the middle of a game, what was read of it
    /// comes first, and the error with the next call.
    ///
    /// ```
    /// use mola_game::pgn::{GameTree, Reader};
    /// let mut reader = Reader::new("1. e4 * 1. d4 d5 *".as_bytes());
    /// let mut tree = GameTree::default();
    /// let mut moves = 0;
    /// while reader.read_into(&mut tree)? {
    ///     moves += tree.main_line().count();
    /// }
    /// assert_eq!(moves, 3);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn read_into(&mut self, tree: &mut GameTree) -> io::Result<bool> {
        self.builder.begin(tree);
        if let Some(error) = self.failure.take() {
            self.is_over = true;
            return Err(error);
        }
        if self.is_over {
            return Ok(false);
        }
        let game = self.events.game();
        let mut is_begun = false;
        loop {
            let is_end = match self.events.step() {
                // The moves are most of a file, and need not become text to be played.
                Ok(Some(Step::Move(span))) => {
                    is_begun = true;
                    self.builder.play(tree, self.events.bytes(span));
                    false
                }
                Ok(Some(Step::Plain(Event::Error(error)))) => {
                    tree.push_error(*error, self.limits.errors);
                    false
                }
                Ok(Some(step)) => {
                    let is_end = matches!(step, Step::Plain(Event::End(_)));
                    is_begun |= !matches!(step, Step::Comment(_) | Step::Plain(Event::Nag(_)));
                    self.builder.take(tree, self.events.event(step));
                    is_end
                }
                Ok(None) => {
                    self.is_over = true;
                    self.leftover.extend_from_slice(tree.errors());
                    self.builder.begin(tree);
                    return Ok(false);
                }
                Err(error) if is_begun => {
                    self.failure = Some(error);
                    self.builder.take(tree, Event::End(None));
                    self.builder.faults.push(Fault::BrokenOff);
                    true
                }
                Err(error) => {
                    self.is_over = true;
                    return Err(error);
                }
            };
            if !self.builder.faults.is_empty() {
                let line = self.events.line();
                for fault in self.builder.faults.drain(..) {
                    tree.push_error(PgnError { game, line, fault }, self.limits.errors);
                }
            }
            if is_end {
                return Ok(true);
            }
        }
    }

    /// Passes the next game without building it. Says whether there was one.
    ///
    /// # Errors
    /// The stream cannot be read.
    ///
    /// ```
    /// use mola_game::pgn::Reader;
    /// let mut reader = Reader::new("1. e4 * 1. d4 d5 *".as_bytes());
    /// assert!(reader.skip_game()?);
    /// assert_eq!(reader.next().unwrap()?.main_line().count(), 2);
    /// assert!(!reader.skip_game()?);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn skip_game(&mut self) -> io::Result<bool> {
        if let Some(error) = self.failure.take() {
            self.is_over = true;
            return Err(error);
        }
        let found = if self.is_over { Ok(false) } else { self.events.skip_game() };
        self.is_over = !matches!(found, Ok(true));
        found
    }

    /// What could not be read after the last game, once it was read.
    ///
    /// ```
    /// use mola_game::pgn::Reader;
    /// let mut reader = Reader::new("1. e4 *\n\nThe end.".as_bytes());
    /// assert_eq!(reader.by_ref().count(), 1);
    /// assert!(reader.leftover()[0].to_string().starts_with("game 2, line 3: \"The\" is not a move"));
    /// ```
    pub fn leftover(&self) -> &[PgnError] {
        &self.leftover
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = io::Result<GameTree>;

    fn next(&mut self) -> Option<io::Result<GameTree>> {
        let mut tree = GameTree::default();
        match self.read_into(&mut tree) {
            Ok(true) => Some(Ok(tree)),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

impl<R: Read> FusedIterator for Reader<R> {}
