//! A game as it is recorded: tags, a tree of moves, marks, comments and a result.

use std::fmt;
use std::str::FromStr;

use mola_rules::{IllegalMove, Move, Position};

use super::comment::tidy;
use super::node::{Node, NodeId, advance};
use super::trail::Trail;
use super::{Fault, GameResult, Nag, PgnError, Reader};
use crate::History;

/// A recorded game: tags, a tree of legal moves with marks and comments, and a result.
///
/// The tree lies flat in memory, so a game of any depth is walked, compared and dropped without
/// recursion. Two trees are equal if they tell the same game; the errors that were met when
/// reading do not count, and a tag of the seven that every game has may be missing or unknown.
///
/// Writing a game, finished or not:
///
/// ```
/// use mola_game::pgn::{GameResult, GameTree, Nag};
/// use mola_rules::Position;
///
/// let mut tree = GameTree::new(Position::start());
/// tree.set_tag("White", "Anna")?;
/// let e4 = tree.play(tree.root().id(), Position::start().parse_san("e4")?)?;
/// tree.add_nag(e4, Nag::GOOD);
/// tree.add_comment(e4, "Best by test.");
/// assert!(tree.to_string().ends_with("[Result \"*\"]\n\n1. e4 $1 {Best by test.} *\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct GameTree {
    start: Position,
    result: GameResult,
    /// All texts, one after the other.
    text: String,
    /// Names and values.
    pub(super) tags: Vec<(Text, Text)>,
    /// The moves. The first entry is the beginning.
    entries: Vec<Entry>,
    notes: Vec<Note>,
    errors: Vec<PgnError>,
    errors_left_out: u64,
    trail: Trail,
}

/// A place in the texts of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text {
    start: u32,
    length: u32,
}

/// A move in the tree. Zero stands for no entry, since the beginning is nobody's child, and for no
/// note, since they are counted from one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    pub(super) played: Option<Move>,
    pub(super) parent: u32,
    pub(super) first_child: u32,
    last_child: u32,
    pub(super) next_sibling: u32,
    pub(super) first_note: u32,
    last_note: u32,
}

/// A mark or a comment, and the number of the next one on the same move.
#[derive(Clone, Copy, Debug)]
struct Note {
    kind: NoteKind,
    next: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum NoteKind {
    Nag(Nag),
    Comment(Text),
    CommentBefore(Text),
}

impl GameTree {
    pub(super) const ROOT: NodeId = NodeId(0);

    /// A game without moves that begins in this position.
    ///
    /// ```
    /// use mola_game::pgn::GameTree;
    /// use mola_rules::Position;
    /// assert_eq!(GameTree::new(Position::start()).tag("FEN"), None);
    /// let tree = GameTree::new(Position::chess960(0));
    /// assert_eq!(tree.tag("Variant"), Some("Chess960"));
    /// assert_eq!(tree.tag("SetUp"), Some("1"));
    /// ```
    pub fn new(start: Position) -> Self {
        let mut tree = Self {
            start,
            result: GameResult::Unfinished,
            text: String::new(),
            tags: Vec::new(),
            entries: vec![Entry::default()],
            notes: Vec::new(),
            errors: Vec::new(),
            errors_left_out: 0,
            trail: Trail::default(),
        };
        if start != Position::start() {
            if start.is_chess960() {
                tree.put_tag("Variant", "Chess960");
            }
            tree.put_start(start);
        }
        tree
    }

    /// A game with these moves.
    ///
    /// # Errors
    /// A move is not legal where it comes.
    ///
    /// ```
    /// use mola_game::pgn::GameTree;
    /// use mola_rules::Position;
    /// let e4 = Position::start().parse_san("e4").unwrap();
    /// assert_eq!(GameTree::with_moves(Position::start(), [e4]).unwrap().main_line().count(), 1);
    /// assert!(GameTree::with_moves(Position::start(), [e4, e4]).is_err());
    /// ```
    pub fn with_moves(start: Position, moves: impl IntoIterator<Item = Move>) -> Result<Self, IllegalMove> {
        let mut tree = Self::new(start);
        let mut position = start;
        let mut last = Self::ROOT;
        for m in moves {
            position.play(m)?;
            last = tree.push(last, Some(m));
        }
        Ok(tree)
    }

    /// The position in which the game begins.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// assert_eq!(GameTree::default().start(), mola_rules::Position::start());
    /// ```
    pub fn start(&self) -> Position {
        self.start
    }

    /// How the game ended.
    ///
    /// ```
    /// # use mola_game::pgn::{GameResult, GameTree};
    /// assert_eq!(GameTree::default().result(), GameResult::Unfinished);
    /// ```
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// Says how the game ended.
    ///
    /// ```
    /// # use mola_game::pgn::{GameResult, GameTree};
    /// let mut tree = GameTree::default();
    /// tree.set_result(GameResult::Draw);
    /// assert_eq!(tree.tag("Result"), Some("1/2-1/2"));
    /// ```
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
    }

