//! Changing what is said about a move.

use super::game_tree::NoteKind;
use super::{GameTree, Nag, Node, NodeId, clock};

impl GameTree {
    /// Gives a move other marks and comments in place of those it has. What stands before the move stays.
    ///
    /// ```
    /// use mola_game::pgn::{GameTree, Nag};
    /// let mut tree: GameTree = "1. e4 $2 {Why?} *".parse().unwrap();
    /// let e4 = tree.root().next().unwrap().id();
    /// tree.set_notes(e4, &[Nag::GOOD], &["Best by test.".to_owned()]);
    /// assert!(tree.to_string().ends_with("1. e4 $1 {Best by test.} *\n"));
    /// ```
    pub fn set_notes(&mut self, at: NodeId, nags: &[Nag], comments: &[String]) {
        let before: Vec<NoteKind> = self
            .notes_from(self.entry(at).first_note)
            .filter(|note| matches!(note, NoteKind::CommentBefore(_)))
            .collect();
        self.clear_notes(at);
        for note in before {
            self.push_note(at, note);
        }
        for &nag in nags {
            self.add_nag(at, nag);
        }
        for comment in comments {
            self.add_comment(at, comment);
        }
    }

    /// Adds what another game with the same start says: its variations, marks and comments. The main line
    /// stays as it is; where the other's leaves it, that is a variation here.
    ///
    /// ```
    /// use mola_game::pgn::GameTree;
    /// let annotated: GameTree = "1. e4 {Best.} e5 (1... c5 {Sharp.}) 2. f4 exf4 *".parse().unwrap();
    /// let mut game: GameTree = "1. e4 e5 2. Nf3 Nc6 *".parse().unwrap();
    /// game.annotate_from(&annotated);
    /// let text = game.to_string().replace('\n', " ");
    /// assert!(text.contains("1. e4 {Best.} 1... e5 (1... c5 {Sharp.}) 2. Nf3 (2. f4 exf4) 2... Nc6 *"), "{text}");
    /// ```
    pub fn annotate_from(&mut self, other: &Self) {
        if self.start() != other.start() {
            return;
        }
        // A list of its own instead of recursion: variations may lie in each other as deep as a file likes.
        let mut todo = vec![(self.root().id(), other.root(), true)];
        while let Some((here, there, is_main)) = todo.pop() {
            self.copy_notes(here, there);
            let main = self.node(here).and_then(Node::next).map(Node::id);
            for child in there.children() {
                let same = self.node(here).and_then(|node| {
                    node.children().find(|known| known.played() == child.played()).map(Node::id)
                });
                let next = match same {
                    Some(known) => known,
                    // What was taken back is not played again.
                    None if is_main && main.is_none() => continue,
                    None => self.push(here, child.played()),
                };
                todo.push((next, child, is_main && Some(next) == main));
            }
        }
    }

    /// Takes over marks and comments, and keeps the clock that is there if the other shows none.
    fn copy_notes(&mut self, at: NodeId, other: Node<'_>) {
        let shows_clock = other.comments().any(|comment| clock(comment).is_some());
        let own: Vec<String> = match self.node(at) {
            Some(node) if !shows_clock => node.comments().map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        self.clear_notes(at);
        for comment in other.comments_before() {
            let text = self.put_text(comment);
            self.push_note(at, NoteKind::CommentBefore(text));
        }
        other.nags().for_each(|nag| self.add_nag(at, nag));
        other.comments().for_each(|comment| self.add_comment(at, comment));
        for comment in &own {
            self.add_comment(at, comment);
        }
    }
}
