//! A PGN stream as a series of events.

use std::io::{self, Read};

use super::encoding::{decoded, latin_1, whole_letters};
use super::raw_tag::RawTag;
use super::source::{MAX_TEXT, Source, Span};
use super::token::{Lexer, Token};
use super::usual::Usual;
use super::{Fault, GameResult, Nag, PgnError};

/// The next thing in a PGN stream. Texts are lent until the next event is asked for.
///
/// ```
/// use mola_game::pgn::{Event, Events, Nag};
/// let mut events = Events::new("1. e4! {best} (1. d4) *".as_bytes());
/// assert_eq!(events.next_event()?, Some(Event::Move("e4")));
/// assert_eq!(events.next_event()?, Some(Event::Nag(Nag::GOOD)));
/// assert_eq!(events.next_event()?, Some(Event::Comment("best")));
/// assert_eq!(events.next_event()?, Some(Event::VariationStart));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A pair in brackets before the moves.
    Tag {
        /// Its name, as `White`.
        name: &'a str,
        /// What stands between the quotes, escapes resolved.
        value: &'a str,
    },
    /// A move as it is written, without its number and marks. Nobody has asked yet if it is legal.
    Move(&'a str),
    /// A player passes.
    NullMove,
    /// A mark on the latest move.
    Nag(Nag),
    /// A comment, as it stands in the file, line ends included.
    Comment(&'a str),
    /// A variation on the latest move begins.
    VariationStart,
    /// The innermost variation ends.
    VariationEnd,
    /// The game ends, with its result if there is one.
    End(Option<GameResult>),
    /// Something could not be read. It was passed; the next event is what comes after it. In a box,
    /// since it is large and rare, and events are handed over for every word.
    Error(Box<PgnError>),
}

/// Reads a PGN stream event by event, with a fixed amount of memory.
///
/// The memory is 64 KiB, and more only for a single comment or tag that is longer, up to 4 MiB. What
/// exceeds that is cut and reported. Time is linear in the length of the stream, whatever it holds.
///
/// Counting the moves of a file of any size:
///
/// ```
/// use mola_game::pgn::{Event, Events};
/// let file = "1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 *";
/// let mut events = Events::new(file.as_bytes());
/// let mut moves = 0;
/// while let Some(event) = events.next_event()? {
///     moves += usize::from(matches!(event, Event::Move(_)));
/// }
/// assert_eq!(moves, 6);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Events<R> {
    lexer: Lexer<R>,
    stage: Stage,
    /// The number of the game that is read, or comes next.
    game: u64,
    /// How many variations are open.
    depth: u64,
    /// Whether this game has had its `Event`, and a comment after it: another `Event` may then be
    /// that of a game that follows one without moves.
    has_event: bool,
    has_comment: bool,
    /// A result inside a variation. It counts if the variation turns out never to end.
    inner_result: Option<GameResult>,
    /// Where texts live that are not in the buffer as they are meant: Latin-1, and escapes.
    name: String,
    text: String,
}

/// How far a game is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing of it, but perhaps comments.
    Before,
    Tags,
    Moves,
    /// To its result. Comments on the same line still belong to it.
    Result(GameResult),
    /// To its end.
    Over(Option<GameResult>),
}

/// An event that does not lend anything yet. It is small, since it is handed over for every word;
/// errors are rare enough to be put elsewhere.
pub(super) enum Step {
    Tag(RawTag),
    Move(Span),
    Comment(Span),
    /// An event without a text.
    Plain(Event<'static>),
}

impl<R: Read> Events<R> {
    /// Starts to read. The stream need not be buffered.
    ///
    /// ```
    /// # use mola_game::pgn::Events;
    /// assert!(Events::new("".as_bytes()).next_event().unwrap().is_none());
    /// ```
    pub fn new(read: R) -> Self {
        Self {
            lexer: Lexer::new(read),
            stage: Stage::Before,
            game: 1,
            depth: 0,
            has_event: false,
            has_comment: false,
            inner_result: None,
            name: String::new(),
            text: String::new(),
        }
    }

    /// The number, from 1, of the game that is read, or that comes next.
    ///
    /// ```
    /// # use mola_game::pgn::Events;
    /// let mut events = Events::new("1. e4 * 1. d4 *".as_bytes());
    /// assert_eq!(events.game(), 1);
    /// events.skip_game().unwrap();
    /// assert_eq!(events.game(), 2);
    /// ```
    pub fn game(&self) -> u64 {
        self.game
    }

    /// The number, from 1, of the line that is read.
    ///
    /// ```
    /// # use mola_game::pgn::Events;
    /// let mut events = Events::new("\n\n1. e4 *".as_bytes());
    /// events.next_event().unwrap();
    /// assert_eq!(events.line(), 3);
    /// ```
    pub fn line(&mut self) -> u64 {
        self.lexer.source.line()
    }

