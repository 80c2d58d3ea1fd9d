//! Grows a tree from events: plays the moves, and hangs comments and marks on them.

use mola_rules::{Excerpt, Move, Position};

use super::comment::tidy;
use super::exact_san::play_text;
use super::game_tree::{GameTree, NoteKind, Text};
use super::node::{NodeId, advance};
use super::tags::MAX_NAME;
use super::{Event, Fault, GameResult, Limit, Nag, ReadLimits};

/// A line that is being read: the main line, or a variation inside the line before it.
///
/// Only the position before the latest move is kept. A variation begins there, and the position
/// after the move is one step away when the variation is over.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// The latest move of the line, or while it has none, the node from which it starts.
    last: NodeId,
    has_moves: bool,
    /// From where on the waiting comments are those of this line, while it has no moves.
    first_waiting: u32,
    before: Position,
}

/// What is known while a game is read.
#[derive(Debug, Default)]
pub(super) struct Builder {
    limits: ReadLimits,
    /// Where games begin, computed once for all of them.
    usual_start: Position,
    /// The lines that are open, the main line first.
    lines: Vec<Line>,
    /// The position that the innermost line has reached.
    position: Position,
    /// Whether the tags are over, and the position in which the game begins is known.
    is_set_up: bool,
    /// Whether the innermost line has run into a move that cannot be played. The rest of it is passed.
    is_dead: bool,
    /// How many variations are open inside what is passed.
    passed_depth: u64,
    /// Comments at the beginning of variations, which wait for the first moves there.
    waiting: Vec<Text>,
    /// Where the game begins, unless its tags do not tell a position.
    start: Option<Position>,
    is_known_variant: bool,
    tag_result: Option<GameResult>,
    /// The limits that were reported already.
    told: Vec<Limit>,
    /// What was wrong with the latest event.
    pub(super) faults: Vec<Fault>,
}

