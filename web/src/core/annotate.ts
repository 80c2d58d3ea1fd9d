// A game with what a review found in it: marks, remarks, evaluations and better lines, as `mola analyze` writes them.
import type { Rules, StudyGame, StudyNode } from './rules.js';
import { judgmentsOf, points } from './select.js';
import type { Scores } from './state.js';
import { grow } from './tree.js';

/** Moves of a better line that are shown. */
const SHOWN = 8;

export function annotated(game: StudyGame, scores: Scores, rules: Rules): StudyGame {
  const judged = judgmentsOf({ game, scores }, rules);
  let nodes = game.nodes.map((node, index): StudyNode => {
    const score = scores[index];
    // Mate on the board needs no evaluation.
    if (index === 0 || !score || score.mate === 0) return node;
    const judgment = judged.get(index);
    const nags = judgment && !node.nags.includes(judgment.nag) ? [...node.nags, judgment.nag] : node.nags;
    const others = node.comments.map(withoutEval).filter((text) => text !== '' && text !== judgment?.remark);
    const found = [judgment?.remark, rules.evalCommand(points(score))].filter(Boolean).join(' ');
    return { ...node, nags, comments: [...others, found] };
  });
  for (const [index] of judged) {
    const parent = (game.nodes[index] as StudyNode).parent;
    nodes = withLine(nodes, parent, scores[parent]?.line ?? [], rules);
  }
  return { ...game, nodes };
}

/** A new evaluation replaces an old one. */
const withoutEval = (text: string): string => text.replaceAll(/\s*\[%eval [^\]]*\]/g, '').trim();

/** The tree with a line below a node, as far as it can be played. */
export function withLine(nodes: StudyNode[], at: number, line: string[], rules: Rules, most = SHOWN): StudyNode[] {
  let grown = { nodes, at };
  try {
    for (const uci of line.slice(0, most)) {
      grown = grow(grown.nodes, rules.playNode((grown.nodes[grown.at] as StudyNode).fen, uci, grown.at));
    }
  } catch {
    // Engines' lines may end in moves that follow from what they remember wrongly.
  }
  return grown.nodes;
}
