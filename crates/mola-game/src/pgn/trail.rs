//! The way to the place in a game where a move was added last.

use mola_rules::Position;

use super::node::{Node, NodeId, advance};

/// The moves up to some place in a game, with the positions after them. Moves are mostly added in the order in
/// which games are read, so that hardly any of them has to be played again.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail(Vec<(NodeId, Position)>);

impl Trail {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Walks to another place of the same game, which began at `start`, and says what is on the board there.
    pub(super) fn walk_to(&mut self, mut node: Node<'_>, start: Position) -> Position {
        let mut untrodden = Vec::new();
        let mut position = loop {
            // Numbers grow along every line: what is later than the node is not on the way to it.
            while self.0.last().is_some_and(|&(step, _)| step > node.id()) {
                self.0.pop();
            }
            match (self.0.last(), node.parent()) {
                (Some(&(step, position)), _) if step == node.id() => break position,
                (_, None) => break start,
                (_, Some(parent)) => {
                    untrodden.push(node);
                    node = parent;
                }
            }
        };
        while let Some(node) = untrodden.pop() {
            advance(&mut position, node.played());
            self.0.push((node.id(), position));
        }
        position
    }
}

#[cfg(test)]
mod tests {
    use super::super::GameTree;
    use super::*;

    #[test]
    fn a_long_line_is_not_played_again_for_each_move() {
        let mut tree = GameTree::default();
        let (mut last, mut position) = (tree.root().id(), Position::start());
        let mut trail = Trail::default();
        for ply in 0..40_000 {
            let m = position.parse_uci(["g1f3", "g8f6", "f3g1", "f6g8"][ply % 4]).unwrap();
            // With a replay for each move this loop takes minutes.
            last = tree.play(last, m).unwrap();
            position.play_unchecked(m);
            assert_eq!(trail.walk_to(tree.node(last).unwrap(), tree.start()), position);
            assert_eq!(trail.0.len(), ply + 1);
        }
        assert_eq!(tree.main_line().count(), 40_000);
    }

    #[test]
    fn it_leads_to_the_right_position_from_anywhere() {
        let tree: GameTree = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 Nc6 *".parse().unwrap();
        let nodes: Vec<Node<'_>> = (0..10).filter_map(|number| tree.node(NodeId(number))).collect();
        let mut trail = Trail::default();
        for &from in &nodes {
            for &to in &nodes {
                trail.walk_to(from, tree.start());
                assert_eq!(trail.walk_to(to, tree.start()), to.position());
            }
        }
    }
}
