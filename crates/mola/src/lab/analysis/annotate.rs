//! A game with what the engine found in it, as PGN.

use mola_game::pgn::{GameTree, Node, NodeId, eval_command};
use mola_rules::{Color, Move};

use super::verdict::{Judged, Report};

/// Moves of a better line that are shown.
const SHOWN: usize = 8;

/// The game with evaluations, marks, remarks and better lines added. What was there stays.
pub(super) fn annotate(tree: &GameTree, moves: &[Judged], engine: &str) -> GameTree {
    let mut tree = tree.clone();
    let nodes: Vec<NodeId> = tree.main_line().map(Node::id).collect();
    let mut parent = tree.root().id();
    for (judged, &node) in moves.iter().zip(&nodes) {
        if let Some(mistake) = judged.judgment()
            && !tree.node(node).is_some_and(|node| node.nags().any(|nag| nag == mistake.nag()))
        {
            tree.add_nag(node, mistake.nag());
        }
        let eval = eval_command(judged.white_score(), Some(judged.depth));
        let remark = judged.remark().map(|remark| format!("{remark} ")).unwrap_or_default();
        tree.add_comment(node, &format!("{remark}{eval}"));
        if judged.judgment().is_some() {
            add_line(&mut tree, parent, &judged.best);
        }
        parent = node;
    }
    // These tag names are valid.
    let _ = tree.set_tag("Annotator", engine);
    for (color, tag) in [(Color::White, "WhiteAccuracy"), (Color::Black, "BlackAccuracy")] {
        if let Some(accuracy) = Report::of(color, moves).accuracy {
            let _ = tree.set_tag(tag, &format!("{accuracy:.1}"));
        }
    }
    tree
}

/// Adds a line as a variation, unless its first move already exists.
fn add_line(tree: &mut GameTree, at: NodeId, line: &[Move]) {
    let is_known = |node: Node<'_>| node.children().any(|child| child.played() == line.first().copied());
    if tree.node(at).is_none_or(is_known) {
        return;
    }
    let mut at = at;
    for &m in line.iter().take(SHOWN) {
        let Ok(next) = tree.play(at, m) else { return };
        at = next;
    }
}

#[cfg(test)]
mod tests {
    use super::super::verdict::{Opinion, Points, judge};
    use super::*;

    #[test]
    fn mistakes_get_a_mark_a_remark_and_a_better_line() {
        let tree: GameTree = "1. f3 {Bold.} e5 2. g4 Qh4# 0-1".parse().unwrap();
        let opinion = |score, line: &str| Opinion {
            score,
            depth: 9,
            line: line.split_whitespace().map(str::to_owned).collect(),
        };
        let opinions = [
            opinion(Points::Cp(20), "e2e4"),
            opinion(Points::Cp(40), "e7e5"),
            opinion(Points::Cp(-40), "e2e4 d7d5"),
            opinion(Points::Mate(1), "d8h4"),
            opinion(Points::Mate(0), ""),
        ];
        let text = annotate(&tree, &judge(&tree, &opinions), "Mola").to_string();
        let words: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("1. f3 $6 {Bold.} {Inaccuracy"), "{words}");
        assert!(
            words.contains("2. g4 $4 {Blunder: allows mate in 1. Best was e4. [%eval #-1,9]} (2. e4 d5)"),
            "{words}"
        );
        assert!(words.contains("2... Qh4# {[%eval #-1,9]} 0-1"), "{words}");
        assert!(words.contains("[WhiteAccuracy \"") && words.contains("[Annotator \"Mola\"]"));
        assert!(text.parse::<GameTree>().is_ok());
    }
}
