//! Writing games, in what the standard calls export format.

use std::fmt::{self, Write as _};

use mola_rules::{Color, Position};

use super::comment::pieces;
use super::game_tree::GameTree;
use super::node::{Children, Node, advance};
use super::wrap::Wrap;

/// Writes the game as PGN in export format: tags, an empty line, moves on lines of fewer than eighty
/// letters, and the result.
impl fmt::Display for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags() {
            write!(f, "[{name} \"")?;
            for letter in value.chars() {
                if matches!(letter, '"' | '\\') {
                    f.write_char('\\')?;
                }
                f.write_char(letter)?;
            }
            f.write_str("\"]\n")?;
        }
        f.write_char('\n')?;
        let mut movetext = Movetext { wrap: Wrap::new(f), needs_number: true, opens: false };
        movetext.game(self)?;
        movetext.wrap.word(self.result().as_str())?;
        movetext.wrap.end_line()
    }
}

/// The moves of a game on their way to the page.
struct Movetext<'a, W> {
    wrap: Wrap<'a, W>,
    /// Whether the next move is written with its number even if it is Black's.
    needs_number: bool,
    /// Whether a variation has begun and its parenthesis waits for the first word.
    opens: bool,
}

/// A move whose variations are being written.
struct Branch<'r> {
    node: Node<'r>,
    position: Position,
    variations: Children<'r>,
}

impl<W: fmt::Write> Movetext<'_, W> {
    /// Writes the tree: each move, then the variations on it, then what follows. Variations inside
    /// variations wait on a stack of our own.
    fn game(&mut self, tree: &GameTree) -> fmt::Result {
        self.notes(tree.root())?;
        self.needs_number = true;
        let mut branches: Vec<Branch<'_>> = Vec::new();
        let mut position = tree.start();
        let mut next = tree.root().next();
        loop {
            if let Some(node) = next {
                self.ply(node, &position)?;
                // A move that is itself a variation has its brothers written by the main one.
                let parent = node.parent().unwrap_or(node);
                let mut variations = parent.children();
                let is_main = variations.next().is_some_and(|main| main.id() == node.id());
                if is_main && let Some(variation) = variations.next() {
                    branches.push(Branch { node, position, variations });
                    next = Some(self.open(variation));
                } else {
                    advance(&mut position, node.played());
                    next = node.next();
                }
                continue;
            }
            // The line is over; so is the variation that it was, if it was one.
            let Some(branch) = branches.last_mut() else { return Ok(()) };
            self.wrap.close(")")?;
            self.needs_number = true;
            position = branch.position;
            if let Some(variation) = branch.variations.next() {
                next = Some(self.open(variation));
            } else {
                advance(&mut position, branch.node.played());
                next = branch.node.next();
                branches.pop();
            }
        }
    }

    fn open<'r>(&mut self, variation: Node<'r>) -> Node<'r> {
        self.opens = true;
        self.needs_number = true;
        variation
    }

    /// Begins a word, after the parenthesis if it is the first of a variation.
    fn word(&mut self, text: &str) -> fmt::Result {
        if std::mem::take(&mut self.opens) {
            self.wrap.word("(")?;
            self.wrap.glue(text);
            Ok(())
        } else {
            self.wrap.word(text)
        }
    }

    fn ply(&mut self, node: Node<'_>, before: &Position) -> fmt::Result {
        for comment in node.comments_before() {
            self.comment(comment)?;
        }
        if before.turn() == Color::White {
            self.word(&format!("{}.", before.fullmoves()))?;
        } else if self.needs_number {
            self.word(&format!("{}...", before.fullmoves()))?;
        }
        self.needs_number = false;
        match node.played() {
            Some(m) => self.word(before.san(m).as_str())?,
            None => self.word("--")?,
        }
        self.notes(node)
    }

    /// Marks and comments. After a comment, the next move has its number, whoever plays it.
    fn notes(&mut self, node: Node<'_>) -> fmt::Result {
        for nag in node.nags() {
            self.word(&nag.to_string())?;
        }
        for comment in node.comments() {
            self.comment(comment)?;
            self.needs_number = true;
        }
        Ok(())
    }

    /// A comment in braces, broken where lines end. One that has a closing brace in it cannot stand
    /// in braces; it goes to the end of a line.
    fn comment(&mut self, text: &str) -> fmt::Result {
        if text.contains('}') {
            self.word(";")?;
            self.wrap.glue(text);
            return self.wrap.end_line();
        }
        for (index, piece) in pieces(text).enumerate() {
            if index == 0 {
                self.word("{")?;
                self.wrap.glue(piece);
            } else {
                self.wrap.word(piece)?;
            }
        }
        self.wrap.glue("}");
        Ok(())
    }
}