    /// The beginning of the game, from which the moves hang.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// let tree: GameTree = "1. e4 *".parse().unwrap();
    /// assert_eq!(tree.root().next().unwrap().san().unwrap().as_str(), "e4");
    /// ```
    pub fn root(&self) -> Node<'_> {
        Node::new(self, Self::ROOT)
    }

    /// The node with this name, if it is one of this tree.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// let tree: GameTree = "1. e4 *".parse().unwrap();
    /// let e4 = tree.root().next().unwrap().id();
    /// assert!(tree.node(e4).is_some());
    /// assert!(GameTree::default().node(e4).is_none());
    /// ```
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        ((id.0 as usize) < self.entries.len()).then(|| Node::new(self, id))
    }

    /// The moves of the game as it was played, without variations.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// let tree: GameTree = "1. e4 e5 (1... c5) 2. f4 *".parse().unwrap();
    /// assert_eq!(tree.main_line().count(), 3);
    /// ```
    pub fn main_line(&self) -> impl Iterator<Item = Node<'_>> {
        std::iter::successors(self.root().next(), |node| node.next())
    }

    /// The moves of the game as it was played, each with the position in which it was.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// let tree: GameTree = "1. e4 Nf6 *".parse().unwrap();
    /// let names: Vec<String> =
    ///     tree.replay().map(|(position, node)| position.san(node.played().unwrap()).to_string()).collect();
    /// assert_eq!(names, ["e4", "Nf6"]);
    /// ```
    pub fn replay(&self) -> impl Iterator<Item = (Position, Node<'_>)> {
        self.main_line().scan(self.start, |position, node| {
            let before = *position;
            advance(position, node.played());
            Some((before, node))
        })
    }

    /// The main line up to its first null move: what an engine can be asked about.
    pub fn history(&self) -> History {
        History::of(self.start, self.main_line().map_while(Node::played))
    }

    /// How many moves there are, those of variations included.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// let tree: GameTree = "1. e4 e5 (1... c5) 2. f4 *".parse().unwrap();
    /// assert_eq!(tree.move_count(), 4);
    /// ```
    pub fn move_count(&self) -> usize {
        self.entries.len() - 1
    }

    /// Plays a move at a node: the main one if it is the first there, else a variation. Whoever adds
    /// moves in the order in which games are read does not have the game played again for each.
    ///
    /// # Errors
    /// The move is not legal there, or the node is of another tree.
    ///
    /// ```
    /// use mola_game::pgn::GameTree;
    /// use mola_rules::Position;
    /// let mut tree = GameTree::default();
    /// let root = tree.root().id();
    /// for text in ["e4", "d4"] {
    ///     tree.play(root, Position::start().parse_san(text).unwrap()).unwrap();
    /// }
    /// assert!(tree.to_string().ends_with("1. e4 (1. d4) *\n"));
    /// ```
    pub fn play(&mut self, at: NodeId, m: Move) -> Result<NodeId, IllegalMove> {
        match self.position_at(at) {
            Some(position) if position.is_legal(m) => Ok(self.push(at, Some(m))),
            _ => Err(IllegalMove(m)),
        }
    }

    /// Passes at a node, as annotators do to show a threat. None if the player is in check, or the
    /// node is of another tree.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// let mut tree = GameTree::default();
    /// tree.pass(tree.root().id()).unwrap();
    /// assert!(tree.to_string().ends_with("1. -- *\n"));
    /// ```
    pub fn pass(&mut self, at: NodeId) -> Option<NodeId> {
        let may_pass = self.position_at(at).is_some_and(|position| !position.is_check());
        may_pass.then(|| self.push(at, None))
    }

    /// The position after a node, unless it is of another tree.
    fn position_at(&mut self, at: NodeId) -> Option<Position> {
        let mut trail = std::mem::take(&mut self.trail);
        let position = self.node(at).map(|node| trail.walk_to(node, self.start));
        self.trail = trail;
        position
    }

    /// Adds a comment after a move; at the beginning, before the first. Line ends become blanks, and
    /// a comment without words is none.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// let mut tree = GameTree::default();
    /// tree.add_comment(tree.root().id(), "Braces } are no trouble.");
    /// assert_eq!(tree.to_string().parse::<GameTree>().unwrap(), tree);
    /// ```
    pub fn add_comment(&mut self, at: NodeId, comment: &str) {
        let comment = tidy(comment);
        if !comment.is_empty() && self.node(at).is_some() {
            let text = self.put_text(&comment);
            self.push_note(at, NoteKind::Comment(text));
        }
    }

    /// Adds a mark to a move.
    ///
    /// ```
    /// # use mola_game::pgn::{GameTree, Nag};
    /// let mut tree: GameTree = "1. g4 *".parse().unwrap();
    /// tree.add_nag(tree.root().next().unwrap().id(), Nag::DUBIOUS);
    /// assert!(tree.to_string().ends_with("1. g4 $6 *\n"));
    /// ```
    pub fn add_nag(&mut self, at: NodeId, nag: Nag) {
        if self.node(at).is_some() {
            self.push_note(at, NoteKind::Nag(nag));
        }
    }

    /// What could not be read of the game.
    ///
    /// ```
    /// # use mola_game::pgn::Reader;
    /// let tree = Reader::new("1. e4 e5 2. Ke3 Nf6 *".as_bytes()).next().unwrap().unwrap();
    /// assert_eq!(tree.errors().len(), 1);
    /// assert_eq!(tree.main_line().count(), 2);
    /// ```
    pub fn errors(&self) -> &[PgnError] {
        &self.errors
    }

    /// How many more errors there were than are kept.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// assert_eq!(GameTree::default().errors_left_out(), 0);
    /// ```
    pub fn errors_left_out(&self) -> u64 {
        self.errors_left_out
    }

    pub(super) fn push_error(&mut self, error: PgnError, most: u32) {
        if self.errors.len() < most as usize {
            self.errors.push(error);
        } else {
            self.errors_left_out += 1;
        }
    }

    /// Empties the tree, to begin at the usual position, and keeps its memory.
    pub(super) fn clear(&mut self, start: Position) {
        self.start = start;
        self.result = GameResult::Unfinished;
        self.text.clear();
        self.tags.clear();
        self.entries.clear();
        self.entries.push(Entry::default());
        self.notes.clear();
        self.errors.clear();
        self.errors_left_out = 0;
        self.trail.clear();
    }

    /// Sets the position in which the game begins, and the tags that say so.
    pub(super) fn put_start(&mut self, start: Position) {
        self.start = start;
        self.put_tag("SetUp", "1");
        self.put_tag("FEN", &start.to_string());
    }

    /// Adds a move that is known to be legal at a node of this tree.
    pub(super) fn push(&mut self, at: NodeId, played: Option<Move>) -> NodeId {
        let id = self.entries.len() as u32;
        self.entries.push(Entry { played, parent: at.0, ..Entry::default() });
        let parent = &mut self.entries[at.0 as usize];
        let elder = parent.last_child;
        parent.last_child = id;
        if elder == 0 {
            parent.first_child = id;
        } else {
            self.entries[elder as usize].next_sibling = id;
        }
        NodeId(id)
    }

    /// Adds a mark or a comment to a node of this tree.
    pub(super) fn push_note(&mut self, at: NodeId, kind: NoteKind) {
        self.notes.push(Note { kind, next: 0 });
        let number = self.notes.len() as u32;
        let entry = &mut self.entries[at.0 as usize];
        let before = entry.last_note;
        entry.last_note = number;
        if before == 0 {
            entry.first_note = number;
        } else {
            self.notes[before as usize - 1].next = number;
        }
    }

    /// Their texts stay where they are: a tree is short-lived, and few notes change.
    pub(super) fn clear_notes(&mut self, at: NodeId) {
        if let Some(entry) = self.entries.get_mut(at.0 as usize) {
            (entry.first_note, entry.last_note) = (0, 0);
        }
    }

    pub(super) fn put_text(&mut self, text: &str) -> Text {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        Text { start, length: text.len() as u32 }
    }

    #[inline]
    pub(super) fn text(&self, text: Text) -> &str {
        let start = text.start as usize;
        self.text.get(start..start + text.length as usize).unwrap_or_default()
    }

    /// The entry of a node of this tree.
    #[inline]
    pub(super) fn entry(&self, id: NodeId) -> Entry {
        self.entries.get(id.0 as usize).copied().unwrap_or_default()
    }

    pub(super) fn notes_from(&self, first: u32) -> impl Iterator<Item = NoteKind> + use<'_> {
        let note = |number: u32| self.notes.get((number as usize).wrapping_sub(1));
        std::iter::successors(note(first), move |before| note(before.next)).map(|note| note.kind)
    }

    pub(super) fn note_count(&self) -> usize {
        self.notes.len()
    }

    pub(super) fn text_length(&self) -> usize {
        self.text.len()
    }
}

