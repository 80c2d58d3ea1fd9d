//! The moves of a game, as places to look around from.

use std::iter::FusedIterator;

use mola_rules::{Move, Position, San};

use super::Nag;
use super::game_tree::{GameTree, NoteKind};

/// The name of a move in its game, or of the beginning. It stays the same when moves are added.
///
/// ```
/// use mola_game::pgn::GameTree;
/// let mut tree: GameTree = "1. e4 e5 *".parse().unwrap();
/// let last = tree.main_line().last().unwrap().id();
/// tree.add_comment(last, "The game goes on.");
/// assert!(tree.node(last).unwrap().comments().next().is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

/// A move in a game, or the beginning, with the moves that follow it.
///
/// ```
/// use mola_game::pgn::GameTree;
/// let tree: GameTree = "1. e4 e5 (1... c5 2. Nf3) (1... e6) 2. f4 *".parse().unwrap();
/// let first = tree.root().next().unwrap();
/// let replies: Vec<String> = first.children().map(|reply| reply.san().unwrap().to_string()).collect();
/// assert_eq!(replies, ["e5", "c5", "e6"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    tree: &'a GameTree,
    id: NodeId,
}

impl<'a> Node<'a> {
    pub(super) fn new(tree: &'a GameTree, id: NodeId) -> Self {
        Self { tree, id }
    }

    /// The name by which the tree can be asked for it again.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// let tree = GameTree::default();
    /// assert_eq!(tree.node(tree.root().id()).unwrap().id(), tree.root().id());
    /// ```
    pub fn id(self) -> NodeId {
        self.id
    }

    /// The move that leads here. None at the beginning, and where a player passed.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// let tree: GameTree = "1. e4 -- *".parse().unwrap();
    /// let moves: Vec<bool> = tree.main_line().map(|node| node.played().is_some()).collect();
    /// assert_eq!(moves, [true, false]);
    /// ```
    pub fn played(self) -> Option<Move> {
        self.tree.entry(self.id).played
    }

    /// Whether this is the beginning, before any move.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// assert!(GameTree::default().root().is_root());
    /// ```
    pub fn is_root(self) -> bool {
        self.id == GameTree::ROOT
    }

    /// Where the move was played. None at the beginning.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// let tree: GameTree = "1. e4 *".parse().unwrap();
    /// assert!(tree.root().next().unwrap().parent().unwrap().is_root());
    /// ```
    pub fn parent(self) -> Option<Self> {
        (!self.is_root()).then(|| Self { id: NodeId(self.tree.entry(self.id).parent), ..self })
    }

    /// The moves that were played or considered here, the main one first.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// let tree: GameTree = "1. e4 (1. d4) (1. c4) *".parse().unwrap();
    /// assert_eq!(tree.root().children().count(), 3);
    /// ```
    pub fn children(self) -> Children<'a> {
        Children { tree: self.tree, next: self.tree.entry(self.id).first_child }
    }

    /// The main one of the moves that follow.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// let tree: GameTree = "1. e4 *".parse().unwrap();
    /// assert!(tree.root().next().unwrap().next().is_none());
    /// ```
    pub fn next(self) -> Option<Self> {
        self.children().next()
    }

    /// The marks on the move.
    ///
    /// ```
    /// # use mola_game::pgn::{GameTree, Nag};
    /// let tree: GameTree = "1. e4! $14 *".parse().unwrap();
    /// let nags: Vec<Nag> = tree.root().next().unwrap().nags().collect();
    /// assert_eq!(nags, [Nag::GOOD, Nag::new(14)]);
    /// ```
    pub fn nags(self) -> impl Iterator<Item = Nag> + use<'a> {
        self.notes().filter_map(|note| if let NoteKind::Nag(nag) = note { Some(nag) } else { None })
    }

    /// The comments after the move; at the beginning, those before the first move.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// let tree: GameTree = "{A game.} 1. e4 {Good.} (1. d4) {Better.} *".parse().unwrap();
    /// assert_eq!(tree.root().comments().collect::<Vec<_>>(), ["A game."]);
    /// assert_eq!(tree.root().next().unwrap().comments().collect::<Vec<_>>(), ["Good.", "Better."]);
    /// ```
    pub fn comments(self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.notes().filter_map(move |note| match note {
            NoteKind::Comment(text) => Some(self.tree.text(text)),
            _ => None,
        })
    }

    /// The comments before the move, which only the first move of a variation has.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// let tree: GameTree = "1. e4 ({Or} 1. d4) *".parse().unwrap();
    /// let variation = tree.root().children().nth(1).unwrap();
    /// assert_eq!(variation.comments_before().collect::<Vec<_>>(), ["Or"]);
    /// ```
    pub fn comments_before(self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.notes().filter_map(move |note| match note {
            NoteKind::CommentBefore(text) => Some(self.tree.text(text)),
            _ => None,
        })
    }

    /// The position after the move. It is found by playing from the beginning; to walk along a game,
    /// [`GameTree::replay`] is cheaper.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// let tree: GameTree = "1. f3 e5 2. g4 Qh4# 0-1".parse().unwrap();
    /// assert!(tree.main_line().last().unwrap().position().is_check());
    /// ```
    pub fn position(self) -> Position {
        let mut path: Vec<Self> = std::iter::successors(Some(self), |node| node.parent()).collect();
        // The beginning is not a move.
        path.pop();
        let mut position = self.tree.start();
        while let Some(node) = path.pop() {
            advance(&mut position, node.played());
        }
        position
    }

    /// The name of the move. None at the beginning, and where a player passed.
    ///
    /// ```
    /// # use mola_game::pgn::GameTree;
    /// let tree: GameTree = "g1f3 *".parse().unwrap();
    /// assert_eq!(tree.root().next().unwrap().san().unwrap().as_str(), "Nf3");
    /// ```
    pub fn san(self) -> Option<San> {
        Some(self.parent()?.position().san(self.played()?))
    }

    fn notes(self) -> impl Iterator<Item = NoteKind> + use<'a> {
        self.tree.notes_from(self.tree.entry(self.id).first_note)
    }

    /// Whether the moves are the same, with the same marks and comments, apart from what follows.
    pub(super) fn says_the_same(self, other: Node<'_>) -> bool {
        self.played() == other.played()
            && self.nags().eq(other.nags())
            && self.comments().eq(other.comments())
            && self.comments_before().eq(other.comments_before())
    }
}

/// Plays a move, or passes.
pub(super) fn advance(position: &mut Position, played: Option<Move>) {
    match played {
        Some(m) => position.play_unchecked(m),
        None => position.pass(),
    }
}

/// The moves that were played or considered at one point of a game: see [`Node::children`].
///
/// ```
/// # use mola_game::pgn::GameTree;
/// assert_eq!(GameTree::default().root().children().count(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Children<'a> {
    tree: &'a GameTree,
    next: u32,
}

impl<'a> Iterator for Children<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        let id = NodeId(self.next);
        // Nobody is the parent of the beginning, so its number stands for none.
        if id == GameTree::ROOT {
            return None;
        }
        self.next = self.tree.entry(id).next_sibling;
        Some(Node { tree: self.tree, id })
    }
}

impl FusedIterator for Children<'_> {}