impl Builder {
    pub(super) fn new(limits: ReadLimits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Prepares for the next game.
    pub(super) fn begin(&mut self, tree: &mut GameTree) {
        let start = self.usual_start;
        tree.clear(start);
        self.lines.clear();
        self.lines.push(Line { last: GameTree::ROOT, has_moves: false, first_waiting: 0, before: start });
        self.position = start;
        self.start = Some(start);
        self.is_known_variant = true;
        self.is_set_up = false;
        self.is_dead = false;
        self.passed_depth = 0;
        self.waiting.clear();
        self.tag_result = None;
        self.told.clear();
        self.faults.clear();
    }

    /// Takes the next event of the game. What is wrong with it is left in `faults`.
    #[expect(clippy::needless_pass_by_value, reason = "an event is used up where it is built in")]
    pub(super) fn take(&mut self, tree: &mut GameTree, event: Event<'_>) {
        match event {
            Event::Tag { name, value } => self.tag(tree, name, value),
            Event::Comment(text) => self.comment(tree, text),
            Event::End(result) => self.end(tree, result),
            Event::VariationStart => self.open(tree),
            Event::VariationEnd => self.close(tree),
            Event::Move(text) => self.play(tree, text.as_bytes()),
            Event::NullMove => self.pass(tree),
            Event::Nag(nag) => self.nag(tree, nag),
            Event::Error(_) => {}
        }
    }

    fn tag(&mut self, tree: &mut GameTree, name: &str, value: &str) {
        if name.len() > MAX_NAME {
            self.faults.push(Fault::Tag(Excerpt::new(name)));
            return;
        }
        if name.eq_ignore_ascii_case("Result") {
            // Anything but a result means that the result is not known.
            self.tag_result = GameResult::from_text(value.trim());
            return;
        }
        if name.eq_ignore_ascii_case("FEN") {
            let start =
                Position::from_lenient_fen(value).map_err(|error| self.faults.push(Fault::Fen(error)));
            self.start = start.ok();
        }
        if name.eq_ignore_ascii_case("Variant") {
            self.is_known_variant = is_known_variant(value);
            if !self.is_known_variant {
                self.faults.push(Fault::Variant(Excerpt::new(value)));
            }
        }
        if self.has_room(tree.tag_count(), 1, Limit::Tags)
            && self.has_room(tree.text_length(), name.len() + value.len(), Limit::Text)
        {
            tree.put_tag(name, value);
        }
    }

    /// Sets up the position when the tags are over.
    fn set_up(&mut self, tree: &mut GameTree) {
        if self.is_set_up {
            return;
        }
        self.is_set_up = true;
        match self.start {
            Some(start) if self.is_known_variant => {
                if tree.tag("FEN").is_some() {
                    tree.put_start(start);
                }
                self.position = start;
                self.line().before = start;
            }
            _ => self.is_dead = true,
        }
    }

    fn is_passing(&self) -> bool {
        self.is_dead || self.passed_depth > 0
    }

    /// The innermost line. The main line is never closed.
    fn line(&mut self) -> &mut Line {
        debug_assert!(!self.lines.is_empty(), "a game has a main line");
        let index = self.lines.len() - 1;
        &mut self.lines[index]
    }

    /// Plays a move, however it is written.
    pub(super) fn play(&mut self, tree: &mut GameTree, text: &[u8]) {
        self.set_up(tree);
        if self.is_passing() {
            return;
        }
        let before = self.position;
        match play_text(&mut self.position, text) {
            Ok(m) => self.extend(tree, Some(m), &before),
            Err(error) => {
                let (number, turn) = (self.position.fullmoves(), self.position.turn());
                self.faults.push(Fault::Move { number, turn, error });
                self.is_dead = true;
            }
        }
    }

    fn pass(&mut self, tree: &mut GameTree) {
        self.set_up(tree);
        if self.is_passing() {
            return;
        }
        if self.position.is_check() {
            let (number, turn) = (self.position.fullmoves(), self.position.turn());
            self.faults.push(Fault::NullMoveInCheck { number, turn });
            self.is_dead = true;
        } else {
            let before = self.position;
            self.position.pass();
            self.extend(tree, None, &before);
        }
    }

    /// Adds a move that was played, or a pass, to the innermost line.
    fn extend(&mut self, tree: &mut GameTree, played: Option<Move>, before: &Position) {
        if !self.has_room(tree.move_count(), 1, Limit::Moves) {
            self.is_dead = true;
            return;
        }
        let line = self.line();
        let node = tree.push(line.last, played);
        line.last = node;
        line.has_moves = true;
        line.before = *before;
        let first_waiting = line.first_waiting as usize;
        if self.waiting.len() > first_waiting {
            for text in self.waiting.drain(first_waiting..) {
                tree.push_note(node, NoteKind::CommentBefore(text));
            }
        }
    }

    fn open(&mut self, tree: &mut GameTree) {
        self.set_up(tree);
        let depth = self.lines.len();
        let line = *self.line();
        let is_main = depth == 1;
        if self.is_passing() {
            self.passed_depth += 1;
        } else if is_main && !line.has_moves {
            self.faults.push(Fault::VariationTooEarly);
            self.passed_depth += 1;
        } else if !self.has_room(depth, 1, Limit::Depth) {
            self.passed_depth += 1;
        } else {
            let from = if line.has_moves { NodeId(tree.entry(line.last).parent) } else { line.last };
            let first_waiting = self.waiting.len() as u32;
            self.lines.push(Line { last: from, has_moves: false, first_waiting, before: line.before });
            self.position = line.before;
        }
    }

    fn close(&mut self, tree: &mut GameTree) {
        if self.passed_depth > 0 {
            self.passed_depth -= 1;
            return;
        }
        if self.lines.len() == 1 {
            return;
        }
        self.is_dead = false;
        let closed = *self.line();
        self.lines.pop();
        let line = *self.line();
        self.position = line.before;
        if line.has_moves {
            advance(&mut self.position, tree.entry(line.last).played);
            // Comments of a variation without moves are about the move that it would vary. If there
            // is no such move yet, they keep waiting, now for this line.
            for text in self.waiting.drain(closed.first_waiting as usize..) {
                tree.push_note(line.last, NoteKind::Comment(text));
            }
        }
    }

    fn comment(&mut self, tree: &mut GameTree, text: &str) {
        let text = tidy(text);
        if self.is_passing() || text.is_empty() {
            return;
        }
        if self.has_room(tree.note_count() + self.waiting.len(), 1, Limit::Notes)
            && self.has_room(tree.text_length(), text.len(), Limit::Text)
        {
            let text = tree.put_text(&text);
            let line = *self.line();
            if self.lines.len() > 1 && !line.has_moves {
                self.waiting.push(text);
            } else {
                tree.push_note(line.last, NoteKind::Comment(text));
            }
        }
    }

    fn nag(&mut self, tree: &mut GameTree, nag: Nag) {
        if self.is_passing() {
            return;
        }
        let line = *self.line();
        if self.lines.len() > 1 && !line.has_moves {
            self.faults.push(Fault::Word(Excerpt::new(&nag.to_string())));
        } else if self.has_room(tree.note_count() + self.waiting.len(), 1, Limit::Notes) {
            tree.push_note(line.last, NoteKind::Nag(nag));
        }
    }

    fn end(&mut self, tree: &mut GameTree, result: Option<GameResult>) {
        self.set_up(tree);
        let known = |result: &GameResult| *result != GameResult::Unfinished;
        let (tag, moves) = (self.tag_result.filter(known), result.filter(known));
        if let (Some(tag), Some(moves)) = (tag, moves)
            && tag != moves
        {
            self.faults.push(Fault::ResultConflict { tag, moves });
        }
        tree.set_result(moves.or(tag).unwrap_or_default());
    }

    /// Whether there is room for `more` beside what there is. The first time there is not, that is reported.
    fn has_room(&mut self, there: usize, more: usize, limit: Limit) -> bool {
        let most = match limit {
            Limit::Moves => self.limits.moves,
            Limit::Depth => self.limits.depth,
            Limit::Notes => self.limits.notes,
            Limit::Text => self.limits.text,
            Limit::Tags => self.limits.tags,
        };
        let fits = there + more <= most as usize;
        if !fits && !self.told.contains(&limit) {
            self.told.push(limit);
            self.faults.push(Fault::Limit { limit, most });
        }
        fits
    }
}

/// Whether a game of this kind is played by the rules of chess, Chess960 included.
fn is_known_variant(name: &str) -> bool {
    let plain: String =
        name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect();
    let known = ["", "chess", "standard", "normal", "fromposition", "chess960", "960"];
    known.contains(&plain.as_str()) || plain.starts_with("fische") || plain.starts_with("freestyle")
}