impl Default for GameTree {
    fn default() -> Self {
        Self::new(Position::start())
    }
}

impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        if self.start != other.start
            || self.result != other.result
            || self.entries.len() != other.entries.len()
            || !self.tags().eq(other.tags())
        {
            return false;
        }
        let mut pairs = vec![(self.root(), other.root())];
        while let Some((ours, theirs)) = pairs.pop() {
            if !ours.says_the_same(theirs) || ours.children().count() != theirs.children().count() {
                return false;
            }
            pairs.extend(ours.children().zip(theirs.children()));
        }
        true
    }
}

impl Eq for GameTree {}

/// Shows the game as PGN.
impl fmt::Debug for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameTree({self})")
    }
}

/// Reads the first game of a text, and is strict: anything that cannot be read is an error.
impl FromStr for GameTree {
    type Err = PgnError;

    fn from_str(text: &str) -> Result<Self, PgnError> {
        let mut reader = Reader::new(text.as_bytes());
        let mut tree = Self::default();
        // Reading from memory does not fail.
        let found = reader.read_into(&mut tree).unwrap_or(false);
        match tree.errors().first().or(reader.leftover().first()) {
            Some(&error) => Err(error),
            None if found => Ok(tree),
            None => Err(PgnError { game: 1, line: 1, fault: Fault::NoGame }),
        }
    }
}
