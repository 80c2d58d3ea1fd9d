//! A game with what the engine found in it, as PGN.

use mola_game::coach::{JudgedMove, Judgment};
use mola_game::pgn::{GameTree, Nag, Node, NodeId, commands, eval_command, without_command};
use mola_rules::{Color, Move};

use super::verdict::Report;

/// Moves of a better line that are shown.
const SHOWN: usize = 8;

/// The game with evaluations, marks, remarks and better lines added. What was there stays.
pub(super) fn annotate(tree: &GameTree, moves: &[JudgedMove], engine: &str) -> GameTree {
    let mut tree = tree.clone();
    let nodes: Vec<NodeId> = tree.main_line().map(Node::id).collect();
    let mut parent = tree.root().id();
    for (judged, &node) in moves.iter().zip(&nodes) {
        let (mut nags, mut comments) = without_analysis(&tree, node);
        if let Some(mistake) = judged.judgment()
            && !nags.contains(&mistake.nag())
        {
            nags.push(mistake.nag());
        }
        // Where the game is over, there is nothing to evaluate.
        let is_over = judged.position.after(judged.played).outcome().is_some();
        let eval = (!is_over).then(|| eval_command(judged.white_score(), Some(judged.depth)));
        comments.push(judged.remark().into_iter().chain(eval).collect::<Vec<_>>().join(" "));
        tree.set_notes(node, &nags, &comments);
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

/// The marks and comments of a move without an earlier analysis: its evaluation, and the remark and the mark
/// that came with it. Two evaluations that disagree would help nobody.
fn without_analysis(tree: &GameTree, at: NodeId) -> (Vec<Nag>, Vec<String>) {
    let Some(node) = tree.node(at) else { return (Vec::new(), Vec::new()) };
    let (mut nags, mut comments): (Vec<Nag>, Vec<String>) = (node.nags().collect(), Vec::new());
    for comment in node.comments() {
        let (rest, had_eval) = without_command(comment, "eval");
        let is_remark = |judgment: &&Judgment| rest.to_lowercase().starts_with(judgment.name());
        match Judgment::ALL.iter().find(is_remark).filter(|_| had_eval) {
            Some(judgment) => {
                nags.retain(|&nag| nag != judgment.nag());
                // What other commands say, such as the clock, stays.
                let rest: Vec<String> = commands(&rest).map(|command| command.to_string()).collect();
                comments.push(rest.join(" "));
            }
            None => comments.push(rest),
        }
    }
    (nags, comments)
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
        assert!(words.ends_with("2... Qh4# 0-1"), "mate on the board needs no evaluation: {words}");
        assert!(words.contains("[WhiteAccuracy \"") && words.contains("[Annotator \"Mola\"]"));
        // Another analysis takes the place of this one.
        let before: GameTree = text.parse().unwrap();
        let again = annotate(&before, &judge(&before, &opinions), "Mola").to_string();
        assert_eq!(again, text);
        let calm = [opinion(Points::Cp(20), "e2e4"), opinion(Points::Cp(-10), "e7e5")];
        let calm = annotate(&before, &judge(&before, &calm), "Mola").to_string();
        let words: String = calm.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("1. f3 {Bold.} {[%eval 0.10,9]}"), "{words}");
    }

    #[test]
    fn clocks_and_the_words_of_others_stay() {
        let tree: GameTree = "1. e4 {Mine. [%eval 0.99] [%clk 0:01:00]} *".parse().unwrap();
        let opinions =
            [20, -20].map(|value| Opinion { score: Points::Cp(value), depth: 9, line: Vec::new() });
        let text = annotate(&tree, &judge(&tree, &opinions), "Mola").to_string();
        assert!(text.contains("1. e4 {Mine. [%clk 0:01:00]} {[%eval 0.20,9]}"), "{text}");
    }
}