    /// The next event; none at the end of the stream. A game that was begun has its
    /// [`End`](Event::End) before that.
    ///
    /// # Errors
    /// The stream cannot be read. What is wrong with its text is an event, not an error.
    ///
    /// ```
    /// use mola_game::pgn::{Event, Events};
    /// let mut events = Events::new("[White \"Caf\\\\é\"]".as_bytes());
    /// assert_eq!(events.next_event()?, Some(Event::Tag { name: "White", value: "Caf\\é" }));
    /// assert_eq!(events.next_event()?, Some(Event::End(None)));
    /// assert_eq!(events.next_event()?, None);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn next_event(&mut self) -> io::Result<Option<Event<'_>>> {
        // Most events are these. To pack them into a step first would take as long as to find them.
        if self.stage == Stage::Moves
            && let Some(usual) = self.lexer.usual()
        {
            let (Usual::Move(span) | Usual::Comment(span)) = usual;
            let text = lend(&mut self.lexer.source, span, &mut self.text);
            let is_move = matches!(usual, Usual::Move(_));
            return Ok(Some(if is_move { Event::Move(text) } else { Event::Comment(text) }));
        }
        match self.step()? {
            Some(step) => Ok(Some(self.event(step))),
            None => Ok(None),
        }
    }

    /// Lends what an event says.
    #[inline]
    pub(super) fn event(&mut self, step: Step) -> Event<'_> {
        match step {
            Step::Move(span) => Event::Move(lend(&mut self.lexer.source, span, &mut self.text)),
            Step::Comment(span) => {
                let (from, to) = span;
                let was_cut = to - from + 1 >= MAX_TEXT;
                let length =
                    if was_cut { whole_letters(self.lexer.source.bytes(span)).len() } else { to - from };
                Event::Comment(lend(&mut self.lexer.source, (from, from + length), &mut self.text))
            }
            Step::Tag(tag) => {
                self.lexer.source.decode_to(tag.value.1);
                let source = &self.lexer.source;
                let name = lend_decoded(source, tag.name, &mut self.name);
                if tag.escaped {
                    self.text = unescaped(&decoded(source.bytes(tag.value)));
                    Event::Tag { name, value: &self.text }
                } else {
                    Event::Tag { name, value: lend_decoded(source, tag.value, &mut self.text) }
                }
            }
            Step::Plain(event) => event,
        }
    }

    /// The bytes of a move, good until the next step.
    pub(super) fn bytes(&self, span: Span) -> &[u8] {
        self.lexer.source.bytes(span)
    }

    /// Passes what is left of the game, or the whole of the next one, without looking at it. Says
    /// whether there was one.
    ///
    /// # Errors
    /// The stream cannot be read.
    ///
    /// ```
    /// use mola_game::pgn::{Event, Events};
    /// let mut events = Events::new("1. e4 e5 * 1. d4 *".as_bytes());
    /// assert!(events.skip_game()?);
    /// assert_eq!(events.next_event()?, Some(Event::Move("d4")));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn skip_game(&mut self) -> io::Result<bool> {
        loop {
            if !self.lexer.owes() && self.skip_usual() {
                return Ok(true);
            }
            match self.any_step()? {
                Some(Step::Plain(Event::End(_))) => return Ok(true),
                Some(_) => {}
                None => return Ok(false),
            }
        }
    }

    /// Passes what is as usual of a game. Says whether that was all of it.
    fn skip_usual(&mut self) -> bool {
        if self.stage == Stage::Before && self.lexer.pass_event() {
            self.stage = Stage::Tags;
            self.has_event = true;
        }
        if self.stage == Stage::Tags {
            self.lexer.pass_tags();
            if self.lexer.pass_first_move() {
                self.stage = Stage::Moves;
            }
        }
        if self.stage == Stage::Moves {
            self.lexer.pass_moves(&mut self.depth);
            if self.depth == 0 && self.lexer.pass_result() {
                self.end(None);
                return true;
            }
        }
        false
    }

    /// The next event, before it lends anything. Inlined, it stays in registers.
    #[inline(always)]
    pub(super) fn step(&mut self) -> io::Result<Option<Step>> {
        if self.stage == Stage::Moves
            && let Some(usual) = self.lexer.usual()
        {
            return Ok(Some(match usual {
                Usual::Move(span) => Step::Move(span),
                Usual::Comment(span) => Step::Comment(span),
            }));
        }
        if self.stage == Stage::Tags
            && let Some(tag) = self.lexer.next_tag()
        {
            return Ok(Some(Step::Tag(tag)));
        }
        self.any_step()
    }

    fn any_step(&mut self) -> io::Result<Option<Step>> {
        if let Some((line, fault)) = self.lexer.late_fault() {
            let error = PgnError { game: self.game, line, fault };
            return Ok(Some(Step::Plain(Event::Error(Box::new(error)))));
        }
        match self.stage {
            Stage::Result(result) if !self.lexer.comment_follows_on_line()? => {
                return Ok(Some(self.end(Some(result))));
            }
            Stage::Over(result) => return Ok(Some(self.end(result))),
            _ => {}
        }
        loop {
            let token = self.lexer.next()?;
            if let Some(step) = self.take(token)? {
                return Ok(Some(step));
            }
            if matches!(token, Token::StreamEnd) {
                return Ok(None);
            }
        }
    }

    /// What a word means at this stage, if anything.
    fn take(&mut self, token: Token) -> io::Result<Option<Step>> {
        let step = match token {
            Token::StreamEnd if self.stage == Stage::Before => return Ok(None),
            Token::StreamEnd => self.break_off(),
            Token::Bracket => return self.bracket().map(Some),
            Token::Number { begins_game: true, .. } if self.stage == Stage::Moves && self.depth == 0 => {
                self.break_off()
            }
            Token::Number { length, .. } => {
                self.lexer.source.advance(length);
                return Ok(None);
            }
            Token::Move(span) => {
                self.stage = Stage::Moves;
                Step::Move(span)
            }
            Token::NullMove => {
                self.stage = Stage::Moves;
                Step::Plain(Event::NullMove)
            }
            Token::Nag(nag) => Step::Plain(Event::Nag(nag)),
            Token::Comment(span) => {
                self.has_comment = true;
                Step::Comment(span)
            }
            Token::Result(result) if self.depth > 0 => {
                self.inner_result = Some(result);
                return Ok(None);
            }
            Token::Result(result) => {
                self.stage = Stage::Result(result);
                // A comment may follow; the end is reported after it.
                if self.lexer.comment_follows_on_line()? {
                    return Ok(None);
                }
                self.end(Some(result))
            }
            Token::Open if self.stage == Stage::Before => self.error(Fault::VariationTooEarly),
            Token::Open => {
                self.stage = Stage::Moves;
                self.depth += 1;
                Step::Plain(Event::VariationStart)
            }
            Token::Close if self.depth == 0 => self.error(Fault::VariationUnopened),
            Token::Close => {
                self.depth -= 1;
                Step::Plain(Event::VariationEnd)
            }
            Token::Bad(fault) => self.error(fault),
        };
        Ok(Some(step))
    }

    /// A bracket begins a tag; after moves, if it stands where tags do, it begins the next game.
    fn bracket(&mut self) -> io::Result<Step> {
        match self.stage {
            Stage::Moves if self.lexer.is_first_on_line() && self.lexer.bracket_begins_tag()? => {
                return Ok(self.break_off());
            }
            Stage::Moves => {
                let fault = self.lexer.stray_bracket()?;
                return Ok(self.error(fault));
            }
            _ => {}
        }
        let is_event = self.lexer.source.has(0, b"[Event ")?;
        if is_event && self.has_event && (self.has_comment || self.lexer.follows_empty_line()) {
            return Ok(self.break_off());
        }
        Ok(match self.lexer.tag()? {
            Ok(tag) => {
                self.stage = Stage::Tags;
                self.has_event |= is_event;
                Step::Tag(tag)
            }
            Err(fault) => self.error(fault),
        })
    }

    /// Ends a game that has no result of its own.
    fn break_off(&mut self) -> Step {
        let result = self.inner_result;
        if self.depth > 0 {
            self.stage = Stage::Over(result);
            self.depth = 0;
            return self.error(Fault::VariationUnclosed);
        }
        self.end(result)
    }

    fn end(&mut self, result: Option<GameResult>) -> Step {
        self.stage = Stage::Before;
        self.game += 1;
        self.depth = 0;
        self.has_event = false;
        self.has_comment = false;
        self.inner_result = None;
        Step::Plain(Event::End(result))
    }

    #[cold]
    fn error(&mut self, fault: Fault) -> Step {
        let line = self.lexer.source.line();
        Step::Plain(Event::Error(Box::new(PgnError { game: self.game, line, fault })))
    }
}

/// Borrows a text from the buffer if it is UTF-8, else decodes it at `home`.
#[inline]
fn lend<'a, R: Read>(source: &'a mut Source<R>, span: Span, home: &'a mut String) -> &'a str {
    source.decode_to(span.1);
    lend_decoded(source, span, home)
}

/// The same, for a place up to which the source was decoded.
#[inline]
fn lend_decoded<'a, R: Read>(source: &'a Source<R>, span: Span, home: &'a mut String) -> &'a str {
    source.text(span).unwrap_or_else(|| lend_alone(source.bytes(span), home))
}

/// The same, for a text with something else than UTF-8 before it.
#[cold]
fn lend_alone<'a>(bytes: &'a [u8], home: &'a mut String) -> &'a str {
    std::str::from_utf8(bytes).unwrap_or_else(|_| {
        *home = latin_1(bytes);
        home
    })
}

/// Resolves `\"` and `\\`. Other backslashes were meant as they stand.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = if letter == '\\' { letters.next_if(|next| matches!(next, '"' | '\\')) } else { None };
        plain.push(escaped.unwrap_or(letter));
    }
    plain
}
